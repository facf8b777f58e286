"""How good it is for a unit to end its turn somewhere, in some shape: danger, ways, duty, company."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from flagfall.bots.hexes.character import Character
from flagfall.bots.hexes.danger import Danger, Guise
from flagfall.bots.hexes.fighter import Fighter, dealt, struck, sunk, tops
from flagfall.bots.hexes.ground import Row
from flagfall.bots.hexes.judge import Judge
from flagfall.hexes.scenarios.scenario import Hold
from flagfall.hexes.units.pieces import AIR, AWAY, GROUND, PLAY, PRONE, WRECK

FEAR = 0.8
"""What a point of expected loss counts."""
SPREAD = ((0.35, 0.2), (0.4, 1.0), (0.25, 2.2))
"""How the dice scatter about the mean: parts, and what each makes of it."""
HASTE = 0.035
"""What a turn less to go is worth, as a part of the unit."""
WATCH = 0.12
"""What it is worth to have somebody in the arc at the end of a turn, as a part of the shot."""
ARMS = 0.2
"""What a well-armed shape is worth, as a part of its best shot."""
LEAVING = 22.0
"""What a turn less to the edge is worth to one that has to leave the map."""
HOLDING = 12.0
"""What a turn less to a zone that has to be held is worth."""
INSIDE = 22.0
"""What it is worth to stand in it."""
GATHER = 0.05
"""What a turn less to its team is worth to a member, as a part of what the big robot adds."""
LYING = 0.05
"""What it costs to lie, as a part of the unit: it has to get up again."""
MOST_TURNS = 12.0


class Pull(NamedTuple):
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

    def __init__(self, judge: Judge, danger: Danger, unit: int, character: Character) -> None:
        self.judge = judge
        self.danger = danger
        self.unit = unit
        self.character = character
        self.ground = judge.ground
        self.piece = judge.view.pieces[unit]
        self.cost = judge.cost(unit)
        self._aims: dict[tuple[int, int, int], Row] = {}

    # Attacks at first sight

    def sees(self, one: Fighter, hex: int, top: float, layer: int, own_layer: int, stance: int = 0) -> Row:
        """From which hexes a unit in a shape may shoot at something in a hex."""
        near = self.ground.distance(hex) <= one.far
        if own_layer == AIR:
            return near
        if layer != AIR:
            every = np.arange(self.ground.size)
            high = np.maximum(tops(self.ground, one, stance), top)
            near &= self.ground.highest(np.array([hex]), every, one.far)[0] < high
        return near & ~sunk(self.ground, one, stance)

    def targets(self, one: Fighter) -> list[tuple[int, float, int, float]]:
        """What a unit in a shape may want to shoot at: hex, height of its top, layer, gain of a free shot."""
        judge, field = self.judge, self.judge.field
        found = []
        for foe in judge.foes:
            spot = field.sight_end(foe)
            if spot.sunk or field.pieces[foe].shield == "self" or one.fire < 1:
                continue
            trees = 0 if spot.layer == AIR else self.ground.board.trees[spot.hex]
            gain = judge.rough_gain(one, foe, dealt(field, one, judge.fighter(foe), trees))
            found.append((spot.hex, float(spot.top), spot.layer, gain))
        for hex, worth in judge.blocks.items():
            if one.fire > 0:
                top = float(field.ground_end(hex).top)
                found.append((hex, top, GROUND, worth * min(one.fire, field.cell(hex).hp)))
        return found

    def aims(self, guise: Guise) -> Row:
        """For each facing and hex: the gain of the best attack from there, at first sight."""
        one, layer, stance = guise.fighter, guise.layer, guise.stance
        key = (one.mode, layer, stance)
        known = self._aims.get(key)
        if known is None:
            known = np.zeros((6, self.ground.size))
            for hex, top, there, gain in self.targets(one):
                if gain > 0:
                    seen = self.sees(one, hex, top, there, layer, stance) & self.ground.arcs(one.arc, hex)
                    np.maximum(known, np.where(seen, gain, 0.0), out=known)
            self._blows(one, layer, known)
            self._aims[key] = known
        return known

    def _blows(self, one: Fighter, layer: int, table: Row) -> None:
        """Enter what the hands could do from the hexes next to a foe."""
        judge = self.judge
        for foe in judge.foes:
            piece = judge.view.pieces[foe]
            if piece.layer != layer or piece.shield == "self":
                continue
            gain = judge.rough_gain(one, foe, struck(judge.field, one, judge.fighter(foe)))
            if gain > 0:
                for way, hex in enumerate(self.ground.board.neighbours[piece.hex]):
                    if hex >= 0:
                        facing = (way + 3) % 6
                        table[facing, hex] = max(table[facing, hex], gain)

    @cached_property
    def best_shape(self) -> int:
        """The mode with the hardest weapon, the first of equals."""
        modes = range(len(self.judge.field.sheet(self.unit).modes))
        return max(modes, key=lambda mode: (self.judge.fighter(self.unit, mode).fire, -mode))

    def arms(self, one: Fighter) -> float:
        """What the weapons of a shape are worth for the turns to come."""
        shots = [gain for *_, gain in self.targets(one)]
        blows = [
            self.judge.rough_gain(one, foe, struck(self.judge.field, one, self.judge.fighter(foe)))
            for foe in self.judge.foes
        ]
        return max(max(shots, default=0.0), 0.5 * max(blows, default=0.0))

    # Where it is wanted

    @cached_property
    def pulls(self) -> list[Pull]:
        """Where the unit is wanted, for what."""
        judge, character = self.judge, self.character
        key = self.piece.key
        urge = 1 - 0.7 * judge.patience if judge.patience > 0 else 1 - 0.8 * judge.patience
        found: list[Pull] = []
        if key in judge.leavers and self.piece.owner == judge.seat:
            found.append(Pull(LEAVING * character.duty, self._edge(), True))
            return found
        if key in judge.charges or judge.field.sheet(self.unit).people:
            return found
        found += self._zone_pulls()
        share = 0.5 if found else 1.0
        wanted = [foe for foe in judge.foes if judge.view.pieces[foe].key in judge.prizes]
        weight = HASTE * self.cost * character.haste * urge * share
        if wanted or judge.blocks:
            duty = self._firing(wanted, tuple(judge.blocks))
            found.append(Pull(weight * (0.5 + 0.7 * character.duty), duty, True))
            weight *= 0.3
        found.append(Pull(weight, self._firing(judge.foes, ())))
        found += self._team_pull()
        found += self._patient_pull()
        return [pull for pull in found if pull.goals.any()]

    def _edge(self) -> Row:
        there = self.ground.board.grid
        goals = np.zeros((there.height, there.width), bool)
        for edge in self.judge.game.exits(self.judge.seat):
            goals[{"N": 0, "S": -1}.get(edge, slice(None)), {"W": 0, "E": -1}.get(edge, slice(None))] = True
        return goals.reshape(-1)

    def _zone_pulls(self) -> list[Pull]:
        judge = self.judge
        found: list[Pull] = []
        seen: set[tuple[int, ...]] = set()
        for number, zone in judge.zones.items():
            if not zone or zone in seen:
                continue
            seen.add(zone)
            condition = judge.game.scenario.victory[number]
            assert isinstance(condition, Hold)
            inside = [n for n in judge.mine if n != self.unit and judge.view.pieces[n].hex in zone]
            # One or two more than are needed are welcome, a crowd is not.
            need = max(0.25, 1.0 - 0.3 * max(0, len(inside) - condition.hexes + 1))
            held = max(
                (
                    count
                    for other, count in enumerate(judge.view.table.holds)
                    if judge.zones.get(other) == zone
                ),
                default=0,
            )
            weight = self.character.duty * need * (1 + 0.5 * held)
            goals = np.zeros(self.ground.size, bool)
            goals[list(zone)] = True
            found.append(Pull(HOLDING * weight, goals, True, inside=INSIDE * weight))
        return found

    def _firing(self, foes: list[int], blocks: tuple[int, ...]) -> Row:
        """The hexes from which one of some targets can be shot at, or struck by one without a weapon."""
        judge, field = self.judge, self.judge.field
        one = judge.fighter(self.unit, self.best_shape)
        goals = np.zeros(self.ground.size, bool)
        for foe in foes:
            spot = field.sight_end(foe)
            if one.fire > 0 and not spot.sunk:
                goals |= self.sees(one, spot.hex, float(spot.top), spot.layer, GROUND)
            else:
                goals[[hex for hex in self.ground.board.neighbours[spot.hex] if hex >= 0]] = True
        for hex in blocks:
            if one.fire > 0:
                goals |= self.sees(one, hex, float(field.ground_end(hex).top), GROUND, GROUND)
        return goals

    def _team_pull(self) -> list[Pull]:
        """Members of a team that may still combine keep together (HX-ABL-CMB)."""
        field, giant = self.judge.field, self.judge.field.giant(self.unit)
        team = field.team(self.unit)
        roster = field.roster.teams.get(field.sheet(self.unit).combine or "")
        if giant < 0 or field.pieces[giant].status != AWAY or roster is None:
            return []
        if len(team) < len(roster.members) or any(field.pieces[n].status != PLAY for n in team):
            return []
        hexes = [field.pieces[n].hex for n in team if n != self.unit and field.pieces[n].hex >= 0]
        goals = np.zeros(self.ground.size, bool)
        for hex in _largest(hexes, self.ground.board.neighbours):
            goals[[near for near in self.ground.board.neighbours[hex] if near >= 0]] = True
        added = self.judge.cost(giant) - sum(self.judge.cost(n) for n in team)
        weight = GATHER * max(0.0, added)
        return [Pull(weight, goals, True, grounded=True, inside=weight)]

    # Engineers

    @cached_property
    def patients(self) -> list[int]:
        """The others of the seat that could do with a repair, wrecks too."""
        field = self.judge.field
        return [
            number
            for number, piece in enumerate(self.judge.view.pieces)
            if piece.owner == piece.seat == self.judge.seat
            and number != self.unit
            and piece.hex >= 0
            and piece.layer != AIR
            and piece.status in (PLAY, WRECK)
            and piece.hp < field.max_hp(number)
            and not field.sheet(number).people
        ]

    def mended(self, number: int) -> float:
        """What a repair of a unit brings, in points."""
        judge = self.judge
        piece = judge.view.pieces[number]
        after = min(judge.field.max_hp(number), piece.hp + judge.field.skill(self.unit))
        if piece.status == WRECK:
            return 0.0 if piece.waiting else 0.75 * judge.worth(number, after)
        return 0.9 * (judge.worth(number, after) - judge.worth(number, piece.hp))

    def _patient_pull(self) -> list[Pull]:
        """Who can repair goes to where it is needed most."""
        if not any(mode.has("repair") for mode in self.judge.field.sheet(self.unit).modes):
            return []
        needs = [(self.mended(number), -number) for number in self.patients]
        gain, number = max(needs, default=(0.0, 0))
        if gain <= 0:
            return []
        goals = np.zeros(self.ground.size, bool)
        at = self.judge.view.pieces[-number].hex
        goals[[near for near in self.ground.board.neighbours[at] if near >= 0]] = True
        return [Pull(0.35 * gain, goals, grounded=True)]

    def way(self, guise: Guise, hexes: Row) -> Row:
        """What the way that is left costs from some hexes, in points."""
        total = np.zeros(len(hexes))
        one = guise.fighter
        for pull in self.pulls:
            if one.legs < 1:
                turns = np.full(len(hexes), MOST_TURNS)
            else:
                walked = self.ground.way(one.profile, pull.goals)
                if one.flies:
                    flown = self.ground.flight(pull.goals)
                    up = 2 if guise.layer != AIR else 0
                    flown = flown + up + (2 if pull.grounded and (up or guise.layer == AIR) else 0)
                    walked = flown if guise.layer == AIR else np.minimum(walked, flown)
                turns = np.minimum(walked[hexes] / one.legs, MOST_TURNS)
            total += pull.points * turns
            if pull.inside:
                there = pull.goals[hexes] & (not (pull.grounded and guise.layer == AIR))
                total -= pull.inside * there
        return total

    # All together

    def losses(self, guise: Guise, hexes: Row) -> Row:
        """For each foe and hex: what it may cost until the next turn, in points, as it is felt."""
        damage = self.danger.felt(guise, hexes)
        total = damage.sum(axis=0) if len(damage) else np.zeros(len(hexes))
        points = np.interp(total, *self._harm) * FEAR * self.character.fear
        return damage * (points / np.maximum(total, 1e-9))

    @cached_property
    def _harm(self) -> tuple[Row, Row]:
        """What so much damage, as it is to be expected, costs the unit: dice do more, or less, than that."""
        hp = max(1, self.piece.hp)
        damage = np.linspace(0.0, 2.5 * hp, 60)
        whole = self.judge.worth(self.unit, hp)
        cost = [
            whole - sum(part * self.judge.worth(self.unit, hp - turn * mean) for part, turn in SPREAD)
            for mean in damage.tolist()
        ]
        return damage, np.array(cost)

    def value(self, guise: Guise, hexes: Row, losses: Row | None = None) -> Row:
        """How good it is to end the turn in some hexes."""
        if not len(hexes):
            return np.zeros(0)
        felt = self.losses(guise, hexes) if losses is None else losses
        total = -felt.sum(axis=0) if len(felt) else np.zeros(len(hexes))
        total = total - self.way(guise, hexes)
        total = total + ARMS * self.arms(guise.fighter)
        if guise.layer != AIR:
            total = total + 0.3 * self.character.cover * (self.ground.trees[hexes] > 0)
        if guise.stance == PRONE:
            total = total - LYING * self.cost
        return total - self._alone(hexes)

    def _alone(self, hexes: Row) -> Row:
        """What it costs to be far from the others, in points."""
        friends = [
            self.judge.view.pieces[n].hex
            for n in self.judge.mine
            if n != self.unit and self.judge.view.pieces[n].hex >= 0
        ]
        if not friends or not self.judge.foes:
            return np.zeros(len(hexes))
        far = np.sort(self.ground.distances(hexes, np.array(friends)), axis=1)[:, : min(2, len(friends))]
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
