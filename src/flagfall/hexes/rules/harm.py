"""What attacks and falls do: damage, deactivation, wrecks, collapse, where things land (HX-DMG, HX-CON)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagfall.hexes.events import Attacked, Fell, Struck
from flagfall.hexes.maps.geometry import ring
from flagfall.hexes.maps.terrain import CLEAR, IMPASSABLE, OFF, ROUGH, THICK, THIN
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.rules.hit import (
    CONTROL,
    FIRE,
    Attack,
    attack_stat,
    construct_damage,
    scaled,
    succeeds,
    to_hit,
)
from flagfall.hexes.units.pieces import AIR, AWAY, GROUND, HOVERING, OUT, PRONE, STANDING, WRECK

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play


def resolve(play: Play, attack: Attack) -> bool:
    """Throw the dice of an attack in the order of HX-CONV-2; whether the to-hit roll succeeded.

    What Control and Fire do on a hit is theirs to do.
    """
    field = play.field
    aim = to_hit(field, attack)
    if aim.refused:  # HX-ABL-CLK: it met the field of somebody unseen; nothing else can hinder what was legal
        _meet_unseen_field(play)
        return False
    roll = play.roll("to-hit", attack.by)
    hit = succeeds(field, aim.number, roll)
    play.events.append(Attacked(to_hit=aim, hit=hit))
    if not hit or attack.kind in (CONTROL, FIRE):
        return hit
    unit, hex = attack.unit, attack.hex
    if aim.cover is not None and play.roll("cover", attack.by) <= 5:  # HX-COV-1
        if aim.cover.kind == "ground":
            play.tell(Fell(what="shot", hex=aim.cover.hex))
            return hit
        unit, hex = aim.cover.unit, aim.cover.hex
    if unit < 0:
        damage_construct(play, hex, construct_damage(field, attack), attack.kind)
    elif field.pieces[unit].shield != "self":  # HX-COV-5
        resistance = play.roll("resistance", unit) + field.endurance(unit)
        potential = play.roll("potential", attack.by) + attack_stat(field, attack)
        prone = field.pieces[attack.by].stance == PRONE
        amount = scaled(max(0, potential - resistance), prone, field.mode(unit).damage_factor)
        harm(play, unit, amount, attack.kind)
    return hit


def _meet_unseen_field(play: Play) -> None:
    """A shot ends at a weapon field that its shooter could not see, and shows who keeps it up."""
    for number, piece in enumerate(play.pieces):
        if piece.cloaked and piece.shield == "weapon" and piece.seat != play.me.seat:
            play.set(number, cloaked=False)
            play.tell(Fell(unit=number, what="revealed", hex=piece.hex))


def harm(play: Play, unit: int, amount: int, cause: str) -> None:
    """Take hit points from a unit; at none it is deactivated, and what is too much is lost (HX-DMG-3)."""
    piece = play.pieces[unit]
    play.tell(Struck(unit=unit, hex=piece.hex, damage=amount, cause=cause), unit)
    if amount:
        left = max(0, piece.hp - amount)
        play.set(unit, hp=left)
        if not left:
            deactivate(play, unit)


def deactivate(play: Play, unit: int) -> None:
    """A unit falls: effects end, what it carries drops, its partner steps out later (HX-DMG-4, HX-NEB-1)."""
    piece = play.pieces[unit]
    sheet = play.field.sheet(unit)
    in_air = piece.layer == AIR
    play.set(
        unit,
        status=WRECK,
        hp=0,
        layer=GROUND,
        stance=STANDING,
        cloaked=False,
        shield="",
        ducked=False,
        seat=piece.owner,
        controller=-1,
        carrier=-1,
    )
    let_go(play, unit)
    if in_air:  # HX-AIR-8
        play.set(unit, hex=-1)
        play.set(unit, hex=nearest_free(play, unit, piece.hex, piece.facing, 0, anywhere=True))
    play.tell(Fell(unit=unit, what="deactivated", hex=play.pieces[unit].hex))
    drop_all(play, unit)
    if sheet.people or sheet.is_nebulon:  # HX-HUM-3, HX-NEB-1
        play.set(unit, status=OUT, hex=-1)
    partner = play.field.partner(unit)
    if partner >= 0 and play.pieces[partner].status == AWAY:
        _step_out(play, unit, partner, in_air)


def release(play: Play, number: int) -> None:
    """A controlled unit goes back to its owner (HX-ABL-CTL)."""
    play.set(number, seat=play.pieces[number].owner, controller=-1)
    play.tell(Fell(unit=number, what="released"))
    part(play, number)


def let_go(play: Play, unit: int) -> None:
    """Units that one controls go back when it leaves the fight (HX-DMG-4)."""
    for number, other in enumerate(play.pieces):
        if other.controller == unit:
            release(play, number)


def _step_out(play: Play, unit: int, partner: int, in_air: bool) -> None:
    """The partner of a fallen unit: unconscious if it flew, else in play next round (HX-NEB-2, HX-NEB-3)."""
    piece = play.pieces[unit]
    cell = play.field.cell(piece.hex) if piece.hex >= 0 else None
    if cell is not None and cell.terrain in (CLEAR, THIN, THICK):
        play.set_cell(piece.hex, cell._replace(terrain=ROUGH))
    if in_air and play.field.sheet(partner).is_nebulon:
        play.set(partner, status=OUT)
        play.tell(Fell(unit=partner, what="unconscious"))
    else:
        play.set(
            partner,
            hex=piece.hex,
            facing=piece.facing,
            waiting=1,
            card=piece.card,
            owner=piece.owner,
            seat=piece.owner,
        )


def nearest_free(play: Play, unit: int, hex: int, facing: int, first: int, *, anywhere: bool = False) -> int:
    """The nearest free hex where a unit can be put, searched clockwise from the front (HX-TRN-5); or -1."""
    field = play.field
    grid = field.board.grid
    table = costs(field.board, profile(field, unit))
    spare = -1
    for radius in range(first, max(grid.width, grid.height)):
        for dq, dr in ring(radius, facing):
            at = grid.at(grid.q[hex] + dq, grid.r[hex] + dr)
            if at < 0 or not field.free(at) or field.board.cells[at].terrain in (OFF, IMPASSABLE):
                continue
            if anywhere or table.stands(at):
                return at
            spare = at if spare < 0 else spare
    return spare


def put(play: Play, unit: int, hex: int) -> None:
    """Put a unit on the ground, free and standing; with no hex left on the map it is out."""
    if hex < 0:
        play.set(unit, status=OUT, hex=-1, carrier=-1)
        return
    play.set(unit, hex=hex, carrier=-1, layer=GROUND, stance=STANDING)


def drop_all(play: Play, unit: int) -> None:
    """Set down unhurt what a unit carries (HX-TRN-5)."""
    for number, piece in enumerate(play.pieces):
        if piece.carrier == unit:
            drop(play, number, unit)


def drop(play: Play, number: int, unit: int) -> None:
    """Set one carried unit down next to its carrier, or next to what carries that."""
    carrier = play.pieces[unit]
    while carrier.carrier >= 0:
        carrier = play.pieces[carrier.carrier]
    at = nearest_free(play, number, carrier.hex, carrier.facing, 1)
    put(play, number, at)
    play.set(number, facing=carrier.facing)
    play.tell(Fell(unit=number, what="dropped", hex=at), number)


def part(play: Play, unit: int) -> None:
    """After a change of sides: only small ones stay in the hands or the hold of an enemy (HX-TRN-1)."""
    for number, piece in enumerate(play.pieces):
        carrier = piece.carrier
        if unit not in (number, carrier) or carrier < 0 or play.field.has(number, "small"):
            continue
        if piece.seat != play.pieces[carrier].seat:
            drop(play, number, carrier)


def damage_construct(play: Play, hex: int, amount: int, cause: str) -> None:
    """Take hit points from a construct; at none it collapses (HX-CON-3, HX-CON-4)."""
    cell = play.field.cell(hex)
    play.tell(Struck(hex=hex, damage=amount, cause=cause))
    left = cell.hp - amount
    if left > 0:
        play.set_cell(hex, cell._replace(hp=left))
        return
    rider = play.field.ground.get(hex, -1)
    play.set_cell(hex, cell._replace(terrain=ROUGH, size=0, hp=0))
    play.tell(Fell(what="construct", hex=hex))
    if rider >= 0 and play.pieces[rider].stance != HOVERING:
        fall(play, rider, cell.size)


def fall(play: Play, unit: int, levels: int) -> None:
    """Damage from a fall: one point for two levels, rounded down, by the factor of the mode (HX-CON-5)."""
    amount = scaled(levels // 2, False, play.field.mode(unit).damage_factor)
    harm(play, unit, amount, "fall")
