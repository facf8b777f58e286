"""How good it is for a unit to end its turn somewhere, in some shape: danger, ways, duty, company."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from flagfall.bots.hexes.board_arrays import Row
from flagfall.bots.hexes.character import Character
from flagfall.bots.hexes.fighter import Fighter, dealt, struck, sunk, tops
from flagfall.bots.hexes.values.danger import Danger, Pose
from flagfall.bots.hexes.values.planner_values import PlannerValues
from flagfall.hexes.scenarios.scenario import Hold
from flagfall.hexes.units.pieces import AIR, AWAY, GROUND, PLAY, PRONE, WRECK

FEAR = 0.8
"""What a point of expected loss counts."""
SPREAD = ((0.35, 0.2), (0.4, 1.0), (0.25, 2.2))
"""How the dice scatter about the mean: parts, and what each makes of it."""
HASTE = 0.035
"""What a turn less to go is worth, as a part of the unit."""
WATCH = 0.12
"""What it is worth to have a target in the arc at the end of a turn, as a part of the shot."""
ARMS = 0.2
"""What a well-armed shape is worth, as a part of its best shot."""
LEAVING = 22.0
"""What a turn less to the edge is worth to a unit that has to leave the map."""
HOLDING = 12.0
"""What a turn less to a zone that has to be held is worth."""
INSIDE = 22.0
"""What it is worth to stand in it."""
GATHER = 0.05
"""What a turn less to its team is worth to a member, as a part of what the big robot adds."""
LYING = 0.05
"""What it costs to be prone, as a part of the unit: it has to stand up again."""
MOST_TURNS = 12.0


class Destination(NamedTuple):
    """Where a unit is wanted: the hexes, and what a turn less to go there is worth."""

    points: float
    goals: Row
    duty: bool = False
    """Whether the scenario wants it."""
    grounded: bool = False
    inside: float = 0.0
    """What it is worth to be there."""


class PlaceValues:
    """The value of places for one unit at one moment."""

    def __init__(self, values: PlannerValues, danger: Danger, unit: int, character: Character) -> None:
        self.values = values
        self.danger = danger
        self.unit = unit
        self.character = character
        self.arrays = values.arrays
        self.piece = values.view.pieces[unit]
        self.cost = values.cost(unit)
        self._attack_gains: dict[tuple[int, int, int], Row] = {}

    # Attacks at first sight

    def sees(self, one: Fighter, hex: int, top: float, layer: int, own_layer: int, stance: int = 0) -> Row:
        """From which hexes a unit in a shape may shoot at something in a hex."""
        near = self.arrays.distance(hex) <= one.far
        if own_layer == AIR:
            return near
        if layer != AIR:
            every = np.arange(self.arrays.size)
            high = np.maximum(tops(self.arrays, one, stance), top)
            near &= self.arrays.highest(np.array([hex]), every, one.far)[0] < high
        return near & ~sunk(self.arrays, one, stance)

    def targets(self, one: Fighter) -> list[tuple[int, float, int, float]]:
        """What a unit in a shape may want to shoot at: hex, height of its top, layer, gain of a free shot."""
        values, field = self.values, self.values.field
        found = []
        for foe in values.foes:
            spot = field.sight_end(foe)
            if spot.sunk or field.pieces[foe].shield == "self" or one.fire < 1:
                continue
            trees = 0 if spot.layer == AIR else self.arrays.board.trees[spot.hex]
            gain = values.rough_gain(one, foe, dealt(field, one, values.fighter(foe), trees))
            found.append((spot.hex, float(spot.top), spot.layer, gain))
        for hex, worth in values.blocks.items():
            if one.fire > 0:
                top = float(field.ground_end(hex).top)
                found.append((hex, top, GROUND, worth * min(one.fire, field.cell(hex).hp)))
        return found

    def attack_gains(self, pose: Pose) -> Row:
        """For each facing and hex: the gain of the best attack from there, at first sight."""
        one, layer, stance = pose.fighter, pose.layer, pose.stance
        key = (one.mode, layer, stance)
        known = self._attack_gains.get(key)
        if known is None:
            known = np.zeros((6, self.arrays.size))
            for hex, top, there, gain in self.targets(one):
                if gain > 0:
                    seen = self.sees(one, hex, top, there, layer, stance) & self.arrays.arcs(one.arc, hex)
                    np.maximum(known, np.where(seen, gain, 0.0), out=known)
            self._blows(one, layer, known)
            self._attack_gains[key] = known
        return known

    def _blows(self, one: Fighter, layer: int, table: Row) -> None:
        """Enter what the hands could do from the hexes next to a foe."""
        values = self.values
        for foe in values.foes:
            piece = values.view.pieces[foe]
            if piece.layer != layer or piece.shield == "self":
                continue
            gain = values.rough_gain(one, foe, struck(values.field, one, values.fighter(foe)))
            if gain > 0:
                for way, hex in enumerate(self.arrays.board.neighbours[piece.hex]):
                    if hex >= 0:
                        facing = (way + 3) % 6
                        table[facing, hex] = max(table[facing, hex], gain)

    @cached_property
    def best_shape(self) -> int:
        """The mode with the hardest weapon, the first of equals."""
        modes = range(len(self.values.field.sheet(self.unit).modes))
        return max(modes, key=lambda mode: (self.values.fighter(self.unit, mode).fire, -mode))

    def arms(self, one: Fighter) -> float:
        """What the weapons of a shape are worth for the turns to come."""
        shots = [gain for *_, gain in self.targets(one)]
        blows = [
            self.values.rough_gain(one, foe, struck(self.values.field, one, self.values.fighter(foe)))
            for foe in self.values.foes
        ]
        return max(max(shots, default=0.0), 0.5 * max(blows, default=0.0))

    # Where it is wanted

    @cached_property
    def destinations(self) -> list[Destination]:
        """Where the unit is wanted, for what."""
        values, character = self.values, self.character
        key = self.piece.key
        urge = 1 - 0.7 * values.patience if values.patience > 0 else 1 - 0.8 * values.patience
        found: list[Destination] = []
        if key in values.leavers and self.piece.owner == values.seat:
            found.append(Destination(LEAVING * character.duty, self._edge(), True))
            return found
        if key in values.charges or values.field.sheet(self.unit).people:
            return found
        found += self._zone_destinations()
        share = 0.5 if found else 1.0
        wanted = [foe for foe in values.foes if values.view.pieces[foe].key in values.prizes]
        weight = HASTE * self.cost * character.haste * urge * share
        if wanted or values.blocks:
            duty = self._firing(wanted, tuple(values.blocks))
            found.append(Destination(weight * (0.5 + 0.7 * character.duty), duty, True))
            weight *= 0.3
        found.append(Destination(weight, self._firing(values.foes, ())))
        found += self._team_destination()
        found += self._patient_destination()
        return [destination for destination in found if destination.goals.any()]

    def _edge(self) -> Row:
        there = self.arrays.board.grid
        goals = np.zeros((there.height, there.width), bool)
        for edge in self.values.game.exits(self.values.seat):
            goals[{"N": 0, "S": -1}.get(edge, slice(None)), {"W": 0, "E": -1}.get(edge, slice(None))] = True
        return goals.reshape(-1)

    def _zone_destinations(self) -> list[Destination]:
        values = self.values
        found: list[Destination] = []
        seen: set[tuple[int, ...]] = set()
        for number, zone in values.zones.items():
            if not zone or zone in seen:
                continue
            seen.add(zone)
            condition = values.game.scenario.victory[number]
            assert isinstance(condition, Hold)
            inside = [n for n in values.mine if n != self.unit and values.view.pieces[n].hex in zone]
            # One or two more than are needed are welcome, a crowd is not.
            need = max(0.25, 1.0 - 0.3 * max(0, len(inside) - condition.hexes + 1))
            held = max(
                (
                    count
                    for other, count in enumerate(values.view.table.holds)
                    if values.zones.get(other) == zone
                ),
                default=0,
            )
            weight = self.character.duty * need * (1 + 0.5 * held)
            goals = np.zeros(self.arrays.size, bool)
            goals[list(zone)] = True
            found.append(Destination(HOLDING * weight, goals, True, inside=INSIDE * weight))
        return found

    def _firing(self, foes: list[int], blocks: tuple[int, ...]) -> Row:
        """The hexes from which one of some targets can be shot at, or struck by one without a weapon."""
        values, field = self.values, self.values.field
        one = values.fighter(self.unit, self.best_shape)
        goals = np.zeros(self.arrays.size, bool)
        for foe in foes:
            spot = field.sight_end(foe)
            if one.fire > 0 and not spot.sunk:
                goals |= self.sees(one, spot.hex, float(spot.top), spot.layer, GROUND)
            else:
                goals[[hex for hex in self.arrays.board.neighbours[spot.hex] if hex >= 0]] = True
        for hex in blocks:
            if one.fire > 0:
                goals |= self.sees(one, hex, float(field.ground_end(hex).top), GROUND, GROUND)
        return goals

    def _team_destination(self) -> list[Destination]:
        """Members of a team that may still combine keep together (HX-ABL-CMB)."""
        field, giant = self.values.field, self.values.field.giant(self.unit)
        team = field.team(self.unit)
        roster = field.roster.teams.get(field.sheet(self.unit).combine or "")
        if giant < 0 or field.pieces[giant].status != AWAY or roster is None:
            return []
        if len(team) < len(roster.members) or any(field.pieces[n].status != PLAY for n in team):
            return []
        hexes = [field.pieces[n].hex for n in team if n != self.unit and field.pieces[n].hex >= 0]
        goals = np.zeros(self.arrays.size, bool)
        for hex in _largest(hexes, self.arrays.board.neighbours):
            goals[[near for near in self.arrays.board.neighbours[hex] if near >= 0]] = True
        added = self.values.cost(giant) - sum(self.values.cost(n) for n in team)
        weight = GATHER * max(0.0, added)
        return [Destination(weight, goals, True, grounded=True, inside=weight)]

    # Engineers

    @cached_property
    def patients(self) -> list[int]:
        """The others of the seat that could do with a repair, wrecks too."""
        field = self.values.field
        return [
            number
            for number, piece in enumerate(self.values.view.pieces)
            if piece.owner == piece.seat == self.values.seat
            and number != self.unit
            and piece.hex >= 0
            and piece.layer != AIR
            and piece.status in (PLAY, WRECK)
            and piece.hp < field.max_hp(number)
            and not field.sheet(number).people
        ]

    def repaired_gain(self, number: int) -> float:
        """What a repair of a unit brings, in points."""
        values = self.values
        piece = values.view.pieces[number]
        after = min(values.field.max_hp(number), piece.hp + values.field.skill(self.unit))
        if piece.status == WRECK:
            return 0.0 if piece.waiting else 0.75 * values.worth(number, after)
        return 0.9 * (values.worth(number, after) - values.worth(number, piece.hp))

    def _patient_destination(self) -> list[Destination]:
        """A unit that can repair goes to where it is needed most."""
        if not any(mode.has("repair") for mode in self.values.field.sheet(self.unit).modes):
            return []
        needs = [(self.repaired_gain(number), -number) for number in self.patients]
        gain, number = max(needs, default=(0.0, 0))
        if gain <= 0:
            return []
        goals = np.zeros(self.arrays.size, bool)
        at = self.values.view.pieces[-number].hex
        goals[[near for near in self.arrays.board.neighbours[at] if near >= 0]] = True
        return [Destination(0.35 * gain, goals, grounded=True)]

    def way(self, pose: Pose, hexes: Row) -> Row:
        """What the way that is left costs from some hexes, in points."""
        total = np.zeros(len(hexes))
        one = pose.fighter
        for destination in self.destinations:
            if one.move_points < 1:
                turns = np.full(len(hexes), MOST_TURNS)
            else:
                walked = self.arrays.way(one.profile, destination.goals)
                if one.flies:
                    flown = self.arrays.flight(destination.goals)
                    up = 2 if pose.layer != AIR else 0
                    flown = flown + up + (2 if destination.grounded and (up or pose.layer == AIR) else 0)
                    walked = flown if pose.layer == AIR else np.minimum(walked, flown)
                turns = np.minimum(walked[hexes] / one.move_points, MOST_TURNS)
            total += destination.points * turns
            if destination.inside:
                there = destination.goals[hexes] & (not (destination.grounded and pose.layer == AIR))
                total -= destination.inside * there
        return total

    # All together

    def losses(self, pose: Pose, hexes: Row) -> Row:
        """For each foe and hex: what it may cost until the next turn, in points, as it is felt."""
        damage = self.danger.felt(pose, hexes)
        total = damage.sum(axis=0) if len(damage) else np.zeros(len(hexes))
        points = np.interp(total, *self._harm) * FEAR * self.character.fear
        return damage * (points / np.maximum(total, 1e-9))

    @cached_property
    def _harm(self) -> tuple[Row, Row]:
        """What so much damage, as it is to be expected, costs the unit: dice do more, or less, than that."""
        hp = max(1, self.piece.hp)
        damage = np.linspace(0.0, 2.5 * hp, 60)
        whole = self.values.worth(self.unit, hp)
        cost = [
            whole - sum(part * self.values.worth(self.unit, hp - turn * mean) for part, turn in SPREAD)
            for mean in damage.tolist()
        ]
        return damage, np.array(cost)

    def value(self, pose: Pose, hexes: Row, losses: Row | None = None) -> Row:
        """How good it is to end the turn in some hexes."""
        if not len(hexes):
            return np.zeros(0)
        felt = self.losses(pose, hexes) if losses is None else losses
        total = -felt.sum(axis=0) if len(felt) else np.zeros(len(hexes))
        total = total - self.way(pose, hexes)
        total = total + ARMS * self.arms(pose.fighter)
        if pose.layer != AIR:
            total = total + 0.3 * self.character.cover * (self.arrays.trees[hexes] > 0)
        if pose.stance == PRONE:
            total = total - LYING * self.cost
        return total - self._alone(hexes)

    def _alone(self, hexes: Row) -> Row:
        """What it costs to be far from the others, in points."""
        friends = [
            self.values.view.pieces[n].hex
            for n in self.values.mine
            if n != self.unit and self.values.view.pieces[n].hex >= 0
        ]
        if not friends or not self.values.foes:
            return np.zeros(len(hexes))
        far = np.sort(self.arrays.distances(hexes, np.array(friends)), axis=1)[:, : min(2, len(friends))]
        beyond = np.maximum(0, far.mean(axis=1) - 6)
        return 0.004 * self.character.company * self.cost * np.minimum(beyond, 12)


def _largest(hexes: list[int], neighbours: list[tuple[int, ...]]) -> list[int]:
    """The largest of the clusters that some hexes form, the first of equals."""
    left = list(hexes)
    best: list[int] = []
    while left:
        cluster = [left.pop(0)]
        for hex in cluster:
            near = [other for other in left if other in neighbours[hex]]
            cluster += near
            left = [other for other in left if other not in near]
        if len(cluster) > len(best):
            best = cluster
    return best
