"""The uses of a power from a square: how many there are, and the n-th of them.

They are rows of the rules table (`flagfall.fast.powers.programs`). Plain functions.
"""

from __future__ import annotations

from flagfall.fast.layout import Array
from flagfall.fast.powers.layout import (
    AWAITED_SQUARE,
    BY_EITHER,
    BY_LINE,
    EFFECT_GOAL,
    EFFECT_POWER,
    EFFECT_ROUTE,
    EFFECT_WORDS,
    EFFECTS,
    FRIEND,
    GIFT_BITS,
    GIFT_MASK,
    GIFTS,
    KIND_MASK,
    KINDS,
    LIMITED,
    LIMITS,
    NO_ROUTE,
    NOBODY,
    ROW_ASKS,
    ROW_ELSE,
    ROW_EMPTY,
    ROW_ENEMY,
    ROW_LEAPS,
    ROW_LINE,
    ROW_NEAR,
    ROW_ROUTE,
    ROW_SKIPS,
    ROW_SQUARE,
    ROW_WORDS,
    STARTS,
    STRIKES,
    TEST_EMPTY,
    TEST_MASK,
    TOKEN_BITS,
    TOKEN_LIMIT,
    TOKEN_MASK,
    PowerState,
    piece_at,
)
from flagfall.fast.powers.repeats import (
    Closed,
    closed_to,
)
from flagfall.fast.rules import RuleNumbers
from flagfall.fast.square_sets import (
    SQUARES,
    WORD,
    Set,
    both,
    contains,
    nth,
    popcount,
    single,
    size,
    some,
    without,
)


def lowest(word: int) -> int:
    """The lowest bit of a word."""
    return popcount((word & -word) - 1)


# ---- what the table says of an action ------------------------------------------------------------


def effect_of(table: Array, variant: int, code: int) -> int:
    """What an action without a change of mode does, packed."""
    return int(table[variant, int(table[variant, EFFECTS]) + EFFECT_WORDS * code])


def struck_by(table: Array, variant: int, code: int) -> Set:
    """The squares that a power which has begun may strike."""
    at = int(table[variant, EFFECTS]) + EFFECT_WORDS * code
    return int(table[variant, at + 1]), int(table[variant, at + 2])


def rule_of(table: Array, variant: int, code: int) -> int:
    """How the power of an action strikes."""
    return int(table[variant, STRIKES + (effect_of(table, variant, code) >> EFFECT_POWER & 31)])


def awaited_code(s: PowerState) -> int:
    """The action of the power that waits for its targets."""
    return (s.awaited & (1 << AWAITED_SQUARE) - 1) - 1


# ---- the uses of one power from one square ------------------------------------------------------


def smeared(word: int) -> int:
    """All bits up to the highest one that is set."""
    word |= word >> 1
    word |= word >> 2
    word |= word >> 4
    word |= word >> 8
    word |= word >> 16
    return word | word >> 32


def up_to(stops: Set) -> Set:
    """All squares up to the lowest of some, that one included; all where there is none."""
    return stops[0] ^ stops[0] - 1, stops[1] ^ stops[1] - 1 if stops[0] == 0 else 0


def down_to(stops: Set) -> Set:
    """All squares down to the highest of some, that one included; all where there is none."""
    return ~(smeared(stops[0]) >> 1) if stops[1] == 0 else 0, ~(smeared(stops[1]) >> 1)


def nearest(squares: Set, square: int) -> Set:
    """All squares from the first of some below a square to the first above it."""
    below = ((1 << square) - 1, 0) if square < WORD else (-1, (1 << square - WORD) - 1)
    return both(up_to(without(squares, below)), down_to(both(squares, below)))


def row_goals(
    table: Array, variant: int, row: int, word: int, square: int, theirs: Set, empty: Set, closed: Closed
) -> Set:
    """The squares to which the uses of a row go now, its test aside."""
    enemy, free = -(word >> ROW_ENEMY & 1), -(word >> ROW_EMPTY & 1)
    squares = int(table[variant, row + 1]), int(table[variant, row + 2])
    goals = (
        squares[0] & (theirs[0] & enemy | empty[0] & free),
        squares[1] & (theirs[1] & enemy | empty[1] & free),
    )
    if word >> ROW_LINE & 1:
        leaps = (word >> ROW_LEAPS & 1) - 1
        stops = squares[0] & (empty[0] ^ leaps), squares[1] & (empty[1] ^ leaps)
        goals = both(goals, nearest(stops, square))
        if word >> ROW_SKIPS & 1:
            goals = without(goals, nearest(squares, square))
    route = word >> ROW_ROUTE & 3
    if route != NO_ROUTE and (some(closed.line) or some(closed.hop)):
        if route == BY_EITHER:
            return without_either(table, variant, row, goals, closed)
        goals = without(goals, closed.line if route == BY_LINE else closed.hop)
    return goals


def without_either(table: Array, variant: int, row: int, goals: Set, closed: Closed) -> Set:
    """The goals of a row that are not closed, where some uses go along lines and some do not."""
    squares = int(table[variant, row + 1]), int(table[variant, row + 2])
    for k in range(size(squares)):
        goal = nth(squares, k)
        code = int(table[variant, int(table[variant, row + 3]) + k])
        line = effect_of(table, variant, code) >> EFFECT_ROUTE & 3 == BY_LINE
        if contains(closed.line if line else closed.hop, goal):
            goals = without(goals, single(goal))
    return goals


def tested(word: int, empty: Set) -> bool:
    """Whether the test of a row holds; who is not on an empty square stands on a taken one."""
    test = word & TEST_MASK
    return test == 0 or contains(empty, word >> ROW_SQUARE & 127) == (test == TEST_EMPTY)


def row_count(
    table: Array,
    variant: int,
    row: int,
    word: int,
    square: int,
    seat: int,
    theirs: Set,
    empty: Set,
    closed: Closed,
) -> int:
    """How many uses of a row are legal now, its test aside."""
    if word & (1 << ROW_NEAR | 1 << ROW_ASKS) == 0:
        return size(row_goals(table, variant, row, word, square, theirs, empty, closed))
    if word >> ROW_ASKS & 1:
        return int(table[variant, row + 1 + seat])
    around = int(table[variant, row + 1]), int(table[variant, row + 2])
    if not some(both(around, theirs)):
        return 0
    shut_to = closed.line if word >> ROW_ROUTE & 3 == BY_LINE else closed.hop
    if some(shut_to):
        effect = effect_of(table, variant, int(table[variant, int(table[variant, row + 3])]))
        return 0 if contains(shut_to, effect >> EFFECT_GOAL & 127) else 1
    return 1


def count_uses(
    table: Array, variant: int, power: int, square: int, seat: int, theirs: Set, empty: Set, closed: Closed
) -> int:
    """How many uses a power has from a square."""
    row = int(table[variant, STARTS + SQUARES * power + square])
    end = int(table[variant, STARTS + SQUARES * power + square + 1])
    total = 0
    while row < end:
        word = int(table[variant, row])
        holds = tested(word, empty)
        if not holds and word >> ROW_ELSE != 0:
            row = word >> ROW_ELSE
            continue
        here = row_count(table, variant, row, word, square, seat, theirs, empty, closed)
        total += here if holds else 0
        row += ROW_WORDS
    return total


def count_closed(
    table: Array, variant: int, power: int, square: int, seat: int, theirs: Set, empty: Set, closed: Closed
) -> int:
    """The same where something is closed, which is rare."""
    return count_uses(table, variant, power, square, seat, theirs, empty, closed)


def nth_use(
    table: Array,
    variant: int,
    power: int,
    square: int,
    seat: int,
    theirs: Set,
    empty: Set,
    closed: Closed,
    n: int,
) -> int:
    """The n-th use of a power from a square, by the integer of its action."""
    row = int(table[variant, STARTS + SQUARES * power + square])
    while True:
        word = int(table[variant, row])
        holds = tested(word, empty)
        if not holds and word >> ROW_ELSE != 0:
            row = word >> ROW_ELSE
            continue
        here = row_count(table, variant, row, word, square, seat, theirs, empty, closed) if holds else 0
        if n < here:
            break
        n -= here
        row += ROW_WORDS
    codes = int(table[variant, row + 3])
    if word >> ROW_NEAR & 1:
        return int(table[variant, codes])
    if word >> ROW_ASKS & 1:
        return int(table[variant, codes + n + (int(table[variant, row + 1]) if seat == 1 else 0)])
    goal = nth(row_goals(table, variant, row, word, square, theirs, empty, closed), n)
    mask = int(table[variant, row + 1]), int(table[variant, row + 2])
    below_goal = ((1 << goal) - 1, 0) if goal < WORD else (-1, (1 << goal - WORD) - 1)
    return int(table[variant, codes + size(both(mask, below_goal))])


# ---- the powers of one piece --------------------------------------------------------------------


def friend_square(pieces: Set, a: Array, g: int, kind: int) -> int:
    """Where the piece of a kind stands among some; nobody's square without one."""
    for half in range(2):
        word = pieces[half]
        while word != 0:
            square = lowest(word) + WORD * half
            word &= word - 1
            if piece_at(a, g, square) & KIND_MASK == kind:
                return square
    return NOBODY


def mover_of(s: PowerState, a: Array, g: int, limits: int, square: int) -> int:
    """The square of the piece that a power of the piece on a square moves; nobody's if it may not be used."""
    if limits >> FRIEND == 0:
        return square
    return friend_square(both(s.mine, s.gifted), a, g, (limits >> FRIEND) - 1)


def has_token(s: PowerState, table: Array, variant: int, limits: int) -> bool:
    """Whether a power may still be used."""
    slot = (limits & 63) - 1
    return slot < 0 or s.spent >> TOKEN_BITS * slot & TOKEN_MASK < table[variant, TOKEN_LIMIT + slot]


def gifts_of(table: Array, variant: int, seat: int, piece: int, mode: int) -> int:
    """The powers of a piece in a mode, packed."""
    return int(table[variant, GIFTS + 2 * (KINDS * seat + (piece & KIND_MASK)) + mode])


def mover_by(s: PowerState, a: Array, g: int, table: Array, variant: int, gift: int, square: int) -> int:
    """The same for a power that may have a token or need a friend; nobody's if it may not be used."""
    if gift & LIMITED == 0:
        return square
    limits = int(table[variant, LIMITS + 2 * ((gift & GIFT_MASK) - 1) + (s.ply & 1)])
    return mover_of(s, a, g, limits, square) if has_token(s, table, variant, limits) else NOBODY


def nth_of(
    s: PowerState,
    r: RuleNumbers,
    a: Array,
    g: int,
    table: Array,
    variant: int,
    gifts: int,
    square: int,
    closed: Closed,
    chases: bool,
    n: int,
) -> int:
    """The n-th use of some powers of the piece on a square; with fewer uses -1 less how many there are."""
    passed, empty = 0, without(without(r.board, s.mine), s.theirs)
    while gifts != 0:
        power = (gifts & GIFT_MASK) - 1
        mover = mover_by(s, a, g, table, variant, gifts, square)
        gifts >>= GIFT_BITS
        if mover == NOBODY:
            continue
        here = closed_to(s, a, g, closed, chases, mover)
        uses = count_uses(table, variant, power, square, s.ply & 1, s.theirs, empty, here)
        if n - passed < uses:
            return nth_use(table, variant, power, square, s.ply & 1, s.theirs, empty, here, n - passed)
        passed += uses
    return -1 - passed
