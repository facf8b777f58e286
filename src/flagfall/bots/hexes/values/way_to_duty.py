"""How far a unit is from where the scenario is decided: what has to fall, or who comes to fell it."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from flagfall.bots.hexes.board_arrays import Row
from flagfall.bots.hexes.fighter import Fighter, dealt
from flagfall.bots.hexes.objectives import Downfall
from flagfall.bots.hexes.values.marshal_values import MarshalValues
from flagfall.hexes.rules.attacks import IMMOBILE, tenths
from flagfall.hexes.units.pieces import PLAY

LATEST = 5.0
"""No unit is taken to need more turns than that."""


class WayToDuty:
    """What the turns cost that units need to get to where the scenario is decided.

    A side that has to bring something down wants to shoot at it. The other wants to shoot at the hexes from
    which the attackers that it knows will soonest do that.
    """

    def __init__(self, values: MarshalValues) -> None:
        self.values = values
        self.arrays = values.arrays

    def __call__(self, unit: int, hexes: Row) -> Row:
        """For some hexes: what it costs to begin there, in points."""
        one = self.values.fighter(unit)
        none: Row = np.zeros(len(hexes))
        if one.fire < 1 or one.move_points < 1 or self.values.field.sheet(unit).people:
            return none
        aims = self.values.objectives.downfalls
        total = none
        for down in aims:
            if down.seat == self.values.seat:
                goals = self._sees(one, down)
                total = total + self._shot(one, down) * self._turns(one, goals)[hexes]
        posts = self._posts
        for hex, foe in posts:
            worth = dealt(self.values.field, one, foe) * self.values.per_hp(foe.number) / len(posts)
            total = total + worth * self._turns(one, self.arrays.distance(hex) <= one.far)[hexes]
        return total

    @cached_property
    def _posts(self) -> list[tuple[int, Fighter]]:
        """From where each known foe will soonest shoot at something that it has to bring down."""
        found = []
        for down in self.values.objectives.downfalls:
            if down.seat == self.values.seat:
                continue
            for foe in self.values.foes:
                one = self.values.fighter(foe)
                goals = self._sees(one, down)
                if one.fire > 0 and goals.any():
                    far = np.where(goals, self.arrays.distance(one.hex), self.arrays.size)
                    found.append((int(far.argmin()), one))
        return found

    def _sees(self, one: Fighter, down: Downfall) -> Row:
        """The hexes from which a unit has something in range that has to fall."""
        goals: Row = np.zeros(self.arrays.size, bool)
        for hex in self._marks(down):
            goals |= self.arrays.distance(hex) <= one.far
        return goals

    def _marks(self, down: Downfall) -> list[int]:
        pieces = self.values.view.pieces
        return [*down.hexes, *(pieces[n].hex for n in down.units if pieces[n].hex >= 0)]

    def _shot(self, one: Fighter, down: Downfall) -> float:
        """What a unit's shot at something that has to fall brings, in points."""
        values, field = self.values, self.values.field
        hit = tenths(field, field.options.to_hit_offset - one.skill + IMMOBILE) / 10
        gains = [hit * one.fire * values.marks[hex] for hex in down.hexes]
        there = [n for n in down.units if values.view.pieces[n].status == PLAY and field.pieces[n].hex >= 0]
        gains += [dealt(field, one, values.fighter(n)) * values.per_hp(n) for n in there]
        return max(gains, default=0.0)

    def _turns(self, one: Fighter, goals: Row) -> Row:
        if not goals.any():
            return np.full(self.arrays.size, LATEST)
        if one.flies:
            turns = self.arrays.flight(goals) / one.move_points
        else:
            turns = self.arrays.way(one.profile, goals) / one.move_points
        return np.minimum(turns, LATEST)
