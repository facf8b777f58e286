"""The scenario files: reading them, and saying by line what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from flagfall.core.errors import BadData, Complaint, Fault, complaint
from flagfall.core.toml import Toml
from flagfall.hexes import data_files
from flagfall.hexes.data_files import near
from flagfall.hexes.faulty_data import StandIns, with_stand_ins
from flagfall.hexes.maps.map_files import map_ids, map_named
from flagfall.hexes.maps.map_generator import Generator
from flagfall.hexes.maps.map_text import LARGEST, Map, read_map
from flagfall.hexes.scenarios.scenario import OwnParts, Scenario
from flagfall.hexes.scenarios.scenario_checks import RESTS_ON, ScenarioCheck
from flagfall.hexes.units.sheets import Roster
from flagfall.hexes.units.unit_files import lint as lint_units
from flagfall.hexes.units.unit_files import readable, roster, roster_with


class ReadScenario(NamedTuple):
    """A scenario with all that it is played with."""

    scenario: Scenario
    map: Map | None
    """None: every game has a generated one."""
    units: Roster


def scenario_ids(*more: Path | str) -> tuple[str, ...]:
    """The ids of all scenarios, by name."""
    return tuple(sorted(data_files.names("scenarios", *data_files.folders(*more))))


def scenario(id: str, *more: Path | str) -> Scenario:
    """The scenario with an id; `BadData` if there is none or its file has faults."""
    return whole_scenario(id, *more).scenario


def whole_scenario(id: str, *more: Path | str) -> ReadScenario:
    """The scenario with an id, with its map and units; `BadData` if there is none or its file has faults."""
    return _scenario(id, data_files.folders(*more), more)


@lru_cache(maxsize=64)
def _scenario(id: str, where: tuple[Path, ...], more: tuple[Path | str, ...]) -> ReadScenario:
    found = data_files.names("scenarios", *where)
    if id not in found:
        what = complaint("scenario.none", near=near(id, list(found)))
        raise BadData([Fault("scenarios", 0, id, what)])
    read, faults = _read(data_files.read(*found[id]), roster(*more), *more)
    if faults or read is None:
        raise BadData(faults)
    return read


def lint(*more: Path | str) -> list[Fault]:
    """What is wrong with the scenario files; that a unit of a faulty file is missing is not told again."""
    units, faulty = readable(*more)
    faults: list[Fault] = []
    for number, path in data_files.names("scenarios", *data_files.folders(*more)).values():
        found = _read(data_files.read(number, path), units, *more)[1]
        faults += [fault for fault in found if not missing_from(faulty, fault)]
    return faults


def missing_from(text: str, fault: Fault) -> bool:
    """Whether a fault is that there is no such unit, while a text of unit files names it."""
    unit = fault.complaint.params.get("unit")
    return fault.complaint.code == "unit.no-unit" and (f'"{unit}"' in text or f"'{unit}'" in text)


def converted(doc: Toml, data: Mapping[str, object]) -> Scenario | list[Fault]:
    """The scenario in the tables of a document, or the faults of its fields."""
    return data_files.convert(doc, Scenario, data)


def opened(source: data_files.DataFile) -> tuple[Toml, Scenario, OwnParts]:
    """The document of a file, the scenario in it and what it brings along; `BadData` if it cannot be read."""
    doc = Toml(source.text, source.file)
    read = converted(doc, _without_own(doc))
    own = data_files.convert(doc, OwnParts, doc.data.get("own", {}), "own")
    if isinstance(read, list) or isinstance(own, list):
        raise BadData([fault for part in (read, own) if isinstance(part, list) for fault in part])
    return doc, read, own


def _without_own(doc: Toml) -> dict[str, object]:
    return {name: value for name, value in doc.data.items() if name != "own"}


def read_scenario(source: data_files.DataFile, *more: Path | str) -> tuple[Scenario | None, list[Fault]]:
    """The scenario of a file, and all faults in it; those of unit files that it needs come with them."""
    units, faulty = readable(*more)
    read, faults = _read(source, units, *more)
    told = [fault for fault in faults if not missing_from(faulty, fault)]
    return read and read.scenario, [*(lint_units(*more) if faulty else ()), *told]


def _read(
    source: data_files.DataFile, units: Roster, *more: Path | str
) -> tuple[ReadScenario | None, list[Fault]]:
    """The scenario of a file with its map and units, and by line all faults in it, a wrong id among them."""
    whole, faults = read_with(source, None, units, *more)
    try:
        doc = Toml(source.text, source.file)
    except BadData:
        return whole, faults
    id = doc.data.get("id")
    if isinstance(id, str) and id != source.stem:
        faults.append(doc.fault("scenario.id", "id", id=source.stem))
    return whole, sorted(faults, key=lambda fault: (fault.file != source.file, fault.line))


def read_with(
    source: data_files.DataFile,
    map: Map | None,
    units: Roster,
    *more: Path | str,
    ground_known: bool = True,
) -> tuple[ReadScenario | None, list[Fault]]:
    """A scenario that may bring map and units along, in its file or beside it, and all its faults.

    What is in the file itself comes before what lies beside it. Without ``ground_known`` a map lies beside
    it that cannot be read.
    """
    try:
        doc = Toml(source.text, source.file)
    except BadData as error:
        return None, list(error.faults)
    faults: list[Fault] = []
    stand_ins = StandIns()
    read: Scenario | None
    try:
        _, read, own = opened(source)
    except BadData as error:
        faults += error.faults
        read = with_stand_ins(Scenario, _without_own(doc), stand_ins)
        own = with_stand_ins(OwnParts, doc.data.get("own", {}), stand_ins, "own") or OwnParts()
    ground_known = ground_known and not stand_ins.fields & {"own", "own.map"}
    lost = bool(stand_ins.fields & {"own", "own.units"})
    faulty = ""
    if own.map:
        try:
            map = read_map(own.map, source.file)
        except BadData as error:
            faults += [_inside(doc, fault, "map") for fault in error.faults]
            ground_known = False
    if own.units:
        units, wrong = roster_with(data_files.DataFile(source.folder, source.file, "own", own.units), *more)
        faults += [_inside(doc, fault, "units") for fault in wrong]
        faulty = own.units if wrong else ""
    if read is None:
        return None, faults
    found, ground = checked(doc, read, map, units, *more, ground_known=ground_known)
    for fault in stand_ins.real(found, RESTS_ON):
        if not missing_from(faulty, fault) and not (lost and fault.complaint.code == "unit.no-unit"):
            faults.append(fault)
    return ReadScenario(read, ground, units), faults


def _inside(doc: Toml, fault: Fault, part: str) -> Fault:
    """A fault of a text in the table ``own``, at its line of the whole file."""
    at = doc.line("own", part)
    first = doc.text.split("\n")[at - 1]
    below = 0 if re.search(r"('''|\"\"\")\s*$", first) else 1
    return fault._replace(line=at + max(1, fault.line) - below, field=f"own.{part} {fault.field}".strip())


def checked(
    doc: Toml, read: Scenario, own: Map | None, units: Roster, *more: Path | str, ground_known: bool = True
) -> tuple[list[Fault], Map | None]:
    """All faults of a scenario that may bring a map of its own, and the map that it is played on."""
    faults: list[Fault] = []
    ground = own
    if own is not None or not ground_known:
        if read.generator is not None:
            faults.append(doc.fault("scenario.map-already", "generator"))
    else:
        faults += _ground_faults(doc, read, *more)
        ground_known = all(fault.field.startswith("generator.") for fault in faults)
        if read.map is not None and ground_known:
            ground = map_named(read.map, *more)
    check = ScenarioCheck(doc, read, ground, units, ground_known=ground_known)
    return [*faults, *check.faults()], ground


def generator_faults(generator: Generator) -> Iterator[tuple[str, Complaint]]:
    """The fields of a generator with a value that it does not take, and why."""
    for field in ("width", "height"):
        if not 6 <= getattr(generator, field) <= LARGEST:
            yield field, complaint("map.side", low=6, high=LARGEST)
    for field in ("hills", "woods", "water", "rough", "ruins"):
        if not 0 <= getattr(generator, field) <= 60:
            yield field, complaint("map.share", high=60)


def _ground_faults(doc: Toml, read: Scenario, *more: Path | str) -> Iterator[Fault]:
    """Whether there is one ground to play on."""
    if (read.map is None) == (read.generator is None):
        yield doc.fault("scenario.ground", "map" if read.map else "id")
    elif read.map is not None:
        ids = map_ids(*more)
        if read.map not in ids:
            yield doc.fault("scenario.no-map", "map", map=read.map, near=near(read.map, ids))
        else:
            try:
                map_named(read.map, *more)
            except BadData as error:
                yield from error.faults
    if read.generator:
        for field, what in generator_faults(read.generator):
            yield doc.fault(what, "generator", field)
