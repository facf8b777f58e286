"""The ways to the flag: over each square beside it, how an enemy comes there past the fewest guards."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import NamedTuple

from flagfall.bots.ranks.setup_habits import HomeArea
from flagfall.ranks.edition import Kind

BOMB, PIECE, STEP = 10_000, 100, 1
"""What it costs to come past a bomb, past another piece, and over a square: bombs weigh most."""


class FlagWay(NamedTuple):
    """A way to the flag."""

    squares: tuple[int, ...]
    """From the edge of the home to the square beside the flag."""
    bombs: int
    pieces: int
    """Pieces on it that are no bombs."""


def flag_square(placed: Mapping[int, Kind]) -> int:
    """Where the flag stands."""
    return next(square for square, kind in placed.items() if kind.role == "flag")


def flag_ways(home: HomeArea, placed: Mapping[int, Kind]) -> tuple[FlagWay, ...]:
    """For each square beside the flag the way over it with the fewest bombs, then pieces; weakest first.

    A square that can be reached only over another one beside the flag is no way of its own.
    """
    flag = flag_square(placed)
    beside = home.board.beside
    last = frozenset(near for near in beside[flag] if near in home.row)
    found = [_way(home, placed, flag, goal, last - {goal}) for goal in sorted(last)]
    ways = [way for way in found if way is not None]
    return tuple(sorted(ways, key=lambda way: (way.bombs, way.pieces, len(way.squares), way.squares)))


def _way(
    home: HomeArea, placed: Mapping[int, Kind], flag: int, goal: int, others: frozenset[int]
) -> FlagWay | None:
    beside = home.board.beside
    best: dict[int, int] = {}
    queue: list[tuple[int, int, int]] = []  # cost, square, where from
    came: dict[int, int] = {}
    for square in home.squares:
        if square not in (flag, *others) and any(near in home.middle for near in beside[square]):
            heapq.heappush(queue, (_cost(placed.get(square)), square, -1))
    while queue:
        cost, square, origin = heapq.heappop(queue)
        if square in best:
            continue
        best[square], came[square] = cost, origin
        if square == goal:
            break
        for near in beside[square]:
            if near in home.row and near not in best and near != flag and near not in others:
                heapq.heappush(queue, (cost + _cost(placed.get(near)), near, square))
    if goal not in best:
        return None
    squares = [goal]
    while came[squares[-1]] >= 0:
        squares.append(came[squares[-1]])
    guards = [placed[square] for square in squares if square in placed]
    bombs = sum(not kind.movable for kind in guards)
    return FlagWay(tuple(reversed(squares)), bombs, len(guards) - bombs)


def _cost(kind: Kind | None) -> int:
    if kind is None:
        return STEP
    return STEP + (PIECE if kind.movable else BOMB)


def open_lines(home: HomeArea, placed: Mapping[int, Kind]) -> tuple[int, ...]:
    """The empty squares of lines on which a piece that runs strikes the flag from outside the home."""
    found: list[int] = []
    for ray in home.board.rays[flag_square(placed)]:
        for at, square in enumerate(ray):
            if square in placed:
                break
            if square in home.middle:
                found.extend(ray[: at + 1])
                break
    return tuple(found)
