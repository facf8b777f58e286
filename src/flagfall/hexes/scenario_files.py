"""The scenario files: reading them, and saying by line what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from flagfall.core.errors import BadData, BadOption, Fault
from flagfall.core.toml import Toml
from flagfall.hexes import data_files
from flagfall.hexes.map_files import map_ids, map_named
from flagfall.hexes.maps import Map
from flagfall.hexes.options import DECLARED
from flagfall.hexes.scenario import Destroy, Entry, Exit, Generator, Hold, Protect, Scenario, Side
from flagfall.hexes.terrain import CONSTRUCT, IMPASSABLE, OFF, ROUGH, THICK, THIN, WATER, Cell
from flagfall.hexes.unit_files import near, roster
from flagfall.hexes.units import Mode, Roster, Sheet

GENERATED_ZONES: Final = ("north", "south")
"""The zones that a generated map has."""
LARGEST_GENERATED: Final = 200
EDGE_WINNERS: Final = ("points", "draw")


def scenario_ids(*more: Path | str) -> tuple[str, ...]:
    """The ids of all scenarios, by name."""
    return tuple(sorted(data_files.names("scenarios", *data_files.folders(*more))))


def scenario(id: str, *more: Path | str) -> Scenario:
    """The scenario with an id; `BadData` if there is none or its file has faults."""
    return _scenario(id, data_files.folders(*more), more)


@lru_cache(maxsize=64)
def _scenario(id: str, where: tuple[Path, ...], more: tuple[Path | str, ...]) -> Scenario:
    found = data_files.names("scenarios", *where)
    if id not in found:
        raise BadData([Fault("scenarios", 0, id, f"there is no such scenario{near(id, list(found))}")])
    read, faults = read_scenario(data_files.read(*found[id]), *more)
    if faults or read is None:
        raise BadData(faults)
    return read


def lint(*more: Path | str) -> list[Fault]:
    """What is wrong with the scenario files."""
    faults: list[Fault] = []
    for number, path in data_files.names("scenarios", *data_files.folders(*more)).values():
        faults += read_scenario(data_files.read(number, path), *more)[1]
    return faults


def read_scenario(source: data_files.Source, *more: Path | str) -> tuple[Scenario | None, list[Fault]]:
    """The scenario of a file, and all faults in it."""
    try:
        doc = Toml(source.text, source.file)
    except BadData as error:
        return None, list(error.faults)
    read = data_files.convert(doc, Scenario, doc.data)
    if isinstance(read, Fault):
        return None, [read]
    faults: list[Fault] = []
    if read.id != source.stem:
        faults.append(doc.fault(f"is that of the file, {source.stem!r}", "id"))
    faults += _ground_faults(doc, read, *more)
    if faults:
        return read, faults
    ground = map_named(read.map, *more) if read.map else None
    faults += _Check(doc, read, ground, roster(*more)).faults()
    return read, faults


def read_with(
    source: data_files.Source, own: Map | None, units: Roster
) -> tuple[tuple[Scenario, Map | None] | None, list[Fault]]:
    """A scenario that brings map and units along, with the map that it is played on, and all its faults."""
    try:
        doc = Toml(source.text, source.file)
    except BadData as error:
        return None, list(error.faults)
    read = data_files.convert(doc, Scenario, doc.data)
    if isinstance(read, Fault):
        return None, [read]
    if own is not None and read.generator is not None:
        return None, [doc.fault("there is a map already, so it has no generator", "generator")]
    faults = [] if own is not None else list(_ground_faults(doc, read))
    if faults:
        return None, faults
    ground = own if own is not None else map_named(read.map) if read.map else None
    faults += _Check(doc, read, ground, units).faults()
    return (read, ground), faults


def generator_faults(generator: Generator) -> Iterator[tuple[str, str]]:
    """The fields of a generator with a value that it does not take, and why."""
    for field in ("width", "height"):
        if not 6 <= getattr(generator, field) <= LARGEST_GENERATED:
            yield field, f"is 6 to {LARGEST_GENERATED}"
    for field in ("hills", "woods", "water", "rough", "ruins"):
        if not 0 <= getattr(generator, field) <= 60:
            yield field, "is a share of the hexes, 0 to 60 per cent"


def _ground_faults(doc: Toml, read: Scenario, *more: Path | str) -> Iterator[Fault]:
    """Whether there is one ground to play on."""
    if (read.map is None) == (read.generator is None):
        yield doc.fault("a scenario has either a map or a generator", "map" if read.map else "id")
    elif read.map is not None:
        ids = map_ids(*more)
        if read.map not in ids:
            yield doc.fault(f"there is no map {read.map!r}{near(read.map, ids)}", "map")
        else:
            try:
                map_named(read.map, *more)
            except BadData as error:
                yield from error.faults
    if read.generator:
        for field, reason in generator_faults(read.generator):
            yield doc.fault(reason, "generator", field)


class _Place(NamedTuple):
    """An entry with its place in the document."""

    entry: Entry
    side: Side | None
    path: tuple[str | int, ...]


class _Check:
    """One scenario held against its map and the roster."""

    def __init__(self, doc: Toml, read: Scenario, ground: Map | None, units: Roster) -> None:
        self.doc = doc
        self.read = read
        self.ground = ground
        self.units = units
        self.zones: Sequence[str] = tuple(ground.zones) if ground else GENERATED_ZONES
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
        yield from self._keys()
        yield from self._options()
        taken: dict[str, str] = {}
        for place in self.places:
            yield from self._entry(place, taken)
        for number, side in enumerate(self.read.sides):
            yield from self._side(number, side)
        if self.read.sides[0].id == self.read.sides[1].id:
            yield self.doc.fault("both sides have the same id", "sides", 1, "id")
        yield from self._victory()

    def _keys(self) -> Iterator[Fault]:
        seen: set[str] = set()
        for place in self.places:
            if place.entry.key in seen:
                what = f"{place.entry.key!r} is there twice; give one of them an id of its own"
                yield self.doc.fault(what, *place.path, "id" if place.entry.id else "unit")
            seen.add(place.entry.key)

    def _options(self) -> Iterator[Fault]:
        for name, value in self.read.options.items():
            option = next((option for option in DECLARED if option.name == name), None)
            if option is None:
                known = [option.name for option in DECLARED]
                yield self.doc.fault(f"there is no such option{near(name, known)}", "options", name)
                continue
            try:
                option.read(value)
            except BadOption as error:
                yield self.doc.fault(error.reason, "options", name)

    def _zone(self, zone: str, *path: str | int) -> Iterator[Fault]:
        if zone not in self.zones:
            what = f"the map has no zone {zone!r}; it has {', '.join(self.zones) or 'none'}"
            yield self.doc.fault(what, *path)

    def _hex(self, text: str, *path: str | int) -> Iterator[Fault]:
        if self.ground is None:
            yield self.doc.fault("a generated map has no hex to name; use a zone", *path)
            return
        try:
            self.ground.hex(text)
        except ValueError as error:
            yield self.doc.fault(str(error), *path)

    def _entry(self, place: _Place, taken: dict[str, str]) -> Iterator[Fault]:
        entry, side, path = place
        sheet = self.units.get(entry.unit)
        if sheet is None:
            what = f"there is no unit {entry.unit!r}{near(entry.unit, list(self.units))}"
            yield self.doc.fault(what, *path, "unit")
            return
        modes = [mode.name for mode in sheet.modes]
        if entry.mode is not None and entry.mode not in modes:
            what = f"{sheet.name} has no mode {entry.mode!r}; it has {', '.join(modes)}"
            yield self.doc.fault(what, *path, "mode")
            return
        if entry.heads is not None and (sheet.people is None or not 1 <= entry.heads <= 20):
            yield self.doc.fault("groups of humans have 1 to 20 heads, others none", *path, "heads")
        if entry.round < 1:
            yield self.doc.fault("rounds count from 1", *path, "round")
        if side is None:
            yield from self._mercenary(sheet, path)
        if entry.zone is not None:
            yield from self._zone(entry.zone, *path, "zone")
        elif entry.at is None and (side is None or side.zone is None):
            yield self.doc.fault("it has neither a hex (at) nor a zone, and its side has no zone", *path)
        if entry.at is None:
            return
        if entry.at in taken:
            yield self.doc.fault(f"hex {entry.at} is taken by {taken[entry.at]!r}", *path, "at")
        taken[entry.at] = entry.key
        off = list(self._hex(entry.at, *path, "at"))
        yield from off
        if self.ground is not None and not off:
            mode = sheet.modes[sheet.mode_index(entry.mode)] if entry.mode else sheet.modes[0]
            reason = stands(mode, self.ground.cells[self.ground.hex(entry.at)])
            if reason:
                yield self.doc.fault(
                    f"{sheet.name} ({mode.name}) cannot stand in {entry.at}: {reason}", *path, "at"
                )

    def _mercenary(self, sheet: Sheet, path: tuple[str | int, ...]) -> Iterator[Fault]:
        for side in self.read.sides:
            if side.faction not in sheet.allegiance_by_mode:
                what = f"no mode of {sheet.name} serves the faction {side.faction!r} (HX-UNQ-2)"
                yield self.doc.fault(what, *path, "unit")

    def _side(self, number: int, side: Side) -> Iterator[Fault]:
        here = ("sides", number)
        if side.zone is not None:
            yield from self._zone(side.zone, *here, "zone")
        if not side.units and side.points is None:
            yield self.doc.fault("a side has units, or points to choose them with", *here)
        if side.points is not None:
            if side.points < 1:
                yield self.doc.fault("is at least 1", *here, "points")
            if side.zone is None:
                yield self.doc.fault("who chooses his force needs a zone to put it in", *here, "points")
        keys = [entry.key for entry in side.units]
        for index, key in enumerate(side.chain):
            if key not in keys:
                yield self.doc.fault(f"the side has no unit {key!r}{near(key, keys)}", *here, "chain", index)
            elif not self._commands(side.units[keys.index(key)]):
                what = f"no mode of {key!r} has the ability command, so it cannot lead (HX-ABL-CMD)"
                yield self.doc.fault(what, *here, "chain", index)
        if self.ground is not None:
            yield from self._room(number, side)

    def _commands(self, entry: Entry) -> bool:
        sheet = self.units.get(entry.unit)
        return sheet is None or any(mode.has("command") for mode in sheet.modes)

    def _room(self, number: int, side: Side) -> Iterator[Fault]:
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
                what = f"zone {zone} has {there} hexes for {count} units"
                yield self.doc.fault(what, "sides", number, "zone")

    def _victory(self) -> Iterator[Fault]:
        sides = [side.id for side in self.read.sides]
        keys = [place.entry.key for place in self.places]
        limit = self.read.limit
        if not self.read.victory and limit is None:
            yield self.doc.fault("nothing ends this game", "victory")
        for index, condition in enumerate(self.read.victory):
            here = ("victory", index)
            if condition.side is not None and condition.side not in sides:
                what = f"there is no side {condition.side!r}; there are {' and '.join(sides)}"
                yield self.doc.fault(what, *here, "side")
            if isinstance(condition, Hold):
                yield from self._zone(condition.zone, *here, "zone")
                if condition.rounds < 1 or condition.hexes < 1:
                    yield self.doc.fault("rounds and hexes are at least 1", *here)
            if isinstance(condition, Exit | Protect | Destroy):
                for number, key in enumerate(condition.units):
                    if key not in keys:
                        yield self.doc.fault(
                            f"there is no unit {key!r}{near(key, keys)}", *here, "units", number
                        )
            if isinstance(condition, Exit) and condition.count < 1:
                yield self.doc.fault("is at least 1", *here, "count")
            if isinstance(condition, Protect | Destroy):
                yield from self._things(condition, *here)
        if limit is not None:
            if limit.rounds < 1:
                yield self.doc.fault("is at least 1", "limit", "rounds")
            if limit.winner not in (*EDGE_WINNERS, *sides):
                what = f"is points, draw or a side ({', '.join(sides)}), not {limit.winner!r}"
                yield self.doc.fault(what, "limit", "winner")

    def _things(self, condition: Protect | Destroy, *here: str | int) -> Iterator[Fault]:
        """Whether what has to be protected or destroyed is there."""
        things = len(condition.units) + len(condition.hexes)
        if not things:
            yield self.doc.fault("name units or hexes", *here)
        if condition.count is not None and not 1 <= condition.count <= max(1, things):
            yield self.doc.fault(f"is 1 to {things}", *here, "count")
        for number, text in enumerate(condition.hexes):
            off = list(self._hex(text, *here, "hexes", number))
            yield from off
            if self.ground is not None and not off:
                cell = self.ground.cells[self.ground.hex(text)]
                if cell.terrain != CONSTRUCT:
                    yield self.doc.fault(f"there is no construct in {text}", *here, "hexes", number)
        if isinstance(condition, Protect):
            last = self.read.limit.rounds if self.read.limit else None
            if condition.until < 1 or (last is not None and condition.until > last):
                what = "is at least 1" if condition.until < 1 else f"is past the last round, {last}"
                yield self.doc.fault(what, *here, "until")


def stands(mode: Mode, cell: Cell) -> str:
    """Why a mode cannot stand in a hex, or nothing if it can (HX-WAT-5, HX-WAT-6, HX-WAT-9, HX-TRF-3)."""
    if cell.terrain in (OFF, IMPASSABLE):
        return "nothing can"
    if mode.has("hover") and cell.terrain in (ROUGH, THIN, THICK, CONSTRUCT):
        return "it hovers over clear ground and water only"
    if mode.has("water") and cell.terrain != WATER:
        return "it needs water"
    if mode.kind == "human" and cell.terrain == WATER and cell.size >= 1:
        return "humans do not go into deep water"
    return ""
