"""What both players have seen each piece do, three bytes a piece that travel with it.

    0  low four bits: the highest rank of a shown enemy that it went up to; high: the lowest that it left
    1  the highest (low) and the lowest (high) rank of a shown enemy that it stood beside while its side moved
       something else
    2  low: how often it has moved, at most 15; then two bits each, at most 3: how often it went up to a
       hidden enemy, and how often it left a hidden one that has moved

Ranks are those of pieces that can move, 1 to 10; 0 is none. All of this is public: it follows from moves and
from shown ranks. It is kept only in batches that ask for it. Plain functions, compiled by
`flagfall.fast.compile`.
"""

from __future__ import annotations

from flagfall.fast.layout import RECORD, RECORD_BITS, RECORD_LANES, RECORD_PLANE, RECORD_WORDS, Array
from flagfall.fast.rules import BOMB, FLAG, BitState, bit, mobile, rank_at, step_of
from flagfall.fast.square_sets import (
    ROW,
    SQUARES,
    WORD,
    Set,
    both,
    cell_of,
    contains,
    either,
    lowest,
    shifted,
)

RECORD_MASK = (1 << RECORD_BITS) - 1
NIBBLE = 15
MOST_MOVES, MOST_HIDDEN = 15, 3


def record_at(a: Array, g: int, plane: int, cell: int) -> int:
    """A byte of the piece on a cell, as seat 0 counts cells."""
    at = RECORD + RECORD_PLANE * plane + cell // RECORD_LANES
    return int(a[at, g]) >> RECORD_BITS * (cell % RECORD_LANES) & RECORD_MASK


def put_record(a: Array, g: int, plane: int, cell: int, value: int) -> None:
    """Change a byte of the piece on a cell."""
    at, shift = RECORD + RECORD_PLANE * plane + cell // RECORD_LANES, RECORD_BITS * (cell % RECORD_LANES)
    a[at, g] = int(a[at, g]) & ~(RECORD_MASK << shift) | value << shift


def forget(a: Array, g: int) -> None:
    """Nothing is known of any piece of game g."""
    for word in range(RECORD_WORDS):
        a[RECORD + word, g] = 0


def least(low: int, rank: int) -> int:
    """The lower of two ranks, of which the first may be none."""
    return rank if low == 0 else min(low, rank)


def ranks_noted(byte: int, rank: int) -> int:
    """The highest and the lowest rank of a byte, with one more."""
    return max(byte & NIBBLE, rank) | least(byte >> 4, rank) << 4


def counted(byte: int, shift: int, most: int) -> int:
    """A byte whose number at ``shift`` is one more, up to ``most``."""
    return byte if byte >> shift & most == most else byte + (1 << shift)


def note_move(a: Array, g: int, s: BitState, start: int, goal: int, attack: int) -> None:
    """Take note of a half-move, given the state after it, seen from the other player."""
    here, there = cell_of(start), cell_of(goal)
    ranks, stood, counts = record_at(a, g, 0, here), record_at(a, g, 1, here), record_at(a, g, 2, here)
    for plane in range(3):
        put_record(a, g, plane, here, 0)
    if contains(s.theirs, goal):
        counts = counted(counts, 0, MOST_MOVES)
        for way in range(4):
            if attack:
                break
            beside, left = goal + step_of(way), start + step_of(way)
            if 0 <= beside < SQUARES and contains(s.mine, beside):
                rank = rank_at(s, beside)
                if bit(s.shown, beside) == 0:
                    counts = counted(counts, 4, MOST_HIDDEN)
                elif rank != FLAG and rank != BOMB:
                    ranks = max(ranks & NIBBLE, rank) | ranks & ~NIBBLE
            if 0 <= left < SQUARES and contains(s.mine, left):
                rank = rank_at(s, left)
                if bit(s.shown, left) == 0:
                    if bit(s.moved, left):
                        counts = counted(counts, 6, MOST_HIDDEN)
                elif rank != FLAG and rank != BOMB:
                    ranks = ranks & NIBBLE | least(ranks >> 4, rank) << 4
        put_record(a, g, 0, there, ranks)
        put_record(a, g, 1, there, stood)
        put_record(a, g, 2, there, counts)
    elif not contains(s.mine, goal):
        for plane in range(3):
            put_record(a, g, plane, there, 0)
    note_standing(a, g, s, goal)


def note_standing(a: Array, g: int, s: BitState, goal: int) -> None:
    """Take note of all that stood beside a shown enemy while its side moved the piece that is on ``goal``."""
    still = s.theirs
    beside = either(
        either(shifted(still, ROW), shifted(still, -ROW)), either(shifted(still, 1), shifted(still, -1))
    )
    hunters: Set = both(both(beside, s.mine), both(s.shown, mobile(s)))
    for half in range(2):
        word = hunters[0] if half == 0 else hunters[1]
        while word != 0:
            square = lowest(word) + WORD * half
            word &= word - 1
            rank = rank_at(s, square)
            for way in range(4):
                there = square + step_of(way)
                if there != goal and 0 <= there < SQUARES and contains(s.theirs, there):
                    cell = cell_of(there)
                    put_record(a, g, 1, cell, ranks_noted(record_at(a, g, 1, cell), rank))
