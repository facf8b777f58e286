"""What may come of a plan: the rest of this round and the next, played on in worlds that fit the view.

In each world the cards lie in some order and the unseen somewhere. Everybody shoots or strikes where it
hurts most within his reach, or else comes nearer; attacks do what they do on average. All plans meet the
same worlds.
"""

from __future__ import annotations

import random

import numpy as np

from flagfall.bots.hex_fighter import Fighter, dealt, fighter, legs, struck, sunk, tops
from flagfall.bots.hex_ground import FAR, Row
from flagfall.bots.hex_judge import Judge
from flagfall.bots.hex_plan import Plan
from flagfall.hexes.pieces import AIR, PLAY

CLOSER = 0.5
"""What a hex farther from the target is worth to a shooter, in points of the way."""


class Rollouts:
    """Tries plans in worlds that fit a view."""

    def __init__(self, judge: Judge, unit: int) -> None:
        self.judge = judge
        self.unit = unit
        self.ground = judge.ground
        self._reach: dict[tuple[int, int, int, int], tuple[Row, Row | None]] = {}
        self._seen: dict[tuple[int, int, int, int, int, int], Row] = {}
        self._rows: dict[int, Row] = {}
        self._hurt: dict[tuple[int, int, int, int], tuple[float, float]] = {}

    def world(self, rng: random.Random) -> World:
        """A world that fits the view."""
        return World(self, rng)

    # What does not depend on the world

    def reach(self, one: Fighter) -> tuple[Row, Row | None]:
        """The points that it takes to every place that a unit can get to."""
        key = (one.number, one.mode, one.hex, one.layer)
        known = self._reach.get(key)
        if known is None:
            found = legs(self.ground, one)
            known = self._reach[key] = (found.ground, found.air)
        return known

    def sees(self, one: Fighter, layer: int, other: Fighter) -> Row:
        """From which hexes one in a layer may shoot at another where it is."""
        ground = self.ground
        top = 0
        if other.layer != AIR:
            base = self.ground.board.surface if other.surface else self.ground.board.floor
            top = base[other.hex] + other.height
        key = (one.number, one.mode, layer, other.hex, top, other.layer)
        known = self._seen.get(key)
        if known is None:
            known = self.distance(other.hex) <= one.far
            if layer != AIR:
                if other.layer != AIR:
                    row = ground.highest(np.array([other.hex]), np.arange(ground.size), one.far)[0]
                    known = known & (row < np.maximum(tops(ground, one), top))
                known = known & ~sunk(ground, one)
            if other.layer != AIR and sunk(ground, other)[other.hex]:
                known = np.zeros(ground.size, bool)
            self._seen[key] = known
        return known

    def distance(self, hex: int) -> Row:
        """How far every hex is from one."""
        known = self._rows.get(hex)
        if known is None:
            known = self._rows[hex] = self.ground.distance(hex)
        return known

    def hurt(self, one: Fighter, other: Fighter) -> tuple[float, float]:
        """The damage that a shot and a blow of one do to another on average."""
        key = (one.number, one.mode, other.number, other.mode)
        known = self._hurt.get(key)
        if known is None:
            field = self.judge.field
            known = self._hurt[key] = dealt(field, one, other), struck(field, one, other)
        return known


class World:
    """One order of cards, and where the unseen are."""

    def __init__(self, rollouts: Rollouts, rng: random.Random) -> None:
        judge = rollouts.judge
        self.rollouts = rollouts
        self.judge = judge
        state = judge.game.determinize(judge.view, rng)
        field = state.field()
        self.luck = rng.random()
        """Decides whether the attack of a plan fells its target."""
        self.units: dict[int, Fighter] = {}
        self.seats: dict[int, int] = {}
        self.idle: set[int] = set()
        """Who cannot be attacked: cloaked, or behind a shield."""
        for number, piece in enumerate(state.pieces):
            if piece.status == PLAY and piece.hex >= 0:
                known = judge.view.pieces[number].hex >= 0
                self.units[number] = judge.fighter(number) if known else fighter(field, number)
                self.seats[number] = piece.seat
                if piece.cloaked or piece.shield == "self":
                    self.idle.add(number)
        self.order = [*state.pile, *rng.sample(sorted(self.units), len(self.units))]

    def value(self, plan: Plan) -> float:
        """How the seat stands after this round and the next if a plan is carried out."""
        rollouts, judge = self.rollouts, self.judge
        units, unit = dict(self.units), rollouts.unit
        if unit in units and plan.hex >= 0:
            units[unit] = plan.end.fighter._replace(hex=plan.hex, layer=plan.end.layer, hp=units[unit].hp)
        hidden = set(self.idle)
        hidden.discard(unit)
        if plan.end.shield in ("cloak", "self"):
            hidden.add(unit)
        aim = plan.aim
        if aim.unit in units:
            struck_one = units[aim.unit]
            if self.luck < aim.kill:
                del units[aim.unit]
            else:
                units[aim.unit] = struck_one._replace(hp=max(0.5, struck_one.hp - aim.mean))
        for number in self.order:
            if number in units:
                self._turn(units, number, hidden)
                if number == unit:
                    hidden.discard(unit)
        worth = judge.worth
        return sum(
            worth(number, one.hp) * (1 if self.seats[number] == judge.seat else -1)
            for number, one in units.items()
        )

    def _turn(self, units: dict[int, Fighter], number: int, hidden: set[int]) -> None:
        """One unit's turn: the best attack within its reach, or a way towards the nearest enemy."""
        me, seat = units[number], self.seats[number]
        if number in hidden:
            return
        worth = self.judge.worth
        shots: list[tuple[float, int, float, bool]] = []
        for other, foe in units.items():
            if self.seats[other] == seat or other in hidden:
                continue
            shot, blow = self.rollouts.hurt(me, foe)
            for damage, melee in ((shot, False), (blow, True)):
                if damage > 0:
                    shots.append((worth(other, foe.hp) - worth(other, foe.hp - damage), other, damage, melee))
        shots.sort(reverse=True)
        for _, other, damage, melee in shots:
            place = self._from(me, units[other], melee)
            if place is not None:
                units[number] = me._replace(hex=place[0], layer=place[1])
                left = units[other].hp - damage
                if left <= 0:
                    del units[other]
                else:
                    units[other] = units[other]._replace(hp=left)
                return
        self._approach(units, number, hidden)

    def _from(self, me: Fighter, foe: Fighter, melee: bool) -> tuple[int, int] | None:
        """Where a unit would attack another from, and in which layer; None if it cannot."""
        rollouts = self.rollouts
        walked, flown = rollouts.reach(me)
        if melee:
            if me.layer != foe.layer:
                return None
            reached: Row = flown if me.layer == AIR else walked
            near = [hex for hex in rollouts.ground.board.neighbours[foe.hex] if hex >= 0]
            best = min(near, key=lambda hex: int(reached[hex]), default=-1)
            return (best, foe.layer) if best >= 0 and reached[best] <= me.legs else None
        if me.layer == AIR or flown is not None:
            row = flown if flown is not None else walked
            found = self._best(row, rollouts.sees(me, AIR, foe), foe)
            if found >= 0:
                return found, AIR
        if me.layer == AIR:
            return None
        found = self._best(walked, rollouts.sees(me, me.layer, foe), foe)
        return (found, me.layer) if found >= 0 else None

    def _best(self, row: Row, seen: Row, foe: Fighter) -> int:
        """The place to shoot from: a short way, and not nearer than needed."""
        cost = np.where(seen, row - CLOSER * self.rollouts.distance(foe.hex), FAR)
        place = int(cost.argmin())
        return place if seen[place] and row[place] < FAR else -1

    def _approach(self, units: dict[int, Fighter], number: int, hidden: set[int]) -> None:
        me, seat = units[number], self.seats[number]
        foes = [foe for other, foe in units.items() if self.seats[other] != seat and other not in hidden]
        if not foes:
            return
        near = min(foes, key=lambda foe: int(self.rollouts.distance(foe.hex)[me.hex]))
        walked, flown = self.rollouts.reach(me)
        row = flown if flown is not None and me.layer == AIR else walked
        far = np.where(row < FAR, self.rollouts.distance(near.hex), FAR)
        units[number] = me._replace(hex=int(far.argmin()))
