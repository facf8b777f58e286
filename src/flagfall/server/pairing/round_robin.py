"""Everybody against everybody, by the circle method: one stays, the others go round."""

from __future__ import annotations

import random
from collections.abc import Sequence

from flagfall.server.pairing.games import Pair


def rounds_of(players: int, cycles: int = 1) -> int:
    """How many rounds it takes until everybody has met everybody ``cycles`` times."""
    return cycles * (players - 1 + players % 2)


def pair_round(numbers: Sequence[int], round: int, seed: int) -> list[Pair]:
    """The pairs of a round, the first of which is 1; with an odd field somebody has a bye in each.

    Seats alternate: within a cycle nobody moves first more than once more often than second, and in the next
    cycle all seats are the other way round.
    """
    circle: list[int | None] = list(numbers)
    random.Random(seed).shuffle(circle)
    if len(circle) % 2:
        circle.append(None)
    going = len(circle) - 1
    cycle, turn = divmod(round - 1, going)
    found = [(turn, going) if turn % 2 == 0 else (going, turn)]
    for step in range(1, len(circle) // 2):
        one, other = (turn + step) % going, (turn - step) % going
        found.append((one, other) if step % 2 else (other, one))
    pairs = []
    for first, second in found:
        a, b = (circle[first], circle[second]) if cycle % 2 == 0 else (circle[second], circle[first])
        if a is not None:
            pairs.append(Pair(a, b))
        elif b is not None:
            pairs.append(Pair(b, None))
    return pairs
