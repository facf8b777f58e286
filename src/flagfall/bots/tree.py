"""Search in one world: every piece has a kind here, but the players act on what they may know.

Plain functions over two flat arrays, compiled by Numba when the module is imported, which only the search
bot does. ``a`` holds numbers of pieces, cells and kinds, ``f`` holds values; `flagfall.bots.layout` says what
lies where. Kinds of both sides are numbered through, seat 0's first.

An attack on a piece that its attacker has not been shown is not looked up in the world: it is taken at what
the attacker may expect, and the line ends there. Otherwise a player in the tree would pick his fights as if
all cards were open. Only what the enemy would really run into counts for a part (`TRUTH`): a defender that
nobody knows is a danger to who tries it.

A move is a row: piece, manner, goal, up to three victims, and whether it shows the piece.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from flagfall.bots.layout import (
    ATTACK,
    BEST,
    BLAST,
    BLAST_BIT,
    BLASTS,
    CELL,
    CELLS,
    COUNT,
    DEEPEST,
    DEPTH,
    EMPTY,
    EXPECTS,
    FIELD,
    FLAG,
    HIGH,
    KIND,
    KINDS,
    LAKE,
    LAST,
    LIMIT,
    LINE_BIT,
    LISTS,
    LOW,
    MAGIC_BIT,
    MAGNET,
    MAGNET_BIT,
    MOST,
    MOVE,
    NEXT,
    ORDER,
    OUTRANKS,
    PASS,
    PIECES,
    RESULT,
    RUMBLE,
    RUMBLE_BIT,
    SCORE,
    SHOWING,
    SHOWN,
    SIDE,
    SLANT_BIT,
    SNEAK_BIT,
    SPEED_BIT,
    UNDO,
    UNDO_WIDTH,
    WAYS,
    WHERE,
    WIDE,
    WIDTH,
    WORTH,
)

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function as machine code, part of the one that is called from outside."""
    return cast(F, numba.njit(error_model="numpy")(function))


def entry(function: F) -> F:
    """The same for a function that is called from outside: kept on disk with all that it calls."""
    return cast(F, numba.njit(error_model="numpy", nogil=True, cache=True)(function))


WIN = 2000.0
"""Beyond all values that count: says that a flag fell."""
GAME = 300.0
"""What winning the game counts for in one world: beside others, as it is one of many that may be."""
TRUTH = 0.4

STEPS = (12, 1, -12, -1, 13, -11, -13, 11)
"""The eight ways: four straight, four slanting."""


@compiled
def _add(a: Any, f: Any, ply: int, n: int, piece: int, manner: int, to: int, victim: int, shows: int) -> int:
    if n >= MOST:
        return n
    row = LISTS + (ply * MOST + n) * WIDTH
    a[row], a[row + 1], a[row + 2], a[row + 3] = piece, manner, to, victim
    a[row + 4], a[row + 5], a[row + 6] = -1, -1, shows
    kind = a[KIND + piece]
    if manner == MOVE:
        score = f[FIELD + kind * CELLS + to] - f[FIELD + kind * CELLS + a[WHERE + piece]]
    elif a[SHOWN + victim]:
        other = a[KIND + victim]
        if manner == BLAST:
            score = 400.0 + f[WORTH + other] if a[OUTRANKS + kind * KINDS + other] else -400.0
        else:
            won = a[RESULT + kind * KINDS + other]
            score = 500.0 + f[WORTH + other] if won > 0 else 100.0 if won == 0 else -500.0
    else:
        score = f[(BLASTS if manner == BLAST else EXPECTS) + kind * PIECES + victim]
    f[ORDER + ply * MOST + n] = score
    return n + 1


@compiled
def _ray(a: Any, f: Any, ply: int, n: int, piece: int, step: int, lakes: int) -> int:
    """The attack at the end of a line, two or more steps away."""
    cell = a[WHERE + piece] + step
    steps = 1
    while a[CELL + cell] == EMPTY or (lakes and a[CELL + cell] == LAKE):
        cell += step
        steps += 1
    other = a[CELL + cell]
    if other >= 0 and a[SIDE + other] != a[SIDE + piece] and steps > 1:
        n = _add(a, f, ply, n, piece, ATTACK, cell, other, 1)
    return n


@compiled
def _beside(a: Any, f: Any, ply: int, n: int, piece: int, cell: int) -> int:
    """Attacks on all that stand straight beside a cell which the piece can get to first."""
    for d in range(4):
        other = a[CELL + cell + STEPS[d]]
        if other >= 0 and a[SIDE + other] != a[SIDE + piece]:
            n = _add(a, f, ply, n, piece, ATTACK, cell + STEPS[d], other, 1)
    return n


@compiled
def _rumbles(a: Any, f: Any, ply: int, n: int, piece: int) -> int:
    """For each free step the up to three enemies around it that are best fought."""
    side, kind, here = a[SIDE + piece], a[KIND + piece], a[WHERE + piece]
    for s in range(4):
        to = here + STEPS[s]
        if a[CELL + to] != EMPTY or n >= MOST:
            continue
        row = LISTS + (ply * MOST + n) * WIDTH
        picked = 0
        total = 0.0
        for d in range(8):
            other = a[CELL + to + STEPS[d]]
            if other < 0 or a[SIDE + other] == side or picked == 3:
                continue
            value = f[EXPECTS + kind * PIECES + other]
            if a[SHOWN + other]:
                their = a[KIND + other]
                beaten = a[RESULT + kind * KINDS + their] > 0 and not a[FLAG + their]
                value = f[WORTH + their] if beaten else -1.0
            if value > 0.0:
                a[row + 3 + picked] = other
                picked += 1
                total += value
        if picked:
            a[row], a[row + 1], a[row + 2], a[row + 6] = piece, RUMBLE, to, 1
            for i in range(picked, 3):
                a[row + 3 + i] = -1
            f[ORDER + ply * MOST + n] = 400.0 + total
            n += 1
    return n


@compiled
def _powers(a: Any, f: Any, ply: int, n: int, piece: int, ways: int) -> int:
    """Attacks by powers; quiet uses are left to the root."""
    here, side = a[WHERE + piece], a[SIDE + piece]
    for d in range(8):
        step = STEPS[d]
        cell = here + step
        first = a[CELL + cell]
        if d < 4:
            if ways & SPEED_BIT and first == EMPTY:
                n = _beside(a, f, ply, n, piece, cell)
            if ways & MAGIC_BIT:
                n = _ray(a, f, ply, n, piece, step, 1)
            if ways & SNEAK_BIT and (first >= 0 or first == LAKE):
                beyond = cell
                while a[CELL + beyond] >= 0 or a[CELL + beyond] == LAKE:
                    beyond += step
                if a[CELL + beyond] == EMPTY:
                    n = _beside(a, f, ply, n, piece, beyond)
        elif ways & SLANT_BIT:
            if first >= 0 and a[SIDE + first] != side:
                n = _add(a, f, ply, n, piece, ATTACK, cell, first, 1)
            elif first == EMPTY:
                n = _ray(a, f, ply, n, piece, step, 0)
        if ways & (BLAST_BIT | MAGNET_BIT):
            if first == EMPTY or (first == LAKE and a[WIDE] and ways & BLAST_BIT):
                cell += step
            other = a[CELL + cell]
            if other >= 0 and a[SIDE + other] != side:
                if ways & BLAST_BIT:
                    n = _add(a, f, ply, n, piece, BLAST, here, other, 1)
                if ways & MAGNET_BIT and d < 4 and first != LAKE:
                    n = _add(a, f, ply, n, piece, MAGNET, here, other, 1)
    if ways & RUMBLE_BIT:
        n = _rumbles(a, f, ply, n, piece)
    return n


@compiled
def _moves(a: Any, f: Any, side: int, ply: int, fights: int) -> int:
    """List the moves of a side; with ``fights`` only those that strike something."""
    n = 0
    for piece in range(PIECES):
        here = a[WHERE + piece]
        if here < 0 or a[SIDE + piece] != side:
            continue
        ways = a[WAYS + a[KIND + piece]]
        if ways == 0:
            continue
        for d in range(4):
            to = here + STEPS[d]
            other = a[CELL + to]
            if other == EMPTY:
                if not fights:
                    n = _add(a, f, ply, n, piece, MOVE, to, -1, 0)
                if ways & LINE_BIT:
                    n = _ray(a, f, ply, n, piece, STEPS[d], 0)
            elif other >= 0 and a[SIDE + other] != side:
                n = _add(a, f, ply, n, piece, ATTACK, to, other, 1)
        if ways > 3:
            n = _powers(a, f, ply, n, piece, ways)
    return n


@compiled
def _take(a: Any, f: Any, piece: int, me: int) -> float:
    """Remove a piece; what that changes for me."""
    kind, cell = a[KIND + piece], a[WHERE + piece]
    a[CELL + cell] = EMPTY
    a[WHERE + piece] = -1
    loss = float(f[WORTH + kind] + f[FIELD + kind * CELLS + cell])
    if a[SHOWN + piece]:
        loss -= f[SHOWING + kind]
    return -loss if a[SIDE + piece] == me else loss


@compiled
def _put(a: Any, f: Any, piece: int, to: int, me: int) -> float:
    """Move a piece onto an empty cell; what that changes for me."""
    kind, here = a[KIND + piece], a[WHERE + piece]
    a[CELL + here] = EMPTY
    a[CELL + to] = piece
    a[WHERE + piece] = to
    change = float(f[FIELD + kind * CELLS + to] - f[FIELD + kind * CELLS + here])
    return change if a[SIDE + piece] == me else -change


@compiled
def _show(a: Any, f: Any, piece: int, me: int) -> float:
    """Let the other side know a piece; what that changes for me."""
    if a[SHOWN + piece]:
        return 0.0
    a[SHOWN + piece] = 1
    cost = float(f[SHOWING + a[KIND + piece]])
    return -cost if a[SIDE + piece] == me else cost


@compiled
def _play(a: Any, f: Any, row: int, ply: int, me: int) -> float:
    """Carry out a move by the truth of this world; what it changes for me. Beyond WIN: a flag fell."""
    undo = UNDO + ply * UNDO_WIDTH
    piece, manner, to = a[row], a[row + 1], a[row + 2]
    n = 0
    for i in (0, 3, 4, 5):
        p = a[row + i]
        if p >= 0:
            a[undo + 1 + 3 * n], a[undo + 2 + 3 * n], a[undo + 3 + 3 * n] = p, a[WHERE + p], a[SHOWN + p]
            n += 1
    a[undo] = n
    change = 0.0
    if a[row + 6]:
        change += _show(a, f, piece, me)
    if manner == MOVE:
        return change + _put(a, f, piece, to, me)
    if manner == PASS:
        return change
    kind = a[KIND + piece]
    if manner == RUMBLE:
        change += _put(a, f, piece, to, me)
    falls = False
    for i in range(3, 6):
        victim = a[row + i]
        if victim < 0:
            continue
        change += _show(a, f, victim, me)
        their = a[KIND + victim]
        if a[FLAG + their]:
            if manner == ATTACK:
                return 10.0 * WIN if a[SIDE + piece] == me else -10.0 * WIN
            continue
        won = a[RESULT + kind * KINDS + their]
        if manner == BLAST:
            won = 1 if a[OUTRANKS + kind * KINDS + their] else 2
        if won == 1 or won == 0:
            change += _take(a, f, victim, me)
        if won <= 0:
            falls = True
        elif won == 1 and manner == ATTACK:
            change += _put(a, f, piece, to, me)
    if falls:
        change += _take(a, f, piece, me)
        if manner == MAGNET and a[WHERE + a[row + 3]] >= 0:
            change += _put(a, f, a[row + 3], to, me)
    return change


@compiled
def _take_back(a: Any, ply: int) -> None:
    """Undo the move that was carried out at a ply."""
    undo = UNDO + ply * UNDO_WIDTH
    for i in range(a[undo]):
        piece = a[undo + 1 + 3 * i]
        if a[WHERE + piece] >= 0:
            a[CELL + a[WHERE + piece]] = EMPTY
    for i in range(a[undo]):
        piece = a[undo + 1 + 3 * i]
        a[WHERE + piece] = a[undo + 2 + 3 * i]
        a[SHOWN + piece] = a[undo + 3 + 3 * i]
        a[CELL + a[WHERE + piece]] = piece


@compiled
def _guess(a: Any, f: Any, row: int) -> float:
    """What a fight with somebody hidden brings its attacker, as he may expect."""
    kind = a[KIND + a[row]]
    total = 0.0
    for i in range(3, 6):
        victim = a[row + i]
        if victim < 0:
            continue
        if a[SHOWN + victim]:
            total += f[WORTH + a[KIND + victim]]
        elif a[row + 1] == BLAST:
            total += f[BLASTS + kind * PIECES + victim]
        else:
            total += f[EXPECTS + kind * PIECES + victim]
    if not a[SHOWN + a[row]]:
        total -= f[SHOWING + kind]
    return total


@compiled
def _best_first(a: Any, f: Any, ply: int, i: int, n: int) -> float:
    """Bring the best of the moves that are left to place i; its rank in the order."""
    order = ORDER + ply * MOST
    pick = i
    for j in range(i + 1, n):
        if f[order + j] > f[order + pick]:
            pick = j
    if pick != i:
        f[order + i], f[order + pick] = f[order + pick], f[order + i]
        one, other = LISTS + (ply * MOST + i) * WIDTH, LISTS + (ply * MOST + pick) * WIDTH
        for k in range(WIDTH):
            a[one + k], a[other + k] = a[other + k], a[one + k]
    return float(f[order + i])


@compiled
def _hides(a: Any, row: int) -> bool:
    """Whether a move strikes somebody that its player does not know."""
    for k in range(3, 6):  # noqa: SIM110 - Numba has no generators here
        if a[row + k] >= 0 and not a[SHOWN + a[row + k]]:
            return True
    return False


@compiled
def _search(a: Any, f: Any, me: int, depth: int, score: float) -> float:
    """The value of the position after a root move, for the enemy, who is to move.

    Alpha-beta with a stack of its own instead of recursion. Below depth 0 only fights are followed.
    """
    ply = 1
    a[DEPTH + 1] = depth
    f[SCORE + 1], f[LOW + 1], f[HIGH + 1] = score, -4.0 * WIN, 4.0 * WIN
    entering = True
    value = 0.0
    while True:
        side = me if ply % 2 == 0 else 1 - me
        stand = f[SCORE + ply] if side == me else -f[SCORE + ply]
        done = False
        if entering:
            entering = False
            a[COUNT] += 1
            f[BEST + ply] = -GAME + ply
            a[NEXT + ply] = 0
            a[LAST + ply] = 0
            if a[COUNT] > a[LIMIT] or ply >= DEEPEST - 1:
                f[BEST + ply] = stand
                done = True
            else:
                if a[DEPTH + ply] <= 0:
                    f[BEST + ply] = stand
                    f[LOW + ply] = max(f[LOW + ply], stand)
                    done = stand >= f[HIGH + ply] or a[DEPTH + ply] < -2
                if not done:
                    a[LAST + ply] = _moves(a, f, side, ply, 1 if a[DEPTH + ply] <= 0 else 0)
        else:
            _take_back(a, ply)
            value = -value
            f[BEST + ply] = max(f[BEST + ply], value)
            f[LOW + ply] = max(f[LOW + ply], value)
            done = f[LOW + ply] >= f[HIGH + ply]
        while not done and a[NEXT + ply] < a[LAST + ply]:
            i = a[NEXT + ply]
            a[NEXT + ply] = i + 1
            rank = _best_first(a, f, ply, i, a[LAST + ply])
            if a[DEPTH + ply] <= 0 and rank <= 0.0:
                break
            row = LISTS + (ply * MOST + i) * WIDTH
            change = 0.0
            if _hides(a, row):
                value = stand + _guess(a, f, row)
                if side != me:
                    change = _play(a, f, row, ply, me)
                    _take_back(a, ply)
                    change = max(change, -GAME)
                    value = (1.0 - TRUTH) * value - TRUTH * (f[SCORE + ply] + change)
            else:
                change = _play(a, f, row, ply, me)
                if -WIN <= change <= WIN:
                    f[SCORE + ply + 1] = f[SCORE + ply] + change
                    f[LOW + ply + 1], f[HIGH + ply + 1] = -f[HIGH + ply], -f[LOW + ply]
                    a[DEPTH + ply + 1] = a[DEPTH + ply] - 1
                    entering = True
                    break
                _take_back(a, ply)
                value = GAME - ply
            f[BEST + ply] = max(f[BEST + ply], value)
            f[LOW + ply] = max(f[LOW + ply], value)
            done = f[LOW + ply] >= f[HIGH + ply]
        if entering:
            ply += 1
            continue
        value = float(f[BEST + ply])
        if ply == 1:
            return value
        ply -= 1


@entry
def look_ahead(a: Any, f: Any, kinds: Any, roots: Any, me: int, depth: int, values: Any, changes: Any) -> int:
    """Fill in the value of each root move in each world; how many worlds were done within the limit.

    ``kinds[world, piece]``, ``roots[move]``, ``values[world, move]``; ``changes`` is the part of the value
    that the move itself brings at once.
    """
    for world in range(kinds.shape[0]):
        for piece in range(kinds.shape[1]):
            a[KIND + piece] = kinds[world, piece]
        for i in range(roots.shape[0]):
            for k in range(WIDTH):
                a[LISTS + k] = roots[i, k]
            change = _play(a, f, LISTS, 0, me)
            if change > WIN:
                values[world, i] = GAME
                changes[world, i] = GAME
            else:
                changes[world, i] = change
                values[world, i] = -_search(a, f, me, depth, change)
            _take_back(a, 0)
        if a[COUNT] > a[LIMIT]:
            return world
    return int(kinds.shape[0])
