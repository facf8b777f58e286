"""Carrying out a move of the tree by the truth of its world, and taking it back."""

from __future__ import annotations

from flagfall.bots.compiled import compiled
from flagfall.bots.ranks.kind_counts import Floats, Ints
from flagfall.bots.ranks.tree.layout import (
    ADVANCES,
    BY_RANK,
    CELL,
    CELLS,
    DRAWS_IN,
    EMPTY,
    EXPECTS,
    FIELD,
    FLAG,
    KIND,
    KINDS,
    LANDS,
    MOVE,
    OUTRANKS,
    PASS,
    PIECES,
    RESULT,
    SHOTS,
    SHOWING,
    SHOWN,
    SIDE,
    TAKES_FLAGS,
    UNDO,
    UNDO_WIDTH,
    WHERE,
    WORTH,
)

WIN = 2000.0
"""Beyond all values that count: says that a flag fell."""


@compiled
def _take(a: Ints, f: Floats, piece: int, me: int) -> float:
    """Remove a piece; what that changes for me."""
    kind, cell = a[KIND + piece], a[WHERE + piece]
    a[CELL + cell] = EMPTY
    a[WHERE + piece] = -1
    loss = float(f[WORTH + kind] + f[FIELD + kind * CELLS + cell])
    if a[SHOWN + piece]:
        loss -= f[SHOWING + kind]
    return -loss if a[SIDE + piece] == me else loss


@compiled
def _put(a: Ints, f: Floats, piece: int, to: int, me: int) -> float:
    """Move a piece onto an empty cell; what that changes for me."""
    kind, here = a[KIND + piece], a[WHERE + piece]
    a[CELL + here] = EMPTY
    a[CELL + to] = piece
    a[WHERE + piece] = to
    change = float(f[FIELD + kind * CELLS + to] - f[FIELD + kind * CELLS + here])
    return change if a[SIDE + piece] == me else -change


@compiled
def _show(a: Ints, f: Floats, piece: int, me: int) -> float:
    """Let the other side know a piece; what that changes for me."""
    if a[SHOWN + piece]:
        return 0.0
    a[SHOWN + piece] = 1
    cost = float(f[SHOWING + a[KIND + piece]])
    return -cost if a[SIDE + piece] == me else cost


@compiled
def play(a: Ints, f: Floats, row: int, ply: int, me: int) -> float:
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
    if manner & LANDS:
        change += _put(a, f, piece, to, me)
    falls = False
    for i in range(3, 6):
        victim = a[row + i]
        if victim < 0:
            continue
        change += _show(a, f, victim, me)
        their = a[KIND + victim]
        if a[FLAG + their]:
            if manner & TAKES_FLAGS:
                return 10.0 * WIN if a[SIDE + piece] == me else -10.0 * WIN
            continue
        won = a[RESULT + kind * KINDS + their]
        if manner & BY_RANK:
            won = 1 if a[OUTRANKS + kind * KINDS + their] else 2
        if won == 1 or won == 0:
            change += _take(a, f, victim, me)
        if won <= 0:
            falls = True
        elif won == 1 and manner & ADVANCES:
            change += _put(a, f, piece, to, me)
    if falls:
        change += _take(a, f, piece, me)
        if manner & DRAWS_IN and a[WHERE + a[row + 3]] >= 0:
            change += _put(a, f, a[row + 3], to, me)
    return change


@compiled
def take_back(a: Ints, ply: int) -> None:
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
def guess(a: Ints, f: Floats, row: int) -> float:
    """What a fight with somebody hidden brings its attacker, as the attacker may expect."""
    kind = a[KIND + a[row]]
    total = 0.0
    for i in range(3, 6):
        victim = a[row + i]
        if victim < 0:
            continue
        if a[SHOWN + victim]:
            total += f[WORTH + a[KIND + victim]]
        elif a[row + 1] & BY_RANK:
            total += f[SHOTS + kind * PIECES + victim]
        else:
            total += f[EXPECTS + kind * PIECES + victim]
    if not a[SHOWN + a[row]]:
        total -= f[SHOWING + kind]
    return total
