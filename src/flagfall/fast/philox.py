"""Chance without a running state: Philox4x32-10, a counter in, four random words out.

The same counter and key give the same words on every machine, so a game depends on its seed, its place in the
batch and the number of its deal, and on nothing that happened before (Salmon, Moraes, Dror and Shaw,
"Parallel random numbers: as easy as 1, 2, 3", 2011). Plain functions, compiled by `flagfall.fast.compile`.
"""

from __future__ import annotations

MASK32 = 0xFFFFFFFF
ROUNDS = 10
MULTIPLY_0 = 0xD2511F53
MULTIPLY_1 = 0xCD9E8D57
WEYL_0 = 0x9E3779B9
WEYL_1 = 0xBB67AE85

FOR_MOVES, FOR_SETUPS = 0, 1
"""What a number is drawn for: a word of the counter."""


def philox(c0: int, c1: int, c2: int, c3: int, key: int) -> tuple[int, int, int, int]:
    """Four random 32-bit words for a counter of four words and a key of 64 bits."""
    k0, k1 = key & MASK32, key >> 32 & MASK32
    for _ in range(ROUNDS):
        p, q = MULTIPLY_0 * c0, MULTIPLY_1 * c2
        c0, c1, c2, c3 = q >> 32 & MASK32 ^ c1 ^ k0, q & MASK32, p >> 32 & MASK32 ^ c3 ^ k1, p & MASK32
        k0 = k0 + WEYL_0 & MASK32
        k1 = k1 + WEYL_1 & MASK32
    return c0, c1, c2, c3


def below(word: int, n: int) -> int:
    """A number in ``range(n)`` from a random word; the shares differ by less than n in 2**32."""
    return word * n >> 32


def four(index: int, purpose: int, deal: int, game: int, key: int) -> tuple[int, int, int, int]:
    """The four random words around number ``index`` for a purpose, in one deal of one game."""
    return philox(index >> 2, purpose, deal & MASK32, game & MASK32, key)


def picked(words: tuple[int, int, int, int], index: int) -> int:
    """The word number ``index`` of its four."""
    lane = index & 3
    if lane == 0:
        return words[0]
    if lane == 1:
        return words[1]
    if lane == 2:
        return words[2]
    return words[3]


def drawn(index: int, purpose: int, deal: int, game: int, key: int) -> int:
    """The random word number ``index`` for a purpose, in one deal of one game."""
    return picked(four(index, purpose, deal, game, key), index)
