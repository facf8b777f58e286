"""HTTP: the missions of the hex game, tables for them, and what people reached.

A mission is played at a table like any other. What came of it is read from the finished game, never from
what a browser says.
"""

from __future__ import annotations

import asyncio

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from flagfall.hexes.missions.mission import PLAYER, Chapter, Mission
from flagfall.hexes.missions.mission_files import chapters, missions
from flagfall.hexes.missions.results import Result, options_after, result
from flagfall.hexes.state import HexState
from flagfall.hexes.units.unit_files import roster
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.tables import visible_table
from flagfall.server.refusal import Refusal
from flagfall.server.storage import mission_results
from flagfall.server.storage.mission_results import Kept
from flagfall.server.tables.table_access import read_access
from flagfall.server.wire.missions import (
    MissionBook,
    MissionDone,
    MissionInfo,
    MissionMark,
    mission_card,
)
from flagfall.server.wire.tables import BotSitter, NewTable, Opponent, Seated


def _mission(id: str) -> Mission:
    found = next((one for one in missions() if one.id == id[:64]), None)
    if found is None:
        raise Refusal("not-found", "there is no such mission")
    return found


def _chapter(mission: Mission) -> Chapter:
    return next(one for one in chapters() if one.id == mission.telling.chapter)


def _neighbour(mission: Mission, step: int) -> Mission | None:
    """The mission before (-1) or after (1) another in its chapter."""
    place = (mission.telling.chapter, mission.telling.number + step)
    return next((one for one in missions() if (one.telling.chapter, one.telling.number) == place), None)


def mission_info(id: str) -> MissionInfo | None:
    """What the mission with an id tells; None where a game is no mission."""
    mission = next((one for one in missions() if one.id == id), None)
    if mission is None:
        return None
    telling, later = mission.telling, _neighbour(mission, 1)
    return MissionInfo(
        _chapter(mission),
        telling.number,
        telling.level,
        telling.before,
        telling.after,
        telling.prompts,
        telling.goals,
        later.id if later else "",
    )


@get("/api/missions")
async def list_missions() -> MissionBook:
    """All missions, chapter by chapter."""
    found = await asyncio.to_thread(missions)
    return MissionBook(chapters(), tuple(map(mission_card, found)))


@get("/api/me/missions")
async def my_missions(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> dict[str, MissionMark]:
    """The best that you did in each mission you have won."""
    who = signed_in(identity)
    found = await tables.store.read(lambda db: mission_results.results_of(db, who.person))
    return {id: MissionMark(*kept) for id, kept in found.items()}


@post("/api/missions/{mission:str}/tables")
async def begin_mission(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], mission: FromPath[str]
) -> Seated:
    """Sit down to a mission: against its bot, with the damage that your units bring along."""
    who = signed_in(identity, "tables")
    found = await asyncio.to_thread(_mission, mission)
    marks = await tables.store.read(lambda db: mission_results.results_of(db, who.person))
    before = _neighbour(found, -1)
    known = marks.get(before.id) if before else None
    if before is not None and known is None and _chapter(found).linked:
        raise Refusal("forbidden", "the mission before this one is not won yet", field="mission")
    carried = known.damage if known and _chapter(found).linked else {}
    options = options_after(found, roster(), carried) if _chapter(found).carry else {}
    wish = NewTable(found.id, Opponent(str(found.telling.level)), options, PLAYER)
    table = await tables.create(wish, who, listed=False)
    return (await tables.store.read(lambda db: read_access(db, table, who.person))).seated()


@post("/api/tables/{table:str}/hex/mission", status_code=200)
async def finish_mission(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], table: FromPath[str]
) -> MissionDone:
    """What came of a finished mission of yours; a better result than before is kept."""
    who = signed_in(identity, "tables")
    access = await visible_table(tables, identity, table, "")
    mission = await asyncio.to_thread(_mission, access.info.game)
    rival = BotSitter(str(mission.telling.level))
    other = access.info.seats[1 - PLAYER]
    if PLAYER not in access.seats or not isinstance(other, BotSitter) or other.id != rival.id:
        raise Refusal("forbidden", "this table is not one of your missions")
    if access.info.status != "over":
        raise Refusal("not-over", "the game is not over yet")
    state = (await tables.look(access.info.id)).state
    assert isinstance(state, HexState)
    done: Result = await asyncio.to_thread(result, mission, _chapter(mission), state)
    now = tables.time_and_chance.now()
    mine = Kept(done.stars, done.goals, done.damage)
    best = (await tables.store.read(lambda db: mission_results.results_of(db, who.person))).get(mission.id)
    if done.won:
        best = await tables.store.write(
            lambda db: mission_results.keep_result(db, who.person, mission.id, mine, now)
        )
    return MissionDone(done.won, done.goals, done.damage, MissionMark(*best) if best else None)


HANDLERS = [list_missions, my_missions, begin_mission, finish_mission]
