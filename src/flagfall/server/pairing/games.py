"""The games of a tournament, as pairing and standings need them. Points are counted in halves: a win is 2."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

WIN, DRAW, LOSS = 2, 1, 0

Apart: TypeAlias = frozenset[frozenset[int]]
"""The numbers of two of whom one has blocked the other."""


class Entrant(NamedTuple):
    """A player of a tournament."""

    number: int
    rating: int = 0
    """Zero for a player who has none."""


class Pair(NamedTuple):
    """Two who play each other: the number of the one who moves first, and of the other, or None for a bye."""

    first: int
    second: int | None


class PairedGame(NamedTuple):
    """A game of a tournament: its players, and its points once it is over."""

    first: int
    second: int | None
    """None for a bye."""
    points: tuple[int, int] | None = None
    fought: bool = True
    """Whether it was played: not won or lost by somebody's absence."""


def opponent(game: PairedGame, number: int) -> int | None:
    """The one whom a player of a game meets there."""
    return game.second if game.first == number else game.first


def points_of(games: Iterable[PairedGame]) -> dict[int, int]:
    """The points of all who have been paired."""
    found: dict[int, int] = {}
    for game in games:
        for number, points in zip((game.first, game.second), game.points or (0, 0), strict=True):
            if number is not None:
                found[number] = found.get(number, 0) + points
    return found
