"""Putting units somewhere: the nearest free hex, dropping what is carried, going back to the owner."""

from __future__ import annotations

from collections.abc import Callable

from flagfall.hexes.draft import Draft
from flagfall.hexes.events import Fell
from flagfall.hexes.maps.geometry import ring
from flagfall.hexes.maps.terrain import IMPASSABLE, OFF
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.rules.field import Field
from flagfall.hexes.units.pieces import GROUND, OUT, STANDING


def choose_hex(draft: Draft, chosen: Callable[[Field], int]) -> int:
    """The hex that is chosen by what everybody knows; somebody unseen there is found first (HX-ABL-CLK)."""
    while True:
        at = chosen(draft.open_field())
        met = draft.field.ground.get(at, -1) if draft.state.options.unseen_are_met else -1
        if met < 0 or not draft.pieces[met].cloaked:
            return at
        draft.reveal(met)


def nearest_free(
    draft: Draft, unit: int, hex: int, facing: int, first: int, *, anywhere: bool = False
) -> int:
    """The nearest free hex where a unit can be put, searched clockwise from the front (HX-TRN-5); or -1."""
    return choose_hex(draft, lambda field: _nearest(field, unit, hex, facing, first, anywhere))


def _nearest(field: Field, unit: int, hex: int, facing: int, first: int, anywhere: bool) -> int:
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


def put(draft: Draft, unit: int, hex: int) -> None:
    """Put a unit on the ground, free and standing; with no hex left on the map it is out."""
    if hex < 0:
        draft.set(unit, status=OUT, hex=-1, carrier=-1)
        return
    draft.set(unit, hex=hex, carrier=-1, layer=GROUND, stance=STANDING)


def drop(draft: Draft, number: int, unit: int) -> None:
    """Set one carried unit down next to its carrier, or next to what carries that."""
    carrier = draft.pieces[unit]
    while carrier.carrier >= 0:
        unit = carrier.carrier
        carrier = draft.pieces[unit]
    draft.give_away(unit)
    at = nearest_free(draft, number, carrier.hex, carrier.facing, 1)
    put(draft, number, at)
    draft.set(number, facing=carrier.facing)
    draft.tell(Fell(unit=number, what="dropped", hex=at), number)


def drop_all(draft: Draft, unit: int) -> None:
    """Set down, unhurt, all that a unit carries (HX-TRN-5)."""
    for number, piece in enumerate(draft.pieces):
        if piece.carrier == unit:
            drop(draft, number, unit)


def part(draft: Draft, unit: int) -> None:
    """After a change of sides: only small units stay in the hands or the hold of an enemy (HX-TRN-1)."""
    for number, piece in enumerate(draft.pieces):
        carrier = piece.carrier
        if unit not in (number, carrier) or carrier < 0 or draft.field.has(number, "small"):
            continue
        if piece.seat != draft.pieces[carrier].seat:
            drop(draft, number, carrier)


def release(draft: Draft, number: int) -> None:
    """A controlled unit goes back to its owner (HX-ABL-CTL)."""
    draft.set(number, seat=draft.pieces[number].owner, controller=-1)
    draft.tell(Fell(unit=number, what="released"))
    part(draft, number)


def let_go(draft: Draft, unit: int) -> None:
    """Units go back to their owner when the unit that controls them leaves the fight (HX-DMG-4)."""
    for number, other in enumerate(draft.pieces):
        if other.controller == unit:
            release(draft, number)
