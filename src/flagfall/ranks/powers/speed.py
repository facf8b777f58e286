"""Speed: two steps in one turn (ST-POW-SPEED)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flagfall.ranks.actions import Use
from flagfall.ranks.powers.base import Power

if TYPE_CHECKING:
    from flagfall.ranks.state import RankState
    from flagfall.ranks.turn import Turn


class Speed(Power):
    """Two orthogonal steps, straight or round a corner; a first step that attacks costs the second.

    Written with both squares, ``b4 speed b5 c5``; with one, ``b4 speed b5``, where the first attacks.
    """

    name = "speed"
    rule = "ST-POW-SPEED"

    def candidates(self, origin: int) -> Iterator[Use]:
        """Every first step alone, and with every second step that does not go back."""
        for first in self.board.beside[origin]:
            yield self.use(origin, first)
            for second in self.board.beside[first]:
                if second != origin:
                    yield self.use(origin, first, second)

    def uses(self, state: RankState, piece: int) -> list[Use]:
        """One step if it attacks, else two, the first onto an empty square."""
        found = []
        for use in self.table[state.where[piece]]:
            first, last = use.targets[0], use.targets[-1]
            if len(use.targets) == 1:
                fits = self.enemy(state, first)
            else:
                fits = self.empty(state, first) and (self.empty(state, last) or self.enemy(state, last))
            if fits:
                found.append(use)
        return found

    def route(self, use: Use) -> tuple[int, int] | None:
        """Straight Speed counts with every border on its way; round a corner the count starts again."""
        if self.board.span(use.origin, use.targets[-1]) is None:
            return None
        return use.origin, use.targets[-1]

    def perform(self, turn: Turn, use: Use) -> None:
        """Show the piece, then take the steps."""
        piece = turn.at(use.origin)
        turn.show(piece)
        turn.use(piece, use)
        for step in use.targets[:-1]:
            turn.move(piece, step)
        attack = turn.advance(piece, use.targets[-1])
        turn.finish((piece, use.origin, use.targets[-1]), attack=attack)
