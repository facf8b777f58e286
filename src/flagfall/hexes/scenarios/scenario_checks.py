"""What is wrong with a scenario, held against its map and the roster; each fault with its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from flagfall.core.errors import BadOption, Complaint, Fault, Unreadable, complaint
from flagfall.core.presentation import Words
from flagfall.core.toml import Toml
from flagfall.core.words import LANGUAGES
from flagfall.hexes.data_files import near
from flagfall.hexes.maps.map_generator import ZONES
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.maps.terrain import CONSTRUCT, IMPASSABLE, OFF, ROUGH, THICK, THIN, WATER, Cell
from flagfall.hexes.options import DECLARED
from flagfall.hexes.scenarios.forces import start_damage
from flagfall.hexes.scenarios.scenario import (
    Destroy,
    Entry,
    Exit,
    Hold,
    Protect,
    Scenario,
    ScenarioSide,
)
from flagfall.hexes.units.sheets import Mode, Roster, Sheet

LIMIT_WINNERS: Final = ("points", "draw")
"""Who may win by the limit of rounds, apart from a side."""

_NAMES: Final = frozenset({"sides.units.unit", "sides.units.id", "mercenaries.unit", "mercenaries.id"})
_MODES: Final = frozenset({"sides.units.mode", "mercenaries.mode"})
_PLACES: Final = frozenset({"sides.zone", "sides.units.zone", "sides.units.at"})
RESTS_ON: Final[Mapping[str, frozenset[str]]] = {
    "field.lacks": frozenset({"title.en", "text.en", "sides.name.en"}),
    "option.none-such": frozenset({"start_damage"}),
    "option.amounts options.start_damage": _NAMES,
    "option.range options.start_damage": _NAMES | {"sides.units.heads"},
    "scenario.ground": frozenset({"map", "generator"}),
    "scenario.twice": frozenset({"sides.units.id", "mercenaries.id"}),
    "scenario.nowhere": _PLACES | {"mercenaries.zone", "mercenaries.at"},
    "scenario.no-room": _PLACES,
    "scenario.homeless": frozenset({"sides.zone"}),
    "scenario.forceless": frozenset({"sides.units", "sides.points"}),
    "scenario.no-own": _NAMES,
    "scenario.mercenary": frozenset({"sides.faction"}),
    "scenario.no-side": frozenset({"sides.id"}),
    "scenario.winner": frozenset({"sides.id"}),
    "scenario.endless": frozenset({"victory", "limit"}),
    "scenario.until": frozenset({"limit.rounds"}),
    "scenario.things": frozenset({"victory.units", "victory.hexes"}),
    "scenario.count": frozenset({"victory.units", "victory.hexes"}),
    "scenario.stands-hover": _MODES,
    "scenario.stands-water": _MODES,
    "scenario.stands-deep": _MODES,
    "unit.no-unit victory.units": _NAMES,
}
"""The fields that a complaint rests on beside its own (`StandIns.real`)."""


class _Place(NamedTuple):
    """An entry with its place in the document."""

    entry: Entry
    side: ScenarioSide | None
    path: tuple[str | int, ...]


class ScenarioCheck:
    """One scenario held against its map and the roster."""

    def __init__(
        self, doc: Toml, read: Scenario, ground: Map | None, units: Roster, *, ground_known: bool = True
    ) -> None:
        """``ground`` is None for a generated map; where it is not known, no hex and no zone is a fault."""
        self.doc = doc
        self.read = read
        self.ground = ground
        self.ground_known = ground_known
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
        if not self.ground_known:
            return
        if zone not in self.zones and not self.zones:
            yield self.doc.fault("scenario.no-zones", *path, zone=zone)
        elif zone not in self.zones:
            yield self.doc.fault("scenario.no-zone", *path, zone=zone, known=", ".join(self.zones))

    def _hex(self, text: str, *path: str | int) -> Iterator[Fault]:
        if self.ground is None:
            if self.ground_known:
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
