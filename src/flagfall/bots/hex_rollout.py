"""What may come of a plan: the rest of this round and the next, played on in worlds that fit the view.

In each world the cards lie in some order and the unseen somewhere. Everybody shoots or strikes where it
hurts most within his reach, or else comes nearer. The dice of a world are thrown beforehand, so that all
plans meet the same luck; and each world has a twin in which luck is the other way round.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from flagfall.bots.hex_fighter import Fighter, dealt, fighter, legs, spread, struck, sunk, tops
from flagfall.bots.hex_ground import FAR, Row
from flagfall.bots.hex_judge import Judge
from flagfall.bots.hex_plan import Plan
from flagfall.hexes.hit import TOTAL
from flagfall.hexes.pieces import AIR, PLAY

CLOSER = 0.5
"""What a hex farther from the target is worth to a shooter, in points of the way."""


class Strike(NamedTuple):
    """An attack as it is tried out: its mean, and how it scatters."""

    mean: float
    spread: list[float]
    melee: bool


class Rollouts:
    """Tries plans in worlds that fit a view."""

    def __init__(self, judge: Judge, unit: int) -> None:
        self.judge = judge
        self.unit = unit
        self.ground = judge.ground
        self._reach: dict[tuple[int, int, int, int], tuple[Row, Row | None]] = {}
        self._seen: dict[tuple[int, int, int, int, int, int], Row] = {}
        self._rows: dict[int, Row] = {}
        self._hurt: dict[tuple[int, int, int, int], tuple[Strike, ...]] = {}

    def worlds(self, rng: random.Random) -> Iterator[World]:
        """Worlds that fit the view, without end."""
        while True:
            world = World(self, rng)
            yield world
            world.luck = 1.0 - world.luck
            world.dice = [(1.0 - now, 1.0 - later) for now, later in world.dice]
            yield world

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

    def strikes(self, one: Fighter, other: Fighter) -> tuple[Strike, ...]:
        """What one can do to another: shoot, strike, both or neither."""
        key = (one.number, one.mode, other.number, other.mode)
        known = self._hurt.get(key)
        if known is None:
            field = self.judge.field
            tried = (
                Strike(dealt(field, one, other), spread(field, one, other), False),
                Strike(struck(field, one, other), spread(field, one, other, True), True),
            )
            known = self._hurt[key] = tuple(strike for strike in tried if strike.spread)
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
        """What the attack of a plan does, from 0 (little) to 1."""
        self.dice = [(rng.random(), rng.random()) for _ in state.pieces]
        """What each unit throws in this round and the next, from 0 to 1."""
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
        self.later = len(state.pile)
        """Where the next round begins in the order of turns."""
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
            left = struck_one.hp - _quantile(aim.damage, self.luck)
            if left <= 0:
                del units[aim.unit]
            else:
                units[aim.unit] = struck_one._replace(hp=left)
        for place, number in enumerate(self.order):
            if number in units:
                self._turn(units, number, hidden, self.dice[number][place >= self.later])
                if number == unit:
                    hidden.discard(unit)
        worth = judge.worth
        return sum(
            worth(number, one.hp) * (1 if self.seats[number] == judge.seat else -1)
            for number, one in units.items()
        )

    def _turn(self, units: dict[int, Fighter], number: int, hidden: set[int], luck: float) -> None:
        """One unit's turn: the best attack within its reach, or a way towards the nearest enemy."""
        me, seat = units[number], self.seats[number]
        if number in hidden:
            return
        worth = self.judge.worth
        shots: list[tuple[float, int, Strike]] = []
        for other, foe in units.items():
            if self.seats[other] == seat or other in hidden:
                continue
            whole = worth(other, foe.hp)
            shots += [
                (whole - worth(other, foe.hp - 1.5 * strike.mean), -other, strike)
                for strike in self.rollouts.strikes(me, foe)
            ]
        shots.sort(key=itemgetter(0, 1), reverse=True)
        for _, negative, strike in shots:
            other = -negative
            place = self._from(me, units[other], strike.melee)
            if place is not None:
                units[number] = me._replace(hex=place[0], layer=place[1])
                left = units[other].hp - bisect_left(strike.spread, luck)
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


def _quantile(damage: tuple[int, ...], luck: float) -> int:
    """The damage of an attack that luck decides on, from 0 (no luck) to 1; chances in parts of `TOTAL`."""
    left = luck * TOTAL
    for amount, weight in enumerate(damage):
        left -= weight
        if left < 0:
            return amount
    return 0
