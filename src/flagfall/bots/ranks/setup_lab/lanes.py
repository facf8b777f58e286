"""The lanes between the lakes, and which part of an army stands behind each."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from flagfall.bots.ranks.setup_habits import HomeArea
from flagfall.ranks.edition import Kind

WINGS = 3
"""Parts of a board without lakes."""


class Lane(NamedTuple):
    """A lane with what stands behind it."""

    columns: tuple[int, ...]
    """The columns of the board through which it leads, from 0."""
    squares: tuple[int, ...]
    """The home squares that are nearest to it."""
    movers: tuple[int, ...]
    """Those with pieces that move."""
    strength: int
    """The strengths of these pieces together."""

    @property
    def empty(self) -> bool:
        """Whether no piece that moves stands behind it."""
        return not self.movers


def lane_columns(home: HomeArea) -> tuple[tuple[int, ...], ...]:
    """The columns of each lane, from left to right on the board; a board without lakes has three wings."""
    board = home.board
    rows = sorted({board.row(square) for square in home.middle})
    if not rows:
        return (tuple(range(board.width)),)
    free = [
        column
        for column in range(board.width)
        if all(10 * row + column not in board.blocked for row in range(rows[0], rows[-1] + 1))
    ]
    lanes: list[list[int]] = [[free[0]]] if free else []
    for before, column in pairwise(free):
        if column == before + 1:
            lanes[-1].append(column)
        else:
            lanes.append([column])
    if len(lanes) != 1 or len(lanes[0]) < WINGS * 2:
        return tuple(map(tuple, lanes)) or (tuple(range(board.width)),)
    whole = lanes[0]
    cuts = [round(i * len(whole) / WINGS) for i in range(WINGS + 1)]
    return tuple(tuple(whole[low:high]) for low, high in pairwise(cuts))


def lanes(home: HomeArea, placed: Mapping[int, Kind]) -> tuple[Lane, ...]:
    """Every lane with the pieces that are nearest to it."""
    board, columns = home.board, lane_columns(home)

    def nearest(square: int) -> int:
        column = board.column(square)
        return min(range(len(columns)), key=lambda i: (min(abs(column - one) for one in columns[i]), i))

    found = []
    for number, own in enumerate(columns):
        squares = tuple(square for square in home.squares if nearest(square) == number)
        movers = tuple(square for square in squares if square in placed and placed[square].movable)
        found.append(Lane(own, squares, movers, sum(placed[square].strength for square in movers)))
    return tuple(found)
