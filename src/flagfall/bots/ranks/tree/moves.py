"""What can be done in a position of the tree: lists of moves, the likely best first.

A move is a row: piece, manner, goal, up to three victims, whether it shows the piece, and the move in it that
the rules of repetition count. Powers are followed by what they declare, laid out as the ways to
strike from each cell (`flagfall.bots.ranks.tree.layout.REACHES`).
"""

from __future__ import annotations

from flagfall.bots.compiled import compiled
from flagfall.bots.ranks.kind_counts import Floats, Ints
from flagfall.bots.ranks.tree.layout import (
    ATTACK,
    BY_RANK,
    CELL,
    CELLS,
    EMPTY,
    EXPECTS,
    FIELD,
    FIRST_POWER,
    FLAG,
    KIND,
    KINDS,
    LINE_BIT,
    LISTS,
    MANNERS,
    MOST,
    MOVE,
    MOVER_COUNT,
    MOVERS,
    NEEDS_EMPTY,
    ORDER,
    OUTRANKS,
    PIECES,
    POWER_COUNT,
    POWER_FIRST,
    POWER_MANNER,
    POWER_MOST,
    POWER_SHOWS,
    RESULT,
    SHOTS,
    SHOWN,
    SIDE,
    STEP_BIT,
    STRIKE,
    STRIKE_HEAD,
    TAKES_FLAGS,
    TEST,
    WAYS,
    WHERE,
    WIDTH,
    WORTH,
)

STEPS = (12, 1, -12, -1)
"""The four ways."""


@compiled
def _add(
    a: Ints, f: Floats, ply: int, n: int, piece: int, manner: int, to: int, victim: int, shows: int
) -> int:
    """Put a move on the list, with its own goal as the move that counts."""
    if n >= MOST:
        return n
    row = LISTS + (ply * MOST + n) * WIDTH
    a[row], a[row + 1], a[row + 2], a[row + 3] = piece, manner, to, victim
    a[row + 4], a[row + 5], a[row + 6] = -1, -1, shows
    a[row + 7], a[row + 8], a[row + 9] = a[WHERE + piece], to, 1
    kind = a[KIND + piece]
    if manner == MOVE:
        score = f[FIELD + kind * CELLS + to] - f[FIELD + kind * CELLS + a[WHERE + piece]]
    elif a[SHOWN + victim]:
        other = a[KIND + victim]
        if manner & BY_RANK:
            falls = a[OUTRANKS + kind * KINDS + other] or (manner & TAKES_FLAGS and a[FLAG + other])
            score = 400.0 + f[WORTH + other] if falls else -400.0
        else:
            won = a[RESULT + kind * KINDS + other]
            score = 500.0 + f[WORTH + other] if won > 0 else 100.0 if won == 0 else -500.0
    else:
        score = f[(SHOTS if manner & BY_RANK else EXPECTS) + kind * PIECES + victim]
    f[ORDER + ply * MOST + n] = score
    return n + 1


@compiled
def _ray(a: Ints, f: Floats, ply: int, n: int, piece: int, step: int) -> int:
    """The attack at the end of a line, two or more steps away."""
    cell = a[WHERE + piece] + step
    steps = 1
    while a[CELL + cell] == EMPTY:
        cell += step
        steps += 1
    other = a[CELL + cell]
    if other >= 0 and a[SIDE + other] != a[SIDE + piece] and steps > 1:
        n = _add(a, f, ply, n, piece, ATTACK, cell, other, 1)
    return n


@compiled
def _onward(a: Ints, way: int) -> int:
    """Where to go on after a row that tests a cell."""
    holds = a[CELL + a[way + 1]]
    good = holds == EMPTY if a[way] == NEEDS_EMPTY else holds >= 0
    return int(way + TEST if good else a[way + 2])


@compiled
def _pointless(a: Ints, manner: int, piece: int, other: int) -> bool:
    """Whether a shot is known to bring nothing: a known piece that does not fall is not shot at."""
    if not manner & BY_RANK or not a[SHOWN + other]:
        return False
    their = a[KIND + other]
    if manner & TAKES_FLAGS and a[FLAG + their]:
        return False
    return bool(a[OUTRANKS + a[KIND + piece] * KINDS + their] == 0)


@compiled
def _strikes(a: Ints, f: Floats, ply: int, n: int, piece: int, power: int) -> int:
    """The strikes of a power at one enemy."""
    first = POWER_FIRST + power * CELLS + a[WHERE + piece]
    way, end, side = a[first], a[first + 1], a[SIDE + piece]
    manner, shows = a[POWER_MANNER + power], a[POWER_SHOWS + power]
    while way < end:
        if a[way] != STRIKE:
            way = _onward(a, way)
            continue
        for at in range(way + STRIKE_HEAD, way + STRIKE_HEAD + a[way + 6]):
            other = a[CELL + a[at]]
            if other < 0 or a[SIDE + other] == side or n >= MOST or _pointless(a, manner, piece, other):
                continue
            goal = a[way + 1] if a[way + 1] >= 0 else a[at]
            n = _add(a, f, ply, n, piece, manner, goal, other, shows)
            row = LISTS + (ply * MOST + n - 1) * WIDTH
            a[row + 7], a[row + 8], a[row + 9] = a[way + 2], a[way + 3], a[way + 4]
        way += STRIKE_HEAD + a[way + 6]
    return n


@compiled
def _promise(a: Ints, f: Floats, manner: int, piece: int, other: int) -> float:
    """What striking one of several brings; nothing for a known one that is better left alone."""
    kind, their = a[KIND + piece], a[KIND + other]
    if not a[SHOWN + other]:
        return float(f[(SHOTS if manner & BY_RANK else EXPECTS) + kind * PIECES + other])
    if a[FLAG + their]:
        return float(f[WORTH + their]) if manner & TAKES_FLAGS else -1.0
    if manner & BY_RANK:
        return float(f[WORTH + their]) if a[OUTRANKS + kind * KINDS + their] else -1.0
    return float(f[WORTH + their]) if a[RESULT + kind * KINDS + their] > 0 else -1.0


@compiled
def _melees(a: Ints, f: Floats, ply: int, n: int, piece: int, power: int) -> int:
    """The uses of a power that strikes several at once: for each the up to three that are best struck."""
    first = POWER_FIRST + power * CELLS + a[WHERE + piece]
    way, end, side = a[first], a[first + 1], a[SIDE + piece]
    manner, most = a[POWER_MANNER + power], min(a[POWER_MOST + power], 3)
    while way < end and n < MOST:
        if a[way] != STRIKE:
            way = _onward(a, way)
            continue
        row = LISTS + (ply * MOST + n) * WIDTH
        a[row + 3], a[row + 4], a[row + 5] = -1, -1, -1
        picked = 0
        total = 0.0
        for at in range(way + STRIKE_HEAD, way + STRIKE_HEAD + a[way + 6]):
            other = a[CELL + a[at]]
            if other >= 0 and a[SIDE + other] != side and picked < most:
                value = _promise(a, f, manner, piece, other)
                if value > 0.0:
                    a[row + 3 + picked] = other
                    picked += 1
                    total += value
        if picked:
            a[row], a[row + 1], a[row + 2], a[row + 6] = piece, manner, a[way + 1], a[POWER_SHOWS + power]
            a[row + 7], a[row + 8], a[row + 9] = a[way + 2], a[way + 3], a[way + 4]
            f[ORDER + ply * MOST + n] = 400.0 + total
            n += 1
        way += STRIKE_HEAD + a[way + 6]
    return n


@compiled
def moves(a: Ints, f: Floats, side: int, ply: int, fights: int, least: float) -> int:
    """List the moves of a side; with ``fights`` only those that strike something.

    Quiet moves that do not improve the field by more than ``least`` are left out; quiet uses of powers are
    left to the root.
    """
    n = 0
    for k in range(a[MOVER_COUNT + side]):
        piece = a[MOVERS + side * PIECES + k]
        here = a[WHERE + piece]
        if here < 0:
            continue
        kind = a[KIND + piece]
        ways = a[WAYS + kind]
        for d in range(4 if ways & STEP_BIT else 0):
            to = here + STEPS[d]
            other = a[CELL + to]
            if other == EMPTY:
                if not fights:
                    field = FIELD + kind * CELLS
                    if f[field + to] - f[field + here] > least:
                        n = _add(a, f, ply, n, piece, MOVE, to, -1, 0)
                if ways & LINE_BIT:
                    n = _ray(a, f, ply, n, piece, STEPS[d])
            elif other >= 0 and a[SIDE + other] != side:
                n = _add(a, f, ply, n, piece, ATTACK, to, other, 1)
        powers = ways >> FIRST_POWER
        for power in range(a[POWER_COUNT] if powers else 0):
            if powers >> power & 1:
                if a[POWER_MOST + power] > 1:
                    n = _melees(a, f, ply, n, piece, power)
                else:
                    n = _strikes(a, f, ply, n, piece, power)
    return n


@compiled
def best_first(a: Ints, f: Floats, ply: int, i: int, n: int) -> None:
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
def code(a: Ints, row: int) -> int:
    """A move as one number, the same for the same move; never 0."""
    return int(((a[row] * MANNERS + a[row + 1]) * CELLS + a[row + 2]) * 128 + a[row + 3] + 2)


@compiled
def prefer(a: Ints, f: Floats, ply: int, n: int, hint: int, killer: int) -> None:
    """Put the best move of an earlier look first, and a move that was too good nearby among the first."""
    for i in range(n):
        row = LISTS + (ply * MOST + i) * WIDTH
        one = code(a, row)
        if one == hint:
            f[ORDER + ply * MOST + i] += 1e6
        elif one == killer:
            f[ORDER + ply * MOST + i] += 60.0


@compiled
def hides(a: Ints, row: int) -> bool:
    """Whether a move strikes somebody that its player does not know."""
    for k in range(3, 6):  # noqa: SIM110 - Numba has no generators here
        if a[row + k] >= 0 and not a[SHOWN + a[row + k]]:
            return True
    return False
