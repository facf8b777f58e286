"""An edition as flat numbers, for engines that work on arrays; its powers are apart."""

from __future__ import annotations

from typing import NamedTuple

from flagfall.ranks.board import STRIDE
from flagfall.ranks.game import RankGame
from flagfall.ranks.rules import Rules

RANKS = 12
"""Strengths run from 0, the flag, over 1, the spy, and 2 to 10, to 11, the bomb."""


class EditionArrays(NamedTuple):
    """Board, armies and limits of a game; a square is ``row * width + column``, counted from a1."""

    game: str
    width: int
    height: int
    blocked: tuple[int, ...]
    homes: tuple[tuple[int, ...], tuple[int, ...]]
    counts: tuple[tuple[int, ...], tuple[int, ...]]
    """For each seat how many pieces of each strength it has."""
    two_square: int
    more_square: bool
    quiet_limit: int
    ply_limit: int
    both_immobile: str
    by_border: bool
    """Whether the two-square rule closes borders, or only knows the same two squares (ST-MOVE-6)."""
    two_square_attacks: bool


def tables(game: RankGame, **options: object) -> EditionArrays:
    """The numbers of an edition with its options settled; ValueError if it has what numbers cannot say."""
    rules = game.rules(**options)
    if reason := _unfit(rules):
        raise ValueError(f"{game.id} cannot be put into tables: {reason}")
    board = rules.board

    def dense(square: int) -> int:
        return square // STRIDE * board.width + square % STRIDE

    first, second = (tuple(dense(square) for square in home) for home in board.homes)
    counts = [[0] * RANKS, [0] * RANKS]
    for seat in (0, 1):
        for kind in rules.kinds[seat].values():
            counts[seat][kind.strength] += kind.count
    return EditionArrays(
        game=game.id,
        width=board.width,
        height=board.height,
        blocked=tuple(dense(i) for i in sorted(board.blocked) if i % STRIDE < board.width),
        homes=(first, second),
        counts=(tuple(counts[0]), tuple(counts[1])),
        two_square=rules.two_square,
        more_square=rules.more_square,
        quiet_limit=rules.quiet_limit,
        ply_limit=rules.ply_limit,
        both_immobile=rules.both_immobile,
        by_border=rules.by_border,
        two_square_attacks=rules.two_square_attacks,
    )


def _unfit(rules: Rules) -> str:
    """Why strengths alone cannot say how an edition is played without powers."""
    if rules.bomb_move_loses:
        return "moving a bomb loses in it (bomb_move_loses), and tables know legal moves alone"
    for kinds in rules.kinds:
        for kind in kinds.values():
            plain = {0: "none", 2: "line", 11: "none"}.get(kind.strength, "step")
            if kind.moves != plain or kind.defuses != (kind.strength == 3):
                return f"{kind.id} does not move and fight as its rank does"
            if kind.slays != (("10",) if kind.role == "spy" else ()):
                return f"{kind.id} does not fight as its rank does"
    return ""
