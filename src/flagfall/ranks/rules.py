"""The rules of one game: an edition with its options settled, and its powers at work."""

from __future__ import annotations

from collections.abc import Mapping

from flagfall.core.options import Value
from flagfall.ranks.board import Board
from flagfall.ranks.edition import Edition
from flagfall.ranks.powers import Power, build
from flagfall.ranks.settled_edition import SettledEdition


class Rules(SettledEdition):
    """Board, armies, options and powers; shared by all states of a game."""

    def __init__(self, edition: Edition, board: Board, options: Mapping[str, Value]) -> None:
        super().__init__(edition, board, options)
        self.powers: dict[str, Power] = {
            spec.id: build(spec, board, edition, options) for spec in edition.powers
        }
