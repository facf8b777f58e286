"""The uses of a power from a square: how many there are, and the n-th of them.

They are rows of the rules table (`flagfall.fast.powers.programs`). Plain functions.
"""

from __future__ import annotations

from flagfall.fast.layout import Array
from flagfall.fast.powers.layout import (
    AWAITED_SQUARE,
    BY_EITHER,
    BY_LINE,
    COUNT_BITS,
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
    LENGTH,
    LENGTH_MASK,
    LIMITED,
    LIMITS,
    MOST_WORDS,
    NO_ROUTE,
    NOBODY,
    PROGRAMS,
    ROW_ASKS,
    ROW_ELSE,
    ROW_EMPTY,
    ROW_ENEMY,
    ROW_LEAPS,
    ROW_LINE,
    ROW_NEAR,
    ROW_ROBOT,
    ROW_ROUTE,
    ROW_SKIPS,
    ROW_SQUARE,
    ROW_WORDS,
    STARTS,
    STRIKES,
    TEST_ENEMY,
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
from flagfall.fast.rules import RuleNumbers, bit
from flagfall.fast.square_sets import (
    NONE,
    SQUARES,
    WORD,
    Set,
    both,
    contains,
    first_of,
    highest,
    nth,
    single,
    size,
    some,
    without,
    without_first,
)

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


def up_to(stops: Set) -> Set:
    """All squares up to the lowest of some, that one included; all where there is none."""
    return stops[0] ^ stops[0] - 1, stops[1] ^ stops[1] - 1 if stops[0] == 0 else 0


def down_to(stops: Set) -> Set:
    """All squares down to the highest of some, that one included; all where there is none."""
    return -1 << highest(stops[0] | 1) if stops[1] == 0 else 0, -1 << highest(stops[1] | 1)


def squares_below(square: int) -> Set:
    """All squares below one."""
    return ((1 << square) - 1, 0) if square < WORD else (-1, (1 << square - WORD) - 1)


def nearest(squares: Set, square: int) -> Set:
    """All squares from the first of some below a square to the first above it."""
    below = squares_below(square)
    return both(up_to(without(squares, below)), down_to(both(squares, below)))


def row_goals(table: Array, variant: int, row: int, word: int, square: int, theirs: Set, empty: Set) -> Set:
    """The squares to which the uses of a row go now, its test and the rules of repetition aside."""
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
    return goals


def row_count(table: Array, variant: int, row: int, word: int, seat: int, goals: Set) -> int:
    """How many uses a row has that go to some squares."""
    if word >> ROW_ASKS & 1:
        return int(table[variant, row + 1 + seat])
    found = size(goals)
    return min(found, 1) if word >> ROW_NEAR & 1 else found


def goals_left(table: Array, variant: int, row: int, word: int, goals: Set, closed: Closed) -> Set:
    """The goals of a row that the rules of repetition leave."""
    route = word >> ROW_ROUTE & 3
    if route == NO_ROUTE or not (some(closed.line) or some(closed.hop)):
        return goals
    codes = int(table[variant, row + 3])
    if word >> ROW_NEAR & 1:
        goal = effect_of(table, variant, int(table[variant, codes])) >> EFFECT_GOAL & 127
        return NONE if contains(closed.line if route == BY_LINE else closed.hop, goal) else goals
    if route != BY_EITHER:
        return without(goals, closed.line if route == BY_LINE else closed.hop)
    squares = int(table[variant, row + 1]), int(table[variant, row + 2])
    for k in range(size(squares)):
        line = effect_of(table, variant, int(table[variant, codes + k])) >> EFFECT_ROUTE & 3 == BY_LINE
        here = single(nth(squares, k))
        goals = without(goals, both(here, closed.line if line else closed.hop))
    return goals


def fails(word: int, empty: Set) -> int:
    """Not 0 if the test of a row fails: its square is not empty, or not taken."""
    return word & 1 + bit(empty, word >> ROW_SQUARE & 127)


def row_behind(table: Array, variant: int, row: int, word: int, theirs: Set) -> int:
    """Where to go on from a row that only looks for an enemy."""
    here = int(table[variant, row + 1]) & theirs[0] | int(table[variant, row + 2]) & theirs[1]
    return row + (ROW_WORDS if here != 0 else word >> ROW_ELSE)


def program_of(table: Array, variant: int, seat: int, piece: int, square: int) -> int:
    """Where the rows of the powers without limits of a piece on a square are, with more about it."""
    return int(table[variant, PROGRAMS + SQUARES * (KINDS * seat + (piece & KIND_MASK)) + square])


def count_uses(
    table: Array, variant: int, program: int, square: int, seat: int, theirs: Set, empty: Set
) -> int:
    """How many uses some rows have, the rules of repetition aside; those in Robot Mode from `COUNT_BITS` on.

    Places are cut to `MOST_WORDS`, so that compiled code sees that none is counted from the table's end.
    """
    row = program & MOST_WORDS
    end = row + (program >> LENGTH & LENGTH_MASK)
    total = 0
    while row < end:
        word = int(table[variant, row])
        if word & TEST_MASK == TEST_ENEMY:
            row = row_behind(table, variant, row, word, theirs) & MOST_WORDS
            continue
        failed = fails(word, empty)
        if word >> ROW_ELSE != 0 and failed != 0:
            row = row + (word >> ROW_ELSE) & MOST_WORDS
            continue
        goals = row_goals(table, variant, row, word, square, theirs, empty)
        here = row_count(table, variant, row, word, seat, goals)
        total += (0 if failed else here) << COUNT_BITS * (word >> ROW_ROBOT & 1)
        row = row + ROW_WORDS & MOST_WORDS
    return total


def nth_in_row(table: Array, variant: int, row: int, word: int, seat: int, goals: Set, n: int) -> int:
    """The n-th use of a row that go to some squares, by the integer of its action."""
    codes = int(table[variant, row + 3])
    if word >> ROW_NEAR & 1:
        return int(table[variant, codes])
    if word >> ROW_ASKS & 1:
        return int(table[variant, codes + n + (int(table[variant, row + 1]) if seat == 1 else 0)])
    squares = int(table[variant, row + 1]), int(table[variant, row + 2])
    return int(table[variant, codes + size(both(squares, squares_below(nth(goals, n))))])


# ---- the powers of one piece --------------------------------------------------------------------


def friend_square(pieces: Set, a: Array, g: int, kind: int) -> int:
    """Where the piece of a kind stands among some; nobody's square without one."""
    while some(pieces):
        square = first_of(pieces)
        pieces = without_first(pieces)
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
    square: int,
    piece: int,
    mode: int,
    closed: Closed,
    chases: bool,
    n: int,
) -> int:
    """The n-th use of a piece in a mode; with fewer uses -1 less how many there are.

    First those of its powers without limits, which move nobody but itself, then those of each of the others.
    """
    passed, seat, empty = 0, s.ply & 1, without(without(r.board, s.mine), s.theirs)
    program, gifts = (
        program_of(table, variant, seat, piece, square),
        gifts_of(table, variant, seat, piece, mode),
    )
    mover, robot = square, mode
    while True:
        row = program & MOST_WORDS
        end = row + (program >> LENGTH & LENGTH_MASK)
        here = Closed(NONE, NONE)
        if mover == NOBODY:
            row = end
        else:
            here = closed_to(s, a, g, closed, chases, mover)
        while row < end:
            word = int(table[variant, row])
            if word >> ROW_ROBOT & 1 != robot:
                row += ROW_WORDS
                continue
            if word & TEST_MASK == TEST_ENEMY:
                row = row_behind(table, variant, row, word, s.theirs)
                continue
            if fails(word, empty) == 0:
                goals = row_goals(table, variant, row, word, square, s.theirs, empty)
                goals = goals_left(table, variant, row, word, goals, here)
                uses = row_count(table, variant, row, word, seat, goals)
                if n - passed < uses:
                    return nth_in_row(table, variant, row, word, seat, goals, n - passed)
                passed += uses
                row += ROW_WORDS
            else:
                row += word >> ROW_ELSE if word >> ROW_ELSE != 0 else ROW_WORDS
        while gifts != 0 and gifts & LIMITED == 0:
            gifts >>= GIFT_BITS
        if gifts == 0:
            break
        program = int(table[variant, STARTS + SQUARES * ((gifts & GIFT_MASK) - 1) + square])
        mover, robot = mover_by(s, a, g, table, variant, gifts, square), 0
        gifts >>= GIFT_BITS
    return -1 - passed
