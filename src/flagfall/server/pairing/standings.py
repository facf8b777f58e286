"""Who stands where, and how ties are broken."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple, TypeAlias

from flagfall.server.pairing.games import DRAW, WIN, PairedGame, opponent, points_of

Kind: TypeAlias = Literal["arena", "round-robin", "swiss"]


class Standing(NamedTuple):
    """A line of the table."""

    place: int
    """Shared by those whom nothing tells apart; 0 for a bot, which takes no place."""
    number: int
    points: int
    """In halves."""
    tie_break: int
    """Buchholz in halves, or Sonneborn-Berger in quarters; 0 in an arena."""
    wins: int
    games: int


def standings(
    kind: Kind, numbers: Sequence[int], games: Sequence[PairedGame], bots: Collection[int] = ()
) -> list[Standing]:
    """The table, best first.

    After the points count, in Swiss rounds, the points of all opponents (Buchholz); in a round robin the
    points of those who were beaten, and half the points of those who drew (Sonneborn-Berger). Then, and in an
    arena at once, the games won. A bye is no game and has no opponent.
    """
    points = points_of(games)
    mine: dict[int, list[tuple[int | None, int]]] = {number: [] for number in numbers}
    for game in games:
        if game.points is None:
            continue
        for number, got in zip((game.first, game.second), game.points, strict=True):
            if number is not None and number in mine:
                mine[number].append((opponent(game, number), got))
    lines = []
    for number, met in mine.items():
        played = [(points.get(other, 0), got) for other, got in met if other is not None]
        wins = sum(got == WIN for _, got in played)
        lines.append((points.get(number, 0), _tie_break(kind, played), wins, number, len(played)))
    lines.sort(key=lambda line: (-line[0], -line[1], -line[2], line[3]))
    table: list[Standing] = []
    place = placed = 0
    before: tuple[int, ...] = ()
    for total, tie_break, wins, number, played_games in lines:
        if number not in bots:
            placed += 1
            if (total, tie_break, wins) != before:
                place, before = placed, (total, tie_break, wins)
        table.append(Standing(0 if number in bots else place, number, total, tie_break, wins, played_games))
    return table


def _tie_break(kind: Kind, played: Sequence[tuple[int, int]]) -> int:
    if kind == "swiss":
        return sum(theirs for theirs, _ in played)
    if kind == "round-robin":
        return sum(theirs * (got if got in (DRAW, WIN) else 0) for theirs, got in played)
    return 0
