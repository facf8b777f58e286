"""What travels between server and clients about maps and scenarios of one's own.

A page draws and sends; whether something is a map, a unit or a scenario only the server says.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from flagfall.core.options import Option, Value
from flagfall.hexes.maps.map_text import LARGEST
from flagfall.hexes.maps.terrain import Cell
from flagfall.hexes.scenarios.scenario import Scenario
from flagfall.hexes.scenarios.skirmish import Skirmish
from flagfall.hexes.units.sheets import Team
from flagfall.server.wire.hexes import HexMap, HexUnit
from flagfall.server.wire.people import GameCard
from flagfall.server.wire.tables import FaultAt

FileText = Annotated[str, msgspec.Meta(max_length=100_000)]
Side = Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
Short = Annotated[str, msgspec.Meta(max_length=300)]


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a map file or of a MegaMek board, and the name of the file."""

    text: FileText
    name: Short = ""


class MapDrawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map as somebody has drawn it."""

    name: Short
    text: Short
    width: Side
    height: Side
    cells: tuple[Cell, ...]
    zones: dict[Short, tuple[int, ...]]
    roads: tuple[int, ...] = ()


class MapDraft(msgspec.Struct, frozen=True, omit_defaults=True):
    """A map with its file, or all that is wrong with it."""

    map: HexMap | None = None
    note: str = ""
    """What the map says about itself."""
    text: str = ""
    """Its file."""
    twins: tuple[int, ...] = ()
    """For each hex the one that a half turn of the map brings it to, or -1."""
    faults: tuple[FaultAt, ...] = ()
    warnings: tuple[FaultAt, ...] = ()
    """What of a board could not be carried over."""
    seed: int = 0


class OwnScenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The files of a scenario; where its own is empty, a skirmish is made of the wishes."""

    scenario: FileText = ""
    map: FileText = ""
    units: FileText = ""
    skirmish: Skirmish | None = None


class OwnChecked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an uploaded scenario is, or what is wrong in which of its files."""

    card: GameCard | None = None
    scenario: str = ""
    """Its file as it is played: of a skirmish the one that was written for it."""
    map: str = ""
    faults: dict[str, tuple[FaultAt, ...]] = {}


class ScenarioDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario in the making, with the map and the units that it brings along as files."""

    scenario: Scenario
    map: FileText = ""
    units: FileText = ""


class ScenarioChecked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scenario in the making as one file, and all that is wrong with it, by field."""

    text: str = ""
    faults: tuple[FaultAt, ...] = ()
    sheets: dict[str, HexUnit] = {}
    """The units that it brings along."""


class ScenarioOpened(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scenario from its files, to be worked on; or why it cannot be read."""

    scenario: Scenario | None = None
    map: MapDraft | None = None
    """The map that it is played on; None where each game has a generated one, or there is no such map."""
    units: str = ""
    """The file of the units that it brings along."""
    faults: dict[str, tuple[FaultAt, ...]] = {}


class MapName(msgspec.Struct, frozen=True):
    """A map that comes with the program."""

    id: str
    name: str
    width: int
    height: int


class Workbench(msgspec.Struct, frozen=True):
    """What a scenario can be made of: units, teams, options, maps."""

    sheets: dict[str, HexUnit]
    teams: tuple[Team, ...]
    options: tuple[Option, ...]
    presets: dict[str, dict[str, Value]]
    maps: tuple[MapName, ...]
    colours: tuple[str, str]
    """Of the two sides."""
