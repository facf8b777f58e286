"""Summoning: call a friend to your side (ST-POW-CALL)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flagfall.ranks.actions import Use
from flagfall.ranks.powers.base import Power

if TYPE_CHECKING:
    from flagfall.ranks.state import RankState
    from flagfall.ranks.turn import Turn


class Summon(Power):
    """The friend is shown and placed on a free square among the caller's eight neighbours."""

    name = "summon"
    rule = "ST-POW-CALL"
    parameters = {"friend": ()}  # noqa: RUF012 - overrides a class variable of the parent

    def candidates(self, origin: int) -> Iterator[Use]:
        """Every open square around the caller."""
        return (self.use(origin, target) for target in self.board.around[origin])

    def friend(self, state: RankState) -> int | None:
        """The friend of the seat to move, if it is on the board."""
        for piece, square in enumerate(state.where):
            own = square >= 0 and state.seat_of(piece) == state.track.turn
            if own and state.kinds[piece].id == self.spec.params["friend"]:
                return piece
        return None

    def uses(self, state: RankState, piece: int) -> list[Use]:
        """Those onto an empty square, if both are on the board."""
        if self.friend(state) is None:
            return []
        return [use for use in self.table[state.where[piece]] if self.empty(state, use.targets[0])]

    def perform(self, turn: Turn, use: Use) -> None:
        """Show both, and place the friend; his mode stays."""
        piece = turn.at(use.origin)
        friend = self.friend(turn.state)
        assert friend is not None
        turn.show(piece)
        turn.use(piece, use)
        turn.show(friend)
        turn.move(friend, use.targets[0], by=piece)
        turn.finish(None, attack=False)
