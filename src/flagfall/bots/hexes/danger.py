"""What the other side may do before a unit's next turn: who reaches whom, how hard, and how soon.

An enemy whose card is still in the pile acts before this unit does again, and perhaps once more; one that has
acted comes first in the next round every second time (HX-SEQ-2, HX-SEQ-9).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from flagfall.bots.hexes.fighter import Fighter, Legs, chance, dealt, legs, mean_damage, struck, sunk, tops
from flagfall.bots.hexes.ground import FAR, Ground, Row
from flagfall.bots.hexes.judge import Judge
from flagfall.hexes.units.pieces import AIR, PRONE

CROWD = 0.7
"""How much the enemy's other targets draw fire away."""
SMOKE = 2
"""What smoke adds to a to-hit number (HX-HIT-3)."""


class Foe(NamedTuple):
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


class Guise(NamedTuple):
    """How a unit would stand: its shape, layer, stance and what protects it."""

    fighter: Fighter
    layer: int = 0
    stance: int = 0
    shield: str = ""
    """``cloak``, ``self``, ``weapon``, ``duck``, ``smoke`` or nothing."""


class Danger:
    """The enemies of a seat, and what each may do to its units."""

    def __init__(self, judge: Judge, unit: int) -> None:
        self.judge = judge
        self.unit = unit
        self.ground: Ground = judge.ground
        self._known_covers: dict[tuple[int, bool], Row] = {}
        again = unit in judge.waiting
        """Whether the unit's own card is still to come in this round (free actions)."""
        self.foes = [self._foe(foe, again) for foe in judge.foes]
        self.elsewhere = [self._elsewhere(foe) for foe in self.foes]
        """For each enemy what it could gain from the seat's other units, in points."""

    def _foe(self, number: int, again: bool) -> Foe:
        one = self.judge.fighter(number)
        waits = number in self.judge.waiting
        soon = (0.5 if waits else 0.0) if again else (1.3 if waits else 0.5)
        reached: Legs = legs(self.ground, one)
        near = reached.ground < FAR
        hidden = sunk(self.ground, one)
        low = near & ~hidden
        if one.layer != AIR:
            low[one.hex] = not hidden[one.hex]
        air = reached.air < FAR if reached.air is not None else np.zeros(self.ground.size, bool)
        if one.layer == AIR:
            air[one.hex] = True
        return Foe(one, soon, np.flatnonzero(low), np.flatnonzero(air), tops(self.ground, one), near, air)

    def _elsewhere(self, foe: Foe) -> float:
        total = 0.0
        for number in self.judge.mine:
            piece = self.judge.view.pieces[number]
            if number == self.unit or piece.hex < 0 or piece.cloaked or piece.shield == "self":
                continue
            guise = Guise(self.judge.fighter(number), piece.layer, piece.stance)
            harm = float(self.from_one(foe, guise, np.array([piece.hex]))[0])
            total += harm * self.judge.per_hp(number)
        return total

    def harm(self, guise: Guise, hexes: Row) -> Row:
        """For each enemy and hex: the damage that its best attack would do there on average."""
        if guise.shield in ("cloak", "self") or not self.foes:
            return np.zeros((len(self.foes), len(hexes)))
        return np.array([self.from_one(foe, guise, hexes) for foe in self.foes])

    def from_one(self, foe: Foe, guise: Guise, hexes: Row) -> Row:
        """The same for one enemy."""
        judge, field = self.judge, self.judge.field
        me, one = guise.fighter, foe.fighter
        if guise.shield == "duck":
            me = me._replace(endurance=2 * me.endurance)
        found = np.zeros(len(hexes))
        more = 1 if guise.stance == PRONE else 0
        full = dealt(field, one, me, more)
        if full > 0:
            seen = self._shot(foe, guise, hexes)
            if guise.layer == AIR:
                found = seen * full
            else:
                trees = self.ground.trees[hexes] + (SMOKE if guise.shield == "smoke" else 0)
                if judge.field.smoke:
                    trees = trees + SMOKE * np.isin(hexes, list(judge.field.smoke))
                hurt = mean_damage(one.fire - me.endurance, me.factor)
                table = np.array([chance(field, one, me, more + n) * hurt for n in range(8)])
                found = seen * table[np.minimum(trees, 7)]
        blow = struck(field, one, me)
        if blow > 0 and (guise.shield == "weapon" or blow > full * 0.8):
            reached = foe.near_air if guise.layer == AIR else foe.near
            around = np.array([self.ground.board.neighbours[hex] for hex in hexes.tolist()])
            beside = (reached[around] & (around >= 0)).any(axis=1)
            found = np.where(beside, np.maximum(found, blow), found)
        return found

    def _shot(self, foe: Foe, guise: Guise, hexes: Row) -> Row:
        """How much of an enemy's shot a unit has to fear in its next turn: 1, half of it from cover, or 0."""
        ground, one = self.ground, foe.fighter
        far = 1 if guise.shield == "weapon" else one.far
        found = np.zeros(len(hexes))
        if len(foe.high):
            found[(ground.distances(hexes, foe.high) <= far).any(axis=1)] = 1.0
        if len(foe.low):
            near = ground.distances(hexes, foe.low) <= far
            if guise.layer == AIR:
                found[near.any(axis=1)] = 1.0
            else:
                mine = tops(ground, guise.fighter, guise.stance)[hexes]
                high = np.maximum(mine[:, None], foe.tops[foe.low][None, :])
                near &= ground.highest(hexes, foe.low, one.far) < high
                free = near.any(axis=1)
                found[free] = np.maximum(found[free], self._bared(guise, hexes[free], foe.low, near[free]))
        if guise.layer != AIR:
            found[sunk(ground, guise.fighter, guise.stance)[hexes]] = 0.0
        return found

    def _bared(self, guise: Guise, hexes: Row, low: Row, near: Row) -> Row:
        """For hexes under fire: 1 where lines without cover abound, a half where none is (HX-COV-1)."""
        covers = self._covers(guise)[hexes]
        some = covers.any(axis=1)
        found = np.ones(len(hexes))
        if some.any():
            ways = self.ground.sectors(hexes[some], low)
            hidden = np.take_along_axis(covers[some], ways, axis=1)
            lines = near[some]
            bare = (lines & ~hidden).sum(axis=1) / lines.sum(axis=1)
            # An enemy that has to look for a line without cover may not find it free.
            found[some] = 0.5 + 0.5 * np.minimum(1.0, 3.0 * bare)
        return found

    def _covers(self, guise: Guise) -> Row:
        """For each hex and side: whether the ground there covers the unit (HX-COV-2)."""
        height = (guise.fighter.height + 3) // 4 if guise.stance == PRONE else guise.fighter.height
        key = (height, guise.fighter.surface)
        known = self._known_covers.get(key)
        if known is None:
            ground = self.ground
            base = ground.surface if guise.fighter.surface else ground.floor
            around = np.array(ground.board.neighbours)
            known = (2 * (ground.floor[around] - base[:, None]) >= height) & (around >= 0)
            self._known_covers[key] = known
        return known

    def felt(self, guise: Guise, hexes: Row) -> Row:
        """For each enemy and hex: the damage to be expected from it until the unit's next turn.

        An enemy has one attack a turn: the better its other targets, the less of it falls on this unit.
        """
        found = self.harm(guise, hexes)
        if not self.foes:
            return found
        points = found * self.judge.per_hp(self.unit)
        drawn = np.array(self.elsewhere)[:, None] * CROWD
        soon = np.array([foe.soon for foe in self.foes])[:, None]
        return found * soon * points / (points + drawn + 1e-9)
