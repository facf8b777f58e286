"""Sets of squares against sets of Python."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from flagfall.fast import square_sets

cells = st.frozensets(st.integers(0, 99))


def words(found: frozenset[int]) -> square_sets.Set:
    """A set of cells as two words."""
    a = square_sets.NONE
    for cell in found:
        a = square_sets.either(a, square_sets.single(square_sets.square_of(cell)))
    return a


def unpacked(a: square_sets.Set) -> set[int]:
    """The cells of two words; walls are left out."""
    return {cell for cell in range(100) if square_sets.contains(a, square_sets.square_of(cell))}


def beside(cell: int, step: int) -> int | None:
    """The next cell one way, or None behind the edge."""
    row, column = divmod(cell, 10)
    row, column = row + (step // 11 if abs(step) == 11 else 0), column + (step if abs(step) == 1 else 0)
    return 10 * row + column if 0 <= row < 10 and 0 <= column < 10 else None


@given(cells, cells)
def test_algebra(one, two):
    a, b = words(one), words(two)
    assert unpacked(square_sets.both(a, b)) == one & two
    assert unpacked(square_sets.either(a, b)) == one | two
    assert unpacked(square_sets.without(a, b)) == one - two
    assert square_sets.size(a) == len(one)
    assert square_sets.some(a) == bool(one)


@given(cells, st.sampled_from([1, -1, 11, -11]))
def test_a_step_never_wraps_round_an_edge(found, step):
    assert unpacked(square_sets.shifted(words(found), step)) == {beside(cell, step) for cell in found} - {
        None
    }


@given(st.frozensets(st.integers(0, 99), min_size=1))
def test_the_nth_square_in_order(found):
    a = words(found)
    assert [square_sets.cell_of(square_sets.nth(a, n)) for n in range(len(found))] == sorted(found)


@given(st.integers(0, 99))
def test_around_is_the_four_neighbours(cell):
    near = {beside(cell, step) for step in (1, -1, 11, -11)} - {None}
    assert unpacked(square_sets.around(square_sets.square_of(cell))) == near
    assert square_sets.cell_of(square_sets.square_of(cell)) == cell
