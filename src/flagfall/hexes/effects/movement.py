"""Going along a path: climbing, collapsing, meeting the unseen, leaving smoke."""

from __future__ import annotations

from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.damage import damage_construct
from flagfall.hexes.effects.placing import drop, let_go
from flagfall.hexes.events import Fell, Moved, Smoke
from flagfall.hexes.maps.terrain import CONSTRUCT
from flagfall.hexes.rules.reach import start_of, weight
from flagfall.hexes.units.pieces import AIR, GROUND, HOVERING, LEFT, PLAY, STANDING, Place


def travel(
    draft: Draft, path: tuple[Place, ...], cost: int, manner: str, *, into: int = -1, off: str = ""
) -> None:
    """Take the acting unit along a path, as far as it gets."""
    unit = draft.unit
    begin = start_of(draft.field, unit)
    start = begin[0] if begin else path[0]
    going, met = _until_met(draft, start, path)
    aboard = draft.pieces[unit].carrier
    if aboard >= 0 and going and not draft.pieces[unit].cloaked:
        draft.give_away(aboard)
    draft.set(unit, carrier=-1)
    done: list[Place] = []
    before = start
    for place in going:
        done.append(place)
        draft.set(unit, hex=place.hex, facing=place.facing, layer=place.layer, stance=place.stance)
        if climbs(draft, before, place):
            draft.give_away(unit)
            put_weight(draft, unit)
            if draft.field.cell(place.hex).terrain != CONSTRUCT:  # HX-CON-6, HX-MOVE-9
                break
        before = place
    whole = len(done) == len(path)
    if not done and not (whole and (into >= 0 or off)):
        draft.set(unit, carrier=draft.before.pieces[unit].carrier)  # it did not get out
    draft.tell(Moved(unit=unit, path=tuple(done), cost=cost, manner=manner, stopped=met >= 0), unit)
    if manner == "smoke":
        hexes = {start.hex, *(place.hex for place in done)}
        until = draft.state.round + 1  # HX-ABL-SMK
        draft.set_marks(smoke=(*draft.state.smoke, *(Smoke(hex, -1, until) for hex in hexes)))
    if met >= 0:
        draft.reveal(met)
    elif whole and draft.pieces[unit].status == PLAY:
        if into >= 0:
            if not draft.pieces[unit].cloaked:
                draft.give_away(into)
            draft.set(unit, hex=-1, carrier=into, layer=GROUND, stance=STANDING)
            draft.tell(Moved(unit=unit, manner="enter"), unit)
        elif off:
            withdraw(draft, unit)


def _until_met(draft: Draft, start: Place, path: tuple[Place, ...]) -> tuple[tuple[Place, ...], int]:
    """The part of a path before somebody unseen stands in the way, and who that is (HX-ABL-CLK)."""
    field, unit = draft.field, draft.unit
    seat = draft.pieces[unit].seat
    seen = draft.before.field(seat)
    for number, place in enumerate(path):
        other = (field.air if place.layer == AIR else field.ground).get(place.hex, -1)
        if other < 0 or other == unit or not seen.pieces[other].unseen:
            continue
        going = path[:number]
        while going and not _may_end(draft, going[-1], start):
            going = going[:-1]
        return going, other
    return path, -1


def _may_end(draft: Draft, place: Place, start: Place) -> bool:
    same = (place.hex, place.layer) == (start.hex, start.layer) and draft.pieces[draft.unit].carrier < 0
    return same or draft.field.free(place.hex, place.layer)


def climbs(draft: Draft, before: Place, place: Place) -> bool:
    """Whether a step puts weight on a construct: entering its hex on foot, or landing on it (HX-CON-2)."""
    if place.layer != GROUND or place.stance != STANDING:
        return False
    fresh = before.hex != place.hex or before.layer == AIR or before.stance == HOVERING
    return fresh and draft.field.cell(place.hex).terrain == CONSTRUCT


def put_weight(draft: Draft, unit: int) -> None:
    """A unit comes to stand in its hex: a construct there bears it, or collapses (HX-CON-2)."""
    hex = draft.pieces[unit].hex
    if draft.field.cell(hex).terrain == CONSTRUCT:
        damage_construct(draft, hex, weight(draft.field, unit), "climb")


def withdraw(draft: Draft, unit: int) -> None:
    """A unit leaves the map with all that it carries: neither lost nor in play (HX-MOVE-8)."""
    let_go(draft, unit)
    for number, piece in enumerate(draft.pieces):
        if piece.carrier == unit:
            # Who belongs to the other side stays on the map: controlled, or small and captured.
            if draft.state.options.to_the_letter and piece.owner != draft.pieces[unit].owner:
                drop(draft, number, unit)
            else:
                withdraw(draft, number)
    draft.set(
        unit,
        status=LEFT,
        hex=-1,
        layer=GROUND,
        carrier=-1,
        cloaked=False,
        shield="",
        seat=draft.pieces[unit].owner,
        controller=-1,
    )
    draft.tell(Fell(unit=unit, what="withdrawn"))
