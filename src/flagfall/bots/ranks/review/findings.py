"""What a review tells of a game, as plain data; clients have the words, in the reader's language."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from flagfall.bots.ranks.reason import Reason
from flagfall.ranks.actions import PlayAction

JudgeName: TypeAlias = Literal["network", "search"]
"""Who judges: the network that was trained for the edition, or level 5's search."""
BattleResult: TypeAlias = Literal["won", "both", "lost", "missed"]
"""How an attack ended for the attacker: the enemy fell, both did, the attacker did, or nobody."""
ActionKind: TypeAlias = Literal["move", "attack", "power", "strike", "halt"]
Foe: TypeAlias = Literal["", "known", "moved", "unmoved"]
"""Whom a move attacked: nobody, a known piece, a hidden one that had moved, or one that had not."""


class BattleLuck(msgspec.Struct, frozen=True):
    """An attack on one enemy, as the attacker could judge it."""

    ply: int
    square: int
    """Where the enemy stood."""
    kind: str
    """The attacker."""
    wins: int
    """How likely the enemy fell and the attacker did not, in percent."""
    result: BattleResult
    rank: str
    """What the enemy turned out to be, as far as it was shown."""
    hidden: bool
    """Whether the attacker had not known what it was."""
    luck: float
    """By how many percent the chance to win is higher than could be expected."""


class MoveTold(msgspec.Struct, frozen=True):
    """A move with its text and what speaks for it."""

    action: PlayAction
    text: str
    reasons: tuple[Reason, ...]


class Finding(msgspec.Struct, frozen=True):
    """A decision that cost much, or was good."""

    act: int
    """How many actions of the game came before."""
    ply: int
    action: ActionKind
    kind: str
    """The piece that acted."""
    square: int
    """Where the action led, or whom it struck."""
    foe: Foe
    rank: str
    """What the enemy was known to be."""
    wins: int
    """How likely the attack won, in percent; -1 where there was none."""
    result: BattleResult | None
    met: str
    """What the enemy turned out to be."""
    chance: int
    """The chance to win after the best move, in percent."""
    cost: float
    """How many percent of it the decision gave away; of a good one, how many the next best would have."""
    played: MoveTold
    better: MoveTold | None
    """The best move that was found; for a good decision the best other one is not told."""


class Luck(msgspec.Struct, frozen=True):
    """The battles that a seat began against pieces it did not know."""

    battles: int
    expected: float
    """How many of them it could expect to win."""
    won: int
    luck: float
    """By how many percent they changed its chance to win beyond what could be expected, all together."""
    kindest: BattleLuck | None
    cruellest: BattleLuck | None


class SeatFindings(msgspec.Struct, frozen=True):
    """What the review found of one seat so far."""

    judge: JudgeName
    decisions: int
    spotless: int
    """How many of them gave nothing away: no move was found that is better."""
    accuracy: int
    """From 0 to 100: 100 where no decision gave anything away. -1 before the first."""
    costly: tuple[Finding, ...]
    good: tuple[Finding, ...]
    luck: Luck


class TriedMove(msgspec.Struct, frozen=True):
    """A move that somebody tried instead."""

    judge: JudgeName
    tried: MoveTold
    chance: int
    """The chance to win after it, in percent; -1 where it was the only move."""
    cost: float
    """How many percent less than after the best move."""
    better: MoveTold | None
    """The best move, where it is better."""
