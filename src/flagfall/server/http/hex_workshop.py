"""HTTP: maps generated or drawn, and scenarios that people make with their own maps and units."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, QueryParameter

from flagfall.core import BadData, BadText, Fault, complaint
from flagfall.hexes import bundle_game
from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.map_generator import Generator, generate, twin
from flagfall.hexes.maps.map_text import Map, read_map, write_map
from flagfall.hexes.maps.megamek import import_board
from flagfall.hexes.scenarios.bundle import MOST_HEXES, Bundle, write_bundle
from flagfall.hexes.scenarios.scenario_files import generator_faults
from flagfall.hexes.scenarios.skirmish import Skirmish, with_homes, write_skirmish
from flagfall.server import games
from flagfall.server.accounts.identity import Identity
from flagfall.server.http.hex_questions import map_info
from flagfall.server.http.uploads import SCENARIO, keep_upload, may_upload
from flagfall.server.http.use_limits import UseLimits
from flagfall.server.refusal import Refusal
from flagfall.server.tables.tables import Tables
from flagfall.server.wire.faults import in_file, in_text, said
from flagfall.server.wire.tables import FaultAt
from flagfall.server.wire.workshop import MapDraft, MapDrawing, MapFile, OwnChecked, OwnScenario

Whole = Annotated[int, QueryParameter(ge=0, le=999)]
AnySeed = Annotated[int | None, QueryParameter(ge=0, lt=1 << 32)]
_BOARD = re.compile(r"^\s*size\s+\d+\s+\d+\s*$", re.MULTILINE | re.IGNORECASE)


def draft(map: Map, warnings: tuple[FaultAt, ...] = (), seed: int = 0) -> MapDraft:
    """A map with its file and everything that an editor needs."""
    twins = tuple(twin(map.width, map.height, hex) for hex in range(map.width * map.height))
    return MapDraft(map_info(map), map.text, write_map(map), twins, (), warnings, seed)


def _tried(make: Callable[[], MapDraft]) -> MapDraft:
    """The map that was read, or what is wrong with it."""
    try:
        return make()
    except BadData as error:
        return MapDraft(faults=tuple(map(in_file, error.faults)))
    except BadText as error:
        return MapDraft(faults=(in_text(error),))


def read_any(text: str, name: str) -> MapDraft:
    """The map of a map file or of a MegaMek board; the text shows which it is."""
    if _BOARD.search(text):
        found = import_board(text, name or "board")
        return draft(found.map, tuple(map(said, found.warnings)))
    return draft(read_map(text, name or "map"))


def read_drawing(drawing: MapDrawing) -> MapDraft:
    """A drawn map as its file has it: written and read again, so that it is checked like every other."""
    if len(drawing.cells) != drawing.width * drawing.height:
        raise Refusal("bad-message", "a map has one cell for each hex", field="cells")
    if any(not 0 <= hex < len(drawing.cells) for zone in drawing.zones.values() for hex in zone):
        raise Refusal("bad-message", "a zone names a hex outside the map", field="zones")
    name, text = (" ".join(words.split()) for words in (drawing.name, drawing.text))
    zones = {zone: hexes for zone, hexes in drawing.zones.items() if hexes}
    drawn = Map(name, drawing.width, drawing.height, drawing.cells, zones, text)
    return draft(read_map(write_map(drawn), "map"))


@get("/api/maps/generate")
async def generate_map(
    tables: NamedDependency[Tables],
    width: Whole = 16,
    height: Whole = 17,
    hills: Whole = 20,
    woods: Whole = 15,
    water: Whole = 5,
    rough: Whole = 5,
    ruins: Whole = 3,
    symmetric: FromQuery[bool] = True,
    seed: AnySeed = None,
) -> MapDraft:
    """A generated map; the same numbers and seed give the same map."""
    chosen = tables.time_and_chance.draw(1 << 31) if seed is None else seed
    spec = Generator(
        seed=chosen,
        width=width,
        height=height,
        hills=hills,
        woods=woods,
        water=water,
        rough=rough,
        ruins=ruins,
        symmetric=symmetric,
    )
    wrong = list(generator_faults(spec))
    if not wrong and width * height > MOST_HEXES:
        wrong.append(("width", complaint("map.large", most=MOST_HEXES)))
    if wrong:
        faults = tuple(said(what, field) for field, what in wrong)
        raise Refusal("bad-message", faults[0].reason, field=faults[0].field, faults=faults)
    return await asyncio.to_thread(lambda: draft(generate(spec), seed=chosen))


@post("/api/maps/read", status_code=200)
async def read_a_map(
    request: Request[Any, Any, Any], use_limits: NamedDependency[UseLimits], data: JSONBody[MapFile]
) -> MapDraft:
    """The map of a file or a MegaMek board, or all that is wrong with it by line; nothing is stored."""
    use_limits.upload(request)
    return await asyncio.to_thread(_tried, lambda: read_any(data.text, data.name))


@post("/api/maps/write", status_code=200)
async def write_a_map(
    request: Request[Any, Any, Any], use_limits: NamedDependency[UseLimits], data: JSONBody[MapDrawing]
) -> MapDraft:
    """The file of a drawn map, or all that is wrong with it; nothing is stored."""
    use_limits.upload(request)
    return await asyncio.to_thread(_tried, lambda: read_drawing(data))


def _bundle(data: OwnScenario) -> Bundle:
    """The texts as they are kept: boards as maps, and a skirmish where no scenario was written."""
    ground = None
    if data.map.strip():
        found = read_any(data.map, "map")
        ground = read_map(found.text, "map")
    wish = data.skirmish or Skirmish()
    if data.scenario.strip():
        # What was typed is kept as it is, so that the line numbers of its faults are right.
        text = data.map if ground is None or not _BOARD.search(data.map) else write_map(ground)
        return Bundle(data.scenario, text if ground else "", data.units)
    if wish.generator is not None:
        return Bundle(write_skirmish(wish, None), "", data.units)
    if ground is None:
        raise BadData([Fault("scenario", 1, "", complaint("scenario.empty"))])
    home = with_homes(ground)
    return Bundle(write_skirmish(wish, home), write_map(home), data.units)


def _check(data: OwnScenario) -> tuple[str, HexGame | None, OwnChecked]:
    """The text to be kept, the game, and the answer to the sender."""
    try:
        bundle = _bundle(data)
        text = write_bundle(bundle)
        game = bundle_game(text)
    except BadText as error:
        return "", None, OwnChecked(faults={"map": (in_text(error),)})
    except BadData as error:
        faults: dict[str, tuple[FaultAt, ...]] = {}
        for one in error.faults:
            faults[one.file] = (*faults.get(one.file, ()), in_file(one))
        return "", None, OwnChecked(faults=faults)
    return text, game, OwnChecked(games.card(game, own=True), bundle.scenario, bundle.map)


@post("/api/scenarios/check", status_code=200)
async def check_scenario(
    request: Request[Any, Any, Any], use_limits: NamedDependency[UseLimits], data: JSONBody[OwnScenario]
) -> OwnChecked:
    """What a scenario is, or all that is wrong with its files; nothing is stored."""
    use_limits.upload(request)
    return (await asyncio.to_thread(_check, data))[2]


@post("/api/scenarios", status_code=200)
async def upload_scenario(
    request: Request[Any, Any, Any],
    tables: NamedDependency[Tables],
    use_limits: NamedDependency[UseLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[OwnScenario],
) -> OwnChecked:
    """Keep a scenario with its map and units, playable at once."""
    who = may_upload(request, tables, use_limits, identity)
    text, game, told = await asyncio.to_thread(_check, data)
    if game is not None:
        await keep_upload(tables, who.person, game.id, text, SCENARIO)
    return told


HANDLERS = [generate_map, read_a_map, write_a_map, check_scenario, upload_scenario]
