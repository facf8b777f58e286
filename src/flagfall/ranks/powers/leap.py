"""Leaping: over pieces and lakes onto the first empty square beyond (ST-POW-LEAP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import takewhile
from typing import ClassVar

from flagfall.ranks.actions import Use
from flagfall.ranks.board import DEAD, ORTHOGONAL
from flagfall.ranks.position import Position
from flagfall.ranks.powers.base import Power
from flagfall.ranks.powers.declaration import Standing, StrikeReach, StrikeRule, UseEffect, UseNeeds
from flagfall.ranks.turn import Turn


class Leap(Power):
    """In a straight line over one or more squares without a gap; it never attacks."""

    name = "leap"
    rule = "ST-POW-LEAP"
    strike: ClassVar[StrikeRule | None] = None
    shows = True

    def candidates(self, origin: int) -> Iterator[Use]:
        """Every open square at least two steps away in a straight line, not beyond a square out of play."""
        for line in self.paths(origin):
            for target in line[1:]:
                if target not in self.board.blocked:
                    yield self.use(origin, target)

    @cache  # noqa: B019 - one power a game, and games live as long as the program
    def paths(self, origin: int) -> tuple[tuple[int, ...], ...]:
        """The straight lines from a square, lakes included."""
        cells = self.board.cells
        lines = (self.board.line(origin, way) for way in ORTHOGONAL)
        return tuple(tuple(takewhile(lambda square: cells[square] != DEAD, line)) for line in lines)

    def uses(self, position: Position, piece: int) -> list[Use]:
        """The first empty square of a line, if every square before it is a piece's or a lake."""
        origin = position.where[piece]
        uses = self.to[origin]
        found = []
        for line in self.paths(origin):
            target = next((square for square in line if self.empty(position, square)), None)
            if target is not None and target != line[0]:
                found.append(uses[target])
        return found

    def route(self, use: Use) -> tuple[int, int] | None:
        """It counts with every border on its way (ST-MOVE-6)."""
        return use.origin, use.targets[0]

    def perform(self, turn: Turn, use: Use) -> None:
        """Show the piece, then put it beyond."""
        piece = turn.at(use.origin)
        turn.show(piece)
        turn.use(piece, use)
        turn.move(piece, use.targets[0])
        self.landed(turn, piece, use)

    def landed(self, turn: Turn, piece: int, use: Use) -> None:
        """What follows the landing: the turn is over."""
        turn.finish((piece, use.origin, use.targets[0]), attack=False)

    def reaches(self, origin: int) -> Iterable[StrikeReach]:
        """It strikes nobody."""
        return ()

    def needs(self, use: Use) -> UseNeeds:
        """An empty square, with no gap before it."""
        goal = use.targets[0]
        line = next(line for line in self.paths(use.origin) if goal in line)
        leapt = tuple(square for square in line[: line.index(goal)] if square not in self.board.blocked)
        return UseNeeds((goal,), leapt)

    def effect(self, use: Use, standing: Standing) -> UseEffect:
        """The piece moves to the target."""
        return UseEffect("move", use.targets[0])
