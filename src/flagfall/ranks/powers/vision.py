"""Vision: look at one enemy piece nearby (ST-POW-VISION)."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.ranks.actions import Use
from flagfall.ranks.position import Position
from flagfall.ranks.powers.base import Power
from flagfall.ranks.powers.declaration import Standing, StrikeReach, UseEffect, UseNeeds
from flagfall.ranks.turn import Turn


class Vision(Power):
    """One enemy at most two king's steps away is shown to the player; what lies between does not matter."""

    name = "vision"
    rule = "ST-POW-VISION"
    strike = None
    shows = True

    def candidates(self, origin: int) -> Iterator[Use]:
        """Every open square at most two king's steps away."""
        return (self.use(origin, target) for target in self.board.within(origin, 2))

    def uses(self, position: Position, piece: int) -> list[Use]:
        """Those with an enemy on the square."""
        return [use for use in self.table[position.where[piece]] if self.enemy(position, use.targets[0])]

    def perform(self, turn: Turn, use: Use) -> None:
        """Show the piece that looks, then show its player the piece that is looked at."""
        piece = turn.at(use.origin)
        turn.show(piece)
        turn.use(piece, use)
        turn.show_to(turn.seat, turn.at(use.targets[0]))
        turn.finish(None, attack=False)

    def reaches(self, origin: int) -> tuple[StrikeReach, ...]:
        """It strikes nobody."""
        return ()

    def needs(self, use: Use) -> UseNeeds:
        """An enemy on the square."""
        return UseNeeds(enemy=use.targets[0])

    def effect(self, use: Use, standing: Standing) -> UseEffect:
        """It looks at one enemy."""
        return UseEffect("look", use.origin, use.targets)
