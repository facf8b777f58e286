"""The dice of an attack, in their order (HX-CONV-2)."""

from __future__ import annotations

from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.damage import damage_construct, hurt
from flagfall.hexes.events import Attacked, Fell
from flagfall.hexes.rules.attacks import (
    CONTROL,
    FIRE,
    Attack,
    attack_stat,
    construct_damage,
    fields_between,
    scaled,
    shielded,
    succeeds,
    to_hit,
)
from flagfall.hexes.units.pieces import PRONE


def resolve(draft: Draft, attack: Attack) -> bool:
    """Throw the dice of an attack in the order of HX-CONV-2; whether the to-hit roll succeeded.

    What Control and Fire do on a hit is theirs to do.
    """
    field = draft.field
    aim = to_hit(field, attack)
    if aim.refused:  # HX-ABL-CLK: it met the field of somebody unseen; nothing else can hinder what was legal
        _meet_unseen_field(draft, attack, attack.hex if attack.unit < 0 else field.pieces[attack.unit].hex)
        return False
    roll = draft.roll("to-hit", attack.by)
    hit = succeeds(field, aim.number, roll)
    draft.events.append(Attacked(to_hit=aim, hit=hit))
    if not hit or attack.kind in (CONTROL, FIRE):
        return hit
    unit, hex = attack.unit, attack.hex
    if aim.cover is not None and draft.roll("cover", attack.by) <= 5:  # HX-COV-1
        if aim.cover.kind == "ground":
            draft.tell(Fell(what="shot", hex=aim.cover.hex))
            return hit
        unit, hex = aim.cover.unit, aim.cover.hex
    if shielded(field, attack, unit, hex):  # HX-COV-5, HX-ABL-SHD
        if draft.state.options.unseen_are_met and (unit < 0 or field.pieces[unit].shield != "self"):
            _meet_unseen_field(draft, attack, hex)
        return hit
    if unit < 0:
        damage_construct(draft, hex, construct_damage(field, attack), attack.kind)
    else:
        resistance = draft.roll("resistance", unit) + field.endurance(unit)
        potential = draft.roll("potential", attack.by) + attack_stat(field, attack)
        potential += field.options.damage_offset  # HX-DMG-6
        prone = field.pieces[attack.by].stance == PRONE
        amount = scaled(max(0, potential - resistance), prone, field.mode(unit).damage_factor)
        hurt(draft, unit, amount, attack.kind)
    return hit


def _meet_unseen_field(draft: Draft, attack: Attack, hex: int) -> None:
    """A shot ends at weapon fields that its shooter could not see, and shows who keeps these up.

    Before [R3] it showed all of the other side that kept one up, wherever they were.
    """
    field = draft.field
    if draft.state.options.unseen_are_met:
        met = list(fields_between(field, field.pieces[attack.by].hex, hex))
    else:
        met = [
            number
            for number, piece in enumerate(draft.pieces)
            if piece.shield == "weapon" and piece.seat != draft.me.seat
        ]
    for number in met:
        if draft.pieces[number].cloaked:
            draft.reveal(number)
