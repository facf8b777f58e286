"""What pieces are worth now, and what an attack of one kind on another brings."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from flagfall.bots.ranks.beliefs import Beliefs
from flagfall.bots.ranks.kind_counts import Floats
from flagfall.ranks.battle import battle_winner, outranks
from flagfall.ranks.game import RankGame

BASE = np.array([0.0, 8.0, 4.0, 8.0, 5.0, 7.5, 11.0, 17.0, 26.0, 40.0, 56.0, 9.0])
"""By strength: flag (see `Preferences`), spy, 2 to 10, bomb."""
PER_POWER = 0.12
"""What a power adds to the worth of a piece."""


class Preferences(NamedTuple):
    """What a thinking bot makes of things that have no price."""

    flag: float = 250.0
    """What the enemy's flag is worth to attack where it is hardly likely to be."""
    bold: float = 0.0
    """What it is worth besides where it must be, and by the square of the odds in between."""
    lesson: float = 0.18
    """How much of a hidden piece's worth it is to learn what it is, by losing a piece to it."""
    showing: float = 0.10
    """How much of its worth a piece loses when the enemy learns what it is."""
    showing_spy: float = 0.5
    look: float = 0.4
    """How much of the spread of what a hidden piece may be worth it is to look at it."""
    melee: float = 0.15
    """How much of that counts in a fight with several at once, where most that is seen falls anyway."""


PLAIN = Preferences()


class BattleTable:
    """For an attacking seat the outcome of every kind against every kind: 1 won, 0 both fall, -1 lost."""

    def __init__(self, game: RankGame, seat: int) -> None:
        mine, theirs = game.edition.armies[seat].kinds, game.edition.armies[1 - seat].kinds
        score = {"attacker": 1, "none": 0, "defender": -1}
        self.result = np.array(
            [[score[battle_winner(a, b)] if a.movable else -1 for b in theirs] for a in mine]
        )
        self.outranks = np.array([[outranks(a, b) for b in theirs] for a in mine])
        self.flag = np.array([kind.role == "flag" for kind in theirs])


@lru_cache(maxsize=64)
def battles(game: RankGame, seat: int) -> BattleTable:
    """The outcomes for an attacking seat of an edition, made once."""
    return BattleTable(game, seat)


@lru_cache(maxsize=64)
def _base(game: RankGame, seat: int, flag: float) -> Floats:
    base = [flag, *BASE[1:]]
    return np.array(
        [
            base[kind.strength] * (1 + PER_POWER * len({*kind.powers, *kind.robot}))
            for kind in game.edition.armies[seat].kinds
        ]
    )


def alive(beliefs: Beliefs) -> Floats:
    """How many of each kind of a side are on the board, as expected by the other side."""
    counts = np.zeros(len(beliefs.kinds))
    for column in beliefs.known.values():
        counts[column] += 1
    on_board = [i for i, square in enumerate(beliefs.squares) if square >= 0]
    found: Floats = counts + beliefs.table[on_board].sum(0) if on_board else counts
    return found


def worths(
    game: RankGame,
    seat: int,
    mine: Floats,
    theirs: Floats,
    sealed: bool = False,
    preferences: Preferences = PLAIN,
) -> Floats:
    """What each kind of a seat is worth, for armies with so many of each kind left.

    ``sealed`` says that the enemy's flag stands behind bombs: only who defuses gets at it.
    """
    worth = _base(game, seat, preferences.flag).copy()
    kinds = game.edition.armies[seat].kinds
    enemies = game.edition.armies[1 - seat].kinds
    top = max((k.strength for k, n in zip(enemies, theirs, strict=True) if k.movable and n > 0.5), default=0)
    bombs = sum(n for k, n in zip(enemies, theirs, strict=True) if k.role == "bomb")
    miners = sum(n for k, n in zip(kinds, mine, strict=True) if k.defuses)
    tops = {k.rank for k, n in zip(enemies, theirs, strict=True) if n > 0.05}
    slayers = any(n > 0.3 for k, n in zip(enemies, theirs, strict=True) if k.role == "spy")
    best = max((k.strength for k, n in zip(kinds, mine, strict=True) if k.movable and n > 0.5), default=0)
    for i, kind in enumerate(kinds):
        if kind.role == "spy" and not tops & set(kind.slays):
            worth[i] = 2.0
        elif kind.defuses:
            worth[i] *= 0.5 if bombs < 0.5 else 1.7 if miners < 1.5 else 1.3 if miners < 2.5 else 1.0
            worth[i] *= 1.8 if sealed else 1.0
        elif kind.movable and kind.strength > top:
            worth[i] *= 1.1 if slayers and kind.strength == 10 else 1.25
        elif kind.movable and kind.strength == best and kind.strength < top:
            worth[i] *= 1.1
    return worth


def gains(game: RankGame, seat: int, own: Floats, theirs: Floats, preferences: Preferences = PLAIN) -> Floats:
    """What an attack by each kind of a seat on each kind of the other brings, by their worths."""
    known = battles(game, seat)
    won = np.broadcast_to(theirs[None, :], known.result.shape)
    lost = np.broadcast_to(own[:, None], known.result.shape)
    lesson = np.where(known.flag, 0.0, theirs)[None, :] * preferences.lesson
    table: Floats = np.where(
        known.result > 0, won, np.where(known.result == 0, won - lost, np.minimum(lesson, 0.4 * lost) - lost)
    )
    return table
