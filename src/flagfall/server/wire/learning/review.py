"""What travels where somebody looks back on a finished game: findings of both seats, moves tried again."""

from __future__ import annotations

from typing import Annotated

import msgspec

from flagfall.bots.ranks.review.findings import SeatFindings, TriedMove
from flagfall.ranks.actions import PlayAction
from flagfall.ranks.view import RankView


class GameReview(msgspec.Struct, frozen=True):
    """What was found of both seats, each from what it knew."""

    seats: tuple[SeatFindings, SeatFindings]
    percent: int
    """How much of the game has been looked through: ask again until it is all of it."""


class ReviewMoment(msgspec.Struct, frozen=True):
    """A moment of a finished game: what a seat saw, and what it could do."""

    view: RankView
    legal: tuple[PlayAction, ...]


class ReviewTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move that is tried at a moment of a finished game."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=1)]
    upto: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    """How many actions of the game came before."""
    action: PlayAction


class ReviewTried(msgspec.Struct, frozen=True):
    """What came of it."""

    move: TriedMove
