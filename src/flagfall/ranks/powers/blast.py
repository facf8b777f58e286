"""Blast: strike one enemy from a distance (ST-POW-BLAST)."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.ranks.actions import Use
from flagfall.ranks.battle import outranks
from flagfall.ranks.board import DIAGONAL, ORTHOGONAL
from flagfall.ranks.events import Attacked
from flagfall.ranks.position import Position
from flagfall.ranks.powers.base import Power
from flagfall.ranks.powers.declaration import (
    Parameter,
    Standing,
    StrikeReach,
    StrikeRule,
    UseEffect,
    UseNeeds,
)
from flagfall.ranks.turn import Turn


class Blast(Power):
    """One enemy in a straight line, one or two squares away: shown, and removed if it is lower."""

    name = "blast"
    rule = "ST-POW-BLAST"
    strike = StrikeRule(by_rank=True, takes_flags=False, advances=False, shows_struck=True)
    shows = True
    parameters = {"lakes": Parameter(("block", "pass"))}  # noqa: RUF012 - overrides a class variable of the parent

    def candidates(self, origin: int) -> Iterator[Use]:
        """The first two squares of the eight lines; the edition says whether a lake between stops it."""
        through = self.board.lakes if self.param("lakes") == "pass" else frozenset()
        for way in (*ORTHOGONAL, *DIAGONAL):
            line = self.board.line(origin, way)[:2]
            for i, target in enumerate(line):
                clear = i == 0 or line[0] in through or line[0] not in self.board.blocked
                if clear and target not in self.board.blocked:
                    yield self.use(origin, target)

    def uses(self, position: Position, piece: int) -> list[Use]:
        """Those at an enemy with nobody in between."""
        origin = position.where[piece]
        return [
            use
            for use in self.table[origin]
            if self.enemy(position, use.targets[0])
            and all(self.empty(position, square) for square in self._between(origin, use.targets[0]))
        ]

    def _between(self, origin: int, target: int) -> tuple[int, ...]:
        """The open square between the two, if there is one."""
        if target in self.board.around[origin]:
            return ()
        middle = (origin + target) // 2
        return () if middle in self.board.blocked else (middle,)

    def perform(self, turn: Turn, use: Use) -> None:
        """Show both; a lower number or a spy is removed, everything else stays."""
        piece, target = turn.at(use.origin), turn.at(use.targets[0])
        turn.show(piece)
        turn.use(piece, use)
        turn.tell(Attacked(piece, use.origin, use.targets))
        turn.show(target)
        if outranks(turn.kind(piece), turn.kind(target)):
            turn.capture(target)
        turn.finish(None, attack=True)

    def reaches(self, origin: int) -> Iterator[StrikeReach]:
        """What stands one or two squares away, with nobody in between."""
        for use in self.table[origin]:
            yield StrikeReach(use, use.targets[0], self._between(origin, use.targets[0]))

    def needs(self, use: Use) -> UseNeeds:
        """An enemy, with nobody in between."""
        return UseNeeds(self._between(use.origin, use.targets[0]), enemy=use.targets[0])

    def effect(self, use: Use, standing: Standing) -> UseEffect:
        """It strikes one enemy from where it stands."""
        return UseEffect("strike", use.origin, use.targets)
