"""What damage does: hit points lost, deactivation, wrecks, collapsing constructs, falls (HX-DMG, HX-CON)."""

from __future__ import annotations

from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.placing import drop_all, let_go, nearest_free
from flagfall.hexes.events import Fell, Struck
from flagfall.hexes.maps.terrain import CLEAR, ROUGH, THICK, THIN
from flagfall.hexes.rules.attacks import scaled
from flagfall.hexes.units.pieces import AIR, AWAY, GROUND, HOVERING, OUT, STANDING, WRECK


def hurt(draft: Draft, unit: int, amount: int, cause: str) -> None:
    """Take hit points from a unit; at none it is deactivated, and what is too much is lost (HX-DMG-3)."""
    piece = draft.pieces[unit]
    draft.tell(Struck(unit=unit, hex=piece.hex, damage=amount, cause=cause), unit)
    if amount:
        left = max(0, piece.hp - amount)
        draft.set(unit, hp=left)
        if not left:
            deactivate(draft, unit)


def deactivate(draft: Draft, unit: int) -> None:
    """A unit falls: effects end, what it carries drops, its partner steps out later (HX-DMG-4, HX-NEB-1)."""
    piece = draft.pieces[unit]
    sheet = draft.field.sheet(unit)
    in_air = piece.layer == AIR
    draft.set(
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
        waiting=0,
    )
    let_go(draft, unit)
    if in_air:  # HX-AIR-8
        draft.set(unit, hex=-1)
        draft.set(unit, hex=nearest_free(draft, unit, piece.hex, piece.facing, 0, anywhere=True))
    draft.tell(Fell(unit=unit, what="deactivated", hex=draft.pieces[unit].hex))
    drop_all(draft, unit)
    if sheet.people or sheet.is_nebulon:  # HX-HUM-3, HX-NEB-1
        draft.set(unit, status=OUT, hex=-1)
    partner = draft.field.partner(unit)
    if partner >= 0 and draft.pieces[partner].status == AWAY:
        _step_out(draft, unit, partner, in_air)


def _step_out(draft: Draft, unit: int, partner: int, in_air: bool) -> None:
    """The partner of a fallen unit: unconscious if it flew, else in play next round (HX-NEB-2, HX-NEB-3)."""
    piece = draft.pieces[unit]
    cell = draft.field.cell(piece.hex) if piece.hex >= 0 else None
    if cell is not None and cell.terrain in (CLEAR, THIN, THICK):
        draft.set_cell(piece.hex, cell._replace(terrain=ROUGH))
    if in_air and draft.field.sheet(partner).is_nebulon:
        draft.set(partner, status=OUT)
        draft.tell(Fell(unit=partner, what="unconscious"))
    else:
        draft.set(
            partner,
            hex=piece.hex,
            facing=piece.facing,
            waiting=1,
            card=piece.card,
            owner=piece.owner,
            seat=piece.owner,
        )


def damage_construct(draft: Draft, hex: int, amount: int, cause: str) -> None:
    """Take hit points from a construct; at none it collapses (HX-CON-3, HX-CON-4)."""
    cell = draft.field.cell(hex)
    draft.tell(Struck(hex=hex, damage=amount, cause=cause))
    left = cell.hp - amount
    if left > 0:
        draft.set_cell(hex, cell._replace(hp=left))
        return
    rider = draft.field.ground.get(hex, -1)
    draft.set_cell(hex, cell._replace(terrain=ROUGH, size=0, hp=0))
    draft.tell(Fell(what="construct", hex=hex))
    if rider >= 0 and draft.pieces[rider].stance != HOVERING:
        draft.give_away(rider)
        fall(draft, rider, cell.size)


def fall(draft: Draft, unit: int, levels: int) -> None:
    """Damage from a fall: one point for two levels, rounded down, by the factor of the mode (HX-CON-5)."""
    amount = scaled(levels // 2, False, draft.field.mode(unit).damage_factor)
    hurt(draft, unit, amount, "fall")
