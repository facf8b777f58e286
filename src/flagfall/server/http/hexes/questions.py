"""HTTP: scenarios of the hex game, and questions about a moment of it."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from flagfall.core import Action, IllegalAction
from flagfall.core.rule_texts import rules
from flagfall.hexes.abilities import SmokeScreen
from flagfall.hexes.actions import Move, Sprint
from flagfall.hexes.actions.move import Travel
from flagfall.hexes.analysis.battle_report import battle_report
from flagfall.hexes.analysis.guide_scenes import guide_scenes
from flagfall.hexes.game import HexGame
from flagfall.hexes.options import DECLARED, FIRST, PRESETS, REVISION
from flagfall.hexes.rules.field import Field
from flagfall.hexes.state import HexState
from flagfall.hexes.units.sheets import RULE_OF
from flagfall.hexes.units.unit_files import roster
from flagfall.server.accounts.identity import Identity
from flagfall.server.game_cards import card
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import in_scope
from flagfall.server.http.games import fetch_any
from flagfall.server.http.hexes import answers
from flagfall.server.http.hexes.missions import mission_info
from flagfall.server.http.tables import finished, visible_table
from flagfall.server.refusal import Refusal
from flagfall.server.tables import records
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.hexes import (
    HexDemand,
    HexGaze,
    HexGuide,
    HexGuideScene,
    HexInfo,
    HexLine,
    HexOutlook,
    HexPicture,
    HexPlan,
    HexReported,
    HexRoute,
    map_info,
    units_info,
)

Seed = Annotated[int, QueryParameter(ge=0, lt=1 << 32)]
Revision = Annotated[int, QueryParameter(ge=FIRST, le=REVISION)]
Words = Annotated[str, QueryParameter(max_length=1_000)]
MANNERS: dict[str, type[Travel]] = {manner.verb: manner for manner in (Move, Sprint, SmokeScreen)}
"""The ways to move (move, sprint ...) by their words."""
LONGEST = 40
"""Hexes of a chosen path at most."""


def scenario_info(game: HexGame, map_seed: int, own: bool = False) -> HexInfo:
    """Everything about a scenario."""
    there = game.board(map_seed).map
    if game.by_points:
        ids = sorted(game.roster)
    else:
        entries = [e for side in game.scenario.sides for e in side.units] + list(game.scenario.mercenaries)
        ids = sorted({e.unit for e in entries} | {piece.sheet for piece in game.new().pieces})
    teams = tuple(team for team in game.roster.teams.values() if team.into in ids)
    return HexInfo(
        card(game, own),
        game.scenario,
        map_info(there),
        units_info(game.roster, ids),
        teams,
        tuple(game.options),
        {preset: game.read_options({"preset": preset}) for preset in PRESETS},
        mission_info(game.id),
    )


def scenario_picture(game: HexGame, map_seed: int) -> HexPicture:
    """The map of a scenario, and where its units begin."""
    there = game.board(map_seed).map
    starts: list[tuple[int, int]] = []
    for seat, side in enumerate(game.scenario.sides):
        starts += [(there.hex(entry.at), seat) for entry in side.units if entry.at]
        loose = sum(not entry.at for entry in side.units)
        zone = sorted(there.zones.get(side.zone or "", ()))
        starts += [(zone[len(zone) * (2 * at + 1) // (2 * loose)], seat) for at in range(loose) if zone]
    return HexPicture(map_info(there), tuple(starts))


@cache
def guide() -> HexGuide:
    """The scenes of the rulebook and all numbered rules of the game."""
    scenes = tuple(
        HexGuideScene(
            one.chapter,
            map_info(one.map),
            one.pieces,
            one.reach,
            one.arc,
            one.line,
            answers.shot_of(one.odds) if one.odds else None,
        )
        for one in guide_scenes()
    )
    shown = {piece.sheet for one in guide_scenes() for piece in one.pieces}
    return HexGuide(
        scenes,
        units_info(roster(), shown),
        {number: text for number, text in rules().items() if number.startswith("HX-")},
        DECLARED,
        dict(RULE_OF),
        {preset: dict(values) for preset, values in PRESETS.items()},
    )


@get("/api/hexes-guide")
async def one_guide() -> HexGuide:
    """What the rulebook of the hex game shows: scenes that the engine worked out, and the rules by number."""
    return await asyncio.to_thread(guide)


@get("/api/hexes/{game:str}/picture")
async def one_picture(tables: NamedDependency[Tables], game: FromPath[str], map_seed: Seed = 0) -> HexPicture:
    """The map of a scenario as its card shows it."""
    found = await fetch_any(tables, game)
    if not isinstance(found, HexGame):
        raise Refusal("not-found", "that is not a scenario of the hex game")
    return await asyncio.to_thread(scenario_picture, found, map_seed)


@get("/api/hexes/{game:str}")
async def one_scenario(
    tables: NamedDependency[Tables], game: FromPath[str], map_seed: Seed = 0, revision: Revision = REVISION
) -> HexInfo:
    """A scenario with its map and its sheets, as games of a revision are played with (HX-CONV-8)."""
    found = await fetch_any(tables, game)
    if not isinstance(found, HexGame):
        raise Refusal("not-found", "that is not a scenario of the hex game")
    # A generated map takes a while, and others wait for the event loop.
    return await asyncio.to_thread(
        scenario_info, found.under(revision), map_seed, bool(tables.games.text(game))
    )


async def _moment(
    tables: Tables, identity: Identity | None, table: str, seat: int
) -> tuple[TableState, HexState]:
    """A hex table, and its state; refused if the seat does not belong to the person who asks."""
    access = await visible_table(tables, in_scope(identity, "play"), table, "")
    if seat not in access.seats:
        raise Refusal("forbidden", "that seat is not yours", field="seat")
    table_state = await tables.look(access.info.id)
    state = table_state.state
    if not isinstance(state, HexState):
        raise Refusal("not-found", "this table plays another game")
    return table_state, state


@get("/api/tables/{table:str}/hex/demand")
async def ask_demand(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: FromQuery[int],
) -> HexDemand:
    """What a seat of yours may do now, with every cost and chance."""
    table_state, state = await _moment(tables, identity, table, seat)
    return await asyncio.to_thread(answers.demand, state, seat, table_state.marks[seat])


def _late(table_state: TableState, state: HexState, seat: int, n: int) -> bool:
    """Whether a question is about a moment that has passed.

    A player who acts at once asks about a move that is already made: that is no mistake of theirs.
    """
    return n != table_state.marks[seat] or not state.legal(seat)


def manner_of(word: str) -> type[Travel]:
    """The way to move that a word names."""
    if word not in MANNERS:
        raise Refusal("bad-message", f"one of {', '.join(MANNERS)}", field="manner")
    return MANNERS[word]


def planned(state: HexState, seat: int, index: int, manner: str, via: str) -> Action:
    """What a player thinks of doing: a legal action by its place in the list, or a move step by step."""
    if via:
        return manner_of(manner)(via=tuple(via.split(".")))
    legal = state.legal(seat)
    if not 0 <= index < len(legal):
        raise Refusal("not-found", "there is no such action", field="index")
    return legal[index]


def illegal(error: IllegalAction, field: str = "") -> Refusal:
    """The refusal of what the rules do not allow."""
    return Refusal("illegal", str(error), rule=error.rule, params=dict(error.params), field=field)


def way_hexes(state: HexState, through: str) -> list[int]:
    """The hexes of a way, by their numbers with dots between."""
    try:
        hexes = [state.board.map.hex(word) for word in through.split(".")]
    except ValueError as error:
        raise Refusal("bad-message", str(error), field="through") from None
    if len(hexes) > LONGEST:
        raise Refusal("bad-message", f"at most {LONGEST} hexes", field="through")
    return hexes


@get("/api/tables/{table:str}/hex/plan")
async def ask_plan(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: FromQuery[int],
    n: FromQuery[int],
    index: FromQuery[int] = -1,
    manner: Words = "move",
    via: Words = "",
) -> HexPlan:
    """A legal action by its place in the list, or a move by its steps; nothing if it comes too late."""
    table_state, state = await _moment(tables, identity, table, seat)

    def work() -> HexPlan:
        if _late(table_state, state, seat, n):
            return HexPlan((), 0, 0, (), ())
        try:
            return answers.plan(state, seat, planned(state, seat, index, manner, via))
        except IllegalAction as error:
            raise illegal(error) from None

    return await asyncio.to_thread(work)


@get("/api/tables/{table:str}/hex/way")
async def ask_way(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: FromQuery[int],
    n: FromQuery[int],
    through: Words,
    manner: Words = "move",
) -> HexRoute:
    """All endings of a way through hexes, by their numbers with dots between; nothing if too late."""
    table_state, state = await _moment(tables, identity, table, seat)
    wanted = manner_of(manner)
    hexes = way_hexes(state, through)

    def work() -> HexRoute:
        late = _late(table_state, state, seat, n)
        return HexRoute((), 0) if late else answers.way(state, wanted, hexes)

    return await asyncio.to_thread(work)


@get("/api/tables/{table:str}/hex/sight")
async def ask_sight(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: FromQuery[int],
    unit: FromQuery[int],
) -> HexOutlook:
    """Who could shoot at whom, between a unit and its foes, and how far it gets."""
    _, state = await _moment(tables, identity, table, seat)
    check_unit(state, unit)
    return await asyncio.to_thread(lambda: answers.sights(state.field(seat), unit))


def check_unit(state: HexState, unit: int) -> None:
    """Refuse a number that no unit has."""
    if not 0 <= unit < len(state.pieces):
        raise Refusal("not-found", "there is no such unit", field="unit")


def _field(
    table_state: TableState, state: HexState, seat: int, unit: int, n: int, index: int, manner: str, via: str
) -> Field | None:
    """The field as a seat knows it, with the acting unit at the end of a plan if there is one."""
    check_unit(state, unit)
    place = None
    if (index >= 0 or via) and unit == state.actor and not _late(table_state, state, seat, n):
        try:
            place = answers.ending(state, planned(state, seat, index, manner, via))
        except IllegalAction as error:
            raise illegal(error) from None
    return answers.what_if(state.field(seat), unit, place)


@get("/api/tables/{table:str}/hex/gaze")
async def ask_gaze(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: FromQuery[int],
    unit: FromQuery[int],
    n: FromQuery[int] = -1,
    index: FromQuery[int] = -1,
    manner: Words = "move",
    via: Words = "",
) -> HexGaze:
    """What a unit sees and covers and where it is in danger; of the acting one at the end of a plan too."""
    table_state, state = await _moment(tables, identity, table, seat)

    def work() -> HexGaze:
        return answers.gaze(_field(table_state, state, seat, unit, n, index, manner, via), unit)

    return await asyncio.to_thread(work)


@get("/api/tables/{table:str}/hex/line")
async def ask_line(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: FromQuery[int],
    unit: FromQuery[int],
    at: Words,
    n: FromQuery[int] = -1,
    index: FromQuery[int] = -1,
    manner: Words = "move",
    via: Words = "",
) -> HexLine:
    """The line of sight from a unit to a hex: what it crosses, what stops it."""
    table_state, state = await _moment(tables, identity, table, seat)

    def work() -> HexLine:
        field = _field(table_state, state, seat, unit, n, index, manner, via)
        if field is None:
            raise Refusal("not-found", "that unit is not on the map", field="unit")
        try:
            return answers.line(field, unit, state.board.map.hex(at))
        except ValueError as error:
            raise Refusal("bad-message", str(error), field="at") from None

    return await asyncio.to_thread(work)


@get("/api/tables/{table:str}/hex/report")
async def ask_report(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], table: FromPath[str]
) -> HexReported:
    """After the end: what each unit did, what the dice gave against the average, and what turned the game."""
    table_state, log = await finished(tables, identity, table)

    def work() -> HexReported:
        steps = [
            (before, action, events)
            for before, action, events in records.acts(table_state, log)
            if isinstance(before, HexState)
        ]
        if not isinstance(table_state.state, HexState):
            raise Refusal("not-found", "this table plays another game")
        outcome = table_state.outcome
        return HexReported(battle_report(steps, table_state.state, outcome.winner if outcome else None))

    return await asyncio.to_thread(work)


HANDLERS = [
    one_scenario,
    one_picture,
    one_guide,
    ask_demand,
    ask_plan,
    ask_way,
    ask_sight,
    ask_gaze,
    ask_line,
    ask_report,
]
