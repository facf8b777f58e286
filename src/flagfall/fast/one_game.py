"""One game of a batch in words that people and the reference engine use: pieces, moves, past moves.

Slow, for tests, tools and single games. Cells are ``10 * row + column`` from a1, as seat 0 sees the board.
"""

from __future__ import annotations

from typing import NamedTuple

from flagfall.fast.batch import Batch
from flagfall.fast.layout import ATTACK, PAST, load, past, rules_of, variant_of
from flagfall.fast.play import ways_in
from flagfall.fast.rules import BitState, bit, goals_of, origin, rank_at, step_of
from flagfall.fast.square_sets import CELLS, cell_of, contains, square_of


class PieceSeen(NamedTuple):
    """A piece on the board."""

    seat: int
    rank: int
    shown: bool
    moved: bool


class MoveSeen(NamedTuple):
    """A move from a cell to another."""

    start: int
    goal: int
    attack: bool = False


class Reader:
    """A game of a batch, read once; make another after the next step."""

    def __init__(self, batch: Batch, game: int) -> None:
        host = batch.place.host
        self.words = host(batch.state)[:, game : game + 1]
        self.mask = host(batch.mask)[:, game : game + 1]
        self.rules = rules_of(host(batch.table), variant_of(self.words, 0))
        self.state: BitState = load(self.words, 0)

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.state.ply & 1

    def pieces(self) -> dict[int, PieceSeen]:
        """The pieces by cell."""
        s, found = self.state, {}
        for cell in range(CELLS):
            square = square_of(cell)
            for seat, pieces in ((self.seat, s.mine), (1 - self.seat, s.theirs)):
                if contains(pieces, square):
                    shown, moved = bool(bit(s.shown, square)), bool(bit(s.moved, square))
                    found[cell] = PieceSeen(seat, rank_at(s, square), shown, moved)
        return found

    def legal(self) -> dict[MoveSeen, int]:
        """The legal moves, each with its action for `Batch.step`."""
        found = {}
        ways = ways_in(self.mask, 0)
        for way in range(4):
            for cell in range(CELLS):
                goal = square_of(cell)
                if contains(goals_of(ways, way), goal):
                    start = cell_of(origin(self.state, goal, step_of(way)))
                    attack = contains(self.state.theirs, goal)
                    found[MoveSeen(start, cell, attack)] = self._action(way, cell)
        return found

    def _action(self, way: int, cell: int) -> int:
        if self.seat == 1:
            way, cell = way + 2 & 3, self.rules.turn - cell
        return CELLS * way + cell

    def history(self, most: int = PAST) -> list[MoveSeen]:
        """The last half-moves, the latest first; at most `PAST` are remembered."""
        found = []
        for back in range(min(most, PAST, self.state.ply)):
            move = past(self.words, 0, self.state, back)
            found.append(MoveSeen(cell_of(move >> 7 & 127), cell_of(move & 127), bool(move & ATTACK)))
        return found
