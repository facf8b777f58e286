"""Answers about a moment of the hex game, from the engine's functions and one seat's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagfall.bots.hex_mind import Mind
from flagfall.core.protocol import Action
from flagfall.hexes.abilities import Burn
from flagfall.hexes.actions.move import POSTURES, Travel
from flagfall.hexes.actions.teleport import Teleport
from flagfall.hexes.decisions import ChainDecision, DeployDecision, MusterDecision
from flagfall.hexes.deeds import Scene
from flagfall.hexes.field import Field
from flagfall.hexes.game import HexGame
from flagfall.hexes.geometry import direction
from flagfall.hexes.hit import FIRE, PHYSICAL, WEAPON, Attack, damage_odds, to_hit
from flagfall.hexes.pieces import PLAY, Place
from flagfall.hexes.reach import reach
from flagfall.hexes.state import HexState
from flagfall.hexes.view import HexView
from flagfall.server.hex_wire import HexDemand, HexDeployment, HexOutlook, HexPlan, HexShot, HexSpot


def shot(field: Field, attack: Attack, index: int = -1) -> HexShot:
    """An attack with its odds."""
    odds = damage_odds(field, attack)
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
    game: HexGame = state.game
    mind = Mind(game, state.view(seat))
    shots = []
    for index, action in enumerate(legal):
        attack = _attack(mind, action, scene.unit)
        if attack is not None:
            shots.append(shot(mind.field, attack, index))
    points = scene.field.mode(scene.unit).speed
    return HexDemand(n, "act", scene.unit, points, costs=tuple(_costs(scene, legal)), shots=tuple(shots))


def _attack(mind: Mind, action: Action, unit: int) -> Attack | None:
    if isinstance(action, Burn):
        return Attack(unit, FIRE, -1, mind.field.board.map.hex(action.at))
    return mind.attack_of(action, unit)


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


def plan(state: HexState, seat: int, action: Action) -> HexPlan:
    """A move looked at beforehand."""
    scene = Scene(state)
    path: tuple[Place, ...] = ()
    cost = points = 0
    if isinstance(action, Travel):
        path, cost = action.plan(scene)
        points = action.points(scene)
    if not isinstance(action, Travel | Teleport) or not action.to:
        return HexPlan(path, cost, points, (), ())
    view = state.view(seat)
    mind = Mind(state.game, view)
    end = _place(mind.field, action)
    moved = mind.field.but(
        scene.unit, hex=end.hex, facing=end.facing, layer=end.layer, stance=end.stance, carrier=-1
    )
    return HexPlan(path or (end,), cost, points, *_exchange(mind, moved, view, scene.unit))


def _exchange(
    mind: Mind, field: Field, view: HexView, unit: int
) -> tuple[tuple[HexShot, ...], tuple[HexShot, ...]]:
    """The attacks of a unit on its foes, and of these on it."""
    me = view.pieces[unit]
    foes = [
        number
        for number, piece in enumerate(view.pieces)
        if piece.seat != me.seat and piece.status == PLAY and piece.hex >= 0
    ]
    here = field.pieces[unit].hex
    mine = [Attack(unit, WEAPON, foe, view.pieces[foe].hex) for foe in foes]
    theirs = [Attack(foe, WEAPON, unit, here) for foe in foes]
    for foe in foes:
        for by, target in ((unit, foe), (foe, unit)):
            blow = mind.blow(field, by, PHYSICAL)
            if blow is not None and blow.unit == target:
                (mine if by == unit else theirs).append(blow)
    return (
        tuple(shot(field, attack) for attack in mine if to_hit(field, attack).legal),
        tuple(shot(field, attack) for attack in theirs if to_hit(field, attack).legal),
    )


def sights(game: HexGame, view: HexView, unit: int) -> HexOutlook:
    """What a unit could do to its foes and they to it, were it their turn; and how far it gets."""
    mind = Mind(game, view)
    field = mind.field
    me = view.pieces[unit]
    if me.status != PLAY or me.hex < 0:
        return HexOutlook((), (), {}, ())
    shots, threats = _exchange(mind, field, view, unit)
    hit = {one.odds.to_hit.attack.unit for one in shots}
    refused = {}
    for number, piece in enumerate(view.pieces):
        if piece.seat != me.seat and piece.status == PLAY and piece.hex >= 0 and number not in hit:
            refused[str(number)] = to_hit(field, Attack(unit, WEAPON, number, piece.hex)).refused
    cheapest: dict[int, int] = {}
    for place, cost in reach(field, unit).ends().items():
        cheapest[place.hex] = min(cost, cheapest.get(place.hex, cost))
    return HexOutlook(shots, threats, refused, tuple(sorted(cheapest.items())))
