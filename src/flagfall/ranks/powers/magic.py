"""Magic: move and attack as rank 2 does, through forbidden zones (ST-POW-MAGIC)."""

from __future__ import annotations

from functools import cache
from itertools import takewhile

from flagfall.ranks.actions import Use
from flagfall.ranks.board import DEAD, ORTHOGONAL
from flagfall.ranks.powers.charge import Charge


class Magic(Charge):
    """Any number of squares in a straight line; zones are crossed, never stopped in."""

    name = "magic"
    rule = "ST-POW-MAGIC"

    @cache  # noqa: B019 - one power a game, and games live as long as the program
    def lines(self, origin: int) -> tuple[tuple[int, ...], ...]:
        """The straight lines with the zones left out; a square out of play ends them."""
        cells = self.board.cells
        return tuple(
            tuple(
                square
                for square in takewhile(lambda square: cells[square] != DEAD, self.board.line(origin, way))
                if square not in self.board.lakes
            )
            for way in ORTHOGONAL
        )

    def route(self, use: Use) -> tuple[int, int] | None:
        """It counts with every border on its way (ST-MOVE-6)."""
        return use.origin, use.targets[0]
