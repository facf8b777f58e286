"""Hexes in the abstract: coordinates, directions, distances, lines, arcs (HX-CONV-4, HX-LOS-1..3, HX-ARC)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from flagfall.core.errors import Unreadable

DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions in the order of their numbers 0 to 5."""
_NUMBERS: Final = {word: number for number, name in enumerate(DIRECTIONS) for word in (name, str(number))}
STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The axial step of each direction."""
EDGES: Final = ("N", "E", "S", "W")
"""The edges of a map."""


def axial(x: int, y: int) -> tuple[int, int]:
    """The axial (q, r) of column x and row y, both from 0; odd columns lie half a hex lower."""
    return x, y - (x - (x & 1)) // 2


def offset(q: int, r: int) -> tuple[int, int]:
    """The column and row, both from 0, of an axial hex."""
    return q, r + (q - (q & 1)) // 2


def length(dq: int, dr: int) -> int:
    """How many steps a displacement takes."""
    return max(abs(dq), abs(dr), abs(dq + dr))


def label(x: int, y: int, digits: int = 2) -> str:
    """The number of a hex as it is shown: column then row, from 1 (``0305``)."""
    return f"{x + 1:0{digits}d}{y + 1:0{digits}d}"


def direction(text: str) -> int:
    """The number of a direction given as ``N``, ``ne`` ... or ``0`` to ``5``; `Unreadable` otherwise."""
    number = _NUMBERS.get(text)
    if number is None:
        number = _NUMBERS.get(text.upper())
    if number is not None:
        return number
    raise Unreadable("act.direction", known=" ".join(DIRECTIONS), word=text)


def facing_word(word: str) -> str:
    """A direction as actions write it; `Unreadable` if it is none."""
    return DIRECTIONS[direction(word)]


def ring(radius: int, start: int = 0) -> Iterator[tuple[int, int]]:
    """The displacements of a ring, clockwise from a direction (HX-TRN-5 searches in this order)."""
    if radius == 0:
        yield 0, 0
        return
    q, r = STEPS[start % 6][0] * radius, STEPS[start % 6][1] * radius
    for side in range(6):
        step = STEPS[(start + side + 2) % 6]
        for _ in range(radius):
            yield q, r
            q, r = q + step[0], r + step[1]


def rotated(dq: int, dr: int, facing: int) -> tuple[int, int, int]:
    """A displacement as (q, r, s) as seen by a unit that faces a direction: its front is north."""
    q, r, s = dq, dr, -dq - dr
    for _ in range(facing):
        q, r, s = -s, -q, -r
    return q, r, s


@cache
def in_arc(half: int, facing: int, dq: int, dr: int) -> bool:
    """Whether a displacement lies within ``half`` degrees of the front, edge rays included (HX-ARC-1..5)."""
    if half >= 180:
        return True
    q, r, s = rotated(dq, dr, facing)
    if half == 60:
        return r <= 0 <= s
    if half == 30:
        return q >= r and s >= q
    if half == 90:
        return s >= r
    raise ValueError(f"an arc is 30, 60, 90 or 180 degrees to each side, not {half}")


@cache
def line(dq: int, dr: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The hexes between the ends of a displacement, in order, ends left out (HX-LOS-1, HX-LOS-2).

    Each entry holds one hex that the segment crosses, or the two hexes whose border it runs along,
    the left one first. The test is exact, in integers.
    """
    ds = -dq - dr
    far = length(dq, dr)
    most = max(abs(dq - dr), abs(dr - ds), abs(ds - dq))
    near: set[tuple[int, int]] = set()
    for k in range(1, far):
        # A hex near each k-th part of the way; the exact test below chooses among it and its neighbours.
        q, r = (2 * dq * k + far) // (2 * far), (2 * dr * k + far) // (2 * far)
        near.add((q, r))
        near.update((q + a, r + b) for a, b in STEPS)
    places: dict[int, list[tuple[int, tuple[int, int]]]] = {}
    divided = len({dq, dr, ds}) == 2
    for q, r in near:
        if (q, r) in ((0, 0), (dq, dr)) or length(q, r) > far or length(dq - q, dr - r) > far:
            continue
        cross = 3 * (dq * r - dr * q)
        if abs(cross) < most or (divided and abs(cross) == most):
            along = 2 * dq * q + 2 * dr * r + dq * r + dr * q
            places.setdefault(along, []).append((cross, (q, r)))
    return tuple(tuple(hex for _, hex in sorted(places[along])) for along in sorted(places))
