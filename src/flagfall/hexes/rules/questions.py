"""Questions that a player asks before he acts: what is seen, covered and threatened, and why not.

Nothing is decided here: every answer is put together from `sight`, `to_hit` and the reach of units, so that
overlays, hints and rules cannot disagree.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flagfall.core.protocol import Action
from flagfall.hexes.abilities import Burn, Control, Demolish
from flagfall.hexes.actions.attack import Shoot, Strike, front
from flagfall.hexes.acts import Scene
from flagfall.hexes.maps.terrain import OFF
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.hit import (
    CONTROL,
    DEMOLISH,
    FIRE,
    PHYSICAL,
    WEAPON,
    Attack,
    damage_odds,
    out_of_bounds,
    to_hit,
)
from flagfall.hexes.rules.sight import Sight, foliage, sight
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import AIR, GROUND, PLAY, Place, Spot


def attack_of(scene: Scene, action: Action) -> Attack | None:
    """The attack that an action of the turn in progress makes, as its seat knows it, or None."""
    if isinstance(action, Shoot):
        return action.attack(scene)
    if isinstance(action, Strike):
        return front(scene, PHYSICAL, action.what, action.boost)
    if isinstance(action, Control):
        return front(scene, CONTROL)
    if isinstance(action, Demolish):
        return front(scene, DEMOLISH, "construct")
    if isinstance(action, Burn):
        return Attack(scene.unit, FIRE, -1, scene.hex(action.at))
    return None


def placed(field: Field, unit: int, place: Place) -> Field:
    """The field with a unit in another place: "what if it stood there"."""
    return field.but(
        unit, hex=place.hex, facing=place.facing, layer=place.layer, stance=place.stance, carrier=-1
    )


def foes(field: Field, unit: int) -> list[int]:
    """The units on the map that a unit may think of as targets, cloaked ones included."""
    seat = field.pieces[unit].seat
    return [
        number
        for number, piece in enumerate(field.pieces)
        if piece.seat != seat and piece.status == PLAY and piece.hex >= 0
    ]


def attacks_on(field: Field, by: int, target: int) -> list[Attack]:
    """The plain attacks that one unit could make on another from where both stand."""
    hex = field.pieces[target].hex
    tries = [Attack(by, kind, target, hex) for kind in (WEAPON, PHYSICAL)]
    return [attack for attack in tries if to_hit(field, attack).legal]


def seen_from(field: Field, unit: int) -> tuple[int, ...]:
    """The hexes whose ground a unit sees."""
    me = field.spot(unit)
    return tuple(
        hex
        for hex, cell in enumerate(field.board.cells)
        if cell.terrain != OFF and sight(field, me, field.ground_spot(hex)).clear
    )


def covered_by(field: Field, unit: int) -> tuple[int, ...]:
    """The hexes in arc and range of a unit's weapon, whether it sees them or not."""
    if field.firepower(unit) < 1:
        return ()
    here = field.pieces[unit].hex
    return tuple(
        hex
        for hex, cell in enumerate(field.board.cells)
        if cell.terrain != OFF and hex != here and not out_of_bounds(field, unit, hex)
    )


def threats_to(field: Field, unit: int) -> tuple[tuple[int, int], ...]:
    """The hexes where a unit could stand and be shot at, with the number of foes that could do it now."""
    me = field.pieces[unit]
    table = costs(field.board, profile(field, unit))
    enemies = foes(field, unit)
    found: list[tuple[int, int]] = []
    for hex in range(field.board.grid.size):
        near = [foe for foe in enemies if not out_of_bounds(field, foe, hex)]
        if not near or (me.layer == GROUND and not table.stands(hex)):
            continue
        if hex != me.hex and not field.free(hex, me.layer):
            continue
        moved = placed(field, unit, Place(hex, me.facing, me.layer, me.stance))
        count = sum(to_hit(moved, Attack(foe, WEAPON, unit, hex)).legal for foe in near)
        if count:
            found.append((hex, count))
    return tuple(found)


class Station(msgspec.Struct, frozen=True):
    """A hex on a line of sight, with all that may stand in its way."""

    hex: int
    ground: int
    """The level of the ground, of the bottom in water."""
    top: int
    """The top of ground or construct."""
    unit: int = -1
    """The unit that counts there."""
    height: int = 0
    """The top of that unit."""
    hinders: int = 0
    """What its trees and smoke add to a to-hit number."""


class LineUp(msgspec.Struct, frozen=True):
    """A line of sight from the side: both ends, and every hex between."""

    sight: Sight
    stations: tuple[Station, ...]
    """From who looks to what is looked at, both included."""
    eye: int
    """The level that who looks looks from, and what is looked at is seen at."""
    mark: int
    flying: bool
    """Whether one of them flies, so that nothing between can stop the line (HX-LOS-7)."""


def line_up(field: Field, unit: int, hex: int, target: int = -1) -> LineUp:
    """The line from a unit to a hex, or to a unit there."""
    me = field.spot(unit)
    there: Spot = field.spot(target) if target >= 0 else field.ground_spot(hex)
    seen = sight(field, me, there)
    low = min(me.top, there.top)
    between = []
    if seen.distance > 1:
        for place in field.board.grid.between(me.hex, hex):
            chosen = next((one for one in place if one in seen.line), place[0])
            between.append(_station(field, chosen, low))
    return LineUp(
        seen,
        (_station(field, me.hex, low), *between, _station(field, hex, low)),
        me.top,
        there.top,
        AIR in (me.layer, there.layer),
    )


def _station(field: Field, hex: int, low: int) -> Station:
    unit = field.blocker(hex)
    height = field.base(unit) + field.height(unit) if unit >= 0 else 0
    hinders = sum(part.value for part in foliage(field, hex, low))
    return Station(hex, field.board.floor[hex], field.board.top[hex], unit, height, hinders)


class Luck(msgspec.Struct):
    """What one side's attacks did, and what they should have done on average."""

    attacks: int = 0
    hits: int = 0
    due_hits: float = 0.0
    damage: int = 0
    due_damage: float = 0.0


def luck(steps: Sequence[tuple[HexState, Action, Sequence[object]]]) -> tuple[Luck, Luck]:
    """The luck of both sides: the dice of every attack on a unit against the odds of that moment."""
    from flagfall.hexes.events import Attacked, Struck

    found = (Luck(), Luck())
    for before, action, events in steps:
        if before.phase != "play":
            continue
        scene = Scene(before)
        attack = attack_of(scene, action)
        told = next((event for event in events if isinstance(event, Attacked)), None)
        if attack is None or told is None or attack.unit < 0:
            continue
        odds = damage_odds(before.field(), attack)
        mine = found[scene.seat]
        mine.attacks += 1
        mine.hits += told.hit
        mine.due_hits += odds.chance_to_hit
        mine.due_damage += odds.mean
        causes = (WEAPON, PHYSICAL)
        mine.damage += sum(
            event.damage
            for event in events
            if isinstance(event, Struck) and event.unit == attack.unit and event.cause in causes
        )
    return found


__all__ = [
    "LineUp",
    "Luck",
    "Station",
    "attack_of",
    "attacks_on",
    "covered_by",
    "foes",
    "line_up",
    "luck",
    "placed",
    "seen_from",
    "threats_to",
]
