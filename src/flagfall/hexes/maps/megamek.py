"""Import of board files of MegaMek: any such file loads; what we have no terrain for is reported once.

The grammar: a statement a line (``size``, ``hex``, ``option``, ``tag``, ``description``, ``note``, ``end``),
strings in double quotes, ``#`` comments. Hexes are taken in the order of the file; their numbers are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from flagfall.core.errors import BadText, Complaint, complaint
from flagfall.hexes.maps.map_text import LARGEST, Map
from flagfall.hexes.maps.terrain import BLANK, CLEAR, CONSTRUCT, IMPASSABLE, ROUGH, THICK, THIN, WATER, Cell

_WORD = re.compile(r'"([^"]*)"?|(\S+)')
_ROUGH = ("rough", "rubble", "swamp", "mud", "ice")
_HEIGHT = {"building": "bldg_elev", "fuel_tank": "fuel_tank_elev", "heavy_industrial": "heavy_industrial"}
_FACTOR = {"building": "bldg_cf", "fuel_tank": "fuel_tank_cf", "heavy_industrial": "bldg_cf"}
_CLASS_FACTOR = {1: 15, 2: 40, 3: 90, 4: 120}
"""What a building of each class withstands where the file does not say."""
_PLAIN = frozenset(
    (
        "road",
        "pavement",
        "snow",
        "sand",
        "planted_fields",
        "fields",
        "fire",
        "smoke",
        "magma",
        "cliff_top",
        "cliff_bottom",
        "fluff",
        "fluff_2",
        "arms",
        "legs",
        "bldg_elev",
        "bldg_cf",
        "bldg_class",
        "bldg_armor",
        "bldg_basement_type",
        "bldg_basement",
        "bldg_base_collapsed",
        "bldg_fluff",
        "bldg_basement_collapsed",
        "bridge_cf",
        "bridge_elev",
        "fuel_tank_cf",
        "fuel_tank_elev",
        "fuel_tank_magn",
        "foliage_elev",
        "geyser",
        "tundra",
        "metal_content",
        "geothermal",
        "sky",
        "ground_fluff",
        "water_fluff",
        "road_fluff",
        "rapids",
        "hazardous_liquid",
        "ultra_sublevel",
        "deployment_zone",
        "incline_top",
        "incline_bottom",
        "incline_high_top",
        "incline_high_bottom",
        "pavement_fluff",
        "screen",
        "industrial",
        "black_ice",
        "rail",
        "elevator",
        "none",
    )
)
"""Names that are known and make no difference to us: the ground stays clear."""


_DROPPED = frozenset(
    ("road", "pavement", "rail", "fire", "smoke", "magma", "rapids", "geyser", "snow", "sand", "fields")
)
"""Of these, what somebody may look for on the map: they are told once, all together."""


class ImportedMap(msgspec.Struct, frozen=True):
    """A map from a board file, and what could not be carried over."""

    map: Map
    warnings: tuple[Complaint, ...]


def import_board(text: str, source: str = "board") -> ImportedMap:
    """The map of a board file; `BadText` only where it is no board file or its numbers cannot be read."""
    width = height = last = 0
    ended = False
    cells: list[Cell] = []
    warnings: dict[Complaint, None] = {}
    told: list[str] = []
    dropped: set[str] = set()
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip().lstrip("\ufeff")
        if not line or line.startswith("#"):
            continue
        words = [quoted or plain for quoted, plain in _WORD.findall(line)]
        kind = words[0].lower() if words else ""
        last = number
        if kind == "end":
            ended = True
            break
        if kind == "size":
            width, height = _numbers(words[1:3], 2, number, source)
            if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
                what = complaint("mega.size", width=width, height=height, most=LARGEST)
                raise BadText(what, line=number, source=source)
        elif kind == "hex":
            (elevation,) = _numbers(words[2:3], 1, number, source)
            text_of = words[3] if len(words) > 3 else ""
            cells.append(_cell(elevation, text_of, warnings, dropped))
        elif kind == "description":
            told.append(" ".join(words[1:]))
        elif kind not in ("option", "tag", "note", "background"):
            warnings[complaint("mega.statement", word=kind)] = None
    if not width:
        raise BadText(complaint("mega.no-size"), source=source)
    if len(cells) < width * height and not ended:
        raise BadText(
            complaint("mega.cut", given=len(cells), wanted=width * height), line=last, source=source
        )
    if len(cells) != width * height:
        warnings[complaint("mega.hexes", given=len(cells), width=width, height=height)] = None
    if dropped:
        warnings[complaint("mega.dropped", words=", ".join(sorted(dropped)))] = None
    cells = (cells + [BLANK] * (width * height))[: width * height]
    name = source.replace("\\", "/").rpartition("/")[2].removesuffix(".board") or "board"
    shown = " ".join(" ".join(told).replace("=", "-").split())
    return ImportedMap(Map(name, width, height, tuple(cells), {}, shown), tuple(warnings))


def _numbers(words: list[str], count: int, line: int, source: str) -> tuple[int, ...]:
    try:
        values = tuple(int(word) for word in words)
    except ValueError:
        values = ()
    if len(values) != count:
        what = complaint("mega.numbers", wanted=count, given=" ".join(words) or "-")
        raise BadText(what, line=line, source=source)
    return values


def _cell(elevation: int, text: str, warnings: dict[Complaint, None], dropped: set[str]) -> Cell:
    elevation = max(-999, min(999, elevation))
    levels: dict[str, int] = {}
    for part in filter(None, text.split(";")):
        name, _, rest = part.partition(":")
        level = rest.partition(":")[0]
        levels[name.strip().lower()] = int(level) if re.fullmatch(r"-?\d{1,9}", level) else 1
    dropped.update(_DROPPED & levels.keys())
    for name in levels:
        known = (*_ROUGH, *_HEIGHT, *_PLAIN, "woods", "jungle", "water", "impassable", "space", "bridge")
        if name not in known:
            warnings[complaint("mega.terrain", word=name)] = None
    if "bridge" in levels:  # Also over magma and space, which nobody could cross without it.
        warnings[complaint("mega.bridge")] = None
        return Cell(elevation, CLEAR)
    if "impassable" in levels or "space" in levels or levels.get("magma", 0) >= 2:
        return Cell(elevation, IMPASSABLE)
    for name, tall in _HEIGHT.items():
        if name in levels:
            return _construct(elevation, name, levels[name], levels.get(tall, levels[name]), levels)
    if "water" in levels:
        return Cell(elevation, WATER, max(0, min(99, levels["water"])))
    trees = max(levels.get("woods", 0), levels.get("jungle", 0))
    if trees:
        return Cell(elevation, THIN if trees == 1 else THICK)
    return Cell(elevation, ROUGH if any(name in levels for name in _ROUGH) else CLEAR)


def _construct(elevation: int, name: str, level: int, height: int, levels: Mapping[str, int]) -> Cell:
    """A building: hit points are a fifth of its construction factor, as our weapons do 1 to 10 a hit."""
    factor = levels.get(_FACTOR[name], _CLASS_FACTOR.get(level, 40))
    return Cell(elevation, CONSTRUCT, max(1, min(99, height)), max(1, min(9999, round(factor / 5))))
