"""A review of a finished game that is under way, part by part."""

from __future__ import annotations

import asyncio
from typing import Any

from flagfall.bots.ranks.review.findings import SeatFindings
from flagfall.server.wire.learning.review import GameReview

PART = 10
"""Actions of a game that are reviewed at a time: less than a second's work."""


class ReviewProgress:
    """What was found so far of a game, as both seats heard it."""

    def __init__(self, heard: tuple[Any, Any]) -> None:
        self.heard = heard
        """The `GameHeard` of both seats."""
        self.at = 0
        """Actions that were looked through."""
        self.found: list[SeatFindings] = []
        self.turn = asyncio.Lock()

    @property
    def length(self) -> int:
        """How many actions there are."""
        return max(len(one.acts) for one in self.heard)

    @property
    def done(self) -> bool:
        """Whether the whole game was looked through."""
        return self.at >= self.length

    def shown(self) -> GameReview:
        """The review as far as it goes."""
        first, second = self.found
        return GameReview((first, second), 100 if self.done else 100 * self.at // self.length)
