"""The board of a hidden-rank game: squares, lakes, home areas, and the lines between them.

A square is a number, ``10 * row + column``, counted from a1 at seat 0's left hand, whatever the width:
so its name, a1 to j10, needs no board. Squares to the right of a narrower board are out of play. A board
is drawn in an edition file as seat 0 sees it, far row first::

    1111111111
    ..~~..~~..
    0000000000
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Final

from flagfall.core.errors import Unreadable

ORTHOGONAL: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The four ways as (row, column) steps: forward for seat 0, right, back, left."""
DIAGONAL: Final = ((1, 1), (-1, 1), (-1, -1), (1, -1))

OPEN, LAKE, DEAD = ".", "~", "#"
"""The signs of a board in an edition file, besides the seats' own numbers."""
EMPTY: Final = -1
BLOCKED: Final = -2
"""What a square of a position holds where no piece stands."""
NOWHERE: Final = -1
"""The square of a captured piece, and of what an action does not name."""
STRIDE: Final = 10
"""The squares of a row are numbered as if every board were ten wide, which is the most."""

NAMES: Final = tuple(f"{letter}{row}" for row in range(1, STRIDE + 1) for letter in "abcdefghij")
"""The name of each square: a1, b1, ... j10."""
BY_NAME: Final = {name: square for square, name in enumerate(NAMES)}
"""The square of each name."""


class Board:
    """Squares and the geometry that rules and powers read. Immutable, made once for an edition."""

    def __init__(self, picture: str) -> None:
        rows = picture.split()
        if not rows or not rows[0]:
            raise Unreadable("board.empty")
        self.picture = "\n".join(rows)
        self.height = len(rows)
        self.width = len(rows[0])
        if any(len(row) != self.width for row in rows):
            raise Unreadable("board.ragged")
        if self.width > STRIDE or self.height > STRIDE:
            raise Unreadable("board.large", most=STRIDE)
        cells = "".join(row.ljust(STRIDE, DEAD) for row in reversed(rows))
        if odd := sorted(set(cells) - set("01.~#")):
            raise Unreadable("board.sign", sign=odd[0])
        self.cells = cells
        self.homes = tuple(tuple(i for i, cell in enumerate(cells) if cell == seat) for seat in ("0", "1"))

    @property
    def size(self) -> int:
        """One more than the highest number of a square; not every number below is in play."""
        return STRIDE * self.height

    @cached_property
    def blocked(self) -> frozenset[int]:
        """Lakes and squares out of play (ST-MOVE-2)."""
        return frozenset(i for i, cell in enumerate(self.cells) if cell in (LAKE, DEAD))

    @cached_property
    def lakes(self) -> frozenset[int]:
        """Lakes, asteroid fields, forbidden zones: blocked squares that some powers cross."""
        return frozenset(i for i, cell in enumerate(self.cells) if cell == LAKE)

    def row(self, square: int) -> int:
        """The row of a square, counted from 0 at seat 0's side."""
        return square // STRIDE

    def column(self, square: int) -> int:
        """The column of a square, counted from 0."""
        return square % STRIDE

    def mirrored(self, square: int) -> int:
        """The square in the same place as seen from the other side of the table."""
        return (self.height - 1 - self.row(square)) * STRIDE + self.width - 1 - self.column(square)

    def line(self, square: int, way: tuple[int, int]) -> tuple[int, ...]:
        """All squares that lie one way of a square, nearest first, blocked ones included."""
        found = []
        row, column = self.row(square) + way[0], self.column(square) + way[1]
        while 0 <= row < self.height and 0 <= column < self.width:
            found.append(row * STRIDE + column)
            row, column = row + way[0], column + way[1]
        return tuple(found)

    def _rays(self, ways: tuple[tuple[int, int], ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
        rays = []
        for square in range(self.size):
            lines = []
            for way in ways:
                line: list[int] = []
                for other in self.line(square, way):
                    if other in self.blocked:
                        break
                    line.append(other)
                if line:
                    lines.append(tuple(line))
            rays.append(tuple(lines))
        return tuple(rays)

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each square the orthogonal lines from it, each up to the first blocked square."""
        return self._rays(ORTHOGONAL)

    @cached_property
    def slants(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each square the diagonal lines from it, each up to the first blocked square."""
        return self._rays(DIAGONAL)

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each square the open squares orthogonally next to it."""
        return tuple(tuple(line[0] for line in lines) for lines in self.rays)

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """For each square the open squares among its eight neighbours, in ascending order."""
        return tuple(self.within(square, 1) for square in range(self.size))

    def within(self, square: int, steps: int) -> tuple[int, ...]:
        """The open squares at most some king's steps away."""
        row, column = self.row(square), self.column(square)
        return tuple(
            other
            for other in range(self.size)
            if other != square
            and other not in self.blocked
            and abs(self.row(other) - row) <= steps
            and abs(self.column(other) - column) <= steps
        )

    def span(self, origin: int, target: int) -> tuple[int, int, int] | None:
        """The axis of a straight move and the borders it crosses, or None for a bent or slanting one.

        Axis 0 runs along a row and 1 along a column; border i lies between coordinates i and i + 1.
        """
        return _span(origin, target) if origin < target else _span(target, origin)


@cache  # every turn comes by here
def _span(low: int, high: int) -> tuple[int, int, int] | None:
    row, column = divmod(low, STRIDE)
    last_row, last_column = divmod(high, STRIDE)
    if row == last_row:
        return 0, column, last_column
    if column == last_column:
        return 1, row, last_row
    return None
