"""The examples of the rulebook: small scenes that the engine works out, so that no picture can be wrong."""

from __future__ import annotations

from functools import cache

import msgspec

from flagfall.hexes.analysis.overlays import covered_by
from flagfall.hexes.analysis.sight_profile import LineUp, line_up
from flagfall.hexes.maps.board import Board
from flagfall.hexes.maps.geometry import direction
from flagfall.hexes.maps.map_text import Map, read_map
from flagfall.hexes.options import PRESETS, REVISION, Options
from flagfall.hexes.rules.attacks import WEAPON, Attack, Odds, damage_odds
from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.reach import reach
from flagfall.hexes.units.pieces import PLAY, Piece
from flagfall.hexes.units.unit_files import roster


class GuideScene(msgspec.Struct, frozen=True):
    """A scene of the rulebook: a small map, units, and what the engine says about the first of them."""

    chapter: str
    map: Map
    pieces: tuple[Piece, ...]
    reach: tuple[tuple[int, int], ...] = ()
    """The hexes that it gets to, with the points that they cost."""
    arc: tuple[int, ...] = ()
    """The hexes in arc and range of its weapon."""
    line: LineUp | None = None
    odds: Odds | None = None


class _Sketch(msgspec.Struct, frozen=True):
    chapter: str
    what: str
    """``reach``, ``arc``, ``line`` or ``odds``."""
    units: tuple[tuple[str, str, str, int], ...]
    """Sheet, hex, facing and mode; the first belongs to one side, the others to the other."""
    rows: str


HILLS = """
0. 0. 0r 0. 0. 0. 0.
0. 0t 1. 1. 0. 0T 0.
0. 0. 1. 2. 0t 0T 0.
0r 0. 0. 1. 0. 0. 0.
0. 0. 0. 0. 0w1 0w1 0.
0. 0t 0. 0. 0. 0w1 0.
"""
ARENA = {"preset": "arena", "revision": REVISION, **PRESETS["arena"]}
OPEN = "\n".join(["0. " * 9] * 7)
SKETCHES = (
    _Sketch("move", "reach", (("prowl", "0405", "N", 0),), HILLS),
    _Sketch("arc", "arc", (("ratchet", "0505", "N", 0),), OPEN),
    _Sketch("arc", "arc", (("ratchet", "0505", "N", 1),), OPEN),
    _Sketch(
        "sight",
        "line",
        (("prowl", "0102", "SE", 0), ("starscream", "0702", "NW", 0)),
        "0. 0. 0. 0. 0. 0. 0.\n0. 0. 0t 0c3:20 0. 0. 0.\n0. 0. 0. 0. 0. 0. 0.",
    ),
    _Sketch(
        "cover",
        "odds",
        (("prowl", "0202", "SE", 0), ("starscream", "0602", "NW", 0)),
        "0. 0. 0. 0. 0. 0. 0.\n0. 0. 0t 0. 0c1:8 0. 0.\n0. 0. 0. 0. 0c1:8 0. 0.",
    ),
)
"""What the rulebook shows: data, the numbers are worked out."""


@cache
def guide_scenes() -> tuple[GuideScene, ...]:
    """All scenes, by the rules of the arena, which most scenarios are played by."""
    return tuple(_scene(sketch) for sketch in SKETCHES)


def _scene(sketch: _Sketch) -> GuideScene:
    rows = [line.split() for line in sketch.rows.strip().splitlines()]
    size = f"name = {sketch.chapter}\nsize = {len(rows[0])}x{len(rows)}\n\n"
    there = read_map(size + "\n".join(" ".join(row) for row in rows))
    units = roster()
    pieces = tuple(
        Piece(
            key=id,
            sheet=id,
            owner=min(at, 1),
            seat=min(at, 1),
            hp=units[id].hit_points,
            card=at,
            status=PLAY,
            mode=mode,
            hex=there.hex(hex),
            facing=direction(facing),
        )
        for at, (id, hex, facing, mode) in enumerate(sketch.units)
    )
    field = Field(Board(there), units, msgspec.convert(ARENA, Options), pieces, {}, (), ())
    scene = GuideScene(sketch.chapter, there, pieces)
    if sketch.what == "reach":
        cheapest: dict[int, int] = {}
        for place, cost in reach(field, 0).ends().items():
            cheapest[place.hex] = min(cost, cheapest.get(place.hex, cost))
        return msgspec.structs.replace(scene, reach=tuple(sorted(cheapest.items())))
    if sketch.what == "arc":
        return msgspec.structs.replace(scene, arc=covered_by(field, 0))
    if sketch.what == "line":
        return msgspec.structs.replace(scene, line=line_up(field, 0, pieces[1].hex, 1))
    return msgspec.structs.replace(scene, odds=damage_odds(field, Attack(0, WEAPON, 1, pieces[1].hex)))
