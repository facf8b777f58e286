"""Swiss rounds: each plays somebody with about as many points, and nobody twice as long as that is possible.

These are the criteria that decide, from the weightiest down; all but the first are of the Dutch system.
Nobody meets whom they have blocked, or who has blocked them; nobody meets an opponent again; nobody has two
byes; nobody gets a seat for the third time in a row, or three more games on one side, unless it is the last
round and one of the two has more than half of all points; the bye goes to somebody with as few points as
can be; pairs differ in points as little as can be, above all those of the leaders; seats alternate; and
within a group of equal points the upper half meets the lower half. The whole round is one matching of least
cost, so a criterion is broken only where a round cannot be paired otherwise: then the round is paired
still.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from flagfall.server.pairing.games import WIN, Apart, Entrant, Pair, PairedGame, points_of
from flagfall.server.pairing.matching import Levels, pairs_of_least_cost
from flagfall.server.pairing.seats import ABSOLUTE, STRONG, SeatsHad, clash, seated, seats_had


def ranked(players: Sequence[Entrant], games: Sequence[PairedGame], seed: int) -> list[int]:
    """The numbers of the players by points, then by rating, then as the seed draws."""
    drawn = sorted(entrant.number for entrant in players)
    random.Random(seed).shuffle(drawn)
    lot = {number: place for place, number in enumerate(drawn)}
    points = points_of(games)
    order = sorted(players, key=lambda one: (-points.get(one.number, 0), -one.rating, lot[one.number]))
    return [entrant.number for entrant in order]


def pair_round(
    players: Sequence[Entrant],
    games: Sequence[PairedGame],
    seed: int,
    apart: Apart = frozenset(),
    last_round: int = 0,
) -> list[Pair]:
    """The pairs of the next round for those who take part in it, and a bye if they are an odd number.

    ``last_round`` is its number if it is the last one: then those who may win meet, whatever seats they had.
    """
    order = ranked(players, games, seed)
    field = _Field(order, games, apart, last_round)
    size = len(order)
    odd = size % 2
    bye = size
    coin = bool(random.Random(f"{seed} first seat").getrandbits(1))
    pairs = []
    for place, (high, low) in enumerate(pairs_of_least_cost(size + odd, field.cost)):
        if low == bye and odd:
            pairs.append(Pair(order[high], None))
        else:
            pairs.append(seated(order[high], order[low], field.had, coin == (place % 2 == 0)))
    return sorted(pairs, key=lambda pair: pair.second is None)


class _Field:
    """Those who are to be paired, by their places in the ranking, and what a pair of them costs."""

    def __init__(
        self, order: Sequence[int], games: Sequence[PairedGame], apart: Apart, last_round: int
    ) -> None:
        points = points_of(games)
        self.points = [points.get(number, 0) for number in order]
        self.order = order
        self.apart = apart
        self.had = seats_had(games)
        met = {(game.first, game.second) for game in games}
        self.met = met | {(second, first) for first, second in met if second is not None}
        size = len(order)
        most = max(self.points, default=0)
        self.top_from = WIN * (last_round - 1) // 2 + 1 if last_round else most + 1
        gap = most - min(self.points, default=0)
        self._levels = Levels(size // 2 + 1, (1, 1, 1, 1, gap, gap * gap, most, 1, 1, size + 1))
        self._groups = {one: self.points.count(one) for one in self.points}

    def cost(self, high: int, low: int) -> int:
        """What a pair costs; the place after the last is the bye."""
        points, order = self.points, self.order
        if low == len(order):
            again = int((order[high], None) in self.met)
            return self._levels(0, 0, again, 0, points[high] - points[-1], 0, 0, 0, 0, len(order) - 1 - high)
        one, other = (self.had.get(order[place], SeatsHad()) for place in (high, low))
        claim = clash(one, other)
        if claim == ABSOLUTE and points[high] >= self.top_from:
            claim = STRONG
        gap = points[high] - points[low]
        half = self._groups[points[high]] // 2 if not gap else 1
        return self._levels(
            int(frozenset((order[high], order[low])) in self.apart),
            int((order[high], order[low]) in self.met),
            0,
            int(claim == ABSOLUTE),
            0,
            gap * gap,
            points[high] if gap else 0,
            int(claim == STRONG),
            int(0 < claim < STRONG),
            abs(low - high - half),
        )


def rounds_at_most(players: int) -> int:
    """How many rounds so many players can play without meeting again."""
    return players - 1 + players % 2
