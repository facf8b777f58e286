"""A line of sight from the side: the ground under it, and all that may stand in its way."""

from __future__ import annotations

import msgspec

from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.sight import Sight, foliage, sight
from flagfall.hexes.units.pieces import AIR


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
    """From the looking unit to its target, both included."""
    eye: int
    """The level from which the line is looked along."""
    mark: int
    """The level of what is looked at."""
    flying: bool
    """Whether one of them flies, so that nothing between can stop the line (HX-LOS-7)."""


def line_up(field: Field, unit: int, hex: int, target: int = -1) -> LineUp:
    """The line from a unit to a hex, or to a unit there."""
    me = field.sight_end(unit)
    there = field.sight_end(target) if target >= 0 else field.ground_end(hex)
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
