"""Reading mission files: every fault is found, and each names the field and the line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import msgspec

from flagfall.core.errors import BadData, Fault, Unreadable, complaint
from flagfall.core.toml import Toml
from flagfall.hexes import data_files
from flagfall.hexes.all_acts import KINDS
from flagfall.hexes.data_files import near
from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.map_text import Map, read_map
from flagfall.hexes.missions.mission import (
    PLAYER,
    At,
    Chapter,
    Down,
    HoldZones,
    InMode,
    InRound,
    Mission,
    Prompt,
    Telling,
)
from flagfall.hexes.scenarios.forces import enlist
from flagfall.hexes.scenarios.loaded import LoadedScenario
from flagfall.hexes.scenarios.scenario import Scenario
from flagfall.hexes.scenarios.scenario_files import checked, converted
from flagfall.hexes.units.unit_files import roster

CHAPTERS: Final = data_files.PACKAGE / "chapters.toml"
HIGHEST_LEVEL: Final = 9


class _Chapters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chapter: tuple[Chapter, ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """The chapters, in their order."""
    doc = Toml(CHAPTERS.read_text(encoding="utf-8"), CHAPTERS.name)
    found = data_files.convert(doc, _Chapters, doc.data)
    if isinstance(found, list):
        raise BadData(found)
    return found.chapter


def mission_ids() -> tuple[str, ...]:
    """The ids of all missions, by name."""
    return tuple(sorted(data_files.names("missions", data_files.PACKAGE)))


@cache
def mission(id: str) -> Mission:
    """The mission with an id; `BadData` if its file has faults."""
    return read_mission(data_files.read(*data_files.names("missions", data_files.PACKAGE)[id]))


@cache
def missions() -> tuple[Mission, ...]:
    """All missions, chapter by chapter, in their order."""
    order = [chapter.id for chapter in chapters()]
    found = [mission(id) for id in mission_ids()]
    return tuple(sorted(found, key=lambda one: (order.index(one.telling.chapter), one.telling.number)))


def mission_game(id: str) -> HexGame:
    """The game of a mission."""
    found = mission(id)
    return HexGame(found.scenario, roster(), found.map)


def read_mission(source: data_files.DataFile) -> Mission:
    """The mission of a file; `BadData` lists all its faults."""
    doc = Toml(source.text, source.file)
    rest = {name: value for name, value in doc.data.items() if name != "mission"}
    faults: list[Fault] = []
    telling = data_files.convert(doc, Telling, doc.data.get("mission", {}), "mission")
    read = converted(doc, rest)
    for part in (telling, read):
        faults += part if isinstance(part, list) else ()
    if isinstance(telling, list) or isinstance(read, list):
        raise BadData(faults)
    if read.id != source.stem:
        faults.append(doc.fault("scenario.id", "id", id=source.stem))
    own: Map | None = None
    if telling.map:
        try:
            own = read_map(telling.map, source.file)
        except BadData as error:
            raise BadData([*faults, *error.faults]) from None
    wrong, ground = checked(doc, read, own, roster())
    faults += wrong
    if not faults:
        faults += _Check(doc, read, telling, ground).faults()
    if faults:
        raise BadData(faults)
    return Mission(read, telling, ground)


class _Check:
    """What a mission tells, held against its scenario."""

    def __init__(self, doc: Toml, read: Scenario, telling: Telling, ground: Map | None) -> None:
        self.doc = doc
        self.telling = telling
        self.ground = ground
        loaded = LoadedScenario(read, roster(), ground)
        forces = [(seat, loaded.force(seat)) for seat in (0, 1)]
        self.sheets = {piece.key: roster()[piece.sheet] for piece in enlist(roster(), forces)}
        self.player = read.sides[PLAYER]

    def faults(self) -> Iterator[Fault]:
        """Everything that is wrong."""
        telling = self.telling
        known = [chapter.id for chapter in chapters()]
        if telling.chapter not in known:
            yield self.doc.fault("field.one-of", "mission", "chapter", values=", ".join(known))
        for name, value, high in (("number", telling.number, 99), ("level", telling.level, HIGHEST_LEVEL)):
            if not 1 <= value <= high:
                yield self.doc.fault("field.count", "mission", name, low=1, high=high)
        if self.ground is None:
            yield self.doc.fault("scenario.ground", "id")
            return
        for number, prompt in enumerate(telling.prompts):
            yield from self._prompt(prompt, "mission", "prompts", number)
        for number, goal in enumerate(telling.goals):
            for zone in goal.zones if isinstance(goal, HoldZones) else ():
                if zone not in self.ground.zones:
                    known = list(self.ground.zones)
                    where = ("mission", "goals", number, "zones")
                    yield self.doc.fault("scenario.no-zone", *where, zone=zone, known=", ".join(known))

    def _prompt(self, prompt: Prompt, *path: str | int) -> Iterator[Fault]:
        kinds = sorted({kind.verb for kind in KINDS})
        if prompt.press and prompt.press not in kinds:
            yield self.doc.fault("field.one-of", *path, "press", values=", ".join(kinds))
        if prompt.unit:
            yield from self._unit(prompt.unit, *path, "unit")
        yield from self._hexes(prompt.hexes, *path, "hexes")
        sign = prompt.until
        if sign is None or isinstance(sign, InRound):
            return
        yield from self._unit(sign.unit, *path, "until", "unit")
        if isinstance(sign, At):
            yield from self._hexes(sign.hexes, *path, "until", "hexes")
        if isinstance(sign, InMode) and sign.unit in self.sheets:
            modes = [mode.name for mode in self.sheets[sign.unit].modes]
            if sign.mode not in modes:
                yield self.doc.fault(
                    "scenario.no-mode",
                    *(*path, "until", "mode"),
                    unit=sign.unit,
                    mode=sign.mode,
                    known=", ".join(modes),
                )
        if isinstance(sign, Down) and sign.unit in [entry.key for entry in self.player.units]:
            yield self.doc.fault("scenario.things", *path, "until", "unit")

    def _unit(self, key: str, *path: str | int) -> Iterator[Fault]:
        if key not in self.sheets:
            yield self.doc.fault("unit.no-unit", *path, unit=key, near=near(key, list(self.sheets)))

    def _hexes(self, hexes: tuple[str, ...], *path: str | int) -> Iterator[Fault]:
        assert self.ground is not None
        for text in hexes:
            try:
                self.ground.hex(text)
            except Unreadable as error:
                yield self.doc.fault(error.complaint, *path)


def lint() -> list[Fault]:
    """What is wrong with the mission files."""
    faults: list[Fault] = []
    for id in mission_ids():
        try:
            mission(id)
        except BadData as error:
            faults += error.faults
    places = [(one.telling.chapter, one.telling.number) for one in missions()] if not faults else []
    for chapter in chapters() if not faults else ():
        numbers = sorted(number for name, number in places if name == chapter.id)
        if numbers != list(range(1, len(numbers) + 1)):
            faults.append(
                Fault(CHAPTERS.name, 0, chapter.id, complaint("field.count", low=1, high=len(numbers)))
            )
    return faults
