"""Slashing: move and attack diagonally (ST-POW-SLASH)."""

from __future__ import annotations

from flagfall.ranks.actions import Use
from flagfall.ranks.powers.charge import Charge


class Slash(Charge):
    """Any number of empty squares in a slanting line; it slips between two blocked squares."""

    name = "slash"
    rule = "ST-POW-SLASH"

    def lines(self, origin: int) -> tuple[tuple[int, ...], ...]:
        """The diagonals."""
        return self.board.slants[origin]

    def route(self, use: Use) -> tuple[int, int] | None:
        """It is not along a row or column."""
        return None

    def landing(self, use: Use) -> int | None:
        """It counts with its two squares (ST-MOVE-6)."""
        return use.targets[0]
