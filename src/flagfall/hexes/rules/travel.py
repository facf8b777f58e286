"""Going along a path: climbing, collapsing, meeting the unseen, leaving smoke."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagfall.hexes.events import Fell, Moved, Smoke
from flagfall.hexes.maps.terrain import CONSTRUCT
from flagfall.hexes.rules.harm import damage_construct, let_go
from flagfall.hexes.rules.reach import start_of, weight
from flagfall.hexes.units.pieces import AIR, GROUND, HOVERING, LEFT, PLAY, STANDING, Place

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play


def travel(
    play: Play, path: tuple[Place, ...], cost: int, manner: str, *, into: int = -1, off: str = ""
) -> None:
    """Take the acting unit along a path, as far as it gets."""
    unit = play.unit
    begin = start_of(play.field, unit)
    start = begin[0] if begin else path[0]
    going, met = _until_met(play, start, path)
    play.set(unit, carrier=-1)
    done: list[Place] = []
    before = start
    for place in going:
        done.append(place)
        play.set(unit, hex=place.hex, facing=place.facing, layer=place.layer, stance=place.stance)
        if climbs(play, before, place):
            damage_construct(play, place.hex, weight(play.field, unit), "climb")
            if play.field.cell(place.hex).terrain != CONSTRUCT:  # HX-CON-6, HX-MOVE-9
                break
        before = place
    whole = len(done) == len(path)
    if not done and not (whole and (into >= 0 or off)):
        play.set(unit, carrier=play.before.pieces[unit].carrier)  # it did not get out
    play.tell(Moved(unit=unit, path=tuple(done), cost=cost, manner=manner, stopped=met >= 0), unit)
    if manner == "smoke":
        hexes = {start.hex, *(place.hex for place in done)}
        until = play.state.round + 1  # HX-ABL-SMK
        play.set_marks(smoke=(*play.state.smoke, *(Smoke(hex, -1, until) for hex in hexes)))
    if met >= 0:
        play.set(met, cloaked=False)
        play.tell(Fell(unit=met, what="revealed", hex=play.pieces[met].hex))
    elif whole and play.pieces[unit].status == PLAY:
        if into >= 0:
            play.set(unit, hex=-1, carrier=into, layer=GROUND, stance=STANDING)
            play.tell(Moved(unit=unit, manner="enter"), unit)
        elif off:
            withdraw(play, unit)


def _until_met(play: Play, start: Place, path: tuple[Place, ...]) -> tuple[tuple[Place, ...], int]:
    """The part of a path before somebody unseen stands in the way, and who that is (HX-ABL-CLK)."""
    field, unit = play.field, play.unit
    seat = play.pieces[unit].seat
    seen = play.before.field(seat)
    for number, place in enumerate(path):
        other = (field.air if place.layer == AIR else field.ground).get(place.hex, -1)
        if other < 0 or other == unit or not seen.pieces[other].unseen:
            continue
        going = path[:number]
        while going and not _may_end(play, going[-1], start):
            going = going[:-1]
        return going, other
    return path, -1


def _may_end(play: Play, place: Place, start: Place) -> bool:
    same = (place.hex, place.layer) == (start.hex, start.layer) and play.pieces[play.unit].carrier < 0
    return same or play.field.free(place.hex, place.layer)


def climbs(play: Play, before: Place, place: Place) -> bool:
    """Whether a step puts weight on a construct: entering its hex on foot, or landing on it (HX-CON-2)."""
    if place.layer != GROUND or place.stance != STANDING:
        return False
    fresh = before.hex != place.hex or before.layer == AIR or before.stance == HOVERING
    return fresh and play.field.cell(place.hex).terrain == CONSTRUCT


def withdraw(play: Play, unit: int) -> None:
    """A unit leaves the map with all that it carries: neither lost nor in play (HX-MOVE-8)."""
    let_go(play, unit)
    for number, piece in enumerate(play.pieces):
        if piece.carrier == unit:
            withdraw(play, number)
    play.set(
        unit,
        status=LEFT,
        hex=-1,
        layer=GROUND,
        carrier=-1,
        cloaked=False,
        shield="",
        seat=play.pieces[unit].owner,
        controller=-1,
    )
    play.tell(Fell(unit=unit, what="withdrawn"))
