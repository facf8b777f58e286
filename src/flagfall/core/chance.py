"""Chance without a running state: every draw is a function of the seed and of what it is for.

A branch of a game (a takeback, a look-ahead) therefore does not shift the dice of another.
"""

from __future__ import annotations

import hashlib


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
