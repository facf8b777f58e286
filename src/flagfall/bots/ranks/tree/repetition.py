"""The two rules against repetition inside the tree, counted on from where the game stands.

``ROUTE`` holds the straight moves of the line that is looked at, with the last move of each side before the
search in front: the move at a ply lies at ``ply + 2``, so that ``ply`` is the last one of the same side.
"""

from __future__ import annotations

from typing import Any

from flagfall.bots.compiled import compiled
from flagfall.bots.ranks.tree.layout import (
    ATTACK,
    CELL,
    CELLS,
    CHASES,
    KEYS,
    KNOWN,
    LONGEST,
    MARKS,
    MORE_SQUARE,
    MOVE,
    PAST,
    PAST_COUNT,
    POSITION,
    ROUTE,
    SHOWN,
    SIDE,
    TRAIL,
    TRAIL_COUNT,
    TWO_SQUARE,
    UNDO,
    UNDO_WIDTH,
    WHERE,
)
from flagfall.bots.ranks.tree.moves import STEPS

ACROSS = 12
"""The cells of a row."""


@compiled
def _straight(origin: int, goal: int) -> bool:
    return origin // ACROSS == goal // ACROSS or origin % ACROSS == goal % ACROSS


@compiled
def _enemy_beside(a: Any, cell: int, side: int) -> bool:
    for d in range(4):
        other = a[CELL + cell + STEPS[d]]
        if other >= 0 and a[SIDE + other] != side:
            return True
    return False


@compiled
def shuttles(a: Any, ply: int, side: int, piece: int, goal: int) -> bool:
    """Whether a move crosses a border that the two-square rule has closed (ST-MOVE-6)."""
    limit = a[TWO_SQUARE]
    if limit == 0:
        return False
    here = a[WHERE + piece]
    if not _straight(here, goal):
        return False
    axis = 0 if here // ACROSS == goal // ACROSS else 1
    low, high = -1, 1000
    back, before = ply, 0
    for _ in range(limit):
        if back >= 2:  # made within the tree
            row = ROUTE + 3 * back
            if a[row] != piece:
                return False
            one, other = a[row + 1], a[row + 2]
            if (0 if one // ACROSS == other // ACROSS else 1) != axis:
                return False
            if axis == 0:
                one, other = one % ACROSS, other % ACROSS
            else:
                one, other = one // ACROSS, other // ACROSS
            low, high = max(low, min(one, other)), min(high, max(one, other))
            back -= 2
        else:
            before += 1
            if before > a[TRAIL_COUNT + side]:
                return False
            row = TRAIL + 4 * (side * LONGEST + a[TRAIL_COUNT + side] - before)
            if a[row] != piece or a[row + 1] != axis:
                return False
            low, high = max(low, a[row + 2]), min(high, a[row + 3])
    if axis == 0:
        one, other = here % ACROSS, goal % ACROSS
    else:
        one, other = here // ACROSS, goal // ACROSS
    return low < high and min(one, other) < high and max(one, other) > low


@compiled
def repeats(a: Any, ply: int, side: int, piece: int, goal: int) -> bool:
    """Whether a quiet step repeats a position of its player's chase (ST-MOVE-7)."""
    length = a[CHASES + 2 * ply + side]
    if not a[MORE_SQUARE] or length < 2 or not _enemy_beside(a, goal, side):
        return False
    here = a[WHERE + piece]
    last = ROUTE + 3 * ply
    if a[last] == piece and a[last + 1] == goal and a[last + 2] == here:
        return False
    after = a[POSITION + ply] ^ a[KEYS + piece * CELLS + here] ^ a[KEYS + piece * CELLS + goal]
    for back in range(1, length):
        if ply - back >= 0:
            before = a[POSITION + ply - back]
        else:
            i = a[PAST_COUNT] + ply - back
            if i < 0:
                return False
            before = a[PAST + i]
        if before == after:
            return True
    return False


@compiled
def follow(a: Any, ply: int, side: int, row: int) -> None:
    """Count on after a move has been carried out; without a row the turn was passed."""
    position, known = a[POSITION + ply], a[KNOWN + ply]
    route = ROUTE + 3 * (ply + 2)
    a[route] = -1
    attack = False
    if row >= 0:
        undo = UNDO + ply * UNDO_WIDTH
        for i in range(a[undo]):
            piece, before = a[undo + 1 + 3 * i], a[undo + 2 + 3 * i]
            position ^= a[KEYS + piece * CELLS + before]
            if a[WHERE + piece] >= 0:
                position ^= a[KEYS + piece * CELLS + a[WHERE + piece]]
            if a[SHOWN + piece] != a[undo + 3 + 3 * i]:
                known ^= a[MARKS + piece]
        origin, goal, attack = a[undo + 2], a[row + 2], a[row + 1] == ATTACK
        if (a[row + 1] == MOVE or attack) and _straight(origin, goal):
            a[route], a[route + 1], a[route + 2] = a[row], origin, goal
    a[POSITION + ply + 1], a[KNOWN + ply + 1] = position, known
    mine, theirs = CHASES + 2 * (ply + 1) + side, CHASES + 2 * (ply + 1) + 1 - side
    a[mine], a[theirs] = 0, 0
    if not a[MORE_SQUARE] or a[route] < 0:
        return
    origin, last = a[route + 1], ROUTE + 3 * (ply + 1)
    if a[last] >= 0 and not attack:
        for d in range(4):
            if a[last + 2] == origin + STEPS[d]:
                a[theirs] = a[CHASES + 2 * ply + 1 - side] + 1
    if _enemy_beside(a, a[route + 2], side):
        a[mine] = 1 if attack else a[CHASES + 2 * ply + side] + 1
