"""What travels where a person asks for advice: moves with reasons, what pieces may be, who was ahead."""

from __future__ import annotations

import msgspec

from flagfall.bots.hexes.hints import HexHint
from flagfall.bots.ranks.reason import Reason
from flagfall.ranks.actions import PlayAction


class HintedMove(msgspec.Struct, frozen=True):
    """A move worth thinking about."""

    action: PlayAction
    text: str
    reasons: tuple[Reason, ...]
    behind: float
    """How much less it is worth than the first one: a scout is worth 4, a marshal 56."""


class Hints(msgspec.Struct, frozen=True):
    """The best moves of a seat, best first; none where it is not its turn."""

    moves: tuple[HintedMove, ...]


class HexPlanned(msgspec.Struct, frozen=True):
    """What a planning player would do with the unit in turn; nothing where there is no turn to plan."""

    hint: HexHint | None = None


class Belief(msgspec.Struct, frozen=True):
    """What a hidden piece may be."""

    piece: int
    odds: tuple[tuple[str, int], ...]
    """Ranks with percents, the likeliest first."""


class BeliefsSeen(msgspec.Struct, frozen=True):
    """What the hidden enemies of a seat may be, from what it knows."""

    pieces: tuple[Belief, ...]
    bot: int = 0
    """The level of the bot that believed it; 0 for the best guess."""


class Chances(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who was ahead in a finished game, before each half-move and at the end."""

    seats: tuple[tuple[int, ...], tuple[int, ...]]
    """For each seat how likely it was to win, in percent, as far as it could know."""
    turning: tuple[int, ...]
    """The half-moves that changed most; none before all of it is known."""
    percent: int = 100
    """How much of the game has been looked through: ask again until it is all of it."""
