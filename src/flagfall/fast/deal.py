"""New games: both armies from a table of set-ups, or at random (ST-SET-1, ST-SET-2).

A set-up in the table is 20 words: its squares and the four bits of its ranks, for seat 0, and then turned for
seat 1. Plain functions, compiled by `flagfall.fast.compile`.
"""

from __future__ import annotations

from flagfall.fast.layout import AREA, ARMY, EMPTY, FIRST_SETUP, SETUPS, TURN, Array
from flagfall.fast.philox import FOR_SETUPS, below, drawn
from flagfall.fast.rules import PLAYING, RANKS, BitState
from flagfall.fast.square_sets import NONE, SQUARES, Set, cell_of, contains, either, single, square_of

SETUP_WORDS = 10
"""The words of a set-up for one seat."""
DRAWS = 128
"""Random words set aside for one army."""


def listed(setups: Array, row: int, seat: int) -> tuple[Set, Set, Set, Set, Set]:
    """The squares and the rank bits of a set-up in the table."""
    c = SETUP_WORDS * seat
    return (
        (int(setups[row, c]), int(setups[row, c + 1])),
        (int(setups[row, c + 2]), int(setups[row, c + 3])),
        (int(setups[row, c + 4]), int(setups[row, c + 5])),
        (int(setups[row, c + 6]), int(setups[row, c + 7])),
        (int(setups[row, c + 8]), int(setups[row, c + 9])),
    )


def scattered(
    table: Array, variant: int, seat: int, deal: int, game: int, key: int
) -> tuple[Set, Set, Set, Set, Set]:
    """The squares and the rank bits of an army on random squares of its area.

    Square by square, a piece is drawn from those left, empty squares included: every set-up is equally
    likely.
    """
    area = int(table[variant, AREA]), int(table[variant, AREA + 1])
    army = int(table[variant, ARMY + seat])
    empty = int(table[variant, EMPTY + seat])
    left = empty
    for rank in range(RANKS):
        left += army >> 4 * rank & 15
    home, r0, r1, r2, r3 = NONE, NONE, NONE, NONE, NONE
    for square in range(SQUARES):
        if contains(area, square) and left > 0:
            n = below(drawn(seat * DRAWS + left, FOR_SETUPS, deal, game, key), left)
            left -= 1
            if n < empty:
                empty -= 1
            else:
                n -= empty
                rank = 0
                while n >= army >> 4 * rank & 15:
                    n -= army >> 4 * rank & 15
                    rank += 1
                army -= 1 << 4 * rank
                spot = square
                if seat == 1:
                    spot = square_of(int(table[variant, TURN]) - cell_of(square))
                here = single(spot)
                home = either(home, here)
                r0 = either(r0, here) if rank & 1 else r0
                r1 = either(r1, here) if rank & 2 else r1
                r2 = either(r2, here) if rank & 4 else r2
                r3 = either(r3, here) if rank & 8 else r3
    return home, r0, r1, r2, r3


def army_of(
    table: Array, setups: Array, row: int, variant: int, seat: int, deal: int, game: int, key: int
) -> tuple[Set, Set, Set, Set, Set]:
    """The army of a seat: set-up number ``row`` of its variant, or one by chance if that is negative."""
    given = int(table[variant, SETUPS + seat])
    if given == 0:
        return scattered(table, variant, seat, deal, game, key)
    if row < 0:
        row = below(drawn(seat * DRAWS, FOR_SETUPS, deal, game, key), given)
    return listed(setups, int(table[variant, FIRST_SETUP + seat]) + row, seat)


def dealt(
    table: Array, setups: Array, first: int, second: int, variant: int, deal: int, game: int, key: int
) -> BitState:
    """A new game: set-ups ``first`` and ``second`` of the variant, or by chance where they are negative."""
    a = army_of(table, setups, first, variant, 0, deal, game, key)
    b = army_of(table, setups, second, variant, 1, deal, game, key)
    return BitState(
        a[0],
        b[0],
        either(a[1], b[1]),
        either(a[2], b[2]),
        either(a[3], b[3]),
        either(a[4], b[4]),
        NONE,
        NONE,
        0,
        0,
        0,
        0,
        0,
        PLAYING,
        0,
    )
