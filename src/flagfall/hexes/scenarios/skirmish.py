"""A skirmish on any map: the scenario file is written from a few choices, and checked like every other."""

from __future__ import annotations

import json
from typing import Annotated, Literal

import msgspec

from flagfall.hexes.maps.map_generator import HOME, NORTH, SOUTH, Generator
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.maps.terrain import IMPASSABLE, OFF
from flagfall.hexes.scenarios.scenario import LANGUAGES
from flagfall.hexes.scenarios.scenario_files import scenario

TEXTS = {
    "en": "Choose your own force, {points} points, and put it in your zone.",
    "nl": "Kies zelf je troep, {points} punten, en zet hem in je zone.",
    "fr": "Choisissez votre force, {points} points, et placez-la dans votre zone.",
    "de": "Wählt eure Truppe selbst, {points} Punkte, und stellt sie in eurer Zone auf.",
}
TEMPLATE = "hex-skirmish"
"""The scenario whose sides these are."""
Points = Annotated[int, msgspec.Meta(ge=1, le=9_999)]


class Skirmish(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What two players agree on for a skirmish."""

    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    points: tuple[Points, Points] = (300, 300)
    everybody: bool = False
    """Whether both sides choose from all factions."""
    preset: Literal["book", "arena"] = "book"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=999)] = 20
    generator: Generator | None = None
    """A new map for every game; None: the map that comes with it."""


def with_homes(map: Map) -> Map:
    """A map with room for two sides: one with fewer than two zones gets a southern and a northern."""
    if len(map.zones) >= 2:
        return map
    deep = min(HOME, map.height // 2)
    stand = [hex for hex, cell in enumerate(map.cells) if cell.terrain not in (OFF, IMPASSABLE)]
    homes = {
        SOUTH: tuple(hex for hex in stand if hex // map.width >= map.height - deep),
        NORTH: tuple(hex for hex in stand if hex // map.width < deep),
    }
    return msgspec.structs.replace(map, zones={**homes, **map.zones})


def write_skirmish(wish: Skirmish, map: Map | None) -> str:
    """The file of a skirmish on a map, or on generated ones."""
    title = " ".join((wish.name or (map.name if map else "") or "Skirmish").split())
    low, high = _zones(map)
    points = " / ".join(str(one) for one in dict.fromkeys(wish.points))
    lines = [
        'id = "skirmish"',
        'map = "own"' if map else f"generator = {_table(wish.generator or Generator())}",
    ]
    lines += [f"preset = {_word(wish.preset)}", f"limit = {{ rounds = {wish.rounds} }}", "", "[title]"]
    lines += [f"{language} = {_word(title)}" for language in LANGUAGES]
    lines += ["", "[text]"]
    lines += [f"{language} = {_word(TEXTS[language].format(points=points))}" for language in LANGUAGES]
    for side, zone, facing, budget in zip(
        scenario(TEMPLATE).sides, (low, high), ("N", "S"), wish.points, strict=True
    ):
        names = ", ".join(f"{language} = {_word(side.name.get(language))}" for language in LANGUAGES)
        lines += ["", "[[sides]]", f"id = {_word(side.id)}", f"faction = {_word(side.faction)}"]
        lines += [f"name = {{ {names} }}", f'facing = "{facing}"']
        lines += [f"zone = {_word(zone)}", f"points = {budget}"]
        if not wish.everybody:
            lines.append(f"factions = [{', '.join(_word(faction) for faction in side.factions)}]")
    return "\n".join([*lines, "", "[[victory]]", 'kind = "eliminate"']) + "\n"


def _zones(map: Map | None) -> tuple[str, str]:
    """The zones of the sides: of the first two the southern, then the northern."""
    if map is None:
        return SOUTH, NORTH

    def row(zone: str) -> float:
        rows = [hex // map.width for hex in map.zones[zone]]
        return sum(rows) / max(1, len(rows))

    high, low = sorted(list(map.zones)[:2], key=row)
    return low, high


def _table(generator: Generator) -> str:
    values = {key: value for key, value in msgspec.to_builtins(generator).items() if value is not None}
    return "{ " + ", ".join(f"{key} = {json.dumps(value)}" for key, value in values.items()) + " }"


def _word(text: str) -> str:
    """A string as TOML writes it, which for all that can be printed is as JSON does."""
    return json.dumps("".join(char for char in text if char.isprintable()), ensure_ascii=False)
