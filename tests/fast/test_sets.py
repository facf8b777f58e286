"""Sets of squares against sets of Python."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from flagfall.fast import sets

cells = st.frozensets(st.integers(0, 99))


def words(found: frozenset[int]) -> sets.Set:
    """A set of cells as two words."""
    a = sets.NONE
    for cell in found:
        a = sets.either(a, sets.single(sets.square_of(cell)))
    return a


def unpacked(a: sets.Set) -> set[int]:
    """The cells of two words; walls are left out."""
    return {cell for cell in range(100) if sets.contains(a, sets.square_of(cell))}


def beside(cell: int, step: int) -> int | None:
    """The next cell one way, or None behind the edge."""
    row, column = divmod(cell, 10)
    row, column = row + (step // 11 if abs(step) == 11 else 0), column + (step if abs(step) == 1 else 0)
    return 10 * row + column if 0 <= row < 10 and 0 <= column < 10 else None


@given(cells, cells)
def test_algebra(one, two):
    a, b = words(one), words(two)
    assert unpacked(sets.both(a, b)) == one & two
    assert unpacked(sets.either(a, b)) == one | two
    assert unpacked(sets.without(a, b)) == one - two
    assert sets.size(a) == len(one)
    assert sets.some(a) == bool(one)


@given(cells, st.sampled_from([1, -1, 11, -11]))
def test_a_step_never_wraps_round_an_edge(found, step):
    assert unpacked(sets.shifted(words(found), step)) == {beside(cell, step) for cell in found} - {None}


@given(st.frozensets(st.integers(0, 99), min_size=1))
def test_the_nth_square_in_order(found):
    a = words(found)
    assert [sets.cell_of(sets.nth(a, n)) for n in range(len(found))] == sorted(found)


@given(st.integers(0, 99))
def test_around_is_the_four_neighbours(cell):
    near = {beside(cell, step) for step in (1, -1, 11, -11)} - {None}
    assert unpacked(sets.around(sets.square_of(cell))) == near
    assert sets.cell_of(sets.square_of(cell)) == cell
