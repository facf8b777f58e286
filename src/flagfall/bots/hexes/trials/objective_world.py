"""Trials in which both sides play for what the scenario is about: constructs, zones, exits, the last round.

In plain trials nobody knows more than how to fight. Here units also shoot at the constructs that have to
fall, go to where they are wanted and stay there, or leave the map, and a side that has reached its aim has
won.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from flagfall.bots.hexes.board_arrays import Row
from flagfall.bots.hexes.fighter import Fighter, sunk, tops
from flagfall.bots.hexes.objectives import Objectives
from flagfall.bots.hexes.plan import Plan, PlannedAttack
from flagfall.bots.hexes.trials.lookup_tables import AttackSpread, LookupTables, TrialAct, TurnEnd
from flagfall.bots.hexes.trials.outlook import Outlook
from flagfall.bots.hexes.trials.world import NOTHING, Situation, TrialWorld, quantile
from flagfall.bots.hexes.values.marshal_values import WIN, MarshalValues
from flagfall.bots.hexes.values.place_values import HASTE
from flagfall.hexes.abilities import Combine
from flagfall.hexes.rules.attacks import IMMOBILE, tenths
from flagfall.hexes.units.pieces import AIR

INSIDE = 12.0
"""What it is worth to a unit to end its turn in a zone that has to be held, or denied."""
NEARER = 12.0
"""What a turn less to the edge is worth to a unit that has to leave the map."""
LEISURE = 3.0
"""With how many rounds left units count for half of what they are worth in a fight."""
LATEST = 5.0
"""No unit is taken to need more turns to where it can shoot at what its side has to bring down."""
STEADY = 0.9
"""How much of what a trial says is left with every round that it goes on: its players are crude."""
FARTHEST = 200
"""No way to an edge is taken to be longer, in points."""


class BlockShot(NamedTuple):
    """A shot at a construct: how likely it hits, and what a hit takes off."""

    chance: float
    damage: int
    strike: AttackSpread


class ObjectiveTables(LookupTables):
    """What trials look up, with what the scenario is about."""

    values: MarshalValues

    def __init__(self, values: MarshalValues, unit: int) -> None:
        super().__init__(values, unit)
        self.zone: Row = np.zeros(self.arrays.size, bool)
        """The hexes of zones that somebody has to hold."""
        for one in values.objectives.zones:
            self.zone[list(one.hexes)] = True
        self.zone_hexes = np.flatnonzero(self.zone)
        self.edges: dict[int, Row] = {}
        """For each unit that has to leave the map: the hexes that it may leave from."""
        for way in values.objectives.ways_out:
            edge = self._edge(way.edge)
            self.edges.update((number, self.edges.get(number, edge) | edge) for number in way.units)
        self._drawn: dict[tuple[int, int], Row] = {}
        self._block_places: dict[tuple[int, ...], TurnEnd | None] = {}
        self._block_shots: dict[tuple[int, int], BlockShot | None] = {}
        self.outlook = Outlook(values, self.turns_out)

    def danger(self, one: Fighter) -> Row:
        """For each hex: the danger to a unit, less what it is worth to be there."""
        key = (one.number, one.mode)
        known = self._drawn.get(key)
        if known is None:
            known = super().danger(one)
            if len(self.zone_hexes) and not self.values.field.sheet(one.number).people:
                known = known - np.float32(INSIDE) * self.zone
            if one.number in self.edges and one.move_points > 0:
                known = known + np.float32(NEARER / one.move_points) * self._way(one)
            known = known + self._late(one)
            self._drawn[key] = known
        return known

    def _late(self, one: Fighter) -> Row | np.float32:
        """For each hex: what the turns cost that a unit needs to shoot at what its side has to bring down."""
        none = np.float32(0.0)
        seat = self.values.view.pieces[one.number].seat
        if one.fire < 1 or one.move_points < 1:
            return none
        goals, shot = np.zeros(self.arrays.size, bool), 0.0
        for down in self.values.objectives.downfalls:
            if down.seat != seat:
                continue
            for hex in down.hexes:
                aimed = self.block_shot(one)
                if aimed is not None:
                    goals |= self._sees_block(one, hex)
                    shot = max(shot, aimed.strike.mean * self.values.marks[hex])
            for number in down.units:
                if self.values.view.pieces[number].hex < 0:
                    continue
                other = self.values.fighter(number)
                strike = self.strike(one, other, False, False)
                if strike is not None:
                    goals |= self.sees(one, one.layer, other).bare
                    shot = max(shot, strike.mean * self.values.per_hp(number))
        if not goals.any():
            return none
        if one.layer == AIR:
            turns = self.arrays.flight(goals) / one.move_points
        else:
            turns = self.arrays.way(one.profile, goals) / one.move_points
        return (shot * np.minimum(turns, LATEST)).astype(np.float32)

    def _edge(self, name: str) -> Row:
        grid = self.arrays.board.grid
        found = np.zeros((grid.height, grid.width), bool)
        found[{"N": 0, "S": -1}.get(name, slice(None)), {"W": 0, "E": -1}.get(name, slice(None))] = True
        return found.reshape(-1)

    def _way(self, one: Fighter) -> Row:
        """For each hex: the points that it takes from there to the edge that a unit has to leave by."""
        edge = self.edges[one.number]
        if one.layer == AIR:
            return self.arrays.flight(edge).astype(np.float32)
        return np.minimum(self.arrays.way(one.profile, edge), FARTHEST).astype(np.float32)

    def turns_out(self, one: Fighter) -> float:
        """How many turns a unit that has to leave the map needs to do so."""
        return float(self._way(one)[one.hex]) / max(1, one.move_points)

    def leaves(self, one: Fighter) -> bool:
        """Whether a unit that has to leave the map can do so with one Move (HX-MOVE-8)."""
        edge = self.edges.get(one.number)
        return edge is not None and one.move_points > 0 and int(self._way(one)[one.hex]) < one.move_points

    def shapes(self, number: int) -> range:
        """The shapes that a unit of the seats may take on; none where it serves only one side in each."""
        sheet = self.values.field.sheet(number)
        return range(0 if sheet.allegiance_by_mode else len(sheet.modes))

    def block_shot(self, one: Fighter) -> BlockShot | None:
        """What a unit's weapon does to a construct (HX-CON-3); None if it has none."""
        key = (one.number, one.mode)
        if key not in self._block_shots:
            found = None
            if one.fire > 0:
                field = self.values.field
                hit = tenths(field, field.options.to_hit_offset - one.skill + IMMOBILE) / 10
                spread = (*[1.0 - hit] * one.fire, 1.0)
                found = BlockShot(hit, one.fire, AttackSpread(hit * one.fire, spread))
            self._block_shots[key] = found
        return self._block_shots[key]

    def block_place(self, one: Fighter, hex: int) -> TurnEnd | None:
        """Where a unit would best shoot at a construct from; None where it cannot."""
        key = (one.number, one.mode, one.hex, one.layer, hex)
        if key not in self._block_places:
            self._block_places[key] = self._firing_place(one, self._sees_block(one, hex), False)
        return self._block_places[key]

    def _sees_block(self, one: Fighter, hex: int) -> Row:
        arrays = self.arrays
        near = self.distance(hex)
        seen: Row = near <= one.far
        if one.layer == AIR:
            return seen
        top = self.values.field.ground_end(hex).top
        row = arrays.highest(np.array([hex]), self._every, one.far)[0]
        return seen & ((row < np.maximum(tops(arrays, one), top)) | (near <= 1)) & ~sunk(arrays, one)


class ObjectiveWorld(TrialWorld):
    """A world whose units know what the scenario is about."""

    tables: ObjectiveTables
    values: MarshalValues

    def __init__(self, tables: ObjectiveTables, rng: random.Random, ahead: int = 1) -> None:
        super().__init__(tables, rng, ahead)
        self.played = 0
        """How many rounds after this one the trial that is being played has come to."""
        view, cell = self.values.view, self.values.field.cell
        self.start.blocks.update({hex: cell(hex).hp for hex in self.values.marks})
        self.giant = -1
        """The big robot that the team of the unit could combine into: it acts from the next round on."""
        if self.aims.more_than_a_fight:
            self.giant = self.values.field.giant(tables.unit)
        if self.giant >= 0 and self.giant not in self.seats:
            self.seats[self.giant] = self.values.seat
            for order in self.rounds[1:]:
                order.insert(rng.randrange(len(order) + 1), self.giant)
        self.start.held.update({one.number: view.table.holds[one.number] for one in self.aims.zones})

    @property
    def aims(self) -> Objectives:
        """What ends the game."""
        return self.values.objectives

    # How it goes on and ends

    def over(self, now: Situation, later: int) -> bool:
        """Count the round for who holds a zone; whether somebody has won."""
        self.played = later
        for zone in self.aims.zones:
            inside: dict[int, set[int]] = {0: set(), 1: set()}
            for number, one in now.units.items():
                if one.hex in zone.hexes and number not in now.hidden:
                    inside[self.seats[number]].add(one.hex)
            alone = not inside[1 - zone.seat] and len(inside[zone.seat]) >= zone.least
            now.held[zone.number] = now.held[zone.number] + 1 if alone else 0
        return self._winner(now) >= 0

    def turn(self, now: Situation, number: int, luck: float) -> None:
        """One unit's turn; one that has to leave the map does so as soon as it can."""
        if number in now.units and number not in now.hidden and self.tables.leaves(now.units[number]):
            now.left[number] = now.units.pop(number)
        else:
            super().turn(now, number, luck)

    def _winner(self, now: Situation) -> int:
        """The seat that has won, or -1."""
        for way in self.aims.ways_out:
            if len(way.units & now.left.keys()) >= way.need:
                return way.seat
        seats = {self.seats[number] for pool in (now.units, now.raised) for number in pool}
        if len(seats) == 1:
            return seats.pop()
        for zone in self.aims.zones:
            if now.held[zone.number] >= zone.rounds:
                return zone.seat
        fallen = {hex for hex, hp in now.blocks.items() if hp <= 0}
        return self.aims.fallen_enough(now.wrecks.keys() - self.start.wrecks.keys(), fallen)

    def standing(self, now: Situation) -> float:
        """How the seat stands: how likely it wins, and units as far as there is time left to use them."""
        outlook = self.tables.outlook
        if not self.aims.more_than_a_fight:
            total, winner = super().standing(now), self._winner(now)
            return total if winner < 0 else total + (WIN if winner == self.values.seat else -WIN)
        left = max(0, outlook.rounds - self.values.view.table.round - self.played)
        chance = outlook.chance(now, self.seats, self._winner(now), left) * STEADY**self.played
        return WIN * chance + left / (left + LEISURE) * super().standing(now)

    # What units do

    def _act(self, now: Situation, plan: Plan) -> float:
        """What a plan does but for its attack; a team that combines is one big robot from then on."""
        if not isinstance(plan.first, Combine) or self.giant < 0:
            return super()._act(now, plan)
        values, field = self.values, self.values.field
        team = field.team(self.tables.unit)
        hurt = sum(field.max_hp(n) - now.units[n].hp for n in team if n in now.units)
        at = next((now.units[n] for n in team if n in now.units), None)
        for number in team:
            now.units.pop(number, None)
        if at is not None:
            big = values.fighter(self.giant)
            hp = field.max_hp(self.giant) - hurt
            now.units[self.giant] = big._replace(hex=at.hex, layer=at.layer, hp=hp)
        return plan.summary.gain

    def not_played_out(self, planned: PlannedAttack) -> float:
        """Nothing: here the constructs that count are shot at."""
        return 0.0

    def _carry_out(self, now: Situation, planned: PlannedAttack) -> None:
        super()._carry_out(now, planned)
        if planned.unit < 0 and planned.hex in now.blocks:
            left = now.blocks[planned.hex] - quantile(planned.damage, self.luck)
            now.blocks[planned.hex] = max(0, left)

    def _best(self, now: Situation, number: int, still: bool = False) -> TrialAct:
        """The best that a unit can do, a shot at a construct that has to fall among it."""
        best = super()._best(now, number, still)
        me = now.units[number]
        for hex, hp in now.blocks.items():
            if hp > 0 and self.aims.attackers[hex] == self.seats[number]:
                act = self._block_attack(me, hex, hp, still)
                if act.worth > best.worth:
                    best = act
        if best.strike is None and best.patient < 0 and not still:
            best = self._in_another_shape(now, me, best)
        return best

    def _in_another_shape(self, now: Situation, me: Fighter, best: TrialAct) -> TrialAct:
        """A walk in another shape, where that leads nearer to where a unit is wanted."""
        tables = self.tables
        foes = [one for n, one in now.units.items() if self.seats[n] != self.seats[me.number]]
        if not foes or me.layer == AIR:
            return best
        far = tables.distance(self._goal(now, me, foes))
        haste = HASTE * self.values.cost(me.number) / max(1, me.move_points)
        least = float(tables.danger(me)[best.hex]) + haste * int(far[best.hex])
        for mode in tables.shapes(me.number):
            one = self._shaped(me, mode)
            if mode == me.mode or one.move_points < 1:
                continue
            end = tables.approach(one, self._goal(now, one, foes))
            total = end.danger + haste * int(far[end.hex])
            if total < least:
                least, best = total, TrialAct(-end.danger, end.hex, me.layer, mode=mode)
        return best

    def _shaped(self, me: Fighter, mode: int) -> Fighter:
        return self.values.fighter(me.number, mode)._replace(hex=me.hex, layer=me.layer, hp=me.hp)

    def _do(self, now: Situation, number: int, act: TrialAct, luck: float) -> None:
        if act.mode >= 0:
            now.units[number] = self._shaped(now.units[number], act.mode)
        super()._do(now, number, act, luck)

    def _block_attack(self, me: Fighter, hex: int, hp: int, still: bool) -> TrialAct:
        shot = self.tables.block_shot(me)
        end = self.tables.block_place(me, hex) if shot is not None else None
        if shot is None or end is None or (still and not end.here):
            return NOTHING
        worth = self.values.block_worth
        gain = shot.chance * (worth(hex, hp) - worth(hex, hp - shot.damage))
        if still:
            home = self.tables.choices(me).home
            return TrialAct(gain - home, me.hex, me.layer, strike=shot.strike, block=hex)
        return TrialAct(gain - end.danger, end.hex, me.layer, strike=shot.strike, block=hex)

    def _goal(self, now: Situation, me: Fighter, foes: list[Fighter]) -> int:
        """Where it is wanted: a zone, a construct that has to fall, or the nearest foe."""
        tables = self.tables
        far = tables.distance(me.hex)
        if len(tables.zone_hexes) and not tables.zone[me.hex]:
            return int(tables.zone_hexes[far[tables.zone_hexes].argmin()])
        marks = [
            hex
            for hex, hp in now.blocks.items()
            if hp > 0 and self.aims.attackers[hex] == self.seats[me.number]
        ]
        if marks and me.fire > 0:
            return min(marks, key=lambda hex: int(far[hex]))
        return super()._goal(now, me, foes)
