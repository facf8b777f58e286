"""What is at stake where a limit of rounds counts losses: to be ahead in the end, not by how much."""

from __future__ import annotations

from functools import cached_property
from math import erf, pi, sqrt

from flagfall.bots.hexes.values.planner_values import PARTS, PlannerValues
from flagfall.hexes.units.pieces import PLAY
from flagfall.hexes.units.prices import worth

SOON = 5
"""How many rounds before the last hit points begin to count as the limit of rounds counts them."""
SWING = 8.0
"""By how many hit points a round may change the lead."""
LEAST = 1.0
"""The same when no round is left."""


class CommanderValues(PlannerValues):
    """The values of a player who knows how a limit of rounds counts (HX-END-2)."""

    @cached_property
    def rounds_left(self) -> int:
        """How many rounds come after this one before losses are counted; -1 where they never are."""
        limit = self.game.scenario.limit
        if limit is None or limit.winner != "points":
            return -1
        return max(0, limit.rounds - self.view.table.round)

    @cached_property
    def nearness(self) -> float:
        """How near the count of losses is, from 0 to 1."""
        return max(0.0, 1.0 - self.rounds_left / SOON) if self.rounds_left >= 0 else 0.0

    @cached_property
    def point(self) -> float:
        """What a hit point is worth on average."""
        field = self.field
        there = [n for n, piece in enumerate(self.view.pieces) if piece.status == PLAY]
        whole = sum(field.max_hp(n) for n in there)
        return sum(worth(field.sheet(n)) for n in there) / max(1, whole)

    def worth(self, number: int, hp: float) -> float:
        """What a unit is worth: by its points, and near the last round by its hit points."""
        worth = super().worth(number, hp)
        near = self.nearness
        if near <= 0.0 or worth <= 0.0:
            return worth
        return (1 - near) * worth + near * self.point * int(PARTS * hp) / PARTS

    def standing(self, worth: float, lead: float, ahead: int = 1) -> float:
        """What a lead after some more rounds is worth, given in points and in hit points.

        Where losses are counted it is the chance to be ahead then, scaled so that a hit point in an even
        game is worth what it always is.
        """
        if self.rounds_left < 0:
            return worth
        hexes_in_arc = (1 - self.nearness) * worth / max(self.point, 0.1) + self.nearness * lead
        swing = max(LEAST, SWING * sqrt(max(0, self.rounds_left - ahead)))
        return self.point * max(swing, SWING) * sqrt(pi / 2) * erf(hexes_in_arc / (sqrt(2.0) * swing))
