"""Sets of squares as pairs of words: the arithmetic that every rule of the simulator is made of.

A set is ``(low, high)``: rows 1 to 5 and rows 6 to 10 of a frame of ten by ten squares, 11 bits a row. The
11th bit of a row is a wall: a step sideways off the board lands there and is masked away. A word holds 55
bits, so signed 64-bit integers never show their sign, and Python's own integers run the same text.

Inside the simulator a square is its bit, ``row * 11 + column``. Outside it is a cell, ``row * 10 + column``.

Nothing here is decorated: `flagfall.fast.compile` turns these functions into machine code for CPU and GPU.
"""

from __future__ import annotations

from typing import TypeAlias

Set: TypeAlias = tuple[int, int]

COLUMNS = 10
CELLS = 100
ROW = 11
WORD = 55
SQUARES = 110
NONE: Set = (0, 0)


def both(a: Set, b: Set) -> Set:
    """The squares in both sets."""
    return a[0] & b[0], a[1] & b[1]


def either(a: Set, b: Set) -> Set:
    """The squares in one set or the other."""
    return a[0] | b[0], a[1] | b[1]


def without(a: Set, b: Set) -> Set:
    """The squares of a that are not in b."""
    return a[0] & ~b[0], a[1] & ~b[1]


def popcount(word: int) -> int:
    """How many bits are set. One machine instruction, where there is a machine."""
    return word.bit_count()


def highest(word: int) -> int:
    """The number of the highest bit of a word that is not 0. One machine instruction, too."""
    return word.bit_length() - 1


def size(a: Set) -> int:
    """How many squares a set has."""
    return popcount(a[0]) + popcount(a[1])


def some(a: Set) -> bool:
    """Whether a set has any square."""
    return a[0] | a[1] != 0


def single(square: int) -> Set:
    """The set of one square."""
    if square < WORD:
        return 1 << square, 0
    return 0, 1 << (square - WORD)


def contains(a: Set, square: int) -> bool:
    """Whether a square is in a set."""
    if square < WORD:
        return a[0] >> square & 1 == 1
    return a[1] >> (square - WORD) & 1 == 1


def nth(a: Set, n: int) -> int:
    """The n-th square of a set, counted from 0 in the order of the squares."""
    word, base = a[0], 0
    below = popcount(word)
    if n >= below:
        n -= below
        word, base = a[1], WORD
    while n > 0:
        word &= word - 1
        n -= 1
    return base + lowest(word)


def lowest(word: int) -> int:
    """The number of the lowest bit of a word that is not 0."""
    return popcount((word & -word) - 1)


def first_of(a: Set) -> int:
    """The first square of a set that has any."""
    return lowest(a[0]) if a[0] != 0 else WORD + lowest(a[1])


def without_first(a: Set) -> Set:
    """A set without its first square."""
    return a[0] & a[0] - 1, a[1] if a[0] != 0 else a[1] & a[1] - 1


def shifted(a: Set, step: int) -> Set:
    """Every square of a set moved by a step: +11 is north, +1 east, -11 south, -1 west.

    What leaves the board lands on a wall, on a blocked square or nowhere: mask the result.
    """
    low, high = a
    if step > 0:
        return low << step, high << step | low >> (WORD - step)
    return low >> -step | high << (WORD + step), high >> -step


def around(square: int) -> Set:
    """The squares next to a square, and perhaps a wall: mask the result."""
    a = single(square)
    return either(either(shifted(a, ROW), shifted(a, -ROW)), either(shifted(a, 1), shifted(a, -1)))


def square_of(cell: int) -> int:
    """The square of a cell."""
    return cell // COLUMNS * ROW + cell % COLUMNS


def cell_of(square: int) -> int:
    """The cell of a square."""
    return square // ROW * COLUMNS + square % ROW
