"""HTTP: maps generated or drawn, and scenarios that people make with their own maps and units."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from flagfall.core import complaint
from flagfall.hexes.game import COLOURS
from flagfall.hexes.maps.map_files import map_ids, map_named
from flagfall.hexes.maps.map_generator import Generator
from flagfall.hexes.options import DECLARED, PRESETS, declared
from flagfall.hexes.scenarios.bundle import MOST_HEXES, PREFIX
from flagfall.hexes.scenarios.scenario_files import generator_faults
from flagfall.hexes.units.unit_files import roster
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.asgi import HttpRequest
from flagfall.server.http.uploads import UPLOADS, Uploads
from flagfall.server.refusal import Refusal
from flagfall.server.storage.uploads import UploadKind
from flagfall.server.wire.faults import said
from flagfall.server.wire.hexes import units_info
from flagfall.server.wire.workshop import (
    MapDraft,
    MapDrawing,
    MapFile,
    MapName,
    OwnChecked,
    OwnScenario,
    ScenarioChecked,
    ScenarioDraft,
    ScenarioOpened,
    Workbench,
)
from flagfall.server.workers.upload_checks import draft

Whole = Annotated[int, QueryParameter(ge=0, le=999)]
AnySeed = Annotated[int | None, QueryParameter(ge=0, lt=1 << 32)]

SCENARIO = UploadKind(PREFIX, most=100)
"""Every change of a map that is played makes another scenario."""


@get("/api/maps/generate")
async def generate_map(
    request: HttpRequest,
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
    where = str(request.scope.get("flagfall.address"))
    return await tables.upload_readers.map_made(f"at {where}", spec)


@post("/api/maps/read", status_code=200, dependencies=UPLOADS)
async def read_a_map(uploads: NamedDependency[Uploads], data: JSONBody[MapFile]) -> MapDraft:
    """The map of a file or a MegaMek board, or what is wrong with it by line; nothing is stored."""
    return await uploads.readers.map_file(uploads.may_ask(), data)


@post("/api/maps/write", status_code=200, dependencies=UPLOADS)
async def write_a_map(uploads: NamedDependency[Uploads], data: JSONBody[MapDrawing]) -> MapDraft:
    """The file of a drawn map, or what is wrong with it; nothing is stored."""
    return await uploads.readers.map_drawing(uploads.may_draft(), data)


@get("/api/maps/with-the-game/{map:str}")
async def built_in_map(map: FromPath[str]) -> MapDraft:
    """A map that comes with the program."""
    if map not in map_ids():
        raise Refusal("not-found", "there is no such map")
    return await asyncio.to_thread(lambda: draft(map_named(map)))


@cache
def workbench() -> Workbench:
    """All that comes with the program for a scenario to be made of."""
    units = roster()
    maps = {id: map_named(id) for id in map_ids()}
    return Workbench(
        units_info(units, units),
        tuple(units.teams.values()),
        DECLARED,
        {preset: {one.name: one.default for one in declared(preset)} for preset in PRESETS},
        tuple(MapName(id, one.name, one.width, one.height) for id, one in maps.items()),
        COLOURS,
    )


@get("/api/workbench")
async def one_workbench() -> Workbench:
    """What a scenario can be made of."""
    return await asyncio.to_thread(workbench)


@post("/api/scenarios/draft", status_code=200, dependencies=UPLOADS)
async def draft_scenario(uploads: NamedDependency[Uploads], data: JSONBody[ScenarioDraft]) -> ScenarioChecked:
    """A scenario in the making as one file, and what is wrong with it by field; nothing is stored."""
    return await uploads.readers.scenario_draft(uploads.may_draft(), data)


@post("/api/scenarios/open", status_code=200, dependencies=UPLOADS)
async def open_scenario(uploads: NamedDependency[Uploads], data: JSONBody[OwnScenario]) -> ScenarioOpened:
    """A scenario from its files, to be worked on in an editor; nothing is stored."""
    return await uploads.readers.scenario_opened(uploads.may_ask(), data)


@post("/api/scenarios/check", status_code=200, dependencies=UPLOADS)
async def check_scenario(uploads: NamedDependency[Uploads], data: JSONBody[OwnScenario]) -> OwnChecked:
    """What a scenario is, or what is wrong with its files; nothing is stored."""
    return (await uploads.readers.scenario(uploads.may_ask(), data)).told


@post("/api/scenarios", status_code=200, dependencies=UPLOADS)
async def upload_scenario(uploads: NamedDependency[Uploads], data: JSONBody[OwnScenario]) -> OwnChecked:
    """Keep a scenario with its map and units, playable at once."""
    who = uploads.may_keep()
    read = await uploads.readers.scenario(who, data)
    if read.id:
        await uploads.keep(who, read.id, read.text, SCENARIO)
    return read.told


HANDLERS = [
    generate_map,
    read_a_map,
    write_a_map,
    built_in_map,
    one_workbench,
    draft_scenario,
    open_scenario,
    check_scenario,
    upload_scenario,
]
