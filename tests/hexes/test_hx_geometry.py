"""Hexes, lines, arcs (HX-CONV-4, HX-LOS-1..3, HX-ARC)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from flagfall.hexes.maps.board import grid
from flagfall.hexes.maps.geometry import (
    STEPS,
    axial,
    direction,
    in_arc,
    label,
    length,
    line,
    offset,
    ring,
    rotated,
)


def test_hx_conv_4_odd_columns_lie_half_a_hex_lower() -> None:
    assert axial(0, 0) == (0, 0)
    assert axial(1, 0) == (1, 0)
    assert axial(2, 0) == (2, -1)
    assert axial(3, 5) == (3, 4)
    assert all(offset(*axial(x, y)) == (x, y) for x in range(9) for y in range(9))
    assert label(2, 4) == "0305"
    assert label(104, 9, 3) == "105010"
    assert [direction(word) for word in ("N", "ne", "SE", "s", "SW", "NW")] == [0, 1, 2, 3, 4, 5]
    around = grid(5, 5).neighbours
    assert around[2 * 5 + 2] == (7, 8, 13, 17, 11, 6)  # column 2: its upper neighbours are a row higher
    assert around[2 * 5 + 1] == (6, 12, 17, 16, 15, 10)  # column 1 lies lower


def test_steps_of_a_ring_go_clockwise_from_a_direction() -> None:
    assert list(ring(1)) == list(STEPS)
    assert next(iter(ring(1, 2))) == STEPS[2]
    assert len(set(ring(4))) == 24
    assert all(length(*place) == 4 for place in ring(4))


def test_hx_los_2_the_worked_lines() -> None:
    assert line(1, 1) == (((1, 0), (0, 1)),)
    assert line(2, -1) == (((1, -1), (1, 0)),)
    assert line(3, -1) == (((1, 0),), ((2, -1),))


def test_hx_los_1_every_crossed_hex_counts_and_no_other() -> None:
    """Of 714 displacements 42 run along borders; the sampled line misses hexes on 336 of the others."""
    far = [(q, r) for q in range(-15, 16) for r in range(-15, 16) if 2 <= length(q, r) <= 15]
    assert len(far) == 714
    divided = [place for place in far if any(len(entry) == 2 for entry in line(*place))]
    assert len(divided) == 42
    lost = {}
    for place in far:
        if place not in divided:
            crossed = {entry[0] for entry in line(*place)}
            sampled = _sampled(*place)
            assert sampled <= crossed
            if crossed - sampled:
                lost[place] = len(crossed - sampled)
    assert len(lost) == 336
    assert sum(lost.values()) == 744


def _sampled(dq: int, dr: int) -> set[tuple[int, int]]:
    """The usual line: the hex nearest to each of n equal parts of the way."""
    far = length(dq, dr)
    found = set()
    for k in range(1, far):
        q, r = dq * k / far, dr * k / far
        s = -q - r
        a, b, c = round(q), round(r), round(s)
        if abs(a - q) > abs(b - r) and abs(a - q) > abs(c - s):
            a = -b - c
        elif abs(b - r) > abs(c - s):
            b = -a - c
        found.add((a, b))
    return found


@given(st.integers(-12, 12), st.integers(-12, 12))
def test_a_line_backwards_crosses_the_same_hexes(dq: int, dr: int) -> None:
    there = {hex for entry in line(dq, dr) for hex in entry}
    back = {(q + dq, r + dr) for entry in line(-dq, -dr) for q, r in entry}
    assert there == back


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 5))
def test_turning_the_map_turns_a_line(dq: int, dr: int, turns: int) -> None:
    q, r, _ = rotated(dq, dr, turns)
    turned = [{rotated(*hex, turns)[:2] for hex in entry} for entry in line(dq, dr)]
    assert [set(entry) for entry in line(q, r)] == turned


def _count(half: int, far: int) -> int:
    return sum(in_arc(half, 0, *place) for place in ring(far))


def test_hx_arc_1_a_robot_sees_sixty_degrees_to_each_side() -> None:
    assert {place for place in ring(1) if in_arc(60, 0, *place)} == {STEPS[5], STEPS[0], STEPS[1]}
    assert [_count(60, n) for n in range(1, 8)] == [2 * n + 1 for n in range(1, 8)]


def test_hx_arc_2_a_vehicle_sees_thirty_degrees_to_each_side() -> None:
    assert [place for place in ring(1) if in_arc(30, 0, *place)] == [STEPS[0]]
    assert [_count(30, n) for n in range(1, 8)] == [1, 3, 3, 5, 5, 7, 7]


def test_hx_arc_5_the_wide_preset() -> None:
    assert [_count(90, n) for n in range(1, 5)] == [3, 7, 9, 13]


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 5), st.sampled_from([30, 60, 90]))
def test_an_arc_turns_with_its_unit(dq: int, dr: int, facing: int, half: int) -> None:
    assert in_arc(half, facing, dq, dr) == in_arc(half, 0, *rotated(dq, dr, facing)[:2])
