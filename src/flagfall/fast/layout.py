"""Where a game lies in a batch: one column of words, ``a[word, game]``.

    0-15    eight sets: mine, theirs, four rank bits, shown, moved
    16      the trails of the player to move and of the other (`flagfall.fast.recent_moves`)
    17      the last four half-moves
    18      half-moves played, half-moves since an attack, result, ending
    19      variant (the row of the rules table) and number of the deal
    20-83   the half-moves before, four to a word, a ring of 256
    84-100  work space for the more-square rule
    101     how many attacks there were
    102-113 the ranks that met in the last 84 of them, seven pairs to a word
    114-158 what each piece was seen to do (`flagfall.fast.piece_memory`), in batches that keep it

On the CPU a game's words are neighbours in memory, on the GPU the games of a word are. 912 bytes a
game, 1,272 with that record.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from flagfall.fast.rules import BitState, RuleNumbers

Array: TypeAlias = npt.NDArray[np.int64]
AnyArray: TypeAlias = Any
"""An array of NumPy on the CPU, of PyTorch or CuPy on the GPU; they share no type."""

TRAILS, RECENT, CLOCK, SLOT, RING, WORK, ATTACKS, MET = 16, 17, 18, 19, 20, 84, 101, 102
RING_WORDS = 64
WORK_WORDS = 17
MET_WORDS = 12
WORDS = MET + MET_WORDS
RECORD = WORDS
RECORD_BITS, RECORD_LANES, RECORD_PLANE = 8, 7, 15
RECORD_WORDS = 3 * RECORD_PLANE
"""Three planes of a byte for each cell, seven bytes to a word."""
ALL_WORDS = RECORD + RECORD_WORDS
"""The words of a game in a batch that remembers pieces."""
PAST = 4 * RING_WORDS
"""How many half-moves a game remembers."""

MOVE_BITS = 15
"""A half-move: one bit for an attack, 7 for the square it came from, 7 for its goal."""
MOVE_MASK = (1 << MOVE_BITS) - 1
FOUR_MOVES = (1 << 4 * MOVE_BITS) - 1
ATTACK = 1 << 14

MET_BITS, MET_LANES = 8, 7
MET_MASK = (1 << MET_BITS) - 1
BATTLES = MET_LANES * MET_WORDS
"""How many attacks a game remembers the ranks of: two armies of 40 fight 79 at most."""

LANE_BITS = 14
LANES = 4 * WORK_WORDS
"""Pieces that can have moved: no army has more than 33 that can."""

TRAIL_BITS = 28
PLY_BITS = 20
PLY_MASK = (1 << PLY_BITS) - 1


def load(a: Array, g: int) -> BitState:
    """The state of game g."""
    trails, clock = int(a[TRAILS, g]), int(a[CLOCK, g])
    return BitState(
        (int(a[0, g]), int(a[1, g])),
        (int(a[2, g]), int(a[3, g])),
        (int(a[4, g]), int(a[5, g])),
        (int(a[6, g]), int(a[7, g])),
        (int(a[8, g]), int(a[9, g])),
        (int(a[10, g]), int(a[11, g])),
        (int(a[12, g]), int(a[13, g])),
        (int(a[14, g]), int(a[15, g])),
        trails & (1 << TRAIL_BITS) - 1,
        trails >> TRAIL_BITS,
        int(a[RECENT, g]),
        clock & PLY_MASK,
        clock >> PLY_BITS & PLY_MASK,
        clock >> 2 * PLY_BITS & 3,
        clock >> 2 * PLY_BITS + 2,
    )


def store(a: Array, g: int, s: BitState) -> None:
    """Keep a state as game g."""
    a[0, g], a[1, g] = s.mine
    a[2, g], a[3, g] = s.theirs
    a[4, g], a[5, g] = s.r0
    a[6, g], a[7, g] = s.r1
    a[8, g], a[9, g] = s.r2
    a[10, g], a[11, g] = s.r3
    a[12, g], a[13, g] = s.shown
    a[14, g], a[15, g] = s.moved
    a[TRAILS, g] = s.trail | s.their_trail << TRAIL_BITS
    a[RECENT, g] = s.recent
    a[CLOCK, g] = s.ply | s.quiet << PLY_BITS | s.result << 2 * PLY_BITS | s.ending << 2 * PLY_BITS + 2


def variant_of(a: Array, g: int) -> int:
    """The row of the rules table that game g follows."""
    return int(a[SLOT, g]) & 255


def deal_of(a: Array, g: int) -> int:
    """How often the place of game g was dealt."""
    return int(a[SLOT, g]) >> 8


# ---- the half-moves played --------------------------------------------------------------------


def remember(a: Array, g: int, s: BitState) -> None:
    """Put the last four half-moves into the ring, when there are four new ones."""
    if s.ply & 3 == 0:
        a[RING + ((s.ply >> 2) - 1 & RING_WORDS - 1), g] = s.recent


def past(a: Array, g: int, s: BitState, back: int) -> int:
    """The half-move so many before the last one; 0 if there was none. At most `PAST` back."""
    at = s.ply - 1 - back
    if at < 0:
        return 0
    if back < 4:
        return s.recent >> MOVE_BITS * back & MOVE_MASK
    return int(a[RING + (at >> 2 & RING_WORDS - 1), g]) >> MOVE_BITS * (3 - (at & 3)) & MOVE_MASK


def note_battle(a: Array, g: int, attacker: int, defender: int) -> None:
    """Remember which ranks met; both have seen them (ST-ATT-2)."""
    n = int(a[ATTACKS, g])
    a[ATTACKS, g] = n + 1
    at, shift = MET + n % BATTLES // MET_LANES, MET_BITS * (n % MET_LANES)
    a[at, g] = int(a[at, g]) & ~(MET_MASK << shift) | (attacker << 4 | defender) << shift


def battle(a: Array, g: int, back: int) -> int:
    """The ranks of the attack so many before the last: ``attacker << 4 | defender``. Below `BATTLES`."""
    n = int(a[ATTACKS, g]) - 1 - back
    return int(a[MET + n % BATTLES // MET_LANES, g]) >> MET_BITS * (n % MET_LANES) & MET_MASK


# ---- work space -------------------------------------------------------------------------------


def lane(a: Array, g: int, i: int) -> int:
    """Entry i of the work space."""
    return int(a[WORK + (i >> 2), g]) >> LANE_BITS * (i & 3) & (1 << LANE_BITS) - 1


def put_lane(a: Array, g: int, i: int, value: int) -> None:
    """Change entry i of the work space."""
    shift = LANE_BITS * (i & 3)
    word = int(a[WORK + (i >> 2), g])
    a[WORK + (i >> 2), g] = word & ~((1 << LANE_BITS) - 1 << shift) | value << shift


# ---- the rules table --------------------------------------------------------------------------

BOARD, LIMIT, MORE_SQUARE, QUIET, PLIES, BOTH_IMMOBILE, TURN = 0, 2, 3, 4, 5, 6, 7
FIRST_SETUP, SETUPS, ARMY, EMPTY, AREA = 8, 10, 12, 14, 16
BY_SQUARES, SPARES_ATTACKS, REMEMBERS = 18, 19, 20
RULE_WORDS = 21
"""The words of a row: those of `RuleNumbers` up to its turn; for each seat where its given set-ups are and
how many, its army and its empty squares; the area of seat 0; and the rest of `RuleNumbers`."""


def rules_of(table: Array, variant: int) -> RuleNumbers:
    """The rules of a variant."""
    return RuleNumbers(
        (int(table[variant, BOARD]), int(table[variant, BOARD + 1])),
        int(table[variant, LIMIT]),
        int(table[variant, MORE_SQUARE]),
        int(table[variant, QUIET]),
        int(table[variant, PLIES]),
        int(table[variant, BOTH_IMMOBILE]),
        int(table[variant, TURN]),
        int(table[variant, BY_SQUARES]),
        int(table[variant, SPARES_ATTACKS]),
        int(table[variant, REMEMBERS]),
    )
