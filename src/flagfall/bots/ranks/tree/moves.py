"""What can be done in a position of the tree: lists of moves, the likely best first.

A move is a row: piece, manner, goal, up to three victims, and whether it shows the piece.
"""

from __future__ import annotations

from typing import Any

from flagfall.bots.compiled import compiled
from flagfall.bots.ranks.tree.layout import (
    ATTACK,
    BLAST,
    BLAST_BIT,
    BLASTS,
    CELL,
    CELLS,
    EMPTY,
    EXPECTS,
    FIELD,
    FLAG,
    KIND,
    KINDS,
    LAKE,
    LINE_BIT,
    LISTS,
    MAGIC_BIT,
    MAGNET,
    MAGNET_BIT,
    MOST,
    MOVE,
    MOVER_COUNT,
    MOVERS,
    ORDER,
    OUTRANKS,
    PIECES,
    RESULT,
    RUMBLE,
    RUMBLE_BIT,
    SHOWN,
    SIDE,
    SLANT_BIT,
    SNEAK_BIT,
    SPEED_BIT,
    WAYS,
    WHERE,
    WIDE,
    WIDTH,
    WORTH,
)

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
def _hits(a: Any, piece: int, other: int) -> bool:
    """Whether a shot may bring anything: a known piece that does not fall is not shot at."""
    return not a[SHOWN + other] or a[OUTRANKS + a[KIND + piece] * KINDS + a[KIND + other]] != 0


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
                if ways & BLAST_BIT and _hits(a, piece, other):
                    n = _add(a, f, ply, n, piece, BLAST, here, other, 1)
                if ways & MAGNET_BIT and d < 4 and first != LAKE:
                    n = _add(a, f, ply, n, piece, MAGNET, here, other, 1)
    if ways & RUMBLE_BIT:
        n = _rumbles(a, f, ply, n, piece)
    return n


@compiled
def moves(a: Any, f: Any, side: int, ply: int, fights: int, least: float) -> int:
    """List the moves of a side; with ``fights`` only those that strike something.

    Quiet moves that do not better the field by more than ``least`` are left out.
    """
    n = 0
    for k in range(a[MOVER_COUNT + side]):
        piece = a[MOVERS + side * PIECES + k]
        here = a[WHERE + piece]
        if here < 0:
            continue
        kind = a[KIND + piece]
        ways = a[WAYS + kind]
        for d in range(4):
            to = here + STEPS[d]
            other = a[CELL + to]
            if other == EMPTY:
                if not fights:
                    field = FIELD + kind * CELLS
                    if f[field + to] - f[field + here] > least:
                        n = _add(a, f, ply, n, piece, MOVE, to, -1, 0)
                if ways & LINE_BIT:
                    n = _ray(a, f, ply, n, piece, STEPS[d], 0)
            elif other >= 0 and a[SIDE + other] != side:
                n = _add(a, f, ply, n, piece, ATTACK, to, other, 1)
        if ways > 3:
            n = _powers(a, f, ply, n, piece, ways)
    return n


@compiled
def best_first(a: Any, f: Any, ply: int, i: int, n: int) -> None:
    """Bring the best of the moves that are left to place i."""
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


@compiled
def code(a: Any, row: int) -> int:
    """A move as one number, the same for the same move; never 0."""
    return int(((a[row] * 8 + a[row + 1]) * CELLS + a[row + 2]) * 128 + a[row + 3] + 2)


@compiled
def prefer(a: Any, f: Any, ply: int, n: int, hint: int, killer: int) -> None:
    """Put the best move of an earlier look first, and a move that was too good nearby among the first."""
    for i in range(n):
        row = LISTS + (ply * MOST + i) * WIDTH
        one = code(a, row)
        if one == hint:
            f[ORDER + ply * MOST + i] += 1e6
        elif one == killer:
            f[ORDER + ply * MOST + i] += 60.0


@compiled
def hides(a: Any, row: int) -> bool:
    """Whether a move strikes somebody that its player does not know."""
    for k in range(3, 6):  # noqa: SIM110 - Numba has no generators here
        if a[row + k] >= 0 and not a[SHOWN + a[row + k]]:
            return True
    return False
