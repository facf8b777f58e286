"""Search in one world: every piece has a kind here, but the players act on what they may know.

Plain functions over flat arrays, compiled by Numba when the module is imported, which only the search bot
does. ``a`` holds numbers of pieces, cells and kinds, ``f`` holds values, ``t`` the positions that have been
looked at; `flagfall.bots.ranks.tree.layout` says what lies where. Kinds of both sides are numbered through,
those of seat 0 first.

An attack on a piece that its attacker has not been shown is not looked up in the world: it is taken at what
the attacker may expect, and one's own line ends there. Otherwise a player in the tree would pick fights
as if all cards were open. What the enemy would really run into, and how that goes on, counts for a part
(`TRUTH`): a defender that nobody knows is a danger to who tries it, and so is the piece behind it.
"""

from __future__ import annotations

from collections.abc import Callable

from flagfall.bots.compiled import compiled, entry, stamp
from flagfall.bots.ranks.kind_counts import Floats, Ints
from flagfall.bots.ranks.tree.layout import (
    BEST,
    CELL,
    CELLS,
    COUNT,
    DEEPEST,
    DEPTH,
    EMPTY,
    ENTRIES,
    ENTRY,
    FIELD,
    FLOOR,
    GUESSED,
    HIGH,
    KILLER,
    KIND,
    KNOWN,
    LAST,
    LIMIT,
    LISTS,
    LOOK,
    LOW,
    MOST,
    MOVE,
    MOVER_COUNT,
    MOVERS,
    NEXT,
    ORDER,
    PIECES,
    POSITION,
    SCORE,
    SIDE,
    WAYS,
    WHERE,
    WIDTH,
)
from flagfall.bots.ranks.tree.moves import best_first, code, hides, moves, prefer
from flagfall.bots.ranks.tree.play import WIN, guess, play, take_back
from flagfall.bots.ranks.tree.repetition import follow, repeats, shuttles

GAME = 300.0
"""What winning the game counts for in one world: beside others, as it is one of many that may be."""
TRUTH = 0.5
FIGHTS_ONLY = -2
"""How far fights are followed below depth 0."""

WHOLE_LOOK, PASSING, NARROW, SHALLOW, AGAIN, MIXED = 0, 1, 2, 3, 4, 5
"""How a move is looked at: fully; the turn is passed, to see whether it matters; only whether it is better
than the best so far; the same and less deep; fully after that; as what comes of an attack on the unknown."""
NARROWEST = 0.01
"""The width of a window that only asks for better or not."""
LATE = 4
"""Quiet moves beyond so many are looked at less deep first."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
FINE = 1024.0
"""The table keeps values in this many parts of one."""
TURN = 0x5DEECE66D5A5A5
SALT = 0x9E3779B97F4A7
"""Numbers without a pattern, for who is to move and for the world."""


@compiled
def _key(a: Ints, ply: int, side: int) -> int:
    """A number for a position, what is known in it, and who is to move."""
    key = a[POSITION + ply] ^ a[KNOWN + ply]
    return int(key ^ TURN if side else key)


@compiled
def _slot(key: int) -> int:
    return int(((key ^ (key >> 20)) % ENTRIES) * ENTRY)


@compiled
def _recall(a: Ints, f: Floats, t: Ints, ply: int, side: int) -> int:
    """The best move of an earlier look by its code, 0 for none; -1 if that look tells the value (in BEST)."""
    key = _key(a, ply, side)
    slot = _slot(key)
    if t[slot] != key:
        return 0
    packed = t[slot + 2]
    bound, depth, move = packed & 3, (packed >> 2) & 31, packed >> 7
    value = t[slot + 1] / FINE
    if depth >= a[DEPTH + ply]:
        good = bound == EXACT
        good |= bound == AT_LEAST and value >= f[HIGH + ply]
        good |= bound == AT_MOST and value <= f[LOW + ply]
        if good:
            f[BEST + ply] = value
            a[DEPTH + ply] = 0  # nothing new to keep
            return -1
    return int(move)


@compiled
def _keep(a: Ints, f: Floats, t: Ints, ply: int, side: int) -> None:
    """Note what a look at a position found."""
    if a[DEPTH + ply] <= 0 or a[COUNT] > a[LIMIT]:
        return
    best = f[BEST + ply]
    move = 0
    bound = AT_MOST
    if best > f[FLOOR + ply]:
        bound = AT_LEAST if best >= f[HIGH + ply] else EXACT
        i = a[LOOK + ply] >> 3
        if i > 0:
            row = LISTS + (ply * MOST + i - 1) * WIDTH
            move = code(a, row)
            if bound == AT_LEAST and a[row + 1] == MOVE:
                a[KILLER + ply] = move
    key = _key(a, ply, side)
    slot = _slot(key)
    t[slot] = key
    t[slot + 1] = int(best * FINE)
    t[slot + 2] = (move << 7) | (a[DEPTH + ply] << 2) | bound


@compiled
def _enter(a: Ints, f: Floats, t: Ints, ply: int, side: int, stand: float, passed: bool) -> bool:
    """Begin with a position: whether it is done at once. If not, moves are listed, or a pass is to come."""
    a[COUNT] += 1
    a[NEXT + ply], a[LAST + ply], a[LOOK + ply] = 0, 0, WHOLE_LOOK
    f[BEST + ply] = -GAME + ply
    f[FLOOR + ply] = f[LOW + ply]
    depth = a[DEPTH + ply]
    if a[COUNT] > a[LIMIT] or ply >= DEEPEST - 1:
        f[BEST + ply] = stand
        return True
    if depth <= 0:
        f[BEST + ply] = stand
        f[LOW + ply] = max(f[LOW + ply], stand)
        if stand >= f[HIGH + ply] or depth < FIGHTS_ONLY:
            return True
        a[LAST + ply] = moves(a, f, side, ply, 1, 0.0)
        return False
    hint = _recall(a, f, t, ply, side)
    if hint < 0:
        return True
    if depth >= 2 and stand >= f[HIGH + ply] and not passed:
        a[LOOK + ply] = PASSING
        return False
    _list(a, f, ply, side, stand, hint)
    return False


@compiled
def _list(a: Ints, f: Floats, ply: int, side: int, stand: float, hint: int) -> None:
    """List the moves of a position. One step before the end no quiet move brings more than the field says."""
    least = f[LOW + ply] - stand if a[DEPTH + ply] == 1 else -1e9
    a[LAST + ply] = moves(a, f, side, ply, 0, least)
    if least > -1e8 and f[BEST + ply] < f[LOW + ply]:
        f[BEST + ply] = f[LOW + ply]
    prefer(a, f, ply, a[LAST + ply], hint, a[KILLER + ply])


@compiled
def _better(f: Floats, a: Ints, ply: int, value: float, i: int) -> bool:
    """Take note of the value of a move: whether that is enough."""
    if value > f[BEST + ply]:
        f[BEST + ply] = value
        a[LOOK + ply] = (a[LOOK + ply] & 7) | ((i + 1) << 3)
    f[LOW + ply] = max(f[LOW + ply], value)
    return bool(f[LOW + ply] >= f[HIGH + ply])


@compiled
def _descend(a: Ints, f: Floats, ply: int, change: float, low: float, high: float, less: int) -> None:
    """Hand the position after a move to the next ply."""
    f[SCORE + ply + 1] = f[SCORE + ply] + change
    f[LOW + ply + 1], f[HIGH + ply + 1] = -high, -low
    a[DEPTH + ply + 1] = a[DEPTH + ply] - 1 - less


@compiled
def _search(a: Ints, f: Floats, t: Ints, me: int, depth: int, score: float) -> float:
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
            passed = ply > 1 and a[LOOK + ply - 1] & 7 == PASSING
            done = _enter(a, f, t, ply, side, stand, passed)
            if not done and a[LOOK + ply] == PASSING:
                follow(a, ply, side, -1)
                _descend(a, f, ply, 0.0, f[HIGH + ply] - NARROWEST, f[HIGH + ply], 2)
                ply += 1
                entering = True
                continue
        else:
            value = -value
            look = a[LOOK + ply] & 7
            a[LOOK + ply] -= look
            if look == PASSING:
                if value >= f[HIGH + ply]:
                    f[BEST + ply] = value
                    done = True
                else:
                    _list(a, f, ply, side, stand, 0)
            elif look == MIXED:
                take_back(a, ply)
                value = (1.0 - TRUTH) * f[GUESSED + ply] + TRUTH * value
                done = _better(f, a, ply, value, a[NEXT + ply] - 1)
            else:
                take_back(a, ply)
                better = value > f[LOW + ply]
                if better and (look == SHALLOW or (look == NARROW and value < f[HIGH + ply])):
                    a[LOOK + ply] += AGAIN
                    a[NEXT + ply] -= 1
                else:
                    done = _better(f, a, ply, value, a[NEXT + ply] - 1)
        while not done and a[NEXT + ply] < a[LAST + ply]:
            i = a[NEXT + ply]
            a[NEXT + ply] = i + 1
            again = a[LOOK + ply] & 7 == AGAIN
            if not again:
                best_first(a, f, ply, i, a[LAST + ply])
                if a[DEPTH + ply] <= 0 and f[ORDER + ply * MOST + i] <= 0.0:
                    break
            row = LISTS + (ply * MOST + i) * WIDTH
            quiet = a[row + 1] == MOVE
            if quiet and a[DEPTH + ply] == 1:
                field = FIELD + a[KIND + a[row]] * CELLS
                most = stand + f[field + a[row + 2]] - f[field + a[WHERE + a[row]]]
                if most <= f[LOW + ply]:
                    continue
            if a[row + 8] >= 0 and not again:
                if shuttles(a, ply, side, a[row], a[row + 7], a[row + 8], a[row + 9]):
                    continue
                free = a[row + 9] and a[CELL + a[row + 8]] == EMPTY
                if free and repeats(a, ply, side, a[row], a[row + 7], a[row + 8]):
                    continue
            if hides(a, row):
                value = stand + guess(a, f, row)
                if side != me:
                    change = play(a, f, row, ply, me)
                    if -WIN <= change <= WIN:
                        follow(a, ply, side, row)
                        a[LOOK + ply] += MIXED - (a[LOOK + ply] & 7)
                        f[GUESSED + ply] = value
                        part = (1.0 - TRUTH) * value
                        low, high = (f[LOW + ply] - part) / TRUTH, (f[HIGH + ply] - part) / TRUTH
                        _descend(a, f, ply, change, low, high, 0)
                        entering = True
                        break
                    take_back(a, ply)
                    value = (1.0 - TRUTH) * value + TRUTH * (GAME - ply)
            else:
                change = play(a, f, row, ply, me)
                if -WIN <= change <= WIN:
                    follow(a, ply, side, row)
                    wide = again or i == 0 or f[HIGH + ply] - f[LOW + ply] <= 2 * NARROWEST
                    less = 1 if quiet and i >= LATE and a[DEPTH + ply] >= 3 and not again else 0
                    if wide and not less:
                        a[LOOK + ply] -= a[LOOK + ply] & 7
                        _descend(a, f, ply, change, f[LOW + ply], f[HIGH + ply], 0)
                    else:
                        a[LOOK + ply] += (SHALLOW if less else NARROW) - (a[LOOK + ply] & 7)
                        low = f[LOW + ply]
                        _descend(a, f, ply, change, low, low + NARROWEST, less)
                    entering = True
                    break
                take_back(a, ply)
                value = GAME - ply
            done = _better(f, a, ply, value, i)
        if entering:
            ply += 1
            continue
        _keep(a, f, t, ply, side)
        value = float(f[BEST + ply])
        if ply == 1:
            return value
        ply -= 1


@compiled
def deal_world(a: Ints, kinds: Ints, world: int) -> None:
    """Give the pieces their kinds in a world."""
    a[KNOWN] = SALT * (world + 1)  # the table tells worlds apart
    a[MOVER_COUNT], a[MOVER_COUNT + 1] = 0, 0
    for piece in range(kinds.shape[1]):
        a[KIND + piece] = kinds[world, piece]
        if a[WHERE + piece] >= 0 and a[WAYS + a[KIND + piece]]:
            side = a[SIDE + piece]
            a[MOVERS + side * PIECES + a[MOVER_COUNT + side]] = piece
            a[MOVER_COUNT + side] += 1
    for ply in range(DEEPEST):
        a[KILLER + ply] = 0


Looker = Callable[[Ints, Floats, Ints, Ints, Ints, int, int, Floats, Floats], int]


def _looker(made_of: int) -> Looker:
    @entry
    def look_ahead(
        a: Ints,
        f: Floats,
        t: Ints,
        kinds: Ints,
        roots: Ints,
        me: int,
        depth: int,
        values: Floats,
        changes: Floats,
    ) -> int:
        if made_of == 0:  # only named so that it counts for the code on disk
            return 0
        for world in range(kinds.shape[0]):
            deal_world(a, kinds, world)
            for i in range(roots.shape[0]):
                for k in range(WIDTH):
                    a[LISTS + k] = roots[i, k]
                change = play(a, f, LISTS, 0, me)
                if change > WIN:
                    values[world, i] = GAME
                    changes[world, i] = GAME
                else:
                    follow(a, 0, me, LISTS)
                    changes[world, i] = change
                    values[world, i] = -_search(a, f, t, me, depth, change)
                take_back(a, 0)
            if a[COUNT] > a[LIMIT]:
                return world
        return int(kinds.shape[0])

    return look_ahead


_MADE_OF = ("layout", "search", "moves", "play", "repetition")
look_ahead = _looker(
    stamp(
        *(f"flagfall.bots.ranks.tree/{module}" for module in _MADE_OF),
        "flagfall.fast/repetition",
        "flagfall.fast/compile",
    )
)
"""Fill in the value of each root move in each world; how many worlds were done within the limit.

``kinds[world, piece]``, ``roots[move]``, ``values[world, move]``; ``changes`` is the part of the value that
the move itself brings at once.
"""
