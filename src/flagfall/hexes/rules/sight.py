"""Line of sight: what sees what, what stands between, and what it does to a shot (HX-LOS, HX-COV).

`sight` is the only code that decides it: rules, bots, hints and pictures read the same `Sight`.
"""

from __future__ import annotations

import msgspec

from flagfall.hexes.maps.terrain import CONSTRUCT, OFF, THIN
from flagfall.hexes.rules.field import Field, SightEnd
from flagfall.hexes.units.pieces import AIR

SMOKE = 2
"""What smoke adds to a to-hit number (HX-HIT-3)."""
WORDS = {
    "speed": "target speed {0}",
    "skill": "skill {0}",
    "prone-attacker": "attacker prone",
    "prone-target-near": "target prone, adjacent",
    "prone-target-far": "target prone, from afar",
    "physical": "physical attack",
    "immobile": "immobile target",
    "small": "small target",
    "thin-trees": "thin trees {0}",
    "thick-trees": "thick trees {0}",
    "smoke": "smoke {0}",
    "offset": "rule of this game: every shot is harder",
    "offset-arena": "the arena's rule: every shot is harder",
    "offset-easier": "rule of this game: every shot is easier",
}


class Part(msgspec.Struct, frozen=True):
    """One named part of a to-hit number: "thick trees 0507: +2"."""

    name: str
    value: int
    of: str = ""
    """The hex or the stat that it comes from."""

    def __str__(self) -> str:
        return f"{WORDS[self.name].format(self.of)}: {self.value:+d}"


class Cover(msgspec.Struct, frozen=True):
    """An object next to the target that may catch the shot (HX-COV-1)."""

    hex: int
    kind: str
    """``unit``, ``construct`` or ``ground``."""
    unit: int = -1


class Way(msgspec.Struct, frozen=True):
    """A hex next to the target that the line may cross: what it adds, and the cover that it gives."""

    hex: int
    parts: tuple[Part, ...] = ()
    cover: Cover | None = None

    @property
    def modifier(self) -> int:
        """What its trees and smoke add."""
        return sum(part.value for part in self.parts)


class Sight(msgspec.Struct, frozen=True):
    """The line between two ends: whether it is free, the hexes on it, and what stops or hinders it."""

    start: int
    end: int
    distance: int
    clear: bool
    line: tuple[int, ...] = ()
    """The hexes that count, ends left out; of a border pair the defender's choice (HX-LOS-3)."""
    pairs: tuple[tuple[int, int], ...] = ()
    """The pairs of hexes along whose border the line runs."""
    parts: tuple[Part, ...] = ()
    """Trees and smoke on the line and in the target's hex, but for the hex next to the target: see `ways`."""
    ways: tuple[Way, ...] = ()
    """The hex next to the target; two where the defender's best choice depends on the to-hit number."""
    blocker: int = -1
    """The hex that stops it, the first from the start."""
    reason: str = ""
    """``water``, ``ground``, ``construct`` or ``unit``."""
    unit: int = -1
    """The unit that stops it."""
    rule: str = ""


def sight(field: Field, a: SightEnd, b: SightEnd) -> Sight:
    """The line of sight from one end to the other; a looks, b is looked at (the defender)."""
    board = field.board
    grid = board.grid
    distance = grid.distance(a.hex, b.hex)
    for spot in (a, b):
        if spot.sunk:  # HX-LOS-6, HX-WAT-2
            return Sight(a.hex, b.hex, distance, False, blocker=spot.hex, reason="water", rule="HX-WAT-2")
    flying = a.layer == AIR or b.layer == AIR
    low = b.top if a.layer == AIR else a.top if b.layer == AIR else min(a.top, b.top)
    own = () if b.layer == AIR else foliage(field, b.hex, low)
    if distance < 2:
        return Sight(a.hex, b.hex, distance, True, parts=own)
    places = grid.between(a.hex, b.hex)
    if flying:  # HX-LOS-7: above all terrain, only the trees around a grounded target hinder
        line = tuple(place[0] for place in places if place)
        return Sight(a.hex, b.hex, distance, True, line, _pairs(places), own)
    high = max(a.top, b.top)
    blocked = board.highest(a.hex, b.hex) >= high
    if not blocked:
        for place in places:
            for hex in place:
                if hex in field.ground and _unit_top(field, hex) >= high:
                    blocked = True
    if blocked:
        return _blocked(field, a, b, distance, places, high)
    chosen: list[int] = []
    parts: list[Part] = []
    ways: tuple[Way, ...] = ()
    last = len(places) - 1
    for number, place in enumerate(places):
        if len(place) == 2 and board.cells[place[0]].terrain == OFF:
            place = place[1:]
        elif len(place) == 2 and board.cells[place[1]].terrain == OFF:
            place = place[:1]  # HX-LOS-9
        if number == last:
            ways = tuple(Way(hex, foliage(field, hex, low), _cover(field, hex, b)) for hex in place)
            ways = _best(ways)
            chosen.append(ways[0].hex)
        else:
            # HX-LOS-3: more trees never help the attacker, so the defender takes the denser hex; tie: left.
            hinder = [foliage(field, hex, low) for hex in place]
            denser = 1 if len(place) == 2 and _total(hinder[1]) > _total(hinder[0]) else 0
            chosen.append(place[denser])
            parts.extend(hinder[denser])
    return Sight(a.hex, b.hex, distance, True, tuple(chosen), _pairs(places), (*parts, *own), ways)


def _total(parts: tuple[Part, ...]) -> int:
    return sum(part.value for part in parts)


def _pairs(places: list[tuple[int, ...]]) -> tuple[tuple[int, int], ...]:
    return tuple((place[0], place[1]) for place in places if len(place) == 2)


def _best(ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """One way where it is better for the defender whatever the to-hit number; else both, the denser first."""
    if len(ways) < 2:
        return ways
    left, right = ways
    if left.modifier >= right.modifier and (left.cover is not None or right.cover is None):
        return (left,)
    if right.modifier >= left.modifier and (right.cover is not None or left.cover is None):
        return (right,)
    return (left, right) if left.modifier > right.modifier else (right, left)


def foliage(field: Field, hex: int, low: int) -> tuple[Part, ...]:
    """What trees and smoke of a hex add (HX-HIT-3, HX-HIT-5, HX-LOS-8)."""
    trees = field.board.trees[hex]
    smoke = hex in field.smoke
    if not trees and not smoke:
        return ()
    limit = field.options.tree_height
    if limit and field.board.cells[hex].elevation + limit < low:
        return ()
    label = field.label(hex)
    parts: tuple[Part, ...] = ()
    if trees:
        parts = (
            Part("thin-trees" if field.board.cells[hex].terrain == THIN else "thick-trees", trees, label),
        )
    if smoke:
        parts += (Part("smoke", SMOKE, label),)
    return parts


def _unit_top(field: Field, hex: int) -> int:
    number = field.blocker(hex)
    return -999 if number < 0 else field.base(number) + field.height(number)


def _blocked(
    field: Field, a: SightEnd, b: SightEnd, distance: int, places: list[tuple[int, ...]], high: int
) -> Sight:
    """The sight that is stopped: the first hex that does it, and why (HX-LOS-4)."""
    line: list[int] = []
    for place in places:
        for hex in place:
            cell = field.board.cells[hex]
            reason, unit = "", -1
            if field.board.top[hex] >= high:
                reason = "construct" if cell.terrain == CONSTRUCT and cell.elevation < high else "ground"
            elif _unit_top(field, hex) >= high:
                reason, unit = "unit", field.blocker(hex)
            if reason:
                line.append(hex)
                return Sight(
                    a.hex,
                    b.hex,
                    distance,
                    False,
                    tuple(line),
                    _pairs(places),
                    blocker=hex,
                    reason=reason,
                    unit=unit,
                    rule="HX-LOS-4",
                )
        line.append(place[0])
    raise AssertionError("a blocked line has a blocking hex")


def _cover(field: Field, hex: int, target: SightEnd) -> Cover | None:
    """The object of the hex next to the target that may catch the shot (HX-COV-2)."""
    if target.height == 0:
        return None
    cell = field.board.cells[hex]
    unit = field.blocker(hex)
    tallest, kind = _unit_top(field, hex), "unit"
    if cell.floor > tallest and _rises(field, hex, target):
        tallest, kind = cell.floor, "construct" if cell.terrain == CONSTRUCT else "ground"
    if 2 * (tallest - target.base) < target.height:
        return None
    return Cover(hex, kind, unit if kind == "unit" else -1)


def _rises(field: Field, hex: int, target: SightEnd) -> bool:
    """Whether the ground of a hex is an object at all: higher than the water that a wader stands in."""
    return not field.options.to_the_letter or field.board.cells[hex].floor > field.board.surface[target.hex]


__all__ = ["Cover", "Part", "Sight", "Way", "foliage", "sight"]
