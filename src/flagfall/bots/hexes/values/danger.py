"""What the other side may do before a unit's next turn: which enemies reach it, how hard and how soon.

An enemy whose card is still in the pile acts before this unit does again, and perhaps once more; one that has
acted comes first in the next round every second time (HX-SEQ-2, HX-SEQ-9).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from flagfall.bots.hexes.board_arrays import FAR, BoardArrays, Row
from flagfall.bots.hexes.fighter import (
    Fighter,
    MoveCosts,
    chance,
    dealt,
    margin,
    mean_damage,
    move_costs,
    struck,
    sunk,
    tops,
)
from flagfall.bots.hexes.values.planner_values import PlannerValues
from flagfall.hexes.rules.field import prone_height
from flagfall.hexes.rules.sight import SMOKE
from flagfall.hexes.units.pieces import AIR, PRONE

CROWD = 0.7
"""How much the enemy's other targets draw fire away."""


class Threat(NamedTuple):
    """An enemy as it may act."""

    fighter: Fighter
    soon: float
    """How many turns it may expect to have before the unit in question has its next."""
    low: Row
    """The hexes on the ground from which it may strike in its next turn."""
    high: Row
    """The hexes of the air from which it may."""
    tops: Row
    near: Row
    """Which hexes it can get to on the ground, for those next to them."""
    near_air: Row


class Pose(NamedTuple):
    """How a unit would stand: its shape, layer, stance and what protects it."""

    fighter: Fighter
    layer: int = 0
    stance: int = 0
    shield: str = ""
    """``cloak``, ``self``, ``weapon``, ``duck``, ``smoke`` or nothing."""


class Danger:
    """The enemies of a seat, and what each may do to its units."""

    def __init__(self, values: PlannerValues, unit: int) -> None:
        self.values = values
        self.unit = unit
        self.arrays: BoardArrays = values.arrays
        self._known_covers: dict[tuple[int, bool], Row] = {}
        again = unit in values.waiting
        """Whether the unit's own card is still to come in this round (free actions)."""
        self.threats = [self._threat(enemy, again) for enemy in values.foes]
        self.elsewhere = [self._elsewhere(threat) for threat in self.threats]
        """For each enemy what it could gain from the seat's other units, in points."""

    def _threat(self, number: int, again: bool) -> Threat:
        one = self.values.fighter(number)
        waits = number in self.values.waiting
        soon = (0.5 if waits else 0.0) if again else (1.3 if waits else 0.5)
        reached: MoveCosts = move_costs(self.arrays, one)
        near = reached.walked < FAR
        hidden = sunk(self.arrays, one)
        low = near & ~hidden
        if one.layer != AIR:
            low[one.hex] = not hidden[one.hex]
        air = reached.flown < FAR if reached.flown is not None else np.zeros(self.arrays.size, bool)
        if one.layer == AIR:
            air[one.hex] = True
        return Threat(one, soon, np.flatnonzero(low), np.flatnonzero(air), tops(self.arrays, one), near, air)

    def _elsewhere(self, threat: Threat) -> float:
        total = 0.0
        for number in self.values.mine:
            piece = self.values.view.pieces[number]
            if number == self.unit or piece.hex < 0 or piece.cloaked or piece.shield == "self":
                continue
            pose = Pose(self.values.fighter(number), piece.layer, piece.stance)
            harm = float(self.from_one(threat, pose, np.array([piece.hex]))[0])
            total += harm * self.values.per_hp(number)
        return total

    def harm(self, pose: Pose, hexes: Row) -> Row:
        """For each enemy and hex: the damage that its best attack would do there on average."""
        if pose.shield in ("cloak", "self") or not self.threats:
            return np.zeros((len(self.threats), len(hexes)))
        return np.array([self.from_one(threat, pose, hexes) for threat in self.threats])

    def from_one(self, threat: Threat, pose: Pose, hexes: Row) -> Row:
        """The same for one enemy."""
        values, field = self.values, self.values.field
        me, one = pose.fighter, threat.fighter
        if pose.shield == "duck":
            me = me._replace(endurance=2 * me.endurance)
        found = np.zeros(len(hexes))
        more = 1 if pose.stance == PRONE else 0
        full = dealt(field, one, me, more)
        if full > 0:
            seen = self._shot(threat, pose, hexes)
            if pose.layer == AIR:
                found = seen * full
            else:
                trees = self.arrays.trees[hexes] + (SMOKE if pose.shield == "smoke" else 0)
                if values.field.smoke:
                    trees = trees + SMOKE * np.isin(hexes, list(values.field.smoke))
                hurt = mean_damage(margin(field, one.fire, me), me.factor)
                table = np.array([chance(field, one, me, more + n) * hurt for n in range(8)])
                found = seen * table[np.minimum(trees, 7)]
        blow = struck(field, one, me)
        if blow > 0 and (pose.shield == "weapon" or blow > full * 0.8):
            reached = threat.near_air if pose.layer == AIR else threat.near
            around = np.array([self.arrays.board.neighbours[hex] for hex in hexes.tolist()])
            beside = (reached[around] & (around >= 0)).any(axis=1)
            found = np.where(beside, np.maximum(found, blow), found)
        return found

    def _shot(self, threat: Threat, pose: Pose, hexes: Row) -> Row:
        """How much of an enemy's shot a unit has to fear in its next turn: 1, half of it from cover, or 0."""
        arrays, one = self.arrays, threat.fighter
        far = 1 if pose.shield == "weapon" else one.far
        found = np.zeros(len(hexes))
        if len(threat.high):
            found[(arrays.distances(hexes, threat.high) <= far).any(axis=1)] = 1.0
        if len(threat.low):
            near = arrays.distances(hexes, threat.low) <= far
            if pose.layer == AIR:
                found[near.any(axis=1)] = 1.0
            else:
                mine = tops(arrays, pose.fighter, pose.stance)[hexes]
                high = np.maximum(mine[:, None], threat.tops[threat.low][None, :])
                near &= arrays.highest(hexes, threat.low, one.far) < high
                free = near.any(axis=1)
                found[free] = np.maximum(found[free], self._bared(pose, hexes[free], threat.low, near[free]))
        if pose.layer != AIR:
            found[sunk(arrays, pose.fighter, pose.stance)[hexes]] = 0.0
        return found

    def _bared(self, pose: Pose, hexes: Row, low: Row, near: Row) -> Row:
        """For hexes under fire: 1 where lines without cover abound, a half where none is (HX-COV-1)."""
        covers = self._covers(pose)[hexes]
        some = covers.any(axis=1)
        found = np.ones(len(hexes))
        if some.any():
            ways = self.arrays.sectors(hexes[some], low)
            hidden = np.take_along_axis(covers[some], ways, axis=1)
            lines = near[some]
            bare = (lines & ~hidden).sum(axis=1) / lines.sum(axis=1)
            # An enemy that has to look for a line without cover may not find it free.
            found[some] = 0.5 + 0.5 * np.minimum(1.0, 3.0 * bare)
        return found

    def _covers(self, pose: Pose) -> Row:
        """For each hex and side: whether the ground there covers the unit (HX-COV-2)."""
        height = prone_height(pose.fighter.height) if pose.stance == PRONE else pose.fighter.height
        key = (height, pose.fighter.surface)
        known = self._known_covers.get(key)
        if known is None:
            arrays = self.arrays
            base = arrays.surface if pose.fighter.surface else arrays.floor
            around = np.array(arrays.board.neighbours)
            known = (2 * (arrays.floor[around] - base[:, None]) >= height) & (around >= 0)
            self._known_covers[key] = known
        return known

    def felt(self, pose: Pose, hexes: Row) -> Row:
        """For each enemy and hex: the damage to be expected from it until the unit's next turn.

        An enemy has one attack a turn: the better its other targets, the less of it falls on this unit.
        """
        found = self.harm(pose, hexes)
        if not self.threats:
            return found
        points = found * self.values.per_hp(self.unit)
        drawn = np.array(self.elsewhere)[:, None] * CROWD
        soon = np.array([threat.soon for threat in self.threats])[:, None]
        return found * soon * points / (points + drawn + 1e-9)
