"""The two rules against repetition inside the tree, counted on from where the game stands.

``ROUTE`` holds the straight moves of the line that is looked at, with the last move of each side before the
search in front: the move at a ply lies at ``ply + 2``, so that ``ply`` is the last one of the same side. What
the rules make of the moves is decided in `flagfall.fast.repetition`, for the batch simulator and for this.
Where a strike took a piece off the line of its leap, the tree begins to count again in older games, too.
"""

from __future__ import annotations

from flagfall.bots.compiled import compiled
from flagfall.bots.ranks.kind_counts import Ints
from flagfall.bots.ranks.tree.layout import (
    BEFORE,
    BY_SQUARES,
    CELL,
    CELLS,
    CHASES,
    DRAWS_IN,
    KEYS,
    KNOWN,
    LINES_ONLY,
    LONGEST,
    MARKS,
    MORE_SQUARE,
    PAIR,
    PAIRS,
    PAST,
    PAST_COUNT,
    POSITION,
    ROUTE,
    RUNS,
    SHOWN,
    SIDE,
    SPARES_ATTACKS,
    STRIKES,
    TWO_SQUARE,
    UNDO,
    UNDO_WIDTH,
    WHERE,
)
from flagfall.bots.ranks.tree.moves import STEPS
from flagfall.fast.compile import for_cpu

ACROSS = 12
"""The cells of a row."""
_shared = for_cpu()
axis_of, run_after, crosses = _shared.axis_of, _shared.run_after, _shared.crosses
lower_border, upper_border, takes_back = _shared.lower_border, _shared.upper_border, _shared.takes_back
chaser_after, chased_after = _shared.chaser_after, _shared.chased_after
same_squares = _shared.same_squares


@compiled
def _beside(cell: int, other: int) -> bool:
    for d in range(4):  # noqa: SIM110 - Numba has no generators here
        if other == cell + STEPS[d]:
            return True
    return False


@compiled
def _enemy_beside(a: Ints, cell: int, side: int) -> bool:
    for d in range(4):
        other = a[CELL + cell + STEPS[d]]
        if other >= 0 and a[SIDE + other] != side:
            return True
    return False


@compiled
def _own_move(a: Ints, ply: int, side: int, back: int) -> int:
    """Where the straight move lies that a side made so many of its turns ago: in the tree, or before it."""
    within = (ply - 2) // 2 + 1 if ply >= 2 else 0
    if back < within:
        return ROUTE + 3 * (ply - 2 * back) + 1
    return BEFORE + 2 * (side * LONGEST + back - within)


@compiled
def shuttles(a: Ints, ply: int, side: int, piece: int, start: int, goal: int, line: int) -> bool:
    """Whether the two-square rule refuses a move (ST-MOVE-6); ``line`` says whether it goes along a line."""
    limit = a[TWO_SQUARE]
    if limit == 0 or (a[SPARES_ATTACKS] and a[CELL + goal] >= 0):
        return False
    pair = PAIRS + PAIR * (2 * ply + side)
    if a[pair + 3] >= limit and a[pair] == piece and same_squares(a[pair + 1], a[pair + 2], start, goal):
        return True
    if a[BY_SQUARES] or not line or a[RUNS + 2 * ply + side] < limit:
        return False
    last = _own_move(a, ply, side, 0)
    if a[last + 1] != start or axis_of(a[last], a[last + 1], ACROSS) != axis_of(start, goal, ACROSS):
        return False
    low, high = 0, CELLS
    for back in range(limit):
        move = _own_move(a, ply, side, back)
        low = lower_border(low, a[move], a[move + 1])
        high = upper_border(high, a[move], a[move + 1])
    return bool(crosses(low, high, start, goal))


@compiled
def repeats(a: Ints, ply: int, side: int, piece: int, start: int, goal: int) -> bool:
    """Whether a straight move onto an empty cell repeats a position of its player's chase (ST-MOVE-7)."""
    length = a[CHASES + 2 * ply + side]
    if not a[MORE_SQUARE] or length < 2 or not _enemy_beside(a, goal, side):
        return False
    last = ROUTE + 3 * ply
    if a[last] == piece and takes_back(a[last + 1], a[last + 2], start, goal):
        return False
    after = a[POSITION + ply] ^ a[KEYS + piece * CELLS + start] ^ a[KEYS + piece * CELLS + goal]
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
def _follow_pairs(a: Ints, ply: int, side: int, row: int) -> None:
    """Count on between which two cells each side takes a piece to and fro (ST-MOVE-6)."""
    now, then = PAIRS + PAIR * 2 * (ply + 1), PAIRS + PAIR * 2 * ply
    for i in range(2 * PAIR):
        a[now + i] = a[then + i]
    mine, before, theirs = now + PAIR * side, then + PAIR * side, now + PAIR * (1 - side)
    a[mine + 3] = 0
    if row < 0 or a[LINES_ONLY]:
        return
    if a[row + 1] & DRAWS_IN and a[row + 3] == a[theirs]:
        a[theirs + 3] = 0
    start, goal = a[row + 7], a[row + 8]
    if goal < 0:
        return
    times = 0
    if a[before] == a[row] and same_squares(a[before + 1], a[before + 2], start, goal):
        times = a[before + 3]
    a[mine], a[mine + 1], a[mine + 2], a[mine + 3] = a[row], start, goal, times + 1


@compiled
def follow(a: Ints, ply: int, side: int, row: int) -> None:
    """Count on after a move has been carried out; without a row the turn was passed."""
    position, known = a[POSITION + ply], a[KNOWN + ply]
    route, now, then = ROUTE + 3 * (ply + 2), 2 * (ply + 1), 2 * ply
    a[route] = -1
    attack = False
    _follow_pairs(a, ply, side, row)
    if row >= 0:
        undo = UNDO + ply * UNDO_WIDTH
        for i in range(a[undo]):
            piece, before = a[undo + 1 + 3 * i], a[undo + 2 + 3 * i]
            position ^= a[KEYS + piece * CELLS + before]
            if a[WHERE + piece] >= 0:
                position ^= a[KEYS + piece * CELLS + a[WHERE + piece]]
            if a[SHOWN + piece] != a[undo + 3 + 3 * i]:
                known ^= a[MARKS + piece]
        attack = a[row + 1] & STRIKES != 0
        if a[row + 8] >= 0 and a[row + 9]:
            a[route], a[route + 1], a[route + 2] = a[row], a[row + 7], a[row + 8]
    a[POSITION + ply + 1], a[KNOWN + ply + 1] = position, known
    a[CHASES + now], a[CHASES + now + 1] = 0, 0
    a[RUNS + now], a[RUNS + now + 1] = a[RUNS + then], a[RUNS + then + 1]
    a[RUNS + now + side] = 0
    if a[route] < 0:
        return
    start, goal = a[route + 1], a[route + 2]
    last = _own_move(a, ply, side, 0)
    a[RUNS + now + side] = run_after(a[RUNS + then + side], a[last], a[last + 1], start, goal, ACROSS)
    if a[MORE_SQUARE]:
        theirs = ROUTE + 3 * (ply + 1)
        fled = a[theirs] >= 0 and _beside(start, a[theirs + 2])
        near = _enemy_beside(a, goal, side)
        a[CHASES + now + 1 - side] = chased_after(a[CHASES + then + 1 - side], fled, attack)
        a[CHASES + now + side] = chaser_after(a[CHASES + then + side], near, attack)
