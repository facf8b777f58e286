"""Chance without a running state: every draw is a function of the seed and of what it is for.

A branch of a game (a takeback, a look-ahead) therefore does not shift the dice of another.

Cards and dice are public once they are turned over, and so is a generated map: anybody who can go through all
seeds finds the one that fits them, and knows what will be drawn. A *wide* seed has 128 bits for chance and,
drawn apart from them, 32 bits for the map. Every other seed works too, for tests, records and simulations.
"""

from __future__ import annotations

import hashlib
from typing import Final

MAP_BITS: Final = 32
WIDE: Final = 1 << (128 + MAP_BITS)
"""A seed from here on is wide."""


def draw(seed: int, n: int, *key: int | str) -> int:
    """A number in ``range(n)``, the same for the same seed and key on every machine.

    The key says what is drawn: round, card, purpose, running number. Exactly uniform: values of
    the last, incomplete stretch of the 64-bit range are thrown away and drawn again.
    """
    if n < 1:
        raise ValueError(f"cannot draw from a range of {n}")
    limit = (1 << 64) - (1 << 64) % n
    again = 0
    while True:
        text = "\x1f".join((str(seed), *map(str, key), str(again)))
        value = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
        if value < limit:
            return value % n
        again += 1


def map_seed(seed: int) -> int:
    """What a generated map is made from, which everybody may know: of a wide seed, the last 32 bits."""
    return seed % (1 << MAP_BITS) if seed >= WIDE else draw(seed, 1 << MAP_BITS, "map")


def d10(seed: int, *key: int | str) -> int:
    """One throw of a ten-sided die, 1 to 10 (HX-CONV-1)."""
    return draw(seed, 10, *key) + 1


def order(seed: int, n: int, *key: int | str) -> tuple[int, ...]:
    """A shuffle of ``range(n)``, each order equally likely."""
    items = list(range(n))
    for i in range(n - 1, 0, -1):
        j = draw(seed, i + 1, *key, "shuffle", i)
        items[i], items[j] = items[j], items[i]
    return tuple(items)
