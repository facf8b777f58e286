"""A skirmish on any map: the scenario file is written from a few choices, and checked like every other."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from flagfall.core.words import LANGUAGES, Phrases
from flagfall.hexes.maps.map_generator import HOME, NORTH, SOUTH, Generator
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.maps.terrain import IMPASSABLE, OFF
from flagfall.hexes.scenarios.scenario import Facing, Limit, Scenario, ScenarioSide
from flagfall.hexes.scenarios.scenario_files import scenario
from flagfall.hexes.scenarios.scenario_text import write_scenario

TEMPLATE = "hex-skirmish"
"""The scenario whose sides these are."""
FACINGS: Final[tuple[Facing, Facing]] = ("N", "S")
"""Of the southern side and of the northern."""
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
    return msgspec.structs.replace(
        map, zones={**{name: hexes for name, hexes in homes.items() if hexes}, **map.zones}
    )


def write_skirmish(wish: Skirmish, map: Map | None) -> str:
    """The file of a skirmish on a map, or on generated ones."""
    called = " ".join((wish.name or (map.name if map else "") or "Skirmish").split())
    title = "".join(char for char in called if char.isprintable())
    points = " / ".join(str(one) for one in dict.fromkeys(wish.points))
    homes = zip(scenario(TEMPLATE).sides, _zones(map), FACINGS, wish.points, strict=True)
    one, other = (
        ScenarioSide(
            id=side.id,
            faction=side.faction,
            name=side.name,
            facing=facing,
            zone=zone,
            points=budget,
            factions=() if wish.everybody else side.factions,
        )
        for side, zone, facing, budget in homes
    )
    return write_scenario(
        Scenario(
            id="skirmish",
            map="own" if map else None,
            generator=None if map else wish.generator or Generator(),
            preset=wish.preset,
            limit=Limit(wish.rounds),
            title=dict.fromkeys(LANGUAGES, title),
            text={
                one: Phrases("flagfall.hexes", one)("skirmish", "text", points=points) for one in LANGUAGES
            },
            sides=(one, other),
        )
    )


def _zones(map: Map | None) -> tuple[str, str]:
    """The zones of the sides: of the first two the southern, then the northern."""
    if map is None:
        return SOUTH, NORTH

    def row(zone: str) -> float:
        rows = [hex // map.width for hex in map.zones[zone]]
        return sum(rows) / max(1, len(rows))

    high, low = sorted(list(map.zones)[:2], key=row)
    return low, high
