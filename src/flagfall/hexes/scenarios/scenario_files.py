"""The scenario files: reading them, and saying by line what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from flagfall.core.errors import BadData, BadOption, Complaint, Fault, Unreadable, complaint
from flagfall.core.presentation import Words
from flagfall.core.toml import Toml
from flagfall.core.words import LANGUAGES
from flagfall.hexes import data_files
from flagfall.hexes.data_files import near
from flagfall.hexes.maps.map_files import map_ids, map_named
from flagfall.hexes.maps.map_generator import ZONES, Generator
from flagfall.hexes.maps.map_text import LARGEST, Map, read_map
from flagfall.hexes.maps.terrain import CONSTRUCT, IMPASSABLE, OFF, ROUGH, THICK, THIN, WATER, Cell
from flagfall.hexes.options import DECLARED
from flagfall.hexes.scenarios.forces import start_damage
from flagfall.hexes.scenarios.scenario import (
    Destroy,
    Entry,
    Exit,
    Hold,
    OwnParts,
    Protect,
    Scenario,
    ScenarioSide,
)
from flagfall.hexes.units.sheets import Mode, Roster, Sheet
from flagfall.hexes.units.unit_files import readable, roster, roster_with

LIMIT_WINNERS: Final = ("points", "draw")
"""Who may win by the limit of rounds, apart from a side."""


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
        faults += [fault for fault in found if not _missing_from(faulty, fault)]
    return faults


def _missing_from(text: str, fault: Fault) -> bool:
    """Whether a fault is that there is no such unit, while a text of unit files names it."""
    unit = fault.complaint.params.get("unit")
    return fault.complaint.code == "unit.no-unit" and (f'"{unit}"' in text or f"'{unit}'" in text)


def converted(doc: Toml, data: Mapping[str, object]) -> Scenario | list[Fault]:
    """The scenario in the tables of a document, or the faults of its fields."""
    return data_files.convert(doc, Scenario, data)


def opened(source: data_files.DataFile) -> tuple[Toml, Scenario, OwnParts]:
    """The document of a file, the scenario in it and what it brings along; `BadData` if it cannot be read."""
    doc = Toml(source.text, source.file)
    rest = {name: value for name, value in doc.data.items() if name != "own"}
    read = converted(doc, rest)
    own = data_files.convert(doc, OwnParts, doc.data.get("own", {}), "own")
    if isinstance(read, list) or isinstance(own, list):
        raise BadData([fault for part in (read, own) if isinstance(part, list) for fault in part])
    return doc, read, own


def read_scenario(source: data_files.DataFile, *more: Path | str) -> tuple[Scenario | None, list[Fault]]:
    """The scenario of a file, and all faults in it."""
    read, faults = _read(source, roster(*more), *more)
    return read and read.scenario, faults


def _read(
    source: data_files.DataFile, units: Roster, *more: Path | str
) -> tuple[ReadScenario | None, list[Fault]]:
    """The scenario of a file with its map and units, and all faults in it, a wrong id among them."""
    whole, faults = read_with(source, None, units, *more)
    try:
        doc, read, _ = opened(source)
    except BadData:
        return whole, faults
    wrong = [doc.fault("scenario.id", "id", id=source.stem)] if read.id != source.stem else []
    return whole, [*wrong, *faults]


def read_with(
    source: data_files.DataFile, map: Map | None, units: Roster, *more: Path | str
) -> tuple[ReadScenario | None, list[Fault]]:
    """A scenario that may bring map and units along, in its file or beside it, and all its faults.

    What is in the file itself comes before what lies beside it.
    """
    try:
        doc, read, own = opened(source)
    except BadData as error:
        return None, [*error.faults, *_faults_besides(source, map, units, *more)]
    faults: list[Fault] = []
    if own.map:
        try:
            map = read_map(own.map, source.file)
        except BadData as error:
            faults += [_inside(doc, fault, "map") for fault in error.faults]
    if own.units:
        units, wrong = roster_with(data_files.DataFile(source.folder, source.file, "own", own.units), *more)
        faults += [_inside(doc, fault, "units") for fault in wrong]
    if faults:
        return None, faults
    faults, ground = checked(doc, read, map, units, *more)
    return ReadScenario(read, ground, units), faults


def _faults_besides(
    source: data_files.DataFile, map: Map | None, units: Roster, *more: Path | str
) -> list[Fault]:
    """What else is wrong with a scenario that has faulty fields: nothing where the others depend on these."""
    try:
        doc = Toml(source.text, source.file)
    except BadData:
        return []
    gone: list[str] = []
    read = converted(doc, data_files.mended(Scenario, doc.data, gone))
    needed = {"map", "generator", "units", "mercenaries"}
    if isinstance(read, list) or "own" in doc.data or needed & set(gone):
        return []
    return [fault for fault in checked(doc, read, map, units, *more)[0] if fault.field not in gone]


def _inside(doc: Toml, fault: Fault, part: str) -> Fault:
    """A fault of a text in the table ``own``, at its line of the whole file."""
    at = doc.line("own", part)
    first = doc.text.split("\n")[at - 1]
    below = 0 if re.search(r"('''|\"\"\")\s*$", first) else 1
    return fault._replace(line=at + max(1, fault.line) - below, field=f"own.{part} {fault.field}".strip())


def checked(
    doc: Toml, read: Scenario, own: Map | None, units: Roster, *more: Path | str
) -> tuple[list[Fault], Map | None]:
    """All faults of a scenario that may bring a map of its own, and the map that it is played on."""
    if own is not None and read.generator is not None:
        return [doc.fault("scenario.map-already", "generator")], None
    faults = [] if own is not None else list(_ground_faults(doc, read, *more))
    if faults:
        return faults, None
    ground = own if own is not None else map_named(read.map, *more) if read.map else None
    return [*_Check(doc, read, ground, units).faults()], ground


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


class _Place(NamedTuple):
    """An entry with its place in the document."""

    entry: Entry
    side: ScenarioSide | None
    path: tuple[str | int, ...]


class _Check:
    """One scenario held against its map and the roster."""

    def __init__(self, doc: Toml, read: Scenario, ground: Map | None, units: Roster) -> None:
        self.doc = doc
        self.read = read
        self.ground = ground
        self.units = units
        self.zones: Sequence[str] = tuple(ground.zones) if ground else ZONES
        self.places = [
            _Place(entry, side, ("sides", number, "units", index))
            for number, side in enumerate(read.sides)
            for index, entry in enumerate(side.units)
        ]
        self.places += [
            _Place(entry, None, ("mercenaries", index)) for index, entry in enumerate(read.mercenaries)
        ]

    def faults(self) -> Iterator[Fault]:
        """Everything that is wrong."""
        yield from self._words(self.read.title, "title")
        yield from self._words(self.read.text, "text")
        yield from self._keys()
        yield from self._options()
        taken: dict[str, str] = {}
        for place in self.places:
            yield from self._entry(place, taken)
        for number, side in enumerate(self.read.sides):
            yield from self._side(number, side)
        if self.read.sides[0].id == self.read.sides[1].id:
            yield self.doc.fault("scenario.same-side", "sides", 1, "id")
        yield from self._victory()

    def _words(self, words: Words, *path: str | int) -> Iterator[Fault]:
        if "en" not in words:
            yield self.doc.fault("field.lacks", *path, field="en")
        for language in words:
            if language not in LANGUAGES:
                yield self.doc.fault("field.languages", *path, language, known=", ".join(LANGUAGES))

    def _keys(self) -> Iterator[Fault]:
        seen: set[str] = set()
        for place in self.places:
            if place.entry.key in seen:
                field = "id" if place.entry.id else "unit"
                yield self.doc.fault("scenario.twice", *place.path, field, unit=place.entry.key)
            seen.add(place.entry.key)

    def _options(self) -> Iterator[Fault]:
        for name, value in self.read.options.items():
            every = (*DECLARED, *start_damage(self.read, self.units))
            option = next((option for option in every if option.name == name), None)
            if option is None:
                known = [option.name for option in every]
                yield self.doc.fault("option.none-such", "options", name, near=near(name, known))
                continue
            try:
                option.read(value)
            except BadOption as error:
                yield self.doc.fault(error.complaint, "options", name)

    def _zone(self, zone: str, *path: str | int) -> Iterator[Fault]:
        if zone not in self.zones and not self.zones:
            yield self.doc.fault("scenario.no-zones", *path, zone=zone)
        elif zone not in self.zones:
            yield self.doc.fault("scenario.no-zone", *path, zone=zone, known=", ".join(self.zones))

    def _hex(self, text: str, *path: str | int) -> Iterator[Fault]:
        if self.ground is None:
            yield self.doc.fault("scenario.generated", *path)
            return
        try:
            self.ground.hex(text)
        except Unreadable as error:
            yield self.doc.fault(error.complaint, *path)

    def _entry(self, place: _Place, taken: dict[str, str]) -> Iterator[Fault]:
        entry, side, path = place
        sheet = self.units.get(entry.unit)
        if sheet is None:
            meant = near(entry.unit, list(self.units))
            yield self.doc.fault("unit.no-unit", *path, "unit", unit=entry.unit, near=meant)
            return
        modes = [mode.name for mode in sheet.modes]
        if entry.mode is not None and entry.mode not in modes:
            known = ", ".join(modes)
            yield self.doc.fault(
                "scenario.no-mode", *path, "mode", unit=sheet.name, mode=entry.mode, known=known
            )
            return
        if entry.heads is not None and (sheet.people is None or not 1 <= entry.heads <= 20):
            yield self.doc.fault("scenario.heads", *path, "heads")
        if entry.round < 1:
            yield self.doc.fault("scenario.round", *path, "round")
        if side is None:
            yield from self._mercenary(sheet, path)
        if entry.zone is not None:
            yield from self._zone(entry.zone, *path, "zone")
        elif entry.at is None and (side is None or side.zone is None):
            yield self.doc.fault("scenario.nowhere", *path)
        if entry.at is None:
            return
        if entry.at in taken:
            yield self.doc.fault("scenario.hex-taken", *path, "at", hex=entry.at, unit=taken[entry.at])
        taken[entry.at] = entry.key
        off = list(self._hex(entry.at, *path, "at"))
        yield from off
        if self.ground is not None and not off:
            mode = sheet.modes[sheet.mode_index(entry.mode)] if entry.mode else sheet.modes[0]
            cell = self.ground.cells[self.ground.hex(entry.at)]
            if what := stands(sheet.name, mode, cell, entry.at):
                yield self.doc.fault(what, *path, "at")

    def _mercenary(self, sheet: Sheet, path: tuple[str | int, ...]) -> Iterator[Fault]:
        for side in self.read.sides:
            if side.faction not in sheet.allegiance_by_mode:
                yield self.doc.fault(
                    "scenario.mercenary", *path, "unit", unit=sheet.name, faction=side.faction
                )

    def _side(self, number: int, side: ScenarioSide) -> Iterator[Fault]:
        here = ("sides", number)
        yield from self._words(side.name, *here, "name")
        if side.zone is not None:
            yield from self._zone(side.zone, *here, "zone")
        if not side.units and side.points is None:
            yield self.doc.fault("scenario.forceless", *here)
        if side.points is not None:
            if side.points < 1:
                yield self.doc.fault("field.positive", *here, "points")
            if side.zone is None:
                yield self.doc.fault("scenario.homeless", *here, "points")
        keys = [entry.key for entry in side.units]
        for index, key in enumerate(side.chain):
            if key not in keys:
                yield self.doc.fault("scenario.no-own", *here, "chain", index, unit=key, near=near(key, keys))
            elif not self._commands(side.units[keys.index(key)]):
                yield self.doc.fault("scenario.no-leader", *here, "chain", index, unit=key)
        if self.ground is not None:
            yield from self._room(number, side)

    def _commands(self, entry: Entry) -> bool:
        sheet = self.units.get(entry.unit)
        return sheet is None or any(mode.has("command") for mode in sheet.modes)

    def _room(self, number: int, side: ScenarioSide) -> Iterator[Fault]:
        """Whether every zone holds the units that have to go there."""
        assert self.ground is not None
        wanted: dict[str, int] = {}
        for entry in side.units:
            zone = entry.zone or side.zone
            if entry.at is None and zone is not None:
                wanted[zone] = wanted.get(zone, 0) + 1
        for zone, count in wanted.items():
            there = len(self.ground.zones.get(zone, ()))
            if zone in self.zones and there < count:
                path = ("sides", number, "zone")
                yield self.doc.fault("scenario.no-room", *path, zone=zone, hexes=there, units=count)

    def _victory(self) -> Iterator[Fault]:
        sides = [side.id for side in self.read.sides]
        keys = [place.entry.key for place in self.places]
        limit = self.read.limit
        if not self.read.victory and limit is None:
            yield self.doc.fault("scenario.endless", "victory")
        for index, condition in enumerate(self.read.victory):
            here = ("victory", index)
            if condition.side is not None and condition.side not in sides:
                known = ", ".join(sides)
                yield self.doc.fault("scenario.no-side", *here, "side", side=condition.side, known=known)
            if isinstance(condition, Hold):
                yield from self._zone(condition.zone, *here, "zone")
                if condition.rounds < 1 or condition.hexes < 1:
                    yield self.doc.fault("scenario.hold", *here)
            if isinstance(condition, Exit | Protect | Destroy):
                for number, key in enumerate(condition.units):
                    if key not in keys:
                        path = (*here, "units", number)
                        yield self.doc.fault("unit.no-unit", *path, unit=key, near=near(key, keys))
            if isinstance(condition, Exit) and condition.count < 1:
                yield self.doc.fault("field.positive", *here, "count")
            if isinstance(condition, Protect | Destroy):
                yield from self._things(condition, *here)
        if limit is not None:
            if limit.rounds < 1:
                yield self.doc.fault("field.positive", "limit", "rounds")
            if limit.winner not in (*LIMIT_WINNERS, *sides):
                known = ", ".join(sides)
                yield self.doc.fault("scenario.winner", "limit", "winner", known=known, word=limit.winner)

    def _things(self, condition: Protect | Destroy, *here: str | int) -> Iterator[Fault]:
        """Whether what has to be protected or destroyed is there."""
        things = len(condition.units) + len(condition.hexes)
        if not things:
            yield self.doc.fault("scenario.things", *here)
        if condition.count is not None and not 1 <= condition.count <= max(1, things):
            yield self.doc.fault("scenario.count", *here, "count", high=things)
        for number, text in enumerate(condition.hexes):
            off = list(self._hex(text, *here, "hexes", number))
            yield from off
            if self.ground is not None and not off:
                cell = self.ground.cells[self.ground.hex(text)]
                if cell.terrain != CONSTRUCT:
                    yield self.doc.fault("scenario.no-construct", *here, "hexes", number, hex=text)
        if isinstance(condition, Protect):
            last = self.read.limit.rounds if self.read.limit else None
            if condition.until < 1:
                yield self.doc.fault("field.positive", *here, "until")
            elif last is not None and condition.until > last:
                yield self.doc.fault("scenario.until", *here, "until", last=last)


def stands(unit: str, mode: Mode, cell: Cell, hex: str) -> Complaint | None:
    """Why a unit cannot stand in a hex in a mode, or None if it can (HX-WAT-5, -6, -9, HX-TRF-3)."""
    if cell.terrain in (OFF, IMPASSABLE):
        return complaint("scenario.stands-nothing", unit=unit, mode=mode.name, hex=hex)
    if mode.has("hover") and cell.terrain in (ROUGH, THIN, THICK, CONSTRUCT):
        return complaint("scenario.stands-hover", unit=unit, mode=mode.name, hex=hex)
    if mode.has("water") and cell.terrain != WATER:
        return complaint("scenario.stands-water", unit=unit, mode=mode.name, hex=hex)
    if mode.kind == "human" and cell.terrain == WATER and cell.size >= 1:
        return complaint("scenario.stands-deep", unit=unit, mode=mode.name, hex=hex)
    return None
