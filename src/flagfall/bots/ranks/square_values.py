"""Where to go: for each kind of piece how good each square is, from what can be attacked from there.

A field says for a kind of piece and a square the best expected gain of all targets, less the farther they
are. Ways lead through empty squares; own pieces can step aside, others are in the way.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from flagfall.bots.ranks.kind_counts import Floats
from flagfall.ranks.board import Board
from flagfall.ranks.view import Piece

SIDE = 12
CELLS = SIDE * SIDE
"""A board with a border of blocked cells all around, so that no step needs a check."""
FAR = 60.0
DECAY = 0.87
STEPS = (SIDE, 1, -SIDE, -1)


def cell(square: int) -> int:
    """The cell of a square."""
    return (square // 10 + 1) * SIDE + square % 10 + 1


def square_of(cell_: int) -> int:
    """The square of a cell inside the border."""
    return (cell_ // SIDE - 1) * 10 + cell_ % SIDE - 1


@lru_cache(maxsize=64)
def open_cells(board: Board) -> npt.NDArray[np.bool_]:
    """Which cells can be entered at all."""
    found = np.zeros(CELLS, np.bool_)
    for square in range(board.size):
        if square not in board.blocked:
            found[cell(square)] = True
    return found


def entry_costs(board: Board, pieces: tuple[Piece, ...], seat: int, still: set[int]) -> Floats:
    """What it costs a seat to enter each cell: 1 if it is empty, more where somebody stands."""
    costs = np.where(open_cells(board), 1.0, FAR)
    for piece in pieces:
        own = piece.seat == seat
        costs[cell(piece.square)] = FAR if own and piece.id in still else 2.2 if own else 7.0
    return costs


def distances(costs: Floats, targets: npt.NDArray[np.int64], rounds: int = 24) -> Floats:
    """For each target the cost of the way to it from every cell; entering the target itself costs 1."""
    count = len(targets)
    found = np.full((count, CELLS), FAR)
    lines = np.arange(count)
    found[lines, targets] = 0.0
    enter = np.broadcast_to(costs, (count, CELLS)).copy()
    enter[lines, targets] = 1.0
    for n in range(rounds):
        via = np.minimum(found + enter, FAR)
        best = found.copy()
        for step in STEPS:
            # The border keeps what is rolled around from mattering.
            np.minimum(best, np.roll(via, step, axis=1), out=best)
        best[:, 0:SIDE] = FAR
        best[lines, targets] = 0.0
        if n % 4 == 3 and np.array_equal(best, found):
            break
        found = best
    return found


def field(gain: Floats, distance: Floats) -> Floats:
    """For each kind and cell the best gain of all targets by distance: ``gain[kind, target]``."""
    if not gain.shape[1]:
        return np.zeros((gain.shape[0], CELLS))
    near = DECAY ** (np.maximum(distance, 1.0) - 1.0)
    near[distance >= FAR] = 0.0
    best = np.zeros((gain.shape[0], distance.shape[1]))
    for kind, row in enumerate(np.maximum(gain, 0.0)):
        pulls = row[:, None] * near
        # The nearest good target decides; the others give a little, so that ties break towards many.
        best[kind] = pulls.max(0) + 0.04 * pulls.sum(0)
    return best
