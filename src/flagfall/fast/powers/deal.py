"""New games with powers: both armies from a table of set-ups, or at random (ST-SET-1, ST-SET-2).

A set-up in the table is a number for each cell, as its owner sees it: one more than the kind, 0 for nothing.
Plain functions.
"""

from __future__ import annotations

from flagfall.fast.deal import DRAWS
from flagfall.fast.layout import AREA, EMPTY, FIRST_SETUP, SETUPS, TURN, Array
from flagfall.fast.philox import FOR_SETUPS, below, drawn
from flagfall.fast.powers.layout import (
    COUNT_OF,
    GIFTED,
    KINDS,
    MOVES,
    NOBODY,
    PIECES,
    POWER_WORDS,
    RUNS,
    STANDS,
    TRAITS,
    PowerState,
    put_piece,
)
from flagfall.fast.rules import PLAYING
from flagfall.fast.square_sets import CELLS, NONE, Set, contains, either, single, square_of


def placed_army(
    a: Array,
    g: int,
    table: Array,
    setups: Array,
    row: int,
    variant: int,
    seat: int,
    deal: int,
    game: int,
    key: int,
) -> tuple[Set, Set, Set, Set]:
    """Put the army of a seat on the board: its squares, and those that move, run, and have powers.

    Set-up number ``row`` of its variant, or one by chance if that is negative: square by square, a piece is
    drawn from those left, empty squares included, so that every set-up is equally likely.
    """
    given, turn = int(table[variant, SETUPS + seat]), int(table[variant, TURN])
    if given > 0 and row < 0:
        row = below(drawn(seat * DRAWS, FOR_SETUPS, deal, game, key), given)
    at = int(table[variant, FIRST_SETUP + seat]) + row
    area = int(table[variant, AREA]), int(table[variant, AREA + 1])
    empty = int(table[variant, EMPTY + seat])
    left = empty
    for kind in range(KINDS):
        left += int(table[variant, COUNT_OF + KINDS * seat + kind])
    army = (NONE, NONE, NONE, NONE)
    used0, used1, used2, used3 = 0, 0, 0, 0
    for cell in range(CELLS):
        if not contains(area, square_of(cell)) or left == 0:
            continue
        kind = -1
        if given > 0:
            kind = int(setups[at, cell]) - 1
        else:
            n = below(drawn(seat * DRAWS + left, FOR_SETUPS, deal, game, key), left)
            left -= 1
            if n < empty:
                empty -= 1
            else:
                n -= empty
                for k in range(KINDS):
                    word = used0 if k < 8 else used1 if k < 16 else used2 if k < 24 else used3
                    here = int(table[variant, COUNT_OF + KINDS * seat + k]) - (word >> 7 * (k & 7) & 127)
                    if n < here:
                        kind = k
                        break
                    n -= here
                one = 1 << 7 * (kind & 7)
                used0 += one if kind < 8 else 0
                used1 += one if 8 <= kind < 16 else 0
                used2 += one if 16 <= kind < 24 else 0
                used3 += one if kind >= 24 else 0
        if kind >= 0:
            spot = square_of(turn - cell) if seat == 1 else square_of(cell)
            put_piece(a, g, spot, kind)
            traits, here_set = int(table[variant, TRAITS + KINDS * seat + kind]), single(spot)
            army = (
                either(army[0], here_set),
                either(army[1], here_set) if traits & MOVES else army[1],
                either(army[2], here_set) if traits & RUNS else army[2],
                either(army[3], here_set) if traits & GIFTED else army[3],
            )
    return army


def dealt_powers(
    a: Array,
    g: int,
    table: Array,
    setups: Array,
    first: int,
    second: int,
    variant: int,
    deal: int,
    game: int,
    key: int,
) -> PowerState:
    """A new game: set-ups ``first`` and ``second`` of the variant, or by chance where they are negative."""
    for word in range(PIECES, POWER_WORDS):
        a[word, g] = 0
    one = placed_army(a, g, table, setups, first, variant, 0, deal, game, key)
    two = placed_army(a, g, table, setups, second, variant, 1, deal, game, key)
    return PowerState(
        one[0],
        two[0],
        either(one[1], two[1]),
        either(one[2], two[2]),
        either(one[3], two[3]),
        NOBODY << STANDS,
        NOBODY << STANDS,
        0,
        0,
        0,
        0,
        0,
        0,
        PLAYING,
        0,
    )
