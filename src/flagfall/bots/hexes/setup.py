"""What a planning player does before the first round: which force to choose, and where to put each unit.

Forces are tried out on paper against others that the enemy might choose: every unit in range of every other,
attacks do what they do on average. Units are put near their friends and teams, and out of the enemy's reach.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from flagfall.bots.hexes.board_arrays import Row
from flagfall.bots.hexes.fighter import mean_damage
from flagfall.bots.hexes.values.danger import Danger, Pose
from flagfall.bots.hexes.values.planner_values import PlannerValues
from flagfall.core import Action
from flagfall.hexes.decisions import ChainDecision, DeployDecision, MusterDecision
from flagfall.hexes.setup import Chain, Deploy, Muster
from flagfall.hexes.units.sheets import Roster, Sheet

PAPER_ROUNDS = 10
"""How many rounds a fight on paper has."""
PLACES = 24
"""How many places are looked at for a unit."""


class UnitSummary(NamedTuple):
    """A unit in a fight on paper."""

    strike: int
    endurance: int
    factor: tuple[int, int]
    hp: float
    commands: bool


def summary_of(sheet: Sheet) -> UnitSummary:
    """A unit by the best of its modes."""
    best = max(sheet.modes, key=lambda mode: (mode.firepower, mode.strength))
    return UnitSummary(
        best.firepower,
        sheet.endurance_in(0),
        sheet.modes[0].damage_factor,
        float(sheet.hit_points),
        any(mode.has("command") for mode in sheet.modes),
    )


def paper_fight(first: Sequence[UnitSummary], second: Sequence[UnitSummary]) -> float:
    """Which side has more left after a fight on paper: from -1 (the second alone) to 1 (the first alone)."""
    sides = [list(first), list(second)]
    whole = [sum(one.hp for one in side) for side in sides]
    for _ in range(PAPER_ROUNDS):
        dealt = [_volley(sides[seat], sides[1 - seat]) for seat in (0, 1)]
        for seat in (0, 1):
            sides[seat] = [
                one._replace(hp=one.hp - harm)
                for one, harm in zip(sides[seat], dealt[1 - seat], strict=True)
                if one.hp > harm
            ]
        if not all(sides):
            break
    left = [sum(one.hp for one in side) / max(1.0, total) for side, total in zip(sides, whole, strict=True)]
    return left[0] - left[1]


def _volley(side: Sequence[UnitSummary], other: Sequence[UnitSummary]) -> list[float]:
    """The damage that each of the others takes when all of a side attack where it tells most."""
    harm = [0.0] * len(other)
    shooters = sorted(side, key=lambda one: -one.strike)
    if any(one.commands for one in side):
        shooters.append(shooters[0])
    for one in shooters:
        means = [mean_damage(one.strike - target.endurance, target.factor) for target in other]
        told = [
            mean / max(0.5, target.hp - harm[n]) if target.hp > harm[n] else 0.0
            for n, (target, mean) in enumerate(zip(other, means, strict=True))
        ]
        place = max(range(len(other)), key=told.__getitem__, default=-1)
        if place >= 0 and told[place] > 0:
            harm[place] += means[place]
    return harm


def force(roster: Roster, decision: MusterDecision, enemy: MusterDecision, rng: random.Random) -> Action:
    """The force, of some that the points allow, that does best on paper against some of the enemy's."""

    def some(of: MusterDecision, count: int) -> list[tuple[str, ...]]:
        found = []
        for _ in range(count):
            action = of.sample(rng)
            assert isinstance(action, Muster)
            found.append(action.units)
        return found

    against = [[summary_of(roster[unit]) for unit in units] for units in some(enemy, 6)]
    mine = some(decision, 24)
    scores = [
        sum(paper_fight([summary_of(roster[unit]) for unit in units], them) for them in against)
        for units in mine
    ]
    return Muster(mine[scores.index(max(scores))])


def chain(roster: Roster, values: PlannerValues, decision: ChainDecision) -> Action:
    """The chain of command: the hardest to destroy leads."""
    sheets = {piece.key: roster[piece.sheet] for piece in values.view.pieces}
    return Chain(tuple(sorted(decision.units, key=lambda key: (-sheets[key].endurance, key))))


def deployment(
    values: PlannerValues,
    decision: DeployDecision,
    rng: random.Random,
    late: Callable[[int, Row], Row] | None = None,
) -> Action:
    """A unit, a place and a shape: near friends and team, not too near to the enemy.

    Asked for may be what the way costs a unit from some hexes to where the scenario wants it.
    """
    forward = values.game.scenario.sides[values.seat].facing
    unit = rng.choice(decision.units)
    number = next(n for n, piece in enumerate(values.view.pieces) if piece.key == unit)
    mode = min(decision.modes(unit))
    there = values.field.board.map
    hexes = [there.hex(text) for text in decision.hexes(unit, mode)]
    team = _next_to_team(values, number)
    chosen = sorted({*rng.sample(hexes, min(PLACES, len(hexes))), *(hex for hex in hexes if hex in team)})
    row = np.array(chosen)
    pose = Pose(values.fighter(number, mode))
    harm = Danger(values, number).felt(pose, row)
    felt = harm.sum(axis=0) * values.per_hp(number) if len(harm) else np.zeros(len(row))
    if late is not None:
        felt = felt + late(number, row)
    friends = [piece.hex for piece in values.view.pieces if piece.seat == values.seat and piece.hex >= 0]
    scores = [
        -0.6 * values.way_to_go(number, hex) * (values.patience <= 0)
        - 0.3 * _mean_nearest(values, hex, friends)
        - 0.3 * values.distance(hex, (there.height // 2) * there.width + there.width // 2)
        + 25.0 * (hex in team)
        - float(felt[place])
        for place, hex in enumerate(chosen)
    ]
    best = chosen[scores.index(max(scores))]
    return Deploy(unit, there.label(best), forward, mode)


def _mean_nearest(values: PlannerValues, hex: int, friends: Sequence[int]) -> float:
    near = sorted(values.distance(hex, other) for other in friends)[:2]
    return sum(near) / len(near) if near else 0.0


def _next_to_team(values: PlannerValues, number: int) -> set[int]:
    """The hexes next to members of the unit's team that are on the map already."""
    hexes = {
        values.view.pieces[other].hex
        for other in values.field.team(number)
        if values.view.pieces[other].hex >= 0
    }
    return {near for hex in hexes for near in values.arrays.board.neighbours[hex] if near >= 0}
