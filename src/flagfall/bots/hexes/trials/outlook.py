"""Who wins a trial that is not played out: what each side has yet to do, and in how many rounds."""

from __future__ import annotations

from collections.abc import Callable
from math import erf, sqrt

from flagfall.bots.hexes.board_arrays import FAR
from flagfall.bots.hexes.fighter import Fighter
from flagfall.bots.hexes.objectives import Downfall, Objectives
from flagfall.bots.hexes.trials.world import Situation
from flagfall.bots.hexes.values.marshal_values import MarshalValues

ENDLESS = 12
"""How many rounds a game without a limit is taken to last."""
DECIDED = 1.0
"""By how many rounds a side that has won is ahead at the least, and one whose time is up behind."""


class Outlook:
    """The chances of the two sides, by the rounds that each is ahead of what it has to do, or behind."""

    def __init__(self, values: MarshalValues, turns_out: Callable[[Fighter], float]) -> None:
        self.aims: Objectives = values.objectives
        self.seat = values.seat
        self.turns_out = turns_out
        """How many turns a unit needs to leave the map."""
        game, field = values.game, values.field
        limit = game.scenario.limit
        self.rounds = limit.rounds if limit else ENDLESS
        self.waiter = game.seat_of(limit.winner) if limit and limit.winner in game.colours else -1
        """The seat that wins when time is up, or -1."""
        foes = [n for n, one in enumerate(values.view.pieces) if one.owner != self.aims.hunter]
        self.whole = max(1, sum(field.max_hp(n) for n in foes))
        """The hit points of all that a hunter has to eliminate."""

    def chance(self, now: Situation, seats: dict[int, int], winner: int, left: int) -> float:
        """How likely the seat wins rather than the other, from 1 to -1, with some rounds left."""
        if winner >= 0:
            ahead = self._likely(left + DECIDED, left)
            return (2 * ahead - 1) * (1 if winner == self.seat else -1)
        chances = [self._likely(self._ahead(now, seats, seat, left), left) for seat in (0, 1)]
        if self.waiter >= 0:
            chances[self.waiter] = 1 - chances[1 - self.waiter]
        return chances[self.seat] - chances[1 - self.seat]

    @staticmethod
    def _likely(ahead: float, left: int) -> float:
        return (1 + erf(ahead / sqrt(2.0 * (1 + left)))) / 2

    def _ahead(self, now: Situation, seats: dict[int, int], seat: int, left: int) -> float:
        """By how many rounds a seat is ahead of what it has to do."""
        need = self.rounds_needed(now, seats, seat)
        return left - need if left > 0 else -DECIDED - need

    def rounds_needed(self, now: Situation, seats: dict[int, int], seat: int) -> float:
        """How many rounds a seat needs for the nearest of its aims, at the pace that the limit asks for."""
        found = [float(self.rounds)]
        found += [self.rounds * self._still_up(now, one) for one in self.aims.downfalls if one.seat == seat]
        found += [
            self.rounds * (1 - now.held[zone.number] / zone.rounds)
            for zone in self.aims.zones
            if zone.seat == seat
        ]
        for way in self.aims.ways_out:
            if way.seat == seat:
                need = way.need - len(way.units & now.left.keys())
                turns = sorted(self.turns_out(now.units[n]) for n in way.units if n in now.units)[:need]
                if len(turns) == need:
                    found.append(sum(turns) / max(1, way.need))
        if self.aims.hunter == seat:
            there = sum(one.hp for n, one in now.units.items() if seats[n] != seat)
            found.append(self.rounds * there / self.whole)
        return min(found)

    def _still_up(self, now: Situation, down: Downfall) -> float:
        def hp(unit: int, hex: int) -> float:
            if unit < 0:
                return now.blocks.get(hex, 0)
            # What has left the map cannot fall any more.
            return FAR if unit in now.left else now.units[unit].hp if unit in now.units else 0.0

        return min(1.0, self.aims.still_up(down, hp))
