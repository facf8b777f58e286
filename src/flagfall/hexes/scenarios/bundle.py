"""A scenario that somebody uploads: its file, and with it a map and units of their own.

The three texts travel together as one (`write_bundle`), so that wherever an uploaded game is kept or sent to,
it is one text like every other.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

import msgspec

from flagfall.core.errors import BadData, Fault, complaint
from flagfall.hexes import data_files
from flagfall.hexes.maps.map_text import Map, read_map
from flagfall.hexes.scenarios.scenario import Scenario
from flagfall.hexes.scenarios.scenario_files import missing_from, read_with
from flagfall.hexes.units.sheets import Roster
from flagfall.hexes.units.unit_files import roster, roster_with

PREFIX: Final = "hexes_"
"""How the ids of uploaded scenarios begin; those of uploaded editions have no underscore."""

MOST_HEXES: Final = 10_000
MOST_ENTRIES: Final = 80
"""What a server that plays for many can do without keeping others waiting."""


class Bundle(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The texts of a scenario: its own file, and where it brings them a map and units."""

    scenario: str
    map: str = ""
    units: str = ""


def write_bundle(bundle: Bundle) -> str:
    """A bundle as one text."""
    return msgspec.json.encode(bundle).decode()


def bundle_id(text: str, bundle: Bundle) -> str:
    """The id of an uploaded scenario: readable, and another for every other text."""
    found = re.search(r'^id\s*=\s*"([a-z0-9-]{1,40})"', bundle.scenario, re.MULTILINE)
    return f"{PREFIX}{found[1] if found else 'own'}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"


_decode = msgspec.json.Decoder(Bundle).decode
"""Built here: two threads must not find out at once what the struct holds."""


def read_bundle(text: str, *more: Path) -> tuple[Scenario, Roster, Map | None]:
    """The scenario of a bundle as text, its units and its map; `BadData` lists the faults.

    Maps and units that it does not bring are those of the package, and of the folders ``more``.
    """
    bundle = _decode(text)
    ground, units, faults = _parts(bundle, *more)
    source = data_files.DataFile(len(data_files.folders()), "scenario", "", bundle.scenario)
    ground_known = ground is not None or not bundle.map
    read, wrong = read_with(source, ground, units, *more, ground_known=ground_known)
    if faults:  # A unit with faults is there.
        wrong = [fault for fault in wrong if not missing_from(bundle.units, fault)]
    if faults or wrong or read is None:
        raise BadData([*faults, *wrong])
    scenario, used, units = read
    size = used or scenario.generator
    if size is not None and size.width * size.height > MOST_HEXES:
        what = complaint("map.large", most=MOST_HEXES)
        raise BadData([Fault("map" if ground else "scenario", 1, "size", what)])
    if sum(len(side.units) for side in scenario.sides) + len(scenario.mercenaries) > MOST_ENTRIES:
        raise BadData([Fault("scenario", 1, "sides", complaint("scenario.large", most=MOST_ENTRIES))])
    return msgspec.structs.replace(scenario, id=bundle_id(text, bundle)), units, used


def _parts(bundle: Bundle, *more: Path) -> tuple[Map | None, Roster, list[Fault]]:
    """Map and units of a bundle, and what is wrong with them."""
    faults: list[Fault] = []
    ground = None
    if bundle.map:
        try:
            ground = read_map(bundle.map, "map")
        except BadData as error:
            faults += error.faults
    units = roster(*more)
    if bundle.units:
        source = data_files.DataFile(len(data_files.folders()), "units", "own", bundle.units)
        units, wrong = roster_with(source, *more)
        faults += wrong
    return ground, units, faults
