"""Blast: strike one enemy from a distance (ST-POW-BLAST)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flagfall.ranks.actions import Use
from flagfall.ranks.battle import outranks
from flagfall.ranks.board import DIAGONAL, ORTHOGONAL
from flagfall.ranks.events import Attacked
from flagfall.ranks.powers.base import Power

if TYPE_CHECKING:
    from flagfall.ranks.state import RankState
    from flagfall.ranks.turn import Turn


class Blast(Power):
    """One enemy in a straight line, one or two squares away: shown, and removed if it is lower."""

    name = "blast"
    rule = "ST-POW-BLAST"
    parameters = {"lakes": ("block", "pass")}  # noqa: RUF012 - overrides a class variable of the parent

    def candidates(self, origin: int) -> Iterator[Use]:
        """The first two squares of the eight lines; the edition says whether a lake between stops it."""
        through = self.board.lakes if self.param("lakes") == "pass" else frozenset()
        for way in (*ORTHOGONAL, *DIAGONAL):
            line = self.board.line(origin, way)[:2]
            for i, target in enumerate(line):
                clear = i == 0 or line[0] in through or line[0] not in self.board.blocked
                if clear and target not in self.board.blocked:
                    yield self.use(origin, target)

    def uses(self, state: RankState, piece: int) -> list[Use]:
        """Those at an enemy with nobody in between."""
        origin = state.where[piece]
        found = []
        for use in self.table[origin]:
            target = use.targets[0]
            if self.enemy(state, target):
                middle, odd = divmod(origin + target, 2)
                near = odd or target in self.board.around[origin]
                if near or state.board[middle] < 0:
                    found.append(use)
        return found

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
