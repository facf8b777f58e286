"""Sheets of paper, and how something larger is cut into them. All lengths are in millimetres."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import Final, NamedTuple

MARGIN: Final = 10.0
"""What home printers leave white on every side."""
FOOT: Final = 7.0
"""Below what is cut out: the line that says what the sheet is."""
FLAP: Final = 6.0
"""The strip that is glued under the next sheet."""


class Paper(NamedTuple):
    """A size of paper, upright."""

    id: str
    width: float
    height: float

    @property
    def inner(self) -> tuple[float, float]:
        """What can be printed on, above the line at the foot."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN - FOOT


PAPERS: Final = {paper.id: paper for paper in (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))}


class Tile(NamedTuple):
    """What one sheet shows of something large: its place among the sheets, and its part of the whole."""

    column: int
    row: int
    columns: int
    rows: int
    left: float
    top: float
    width: float
    height: float

    @property
    def number(self) -> int:
        """Counted from 1, row by row."""
        return self.row * self.columns + self.column + 1

    @property
    def joins_right(self) -> bool:
        """Whether another sheet follows to the right."""
        return self.column + 1 < self.columns

    @property
    def joins_below(self) -> bool:
        """Whether another sheet follows below."""
        return self.row + 1 < self.rows


def cuts(length: float, room: float, step: float = 0.0, edge: float = 0.0) -> list[tuple[float, float]]:
    """Where a length is cut to fit into a room, in parts as equal as they get: begin and size of each.

    With a step, cuts are made between whole steps only; ``edge`` lies before the first and after the last.
    """
    steps = round((length - 2 * edge) / step) if step else 0
    count = ceil(length / room - 1e-9)
    while True:
        if step:
            inner = [edge + step * (steps * at // count) for at in range(1, count)]
        else:
            inner = [length * at / count for at in range(1, count)]
        ends = [0.0, *inner, length]
        parts = [(a, b - a) for a, b in pairwise(ends)]
        if max(size for _, size in parts) <= room + 1e-9:
            return parts
        count += 1


def tiles(width: float, height: float, paper: Paper, step: float = 0.0, edge: float = 0.0) -> list[Tile]:
    """The sheets of something large, row by row, each with room for the strip that is glued."""
    wide, high = (room - FLAP for room in paper.inner)
    across, down = cuts(width, wide, step, edge), cuts(height, high, step, edge)
    return [
        Tile(column, row, len(across), len(down), left, top, part, deep)
        for row, (top, deep) in enumerate(down)
        for column, (left, part) in enumerate(across)
    ]
