"""What a player may ask before acting: what is seen, covered and threatened, and from where.

Nothing is decided here: every answer is put together from `sight`, `to_hit` and the reach of units, so that
overlays, hints and rules cannot disagree.
"""

from __future__ import annotations

from flagfall.core.protocol import Action
from flagfall.hexes.actions.act import Act
from flagfall.hexes.maps.terrain import OFF
from flagfall.hexes.rules.attacks import PHYSICAL, WEAPON, Attack, out_of_bounds, to_hit
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.sight import sight
from flagfall.hexes.scene import Scene
from flagfall.hexes.units.pieces import GROUND, PLAY, Place


def attack_of(scene: Scene, action: Action) -> Attack | None:
    """The attack that an action of the turn in progress makes, as its seat knows it, or None."""
    return action.attack(scene.field, scene.unit) if isinstance(action, Act) else None


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
    me = field.sight_end(unit)
    return tuple(
        hex
        for hex, cell in enumerate(field.board.cells)
        if cell.terrain != OFF and sight(field, me, field.ground_end(hex)).clear
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
