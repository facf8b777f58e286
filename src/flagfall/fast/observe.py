"""What the player to move sees, in the bytes of `flagfall.fast.observation_bytes`.

The true ranks of hidden enemies (rank + 1, else 0) are written apart from all this: targets for learning,
never something to see. Plain functions, compiled by `flagfall.fast.compile`.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from flagfall.fast.layout import BATTLES, PAST, Array, battle, load, past, rules_of, variant_of
from flagfall.fast.observation_bytes import (
    BLOCKED,
    HIDDEN,
    MEMORY,
    MINE,
    MINE_HIDDEN,
    MOST_BYTE,
    MOST_QUIET,
    MOST_RUN,
    MY_CHASE,
    MY_HIDDEN,
    MY_LIVING,
    MY_RUN,
    NORTH_EAST,
    NOTHING,
    PLAYED,
    PLAYED_SHIFT,
    QUIET_LEFT,
    SEAT,
    SOUTH_WEST,
    STANDING,
    THEIR_CHASE,
    THEIR_HIDDEN,
    THEIR_LIVING,
    THEIR_RUN,
    THEIRS,
    VARIANT,
    WENT_FROM,
    WENT_TO,
    WENT_UP,
)
from flagfall.fast.piece_memory import record_at
from flagfall.fast.recent_moves import chase_of, run_of
from flagfall.fast.rules import RANKS, SCOUT, BitState, rank_at
from flagfall.fast.square_sets import CELLS, COLUMNS, ROW, Set, both, cell_of, size, without

Bytes: TypeAlias = npt.NDArray[np.uint8]

ROW_BITS = 1023


def row_of(a: Set, row: int) -> int:
    """The ten squares of a row as ten bits; none outside the board."""
    if row < 0 or row > 9:
        return 0
    if row < 5:
        return a[0] >> ROW * row & ROW_BITS
    return a[1] >> ROW * (row - 5) & ROW_BITS


def rank_in(r0: int, r1: int, r2: int, r3: int, column: int) -> int:
    """The rank in a column, from a row of each rank bit."""
    return r0 >> column & 1 | (r1 >> column & 1) << 1 | (r2 >> column & 1) << 2 | (r3 >> column & 1) << 3


def arriving(s: BitState, goals: int, behind: int, row: int, column: int) -> int:
    """The rank of my piece that can get to a column, given the goals of its row and the square one step back.

    What does not stand one step back comes from afar: a scout.
    """
    if goals >> column & 1 == 0:
        return 0
    if behind < 0 or behind > 9 or row_of(s.mine, row) >> behind & 1 == 0:
        return SCOUT
    return rank_at(s, row * ROW + behind)


def observe_row(
    a: Array, m: Array, g: int, seen: int, table: Array, planes: Bytes, truth: Bytes, public: int
) -> None:
    """Write the planes of one row of game g, as the player to move counts rows."""
    s = load(a, g)
    turn = rules_of(table, variant_of(a, g)).turn
    odd = s.ply & 1
    row, last = seen, 0
    if odd == 1:
        row, last = turn // COLUMNS - seen, turn % COLUMNS
    board = row_of(rules_of(table, variant_of(a, g)).board, row)
    mine, theirs = row_of(s.mine, row), row_of(s.theirs, row)
    shown, moved = row_of(s.shown, row), row_of(s.moved, row)
    r0, r1, r2, r3 = row_of(s.r0, row), row_of(s.r1, row), row_of(s.r2, row), row_of(s.r3, row)
    n, e, t, w = 0, 2, 4, 6
    if odd == 1:
        n, e, t, w = 4, 6, 0, 2
    ahead = 1 - 2 * odd
    north = row_of((int(m[n, g]), int(m[n + 1, g])), row)
    east = row_of((int(m[e, g]), int(m[e + 1, g])), row)
    south = row_of((int(m[t, g]), int(m[t + 1, g])), row)
    west = row_of((int(m[w, g]), int(m[w + 1, g])), row)
    for k in range(COLUMNS):
        cell = seen * COLUMNS + k
        column = last - k if odd == 1 else k
        what, hidden, first, second = BLOCKED, 0, 0, 0
        if column >= 0 and board >> column & 1 == 1:
            what = NOTHING
            known, went = shown >> column & 1, moved >> column & 1
            rank = rank_in(r0, r1, r2, r3, column)
            if mine >> column & 1 == 1:
                what = MINE + rank + RANKS * known + 2 * RANKS * went
                if public and known == 0:
                    what = MINE_HIDDEN + went
            elif theirs >> column & 1 == 1:
                what = THEIRS + rank
                if known == 0:
                    what = HIDDEN + went
                    hidden = rank + 1
            if not public:
                first = arriving(s, north, column, row - ahead, column)
                first |= arriving(s, east, column - ahead, row, column) << 4
                second = arriving(s, south, column, row + ahead, column)
                second |= arriving(s, west, column + ahead, row, column) << 4
        planes[g, STANDING, cell] = what
        planes[g, NORTH_EAST, cell] = first
        planes[g, SOUTH_WEST, cell] = second
        planes[g, WENT_FROM, cell] = 0
        planes[g, WENT_TO, cell] = 0
        truth[g, cell] = hidden
        for plane in range(WENT_UP, planes.shape[1]):
            planes[g, plane, cell] = (
                record_at(a, g, plane - WENT_UP, row * COLUMNS + column) if what >= MINE else 0
            )
    for back in range(min(MEMORY, s.ply)):
        move = past(a, g, s, back)
        start, goal = cell_of(move >> 7 & 127), cell_of(move & 127)
        if odd == 1:
            start, goal = turn - start, turn - goal
        if start // COLUMNS == seen:
            planes[g, WENT_FROM, start] |= 1 << back
        if goal // COLUMNS == seen:
            planes[g, WENT_TO, goal] |= 1 << back


def legal_row(a: Array, m: Array, g: int, seen: int, table: Array, legal: Bytes) -> None:
    """Write which actions with a goal in one row are legal in game g: ``legal[g, way * 100 + cell]``."""
    s = load(a, g)
    turn = rules_of(table, variant_of(a, g)).turn
    odd = s.ply & 1
    row, last = seen, 0
    if odd == 1:
        row, last = turn // COLUMNS - seen, turn % COLUMNS
    for way in range(4):
        w = 2 * (way + 2 * odd & 3)
        goals = row_of((int(m[w, g]), int(m[w + 1, g])), row)
        for k in range(COLUMNS):
            column = last - k if odd == 1 else k
            legal[g, CELLS * way + COLUMNS * seen + k] = goals >> max(column, 0) & 1 if column >= 0 else 0


def ranked(s: BitState, rank: int) -> Set:
    """All pieces of a rank."""
    low, high = -1, -1
    low &= s.r0[0] ^ (rank & 1) - 1
    low &= s.r1[0] ^ (rank >> 1 & 1) - 1
    low &= s.r2[0] ^ (rank >> 2 & 1) - 1
    low &= s.r3[0] ^ (rank >> 3 & 1) - 1
    high &= s.r0[1] ^ (rank & 1) - 1
    high &= s.r1[1] ^ (rank >> 1 & 1) - 1
    high &= s.r2[1] ^ (rank >> 2 & 1) - 1
    high &= s.r3[1] ^ (rank >> 3 & 1) - 1
    return low, high


def observe_board(a: Array, g: int, table: Array, vector: Bytes) -> None:
    """Write the vector of game g."""
    s = load(a, g)
    variant = variant_of(a, g)
    r = rules_of(table, variant)
    for rank in range(RANKS):
        pieces = ranked(s, rank)
        theirs, mine = both(pieces, s.theirs), both(pieces, s.mine)
        vector[g, THEIR_LIVING + rank] = size(theirs)
        vector[g, THEIR_HIDDEN + rank] = size(without(theirs, s.shown))
        vector[g, MY_LIVING + rank] = size(mine)
        vector[g, MY_HIDDEN + rank] = size(without(mine, s.shown))
    vector[g, QUIET_LEFT] = max(0, min(r.quiet - s.quiet, MOST_QUIET))
    vector[g, PLAYED] = min(s.ply >> PLAYED_SHIFT, MOST_BYTE)
    vector[g, VARIANT] = variant
    vector[g, SEAT] = s.ply & 1
    vector[g, MY_RUN] = min(run_of(s.trail), MOST_RUN)
    vector[g, THEIR_RUN] = min(run_of(s.their_trail), MOST_RUN)
    vector[g, MY_CHASE] = min(chase_of(s.trail), MOST_BYTE) * r.more_square
    vector[g, THEIR_CHASE] = min(chase_of(s.their_trail), MOST_BYTE) * r.more_square


def recall(a: Array, g: int, table: Array, moves: Bytes) -> None:
    """Write the last half-moves of game g, the latest first.

    Five bytes each: from, to, 1 for a move or 2 for an attack, and the ranks + 1 that met in an attack.
    """
    s = load(a, g)
    turn = rules_of(table, variant_of(a, g)).turn
    fought = 0
    for back in range(moves.shape[1]):
        start, goal, what, attacker, defender = 0, 0, 0, 0, 0
        if back < s.ply and back < PAST:
            move = past(a, g, s, back)
            start, goal, what = cell_of(move >> 7 & 127), cell_of(move & 127), 1 + (move >> 14)
            if s.ply & 1 == 1:
                start, goal = turn - start, turn - goal
            if what == 2:
                if fought < BATTLES:
                    met = battle(a, g, fought)
                    attacker, defender = 1 + (met >> 4), 1 + (met & 15)
                fought += 1
        moves[g, back, 0] = start
        moves[g, back, 1] = goal
        moves[g, back, 2] = what
        moves[g, back, 3] = attacker
        moves[g, back, 4] = defender
