"""Where a game with powers lies in a batch, and where things lie in the row of its rules.

A game is a column of words, ``a[word, game]``, in the places of `flagfall.fast.layout` as far as they go:

    0-9      five sets: mine, theirs, pieces that can move, pieces that run along lines, pieces with powers
    10, 11   the trails of the player to move and of the other, with more in them than there
    12       the power that waits for its targets
    13       how often each token was spent
    14       what was last asked for, and the answer
    17-100   recent half-moves, clock, slot, the half-moves before, work space
    101-128  by square, four to a word: the kind of the piece and what is known of it

The legal actions lie in ``m[word, game]``: eight words of plain moves, how many actions there are in all, and
for each own piece with powers how many are by it.
"""

from __future__ import annotations

from typing import NamedTuple

from flagfall.fast.layout import CLOCK, PLY_BITS, PLY_MASK, RECENT, RULE_WORDS, WORK, WORK_WORDS, Array
from flagfall.fast.rules import BitState
from flagfall.fast.square_sets import NONE, SQUARES, Set

MY_TRAIL, THEIR_TRAIL, AWAITED, SPENT, ANSWER = 10, 11, 12, 13, 14
PIECES = WORK + WORK_WORDS
PIECE_BITS, PIECE_LANES = 15, 4
POWER_WORDS = PIECES + (SQUARES + PIECE_LANES - 1) // PIECE_LANES
"""The words of a game with powers."""

KIND_MASK = 31
RANK_SEEN, KIND_SEEN, RANK_OPEN, KIND_OPEN = 1 << 5, 1 << 6, 1 << 7, 1 << 8
"""What is known of a piece: its rank, which piece it is; to the opponent, and to onlookers."""
HAS_MOVED, ROBOT = 1 << 9, 1 << 10
SHOWN_TO_ALL = RANK_SEEN | KIND_SEEN | RANK_OPEN | KIND_OPEN
CALLED = RANK_SEEN | RANK_OPEN
LOOKED_AT = RANK_SEEN | KIND_SEEN

TOTAL, SHARES = 8, 9
SHARE_BITS, SHARE_LANES, MOST_GIFTED = 15, 4, 40
SHARE_MASK = (1 << SHARE_BITS) - 1
COUNT_BITS = 20
COUNT_MASK = (1 << COUNT_BITS) - 1
"""Uses are counted in one word: those in Robot Mode from here on."""
POWER_MASK_WORDS = SHARES + MOST_GIFTED // SHARE_LANES
"""The words of the legal actions: plain moves, all actions, and those of each piece with powers."""

FOR_ANSWERS = 2
"""What a number is drawn for, besides the purposes of `flagfall.fast.philox`."""
NOBODY = 127
"""The square of a piece that is gone."""
PLAIN_TRAIL = (1 << 27) - 1
"""The bits of a trail that are those of `flagfall.fast.recent_moves`."""
STANDS, TIMES, STRAIGHT = 27, 34, 38
"""Then: where the piece stands that was moved last, how often in a row between the same two squares, and
whether the last turn was a move along a line."""

TOKEN_BITS, TOKEN_MASK, MOST_TOKENS = 7, 127, 8

# ---- the row of a variant in the rules table, behind what all games have ------------------------

ANNOUNCES, LONG_SHOWS, LINES_ONLY, BINDS, HAS_MODES = RULE_WORDS, RULE_WORDS + 1, 23, 24, 25
"""Whether a battle shows which pieces fight (ST-ATT-2), a long move shows which piece it is (ST-MOVE-5), only
lines count in ST-MOVE-6, a change of mode binds its piece, and whether there are modes (ST-MODE-1)."""
PLAIN_CODES, ANSWER_CODES, ACTION_CODES = 26, 27, 28
"""How many actions the integer codec has: without a change of mode, answers, and in all."""
EFFECTS, USE_NEEDS, TURNED, ANSWERS, TURNED_ANSWERS, SWITCHES = 29, 30, 31, 32, 33, 34
"""Where the longer parts begin."""
SQUARE_COUNT = 35
"""How many squares can be entered: the changes of mode that the codec knows."""

KINDS = 32
"""The most kinds of pieces of a side."""
POWERS = 16
"""The most powers of an edition."""
RANK_OF = 64
COUNT_OF = RANK_OF + 2 * KINDS
TRAITS = COUNT_OF + 2 * KINDS
"""By seat and kind: its rank, how many there are, and what it can do."""
MOVES, RUNS, GIFTED, TRANSFORMS = 1, 2, 4, 8
GIFTS = TRAITS + 2 * KINDS
"""By seat, kind and mode: its powers, six bits each: one more than the number, and whether it has limits."""
GIFT_BITS, GIFT_MASK, LIMITED, MOST_GIFTS = 6, 31, 32, 9
LIMITED_GIFTS = sum(LIMITED << GIFT_BITS * n for n in range(MOST_GIFTS))
STRIKES = GIFTS + 4 * KINDS
"""By power: how it strikes, as bits, and from `MOST_STRUCK` on how many at once."""
BY_RANK, TAKES_FLAGS, ADVANCES, DRAWS_IN = 1, 2, 4, 8
SHOWS_STRUCK, MAY_HALT, SHOWS, FAR_FIRST = 16, 32, 64, 128
MOST_STRUCK = 8
LIMITS = STRIKES + POWERS
"""By power and seat: one more than the number of its token; from `FRIEND` on one more than the kind of the
own piece that has to be on the board and is moved; 0 for none."""
FRIEND = 6
TOKEN_LIMIT = LIMITS + 2 * POWERS
STARTS = TOKEN_LIMIT + MOST_TOKENS
"""By power with limits and square: where the rows of its uses begin, and from `LENGTH` on how many words."""
PROGRAMS = STARTS + POWERS * SQUARES
"""By seat, kind and square: the same for all its powers without limits, in both modes; `IS_LIMITED` says that
it has others, too, `HAS_MODES_TOO` that it has modes."""
LENGTH, LENGTH_MASK, IS_LIMITED, HAS_MODES_TOO = 32, (1 << 16) - 1, 48, 49
MOVE_CODES = PROGRAMS + 2 * KINDS * SQUARES
"""By square and way: the codec's integer of one step that way; of longer moves those after it."""
SWITCH_CODES = MOVE_CODES + 4 * SQUARES
"""By square: which of the codec's changes of mode it is, counted from 1."""
PARTS = SWITCH_CODES + SQUARES

EFFECT_WORDS = 3
"""Of an action without a change of mode: what it does, and the squares that it may then strike."""
MANNER_BITS = 3
PLAIN_MOVE, GO, SHOOT, APPROACH, LOOK, ASK, CALL = 0, 1, 2, 3, 4, 5, 6
EFFECT_POWER, EFFECT_ORIGIN, EFFECT_GOAL, EFFECT_TARGET, EFFECT_ROUTE, EFFECT_ASKED = 3, 8, 15, 22, 29, 31
"""Where its parts are: from `EFFECT_ASKED` on, for each seat that asks, one more than the kind asked for."""
ASKED_BITS = 6
NO_ROUTE, BY_LINE, BY_HOP, BY_EITHER = 0, 1, 2, 3
"""What the rules of repetition count: nothing, a move along a line, or its two squares alone; in a row of
uses also some of this and some of that."""

NEED_WORDS = 8
"""What an action takes: sets that have to be empty, occupied, or not one's own; and one with an enemy in it.
An enemy that has to stand somewhere is in the second and the third."""

MOST_WORDS = (1 << LENGTH) - 1
"""More words than a row of the table has."""
ROW_WORDS = 4
"""A row of uses (`flagfall.fast.powers.programs`): a word that says how, a set of squares, and where its
integers begin."""
TEST_MASK, TEST_EMPTY, TEST_PIECE, TEST_ENEMY = 3, 1, 2, 3
ROW_SQUARE, ROW_ENEMY, ROW_EMPTY, ROW_ROUTE, ROW_ELSE = 2, 9, 10, 11, 19
"""Where the parts of its first word are: the square tested, which has to be empty or taken; whether uses go
to enemies, to empty squares; the route; and how many words further to go on if the test fails, 0 for the next
row. A row with the third test asks for an enemy among its squares, and is nothing else."""
ROW_LINE, ROW_LEAPS, ROW_SKIPS = 13, 14, 15
"""A line through the square, which ends on both sides at the first piece; or at the first empty square, and
then perhaps goes nowhere if that is the nearest."""
ROW_NEAR, ROW_ASKS, ROW_ROBOT = 16, 17, 18
"""One use, with an enemy among the squares; uses that name a kind, with how many for each seat for a set;
uses in Robot Mode."""
ANSWER_BITS = 7
ANSWER_SIZE = 21
"""An answer: up to three squares, and how many."""


class PowerState(NamedTuple):
    """A game with powers at one moment, seen from the player to move; what pieces are lies in the words."""

    mine: Set
    theirs: Set
    mobile: Set
    runners: Set
    gifted: Set
    trail: int
    their_trail: int
    awaited: int
    """Of a power that waits for targets: one more than its action, then where its piece stands; else 0."""
    spent: int
    answer: int
    recent: int
    ply: int
    quiet: int
    result: int
    ending: int


AWAITED_SQUARE = 20
"""Where the square is in `PowerState.awaited`."""


def load_powers(a: Array, g: int) -> PowerState:
    """The state of game g."""
    clock = int(a[CLOCK, g])
    return PowerState(
        (int(a[0, g]), int(a[1, g])),
        (int(a[2, g]), int(a[3, g])),
        (int(a[4, g]), int(a[5, g])),
        (int(a[6, g]), int(a[7, g])),
        (int(a[8, g]), int(a[9, g])),
        int(a[MY_TRAIL, g]),
        int(a[THEIR_TRAIL, g]),
        int(a[AWAITED, g]),
        int(a[SPENT, g]),
        int(a[ANSWER, g]),
        int(a[RECENT, g]),
        clock & PLY_MASK,
        clock >> PLY_BITS & PLY_MASK,
        clock >> 2 * PLY_BITS & 3,
        clock >> 2 * PLY_BITS + 2,
    )


def store_powers(a: Array, g: int, s: PowerState) -> None:
    """Keep a state as game g."""
    a[0, g], a[1, g] = s.mine
    a[2, g], a[3, g] = s.theirs
    a[4, g], a[5, g] = s.mobile
    a[6, g], a[7, g] = s.runners
    a[8, g], a[9, g] = s.gifted
    a[MY_TRAIL, g] = s.trail
    a[THEIR_TRAIL, g] = s.their_trail
    a[AWAITED, g] = s.awaited
    a[SPENT, g] = s.spent
    a[ANSWER, g] = s.answer
    a[RECENT, g] = s.recent
    a[CLOCK, g] = s.ply | s.quiet << PLY_BITS | s.result << 2 * PLY_BITS | s.ending << 2 * PLY_BITS + 2


def over(s: PowerState, result: int, ending: int) -> PowerState:
    """The state with its end."""
    return PowerState(
        s.mine,
        s.theirs,
        s.mobile,
        s.runners,
        s.gifted,
        s.trail,
        s.their_trail,
        s.awaited,
        s.spent,
        s.answer,
        s.recent,
        s.ply,
        s.quiet,
        result,
        ending,
    )


def without_powers(s: PowerState) -> BitState:
    """The state as the rules that all games share see it: where pieces stand, and the half-moves."""
    return BitState(
        s.mine,
        s.theirs,
        NONE,
        NONE,
        NONE,
        NONE,
        NONE,
        NONE,
        s.trail & PLAIN_TRAIL,
        s.their_trail & PLAIN_TRAIL,
        s.recent,
        s.ply,
        s.quiet,
        s.result,
        s.ending,
    )


def piece_at(a: Array, g: int, square: int) -> int:
    """The kind of the piece on a square, with what is known of it."""
    return int(a[PIECES + (square >> 2), g]) >> PIECE_BITS * (square & 3) & (1 << PIECE_BITS) - 1


def put_piece(a: Array, g: int, square: int, piece: int) -> None:
    """Change what stands on a square."""
    shift = PIECE_BITS * (square & 3)
    word = int(a[PIECES + (square >> 2), g])
    a[PIECES + (square >> 2), g] = word & ~((1 << PIECE_BITS) - 1 << shift) | piece << shift


def mark_piece(a: Array, g: int, square: int, marks: int) -> None:
    """Let something be known of the piece on a square."""
    a[PIECES + (square >> 2), g] = int(a[PIECES + (square >> 2), g]) | marks << PIECE_BITS * (square & 3)


def rank_of(table: Array, variant: int, seat: int, piece: int) -> int:
    """The rank of a piece."""
    return int(table[variant, RANK_OF + KINDS * seat + (piece & KIND_MASK)])
