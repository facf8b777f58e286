"""Charging: move and attack as rank 2 does (ST-POW-CHARGE)."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.ranks.actions import Use
from flagfall.ranks.position import Position
from flagfall.ranks.powers.base import Power
from flagfall.ranks.powers.declaration import ORDINARY, Standing, StrikeReach, UseEffect, UseNeeds
from flagfall.ranks.turn import Turn


class Charge(Power):
    """Any number of empty squares in a straight line, ending in an attack if an enemy stands there."""

    name = "charge"
    rule = "ST-POW-CHARGE"
    strike = ORDINARY
    shows = True

    def lines(self, origin: int) -> tuple[tuple[int, ...], ...]:
        """The lines along which it goes."""
        return self.board.rays[origin]

    def candidates(self, origin: int) -> Iterator[Use]:
        """Every square on the lines."""
        return (self.use(origin, target) for line in self.lines(origin) for target in line)

    def uses(self, position: Position, piece: int) -> list[Use]:
        """Nobody may stand in between; the last square is empty or an enemy's."""
        origin = position.where[piece]
        uses = self.to[origin]
        found = []
        for line in self.lines(origin):
            for target in line:
                if self.empty(position, target):
                    found.append(uses[target])
                    continue
                if self.enemy(position, target):
                    found.append(uses[target])
                break
        return found

    def route(self, use: Use) -> tuple[int, int] | None:
        """It counts with every border on its way."""
        return use.origin, use.targets[0]

    def perform(self, turn: Turn, use: Use) -> None:
        """Show the piece, then move or attack."""
        piece = turn.at(use.origin)
        turn.show(piece)
        turn.use(piece, use)
        attack = turn.advance(piece, use.targets[0])
        turn.finish((piece, use.origin, use.targets[0]), attack=attack)

    def reaches(self, origin: int) -> Iterator[StrikeReach]:
        """What stands first on a line."""
        for line in self.lines(origin):
            for i, target in enumerate(line):
                yield StrikeReach(self.to[origin][target], target, line[:i])

    def needs(self, use: Use) -> UseNeeds:
        """Nobody in between; the last square is empty or an enemy's."""
        goal = use.targets[0]
        line = next(line for line in self.lines(use.origin) if goal in line)
        return UseNeeds(line[: line.index(goal)], open=goal)

    def effect(self, use: Use, standing: Standing) -> UseEffect:
        """It goes there, or attacks."""
        return self.advance(use, standing)
