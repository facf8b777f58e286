"""What becomes of an uploaded text: a game, a map, or all that is wrong with it.

It runs in processes of their own (`upload_worker`): a text may be made to take memory and time.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from flagfall.core import BadData, BadText, Fault, complaint
from flagfall.hexes import bundle_game, data_files
from flagfall.hexes.maps.map_files import map_ids, map_named
from flagfall.hexes.maps.map_generator import Generator, generate, twin
from flagfall.hexes.maps.map_text import Map, read_map, write_map
from flagfall.hexes.maps.megamek import import_board
from flagfall.hexes.scenarios.bundle import Bundle, write_bundle
from flagfall.hexes.scenarios.scenario import OwnParts
from flagfall.hexes.scenarios.scenario_files import opened
from flagfall.hexes.scenarios.scenario_text import write_scenario
from flagfall.hexes.scenarios.skirmish import Skirmish, with_homes, write_skirmish
from flagfall.hexes.units.unit_files import roster, roster_with
from flagfall.ranks.editions.edition_files import read_edition
from flagfall.ranks.game import RankGame
from flagfall.server.game_cards import card
from flagfall.server.refusal import Refusal
from flagfall.server.wire.faults import in_file, in_text, said
from flagfall.server.wire.hexes import HexUnit, map_info, units_info
from flagfall.server.wire.people import Checked, Upload
from flagfall.server.wire.tables import FaultAt
from flagfall.server.wire.workshop import (
    MapDraft,
    MapDrawing,
    MapFile,
    OwnChecked,
    OwnScenario,
    ScenarioChecked,
    ScenarioDraft,
    ScenarioOpened,
)

_BOARD = re.compile(r"^[ \t]*size[ \t]+\d+[ \t]+\d+[ \t\r]*$", re.MULTILINE | re.IGNORECASE)


class ReadEdition(msgspec.Struct, frozen=True):
    """The answer to the sender of an edition, and the id that it is kept under; empty if it has faults."""

    id: str
    told: Checked


class ReadScenario(msgspec.Struct, frozen=True):
    """The answer to the sender of a scenario, its id and the text that is kept; empty if it has faults."""

    id: str
    text: str
    told: OwnChecked


def edition(upload: Upload) -> ReadEdition:
    """An edition from its text."""
    try:
        read = read_edition(upload.text, "edition")
    except BadData as error:
        return ReadEdition("", Checked(None, tuple(map(in_file, error.faults))))
    id = f"{read.id[:40]}-{hashlib.sha256(upload.text.encode()).hexdigest()[:10]}"
    return ReadEdition(id, Checked(card(RankGame(replace(read, id=id, file="")), own=True)))


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


def _read_any(text: str, name: str) -> MapDraft:
    """The map of a map file or of a MegaMek board; the text shows which it is."""
    if _BOARD.search(text):
        found = import_board(text, name or "board")
        return draft(found.map, tuple(map(said, found.warnings)))
    return draft(read_map(text, name or "map"))


def map_file(file: MapFile) -> MapDraft:
    """A map from its file or a MegaMek board."""
    return _tried(lambda: _read_any(file.text, file.name))


def map_drawing(drawing: MapDrawing) -> MapDraft:
    """A drawn map as its file has it: written and read again, so that it is checked like every other."""
    if len(drawing.cells) != drawing.width * drawing.height:
        raise Refusal("bad-message", "a map has one cell for each hex", field="cells")
    if any(not 0 <= hex < len(drawing.cells) for zone in drawing.zones.values() for hex in zone):
        raise Refusal("bad-message", "a zone names a hex outside the map", field="zones")
    if any(not 0 <= hex < len(drawing.cells) for hex in drawing.roads):
        raise Refusal("bad-message", "a road names a hex outside the map", field="roads")
    name, text = (" ".join(words.split()) for words in (drawing.name, drawing.text))
    zones = {zone: hexes for zone, hexes in drawing.zones.items() if hexes}
    drawn = Map(name, drawing.width, drawing.height, drawing.cells, zones, text, drawing.roads)
    return _tried(lambda: draft(read_map(write_map(drawn), "map")))


def map_made(spec: Generator) -> MapDraft:
    """A generated map."""
    return draft(generate(spec), seed=spec.seed or 0)


def _bundle(data: OwnScenario) -> Bundle:
    """The texts as they are kept: boards as maps, and a skirmish where no scenario was written."""
    ground = None
    if data.map.strip():
        found = _read_any(data.map, "map")
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


def scenario(data: OwnScenario) -> ReadScenario:
    """A scenario from its texts."""
    try:
        bundle = _bundle(data)
        text = write_bundle(bundle)
        game = bundle_game(text)
    except BadText as error:
        return ReadScenario("", "", OwnChecked(faults={"map": (in_text(error),)}))
    except BadData as error:
        return ReadScenario("", "", OwnChecked(faults=_by_file(error)))
    return ReadScenario(game.id, text, OwnChecked(card(game, own=True), bundle.scenario, bundle.map))


def _by_file(error: BadData) -> dict[str, tuple[FaultAt, ...]]:
    """Faults by the file that they are in."""
    faults: dict[str, tuple[FaultAt, ...]] = {}
    for one in error.faults:
        faults[one.file] = (*faults.get(one.file, ()), in_file(one))
    return faults


def scenario_draft(drawn: ScenarioDraft) -> ScenarioChecked:
    """A scenario in the making as one file, which is then read like every other."""
    text = write_scenario(drawn.scenario, OwnParts(drawn.map, drawn.units))
    faults: tuple[FaultAt, ...] = ()
    try:
        bundle_game(write_bundle(Bundle(text)))
    except BadData as error:
        faults = tuple(map(in_file, error.faults))
    return ScenarioChecked(text, faults, _own_sheets(drawn.units))


def _own_sheets(text: str) -> dict[str, HexUnit]:
    """The units of somebody's own file; none as long as it has faults."""
    if not text:
        return {}
    units, wrong = roster_with(data_files.DataFile(len(data_files.folders()), "units", "own", text))
    return {} if wrong else units_info(units, units.keys() - roster().keys())


def scenario_opened(data: OwnScenario) -> ScenarioOpened:
    """A scenario from its files; what it says only has to be readable, so that it can be put right."""
    try:
        bundle = _bundle(data)
        source = data_files.DataFile(len(data_files.folders()), "scenario", "", bundle.scenario)
        _, read, own = opened(source)
        text, ground = own.map or bundle.map, None
        if text and read.generator is None:
            ground = draft(read_map(text, "map"))
        elif read.map in map_ids():
            ground = draft(map_named(read.map))
    except BadText as error:
        return ScenarioOpened(faults={"map": (in_text(error),)})
    except BadData as error:
        return ScenarioOpened(faults=_by_file(error))
    return ScenarioOpened(read, ground, own.units or bundle.units)


READERS: Final[dict[str, tuple[type[Any], Callable[[Any], Any]]]] = {
    "edition": (Upload, edition),
    "scenario": (OwnScenario, scenario),
    "scenario-draft": (ScenarioDraft, scenario_draft),
    "scenario-opened": (OwnScenario, scenario_opened),
    "map-file": (MapFile, map_file),
    "map-drawing": (MapDrawing, map_drawing),
    "map-made": (Generator, map_made),
}
"""What can be read, by name: of which kind the question is, and who answers it."""
