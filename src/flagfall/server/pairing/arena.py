"""The arena: a free player meets the next free one with about the same points, and not the same one again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from flagfall.server.pairing.games import Apart, Pair, PairedGame, opponent, points_of
from flagfall.server.pairing.matching import Levels, pairs_of_least_cost
from flagfall.server.pairing.seats import ABSOLUTE, SeatsHad, clash, seated, seats_had

MET = 2
"""What having met before weighs against a difference in points."""
FAR = 20
"""Differences in places above this count alike."""


def pair_waiting(
    waiting: Sequence[int],
    others: int,
    games: Sequence[PairedGame],
    seed: int,
    apart: Apart = frozenset(),
) -> list[Pair]:
    """Pairs among those who wait, who come in the order in which they became free; the rest wait on.

    ``others`` take part and play at present. Nobody plays the same opponent twice in a row, unless there are
    only two players at all; those who are kept ``apart`` never do. With an odd number the one who became free
    last waits on, if that is possible.
    """
    points = points_of(games)
    order = sorted(waiting, key=lambda number: (-points.get(number, 0), waiting.index(number)))
    had = seats_had(games)
    last: dict[int, int | None] = {}
    met: Counter[tuple[int, int]] = Counter()
    for game in games:
        for number in (game.first, game.second):
            if number is not None:
                last[number] = opponent(game, number)
        if game.second is not None:
            met[min(game.first, game.second), max(game.first, game.second)] += 1
    size = len(order)
    odd = size % 2
    alone = size + others <= 2
    most_met = max(met.values(), default=0)
    levels = Levels(size // 2 + 1, (size, FAR * FAR + MET * most_met, ABSOLUTE))

    def cost(high: int, low: int) -> int | None:
        if low == size:  # To wait on costs those most who wait longest.
            return levels(size - 1 - waiting.index(order[high]), 0, 0)
        one, other = order[high], order[low]
        if frozenset((one, other)) in apart:
            return None
        if not alone and (last.get(one) == other or last.get(other) == one):
            return None
        gap = min(FAR, low - high - 1) ** 2 if points.get(one, 0) != points.get(other, 0) else 0
        again = met[min(one, other), max(one, other)]
        return levels(0, gap + MET * again, clash(had.get(one, SeatsHad()), had.get(other, SeatsHad())))

    rng = random.Random(seed)
    return [
        seated(order[high], order[low], had, bool(rng.getrandbits(1)))
        for high, low in pairs_of_least_cost(size + odd, cost)
        if low < size
    ]
