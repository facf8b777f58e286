"""What travels between server and clients for the hex game alone: its scenarios, and answers to questions.

A question is answered by the engine's own functions from what the asking seat knows: a page has no rules.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from flagfall.core.options import Option, Value
from flagfall.hexes.analysis.battle_report import BattleReport
from flagfall.hexes.analysis.sight_profile import LineUp
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.maps.terrain import Cell
from flagfall.hexes.rules.attacks import Odds, ToHit
from flagfall.hexes.rules.waypoints import Ending
from flagfall.hexes.scenarios.scenario import Scenario
from flagfall.hexes.units.labels import labels
from flagfall.hexes.units.pieces import Piece, Place
from flagfall.hexes.units.prices import price
from flagfall.hexes.units.sheets import Roster, Sheet, Team
from flagfall.server.wire.missions import MissionInfo
from flagfall.server.wire.people import GameCard


class HexMap(msgspec.Struct, frozen=True):
    """A map as it lies on the table before the first shot."""

    name: str
    width: int
    height: int
    digits: int
    """How many digits a column or row takes in the number of a hex."""
    cells: tuple[Cell, ...]
    zones: dict[str, tuple[int, ...]]
    roads: tuple[int, ...]
    """Hexes with a road, which is only drawn."""


class HexGuideScene(msgspec.Struct, frozen=True):
    """A scene of the rulebook with what the engine says about its first unit."""

    chapter: str
    map: HexMap
    pieces: tuple[Piece, ...]
    reach: tuple[tuple[int, int], ...]
    """Hexes with the points that it takes to get there."""
    arc: tuple[int, ...]
    line: LineUp | None
    shot: HexShot | None


class HexGuide(msgspec.Struct, frozen=True):
    """What the rulebook of the hex game shows besides its words."""

    scenes: tuple[HexGuideScene, ...]
    units: dict[str, HexUnit]
    """The sheets of the units in the scenes."""
    rules: dict[str, str]
    """The numbered rules, in English."""
    options: tuple[Option, ...]
    abilities: dict[str, str]
    """Abilities and then attributes, each with the number of its rule."""
    presets: dict[str, dict[str, Value]]
    """What each preset sets apart from the defaults."""


class HexModeNumbers(msgspec.Struct, frozen=True):
    """The numbers of a mode that follow from others."""

    endurance: int
    skill: int
    range: int
    arc: int


class HexUnit(msgspec.Struct, frozen=True):
    """A tech-spec sheet with all that follows from it."""

    sheet: Sheet
    hp: int
    cost: int
    estimate: bool
    """Whether its numbers are an estimate."""
    modes: tuple[HexModeNumbers, ...]
    label: str
    """Three letters that no other unit of the roster has."""


class HexInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything about a scenario that its pages need."""

    card: GameCard
    scenario: Scenario
    map: HexMap
    """Of a generated one a sample, unless the seed was given."""
    sheets: dict[str, HexUnit]
    teams: tuple[Team, ...]
    options: tuple[Option, ...]
    presets: dict[str, dict[str, Value]]
    """What each preset makes of the options that nobody sets."""
    mission: MissionInfo | None = None
    """What is told around it, where it is a mission."""


class HexPicture(msgspec.Struct, frozen=True):
    """A scenario at a glance: its map, and where the units of each side begin."""

    map: HexMap
    starts: tuple[tuple[int, int], ...]
    """Hex and seat; of units that are put into a zone, hexes spread over it."""


class HexShot(msgspec.Struct, frozen=True):
    """An attack before the dice: the to-hit number with its parts, and what may come of it."""

    index: int
    """Its place in the list of legal actions; -1 where it is none."""
    odds: Odds
    """In parts of 2000."""
    hit: float
    cover: float
    mean: float
    out: float
    """The chance that the target is out of action afterwards."""


class HexSpot(msgspec.Struct, frozen=True):
    """Where a unit may be deployed in a mode."""

    mode: int
    hexes: tuple[int, ...]


class HexDeployment(msgspec.Struct, frozen=True):
    """A unit that may be put on the map now."""

    unit: str
    spots: tuple[HexSpot, ...]


class HexDemand(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seat in turn may do, with every cost and every chance."""

    n: int
    """The number of the stream that it belongs to."""
    what: str
    """``act``, ``deploy``, ``muster``, ``chain``, or nothing."""
    unit: int = -1
    points: int = 0
    """The points of a plain Move, or those to spend on a force."""
    costs_from: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Moves that follow each other in the list of legal actions: the place of the first, what each costs."""
    shots: tuple[HexShot, ...] = ()
    deploy: tuple[HexDeployment, ...] = ()
    chain: tuple[str, ...] = ()
    """All that have to be in the chain of command."""
    muster: dict[str, int] = {}
    """The units to choose from with their costs."""


class HexPlan(msgspec.Struct, frozen=True):
    """A move before it is made: its path, what could be shot at from its end, and who could shoot there."""

    path: tuple[Place, ...]
    cost: int
    points: int
    shots: tuple[HexShot, ...]
    threats: tuple[HexShot, ...]


class HexOutlook(msgspec.Struct, frozen=True):
    """Who may shoot at whom now, as far as a seat knows: both ways between a unit and all its foes."""

    shots: tuple[HexShot, ...]
    threats: tuple[HexShot, ...]
    refused: dict[str, str]
    """For the foes that cannot be shot at the rule that says so."""
    reach: tuple[tuple[int, int], ...]
    """Where the unit can get to in one Move, with the cheapest cost."""


class HexGaze(msgspec.Struct, frozen=True):
    """What a unit sees and covers, from where it is or from the end of a plan, and where it is in danger."""

    seen: tuple[int, ...]
    arc: tuple[int, ...]
    """In arc and range of its weapon, seen or not."""
    threat: tuple[tuple[int, int], ...]
    """Where it could be shot at, with the number of foes that could do it from where they stand."""


class HexLine(msgspec.Struct, frozen=True):
    """A line of sight from the side, and what an attack along it would need."""

    line: LineUp
    to_hit: ToHit | None
    """The weapon attack on the foe there, or why there is none."""


class HexRoute(msgspec.Struct, frozen=True):
    """The endings of a way through chosen hexes."""

    ends: tuple[Ending, ...]
    points: int


class HexReported(msgspec.Struct, frozen=True):
    """The report of a finished game."""

    report: BattleReport


def map_info(map: Map) -> HexMap:
    """A map as it is sent to the client."""
    return HexMap(map.name, map.width, map.height, map.digits, map.cells, dict(map.zones), map.roads)


def unit_info(sheet: Sheet, label: str) -> HexUnit:
    """A sheet with the numbers that follow from it."""
    numbers = tuple(
        HexModeNumbers(
            sheet.endurance_in(index), sheet.skill_in(index), mode.weapon_range, sheet.arc_in(index)
        )
        for index, mode in enumerate(sheet.modes)
    )
    return HexUnit(sheet, sheet.hit_points, price(sheet), sheet.estimate, numbers, label)


def units_info(units: Roster, ids: Iterable[str]) -> dict[str, HexUnit]:
    """Some units of a roster by their ids, with labels that no two of the roster share."""
    short = labels({id: sheet.name for id, sheet in units.items()})
    return {id: unit_info(units[id], short[id]) for id in sorted(ids)}
