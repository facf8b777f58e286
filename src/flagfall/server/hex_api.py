"""HTTP: scenarios of the hex game, and questions about a moment of it."""

from __future__ import annotations

from typing import Annotated, TypeVar

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from flagfall.core import UnknownGame
from flagfall.hexes.game import HexGame
from flagfall.hexes.state import HexState
from flagfall.hexes.units import Sheet
from flagfall.server import hex_advice
from flagfall.server.games import card
from flagfall.server.hall import Hall
from flagfall.server.hex_wire import HexDemand, HexInfo, HexMap, HexModeNumbers, HexOutlook, HexPlan, HexUnit
from flagfall.server.ledger import Ledger
from flagfall.server.people import Identity
from flagfall.server.referee import Refusal, seats_of

T = TypeVar("T")
Seed = Annotated[int, QueryParameter(ge=0, lt=1 << 32)]


def sheet_info(sheet: Sheet) -> HexUnit:
    """A sheet with the numbers that follow from it."""
    numbers = tuple(
        HexModeNumbers(
            sheet.endurance_in(index), sheet.skill_in(index), mode.weapon_range, sheet.arc_in(index)
        )
        for index, mode in enumerate(sheet.modes)
    )
    return HexUnit(sheet, sheet.hit_points, sheet.cost, sheet.estimate, numbers)


def scenario_info(game: HexGame, map_seed: int) -> HexInfo:
    """Everything about a scenario."""
    there = game.board(map_seed).map
    if game.by_points:
        ids = sorted(game.roster)
    else:
        entries = [e for side in game.scenario.sides for e in side.units] + list(game.scenario.mercenaries)
        ids = sorted({e.unit for e in entries} | {piece.sheet for piece in game.new().pieces})
    teams = tuple(team for team in game.roster.teams.values() if team.into in ids)
    return HexInfo(
        card(game),
        game.scenario,
        HexMap(there.name, there.width, there.height, there.digits, there.cells, dict(there.zones)),
        {id: sheet_info(game.roster[id]) for id in ids},
        teams,
        tuple(game.options),
    )


@get("/api/hexes/{game:str}")
async def one_scenario(hall: NamedDependency[Hall], game: FromPath[str], map_seed: Seed = 0) -> HexInfo:
    """A scenario with its map and its sheets."""
    try:
        found = hall.games(game[:64])
    except UnknownGame as error:
        raise Refusal("not-found", str(error)) from None
    if not isinstance(found, HexGame):
        raise Refusal("not-found", "that is no scenario of the hex game")
    return scenario_info(found, map_seed)


async def _moment(hall: Hall, identity: Identity | None, table: str, seat: int) -> tuple[Ledger, HexState]:
    """A hex table at which a seat is the asker's."""
    actor = await hall.table(table[:64])
    ledger = actor.ledger
    if seat not in seats_of(ledger, identity.person if identity else None):
        raise Refusal("forbidden", "that seat is not yours", field="seat")
    state = ledger.state
    if not isinstance(state, HexState):
        raise Refusal("not-found", "this table plays another game")
    return ledger, state


@get("/api/tables/{table:str}/hex/demand")
async def ask_demand(
    hall: NamedDependency[Hall],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: FromQuery[int],
) -> HexDemand:
    """What a seat of yours may do now, with every cost and chance."""
    ledger, state = await _moment(hall, identity, table, seat)
    return hex_advice.demand(state, seat, ledger.marks[seat])


@get("/api/tables/{table:str}/hex/plan")
async def ask_plan(
    hall: NamedDependency[Hall],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: FromQuery[int],
    index: FromQuery[int],
    n: FromQuery[int],
) -> HexPlan:
    """A legal action by its place in the list: its path, the shots from its end; nothing if too late."""
    ledger, state = await _moment(hall, identity, table, seat)
    legal = state.legal(seat)
    if n != ledger.marks[seat] or not legal:
        # Whoever acts at once asks in vain about a move that he has made already: no mistake of his.
        return HexPlan((), 0, 0, (), ())
    if not 0 <= index < len(legal):
        raise Refusal("not-found", "there is no such action", field="index")
    return hex_advice.plan(state, seat, legal[index])


@get("/api/tables/{table:str}/hex/sight")
async def ask_sight(
    hall: NamedDependency[Hall],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: FromQuery[int],
    unit: FromQuery[int],
) -> HexOutlook:
    """Who could shoot at whom, between a unit and its foes, and how far it gets."""
    ledger, state = await _moment(hall, identity, table, seat)
    if not 0 <= unit < len(state.pieces):
        raise Refusal("not-found", "there is no such unit", field="unit")
    assert isinstance(ledger.game, HexGame)
    return hex_advice.sights(ledger.game, state.view(seat), unit)


HANDLERS = [one_scenario, ask_demand, ask_plan, ask_sight]
