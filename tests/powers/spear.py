"""A power that only the tests have: throw a spear at an enemy two squares away, over whatever stands between.

All that bots, hints and compiled code know of it is in this file.
"""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.ranks.actions import Use
from flagfall.ranks.battle import battle_winner
from flagfall.ranks.board import ORTHOGONAL
from flagfall.ranks.events import Attacked
from flagfall.ranks.position import Position
from flagfall.ranks.powers.base import Power
from flagfall.ranks.powers.declaration import Standing, StrikeReach, StrikeRule, UseEffect, UseNeeds
from flagfall.ranks.turn import Turn


class Spear(Power):
    """Both are shown and fight as in an attack, flags included; the winner stays where it is."""

    name = "spear"
    rule = "ST-POW-SPEAR"
    strike = StrikeRule(advances=False)
    shows = True

    def candidates(self, origin: int) -> Iterator[Use]:
        """The second square of the four lines."""
        for way in ORTHOGONAL:
            line = self.board.line(origin, way)
            if len(line) > 1 and line[1] not in self.board.blocked:
                yield self.use(origin, line[1])

    def uses(self, position: Position, piece: int) -> list[Use]:
        """Those with an enemy on the square."""
        return [use for use in self.table[position.where[piece]] if self.enemy(position, use.targets[0])]

    def perform(self, turn: Turn, use: Use) -> None:
        """Show both, and take away what falls."""
        piece, target = turn.at(use.origin), turn.at(use.targets[0])
        turn.show(piece)
        turn.use(piece, use)
        turn.tell(Attacked(piece, use.origin, use.targets))
        turn.call_rank(target)
        winner = battle_winner(turn.kind(piece), turn.kind(target))
        if winner != "attacker":
            turn.capture(piece)
        if winner != "defender":
            turn.capture(target)
        turn.finish(None, attack=True)

    def reaches(self, origin: int) -> Iterator[StrikeReach]:
        """A piece that stands there; what lies between does not matter."""
        return (StrikeReach(use, use.targets[0]) for use in self.table[origin])

    def effect(self, use: Use, standing: Standing) -> UseEffect:
        """It strikes one enemy from where it stands."""
        return UseEffect("strike", use.origin, use.targets)

    def needs(self, use: Use) -> UseNeeds:
        """An enemy on the square."""
        return UseNeeds(enemy=use.targets[0])
