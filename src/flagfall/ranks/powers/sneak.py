"""Sneak attack: leap, and then attack if you like (ST-POW-SNEAK)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagfall.ranks.actions import Halt, PlayAction, Strike, Use
from flagfall.ranks.powers.leap import Leap

if TYPE_CHECKING:
    from flagfall.ranks.state import RankState
    from flagfall.ranks.turn import Turn
    from flagfall.ranks.view import Awaited


class Sneak(Leap):
    """A leap, and where an enemy stands beside the landing square the choice of an ordinary attack."""

    name = "sneak"
    rule = "ST-POW-SNEAK"
    asks = True

    def landed(self, turn: Turn, piece: int, use: Use) -> None:
        """Leave the choice to the player, if there is one."""
        if self.answers(turn.state, piece):
            turn.wait(piece, self.id, use.origin)
        else:
            super().landed(turn, piece, use)

    def answers(self, state: RankState, piece: int) -> tuple[PlayAction, ...]:
        """Attack one enemy beside the piece, or halt."""
        targets = [square for square in self.board.beside[state.where[piece]] if self.enemy(state, square)]
        return (*(Strike((target,)) for target in targets), Halt()) if targets else ()

    def answer(self, turn: Turn, awaited: Awaited, action: Strike | Halt) -> None:
        """Fight if the player wants it; the leap is what the rules of repetition count."""
        piece = awaited.piece
        route = (piece, awaited.origin, turn.state.where[piece])
        if isinstance(action, Strike):
            turn.fight(piece, action.targets[0])
        turn.finish(route, attack=isinstance(action, Strike))
