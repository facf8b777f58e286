"""Speed: two steps in one turn (ST-POW-SPEED)."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.ranks.actions import Use
from flagfall.ranks.position import Position
from flagfall.ranks.powers.base import Power
from flagfall.ranks.powers.declaration import ORDINARY, Standing, StrikeReach, UseEffect, UseNeeds
from flagfall.ranks.turn import Turn


class Speed(Power):
    """Two orthogonal steps, straight or round a corner; a first step that attacks costs the second.

    Written with both squares, ``b4 speed b5 c5``; with one, ``b4 speed b5``, where the first attacks.
    """

    name = "speed"
    rule = "ST-POW-SPEED"
    strike = ORDINARY
    shows = True

    def candidates(self, origin: int) -> Iterator[Use]:
        """Every first step alone, and with every second step that does not go back."""
        for first in self.board.beside[origin]:
            yield self.use(origin, first)
            for second in self.board.beside[first]:
                if second != origin:
                    yield self.use(origin, first, second)

    def uses(self, position: Position, piece: int) -> list[Use]:
        """One step if it attacks, else two, the first onto an empty square."""
        found = []
        for use in self.table[position.where[piece]]:
            first, last = use.targets[0], use.targets[-1]
            if len(use.targets) == 1:
                fits = self.enemy(position, first)
            else:
                fits = self.empty(position, first) and (
                    self.empty(position, last) or self.enemy(position, last)
                )
            if fits:
                found.append(use)
        return found

    def route(self, use: Use) -> tuple[int, int] | None:
        """Straight Speed counts with every border on its way."""
        if self.board.span(use.origin, use.targets[-1]) is None:
            return None
        return use.origin, use.targets[-1]

    def landing(self, use: Use) -> int | None:
        """Round a corner it counts with its two squares (ST-MOVE-6)."""
        return use.targets[-1]

    def perform(self, turn: Turn, use: Use) -> None:
        """Show the piece, then take the steps."""
        piece = turn.at(use.origin)
        turn.show(piece)
        turn.use(piece, use)
        for step in use.targets[:-1]:
            turn.move(piece, step)
        attack = turn.advance(piece, use.targets[-1])
        turn.finish((piece, use.origin, use.targets[-1]), attack=attack)

    def reaches(self, origin: int) -> Iterator[StrikeReach]:
        """What stands one step away, or two with an empty square in between."""
        return (StrikeReach(use, use.targets[-1], use.targets[:-1]) for use in self.table[origin])

    def needs(self, use: Use) -> UseNeeds:
        """An enemy one step away; or an empty square, and then one that is empty or an enemy's."""
        if len(use.targets) == 1:
            return UseNeeds(enemy=use.targets[0])
        return UseNeeds(use.targets[:-1], open=use.targets[-1])

    def effect(self, use: Use, standing: Standing) -> UseEffect:
        """It goes there, or attacks."""
        return self.advance(use, standing)
