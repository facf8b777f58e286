"""Answers about a moment of the hex game, from the engine's functions and one seat's view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from flagfall.core.protocol import Action
from flagfall.hexes.actions.move import POSTURES, Travel
from flagfall.hexes.actions.teleport import Teleport
from flagfall.hexes.analysis import overlays, sight_profile
from flagfall.hexes.decisions import ChainDecision, DeployDecision, MusterDecision
from flagfall.hexes.maps.geometry import direction
from flagfall.hexes.rules.attacks import WEAPON, Attack, Odds, damage_odds, to_hit
from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.reach import reach
from flagfall.hexes.rules.waypoints import route
from flagfall.hexes.scene import Scene
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import PLAY, Place
from flagfall.server.wire.hexes import (
    HexDemand,
    HexDeployment,
    HexGaze,
    HexLine,
    HexOutlook,
    HexPlan,
    HexRoute,
    HexShot,
    HexSpot,
)


def shot(field: Field, attack: Attack, index: int = -1) -> HexShot:
    """An attack with its odds."""
    return shot_of(damage_odds(field, attack), index)


def shot_of(odds: Odds, index: int = -1) -> HexShot:
    """The odds of an attack as a page shows them."""
    return HexShot(
        index, odds, odds.chance_to_hit, odds.chance_of_cover, round(odds.mean, 2), odds.chance_to_deactivate
    )


def demand(state: HexState, seat: int, n: int) -> HexDemand:
    """What a seat has to decide now."""
    decision = next((one for one in state.pending() if one.seat == seat), None)
    if isinstance(decision, MusterDecision):
        return HexDemand(n, "muster", points=decision.points, muster=dict(decision.choices))
    if isinstance(decision, ChainDecision):
        return HexDemand(n, "chain", chain=decision.units)
    if isinstance(decision, DeployDecision):
        return HexDemand(n, "deploy", deploy=tuple(_deployments(state, decision)))
    if decision is None:
        return HexDemand(n, "")
    scene = Scene(state)
    legal = state.legal(seat)
    shots = []
    for index, action in enumerate(legal):
        attack = overlays.attack_of(scene, action)
        if attack is not None:
            shots.append(shot(scene.field, attack, index))
    points = scene.field.mode(scene.unit).speed
    return HexDemand(n, "act", scene.unit, points, costs_from=_runs(_costs(scene, legal)), shots=tuple(shots))


def _costs(scene: Scene, legal: Sequence[Action]) -> Iterator[tuple[int, int]]:
    for index, action in enumerate(legal):
        if not isinstance(action, Travel):
            continue
        found = action.reach(scene)
        if action.into:
            yield index, found.aboard[scene.number(action.into)][0]
        elif action.off:
            yield index, found.exits[action.off][0]
        else:
            cost = found.cost(_place(scene.field, action))
            if cost is not None:
                yield index, cost


def _runs(costs: Iterable[tuple[int, int]]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Costs by the places of actions as runs, each with the place of its first: a quarter of the bytes."""
    runs: list[tuple[int, list[int]]] = []
    for index, cost in costs:
        if not runs or index != runs[-1][0] + len(runs[-1][1]):
            runs.append((index, []))
        runs[-1][1].append(cost)
    return tuple((first, tuple(found)) for first, found in runs)


def _place(field: Field, action: Travel | Teleport) -> Place:
    layer, stance = POSTURES[action.posture]
    return Place(field.board.map.hex(action.to), direction(action.facing), layer, stance)


def _deployments(state: HexState, decision: DeployDecision) -> Iterator[HexDeployment]:
    there = state.board.map
    for unit in decision.units:
        spots = [
            HexSpot(mode, tuple(there.hex(label) for label in decision.hexes(unit, mode)))
            for mode in decision.modes(unit)
        ]
        yield HexDeployment(unit, tuple(spots))


def ending(state: HexState, action: Action) -> Place | None:
    """Where a planned move of the turn in progress ends, if it ends on the map."""
    scene = Scene(state)
    if isinstance(action, Travel) and action.via:
        return action.plan(scene)[0][-1]
    if isinstance(action, Travel | Teleport) and action.to:
        return _place(scene.field, action)
    return None


def plan(state: HexState, seat: int, action: Action) -> HexPlan:
    """What a move would lead to; `IllegalAction` if it cannot be made."""
    scene = Scene(state)
    path: tuple[Place, ...] = ()
    cost = points = 0
    if isinstance(action, Travel):
        path, cost = action.plan(scene)
        points = action.points(scene)
    end = ending(state, action)
    if end is None:
        return HexPlan(path, cost, points, (), ())
    moved = overlays.placed(state.field(seat), scene.unit, end)
    return HexPlan(path or (end,), cost, points, *_exchange(moved, scene.unit))


def _exchange(field: Field, unit: int) -> tuple[tuple[HexShot, ...], tuple[HexShot, ...]]:
    """The attacks of a unit on its foes, and of these on it."""
    foes = overlays.foes(field, unit)
    mine = [attack for foe in foes for attack in overlays.attacks_on(field, unit, foe)]
    theirs = [attack for foe in foes for attack in overlays.attacks_on(field, foe, unit)]
    return tuple(shot(field, one) for one in mine), tuple(shot(field, one) for one in theirs)


def what_if(field: Field, unit: int, place: Place | None = None) -> Field | None:
    """The field that a seat knows, with a unit in another place if one is given; None if it is not there."""
    piece = field.pieces[unit]
    if piece.status != PLAY or (piece.hex < 0 and place is None):
        return None
    return field if place is None else overlays.placed(field, unit, place)


def sights(known: Field, unit: int) -> HexOutlook:
    """What a unit and its foes could do to each other if it were their turn, and how far it gets."""
    field = what_if(known, unit)
    if field is None:
        return HexOutlook((), (), {}, ())
    shots, threats = _exchange(field, unit)
    hit = {one.odds.to_hit.attack.unit for one in shots}
    refused = {
        str(foe): to_hit(field, Attack(unit, WEAPON, foe, field.pieces[foe].hex)).refused
        for foe in overlays.foes(field, unit)
        if foe not in hit
    }
    cheapest: dict[int, int] = {}
    for place, cost in reach(field, unit).ends().items():
        cheapest[place.hex] = min(cost, cheapest.get(place.hex, cost))
    return HexOutlook(shots, threats, refused, tuple(sorted(cheapest.items())))


def gaze(field: Field | None, unit: int) -> HexGaze:
    """What a unit sees and covers, and where it would be shot at."""
    if field is None:
        return HexGaze((), (), ())
    return HexGaze(
        overlays.seen_from(field, unit), overlays.covered_by(field, unit), overlays.threats_to(field, unit)
    )


def line(field: Field, unit: int, hex: int) -> HexLine:
    """The line of sight from a unit to a hex, to the foe there if there is one."""
    target = field.ground.get(hex, field.air.get(hex, -1))
    found = sight_profile.line_up(field, unit, hex, -1 if target == unit else target)
    if target < 0 or field.pieces[target].seat == field.pieces[unit].seat:
        return HexLine(found, None)
    return HexLine(found, to_hit(field, Attack(unit, WEAPON, target, hex)))


def way(state: HexState, manner: type[Travel], hexes: Sequence[int]) -> HexRoute:
    """Where a path of the acting unit through chosen hexes can end."""
    scene = Scene(state)
    if manner.able(scene) or "move" in scene.frame.used:
        return HexRoute((), 0)
    points = manner.points(scene)
    return HexRoute(route(scene.field, scene.unit, hexes, points), points)
