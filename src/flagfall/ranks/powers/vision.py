"""Vision: look at one enemy piece nearby (ST-POW-VISION)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flagfall.ranks.actions import Use
from flagfall.ranks.powers.base import Power

if TYPE_CHECKING:
    from flagfall.ranks.state import RankState
    from flagfall.ranks.turn import Turn


class Vision(Power):
    """One enemy at most two king's steps away is shown to the player; what lies between does not matter."""

    name = "vision"
    rule = "ST-POW-VISION"

    def candidates(self, origin: int) -> Iterator[Use]:
        """Every open square at most two king's steps away."""
        return (self.use(origin, target) for target in self.board.within(origin, 2))

    def uses(self, state: RankState, piece: int) -> list[Use]:
        """Those with an enemy on the square."""
        return [use for use in self.table[state.where[piece]] if self.enemy(state, use.targets[0])]

    def perform(self, turn: Turn, use: Use) -> None:
        """Show the piece that looks, then show its player the piece that is looked at."""
        piece = turn.at(use.origin)
        turn.show(piece)
        turn.use(piece, use)
        turn.show_to(turn.seat, turn.at(use.targets[0]))
        turn.finish(None, attack=False)
