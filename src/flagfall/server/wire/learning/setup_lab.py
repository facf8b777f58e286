"""What travels in the set-up laboratory: a set-up as text, what can be seen of it, score, better swaps."""

from __future__ import annotations

from typing import Annotated

import msgspec

from flagfall.bots.ranks.setup_lab.findings import ScoreName, SetupFinding, Swap
from flagfall.bots.ranks.setup_lab.reference_setups import FieldSetup


class SetupAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up that somebody asks about."""

    game: Annotated[str, msgspec.Meta(max_length=64)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=1)]
    text: Annotated[str, msgspec.Meta(max_length=1_000)]


class OwnGames(msgspec.Struct, frozen=True):
    """How a set-up did in the asker's own finished games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


class SetupReport(msgspec.Struct, frozen=True):
    """What can be seen of a set-up at once."""

    text: str
    findings: tuple[SetupFinding, ...]
    scored_by: ScoreName
    """Who would score it."""
    field: tuple[FieldSetup, ...]
    """The set-ups that it is compared with, best first."""
    own: OwnGames
    """The asker's games with just this set-up, from either side."""
    own_mirrored: OwnGames
    """Those with left and right exchanged, where that is another set-up."""
    looked_at: int
    """Finished games of the asker that were looked at; at most the last 500 of the edition."""


class SetupScored(msgspec.Struct, frozen=True):
    """The score of a set-up, as far as it was worked out."""

    percent: int
    """How much of the work is done: ask again until it is all of it."""
    scored_by: ScoreName
    games: int
    """Games that were played for it so far."""
    score: float
    """From 0 to 100, once the games are played."""
    margin: float
    """By how much it may be off; in two cases of three it is not more."""
    swaps: tuple[Swap, ...]
    """The best swaps, best first, once all were looked at."""
