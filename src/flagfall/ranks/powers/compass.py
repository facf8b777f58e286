"""The compass: learn in which direction the nearest piece of a kind stands (ST-POW-COMPASS)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flagfall.core import Choice
from flagfall.core.options import Value
from flagfall.ranks.actions import Use
from flagfall.ranks.board import Board
from flagfall.ranks.edition import Edition, PowerSpec
from flagfall.ranks.events import Answered
from flagfall.ranks.position import Position
from flagfall.ranks.powers.base import Power
from flagfall.ranks.powers.declaration import AskRule, Standing, StrikeReach, UseEffect, UseNeeds
from flagfall.ranks.turn import Turn

NONE = "none"


class Compass(Power):
    """The player names a kind of piece and is told the direction of the nearest such enemy."""

    name = "compass"
    rule = "ST-POW-COMPASS"
    strike = None
    shows = True
    options = (Choice("compass_tie", "near", ("near", "far"), rule="ST-POW-COMPASS"),)

    def __init__(
        self, spec: PowerSpec, board: Board, edition: Edition, options: Mapping[str, Value] | None = None
    ) -> None:
        super().__init__(spec, board, edition, options)
        self.ask = AskRule(far_first=self.settled["compass_tie"] == "far")

    def candidates(self, origin: int) -> Iterator[Use]:
        """Every kind of piece that either army has: which side asks is not the board's business."""
        kinds = {kind.id: None for army in self.edition.armies for kind in army.kinds}
        return (self.use(origin, kind=kind) for kind in kinds)

    def uses(self, position: Position, piece: int) -> list[Use]:
        """Those kinds that the enemy's army had at the start; whether it still has them is the answer."""
        theirs = position.rules.kinds[1 - position.track.turn]
        return [use for use in self.table[position.where[piece]] if use.kind in theirs]

    def perform(self, turn: Turn, use: Use) -> None:
        """Show the piece that asks, and tell everybody the direction, as at a table."""
        piece = turn.at(use.origin)
        turn.show(piece)
        turn.use(piece, use)
        turn.tell(Answered(piece, use.kind, self.direction(turn, use)))
        turn.finish(None, attack=False)

    def direction(self, turn: Turn, use: Use) -> str:
        """North is the far side as seat 0 sees the board; the word for a captured kind is ``none``."""
        assert self.ask is not None
        position, board = turn.draft, self.board
        row, column = board.row(use.origin), board.column(use.origin)
        found = []
        for other, square in enumerate(position.where):
            if square >= 0 and position.seat_of(other) != turn.seat and position.kinds[other].id == use.kind:
                # As the asking player sees it, their own left lower corner is the first square.
                seen = square if turn.seat == 0 else board.mirrored(square)
                distance = (board.row(square) - row) ** 2 + (board.column(square) - column) ** 2
                first = -board.row(seen) if self.ask.far_first else board.row(seen)
                found.append((distance, first, board.column(seen), square))
        if not found:
            return NONE
        square = min(found)[-1]
        up, right = board.row(square) - row, board.column(square) - column
        words = ["north" if up > 0 else "south"] if up else []
        words += ["east" if right > 0 else "west"] if right else []
        return " ".join(words)

    def reaches(self, origin: int) -> tuple[StrikeReach, ...]:
        """It strikes nobody."""
        return ()

    def needs(self, use: Use) -> UseNeeds:
        """A kind that the enemy's army had at the start."""
        return UseNeeds(theirs=use.kind)

    def effect(self, use: Use, standing: Standing) -> UseEffect:
        """It asks for a kind of piece."""
        return UseEffect("ask", use.origin)
