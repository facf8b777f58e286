"""HTTP: tables, the lobby, and the records of finished games."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting import seating
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import in_scope, signed_in
from flagfall.server.refusal import Refusal
from flagfall.server.storage.tables import table_rows
from flagfall.server.tables import records
from flagfall.server.tables.short_codes import find_open
from flagfall.server.tables.table_access import TableAccess, may_enter, may_watch, read_access
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.families import AnyRecord
from flagfall.server.wire.people import Lobby, MyTable, MyTables, PositionText
from flagfall.server.wire.tables import Invitation, Join, NewTable, PersonSitter, QuickPlay, Seated

PAGE = 30
"""Tables of a person told at a time."""
Before = Annotated[int, QueryParameter(ge=0, le=1 << 53)]


async def _seated(tables: Tables, table: str, person: str | None) -> Seated:
    return (await tables.store.read(lambda db: read_access(db, table, person))).seated()


@post("/api/tables")
async def make_table(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], data: JSONBody[NewTable]
) -> Seated:
    """Make a table and sit down."""
    who = signed_in(identity, "tables")
    table = await tables.create(data, who)
    return await _seated(tables, table, who.person)


@post("/api/quick")
async def quick_play(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], data: JSONBody[QuickPlay]
) -> Seated:
    """Sit down opposite anybody who waits for the same game, or wait."""
    who = signed_in(identity, "tables")
    table = await seating.quick(tables, data, who)
    return await _seated(tables, table, who.person)


@get("/api/lobby")
async def see_lobby(tables: NamedDependency[Tables]) -> Lobby:
    """Who waits, and what may be watched."""
    return await tables.lobby.snapshot()


async def visible_table(tables: Tables, identity: Identity | None, id: str, code: str) -> TableAccess:
    """A table that somebody may see; refused as if it were not there if they may not."""
    who = in_scope(identity, "play", "tables")
    person = who.person if who else None
    access = await tables.store.read(lambda db: read_access(db, id[:64], person))
    public = may_enter(access.info.private, access.code, code) or may_watch(access.info, access.code, code)
    if not (access.played or public):
        raise Refusal("not-found", "there is no such table")
    return access


@get("/api/tables/{table:str}")
async def see_table(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    code: FromQuery[str] = "",
) -> Seated:
    """A table as everybody may see it, and your seats."""
    return (await visible_table(tables, identity, table, code)).seated()


@post("/api/tables/{table:str}/join", status_code=200)
async def join_table(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    data: JSONBody[Join],
) -> Seated:
    """Take the free seat."""
    who = signed_in(identity, "tables")
    access = await visible_table(tables, identity, table, data.code)
    await seating.join(tables, access.info, who, data.code)
    return await _seated(tables, access.info.id, who.person)


@get("/api/codes/{short:str}")
async def follow_short_code(tables: NamedDependency[Tables], short: FromPath[str]) -> Invitation:
    """Where a short code leads."""
    found = await tables.store.read(lambda db: find_open(db, short[:64]))
    if found is None:
        raise Refusal("not-found", "there is no table with this code", field="code")
    return Invitation(*found)


async def _log(tables: Tables, access: TableAccess) -> tuple[TableState, list[tuple[int, Any]]]:
    """A fresh state, and the log to fill it with."""
    game = await tables.games.fetch(access.info.game)
    log = await tables.store.read(lambda db: records.entries(db, access.info.id, game))
    table_state = TableState(access.info.id, tables.games, tables.time_and_chance.commit)
    table_state.names = {
        seat: one.name for seat, one in enumerate(access.info.seats) if isinstance(one, PersonSitter)
    }
    table_state.unnamed = access.unnamed
    return table_state, log


@get("/api/tables/{table:str}/history", media_type=MediaType.JSON)
async def see_history(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: FromQuery[int] = -1,
    code: FromQuery[str] = "",
) -> Response[bytes]:
    """All numbered messages of a stream so far: of a seat of yours, or of the onlookers (-1)."""
    access = await visible_table(tables, in_scope(identity, "play"), table, code)
    if seat not in access.played and not (seat == -1 and may_watch(access.info, access.code, code)):
        raise Refusal("forbidden", "that seat is not yours", field="seat")
    table_state, log = await _log(tables, access)
    text = await asyncio.to_thread(records.history, table_state, log, seat)
    return Response(text.encode(), media_type=MediaType.JSON)


async def finished(
    tables: Tables, identity: Identity | None, table: str
) -> tuple[TableState, list[tuple[int, Any]]]:
    """A game that is over and that somebody may see: an empty state, and its log."""
    access = await visible_table(tables, identity, table, "")
    if access.info.status != "over":
        raise Refusal("not-over", "the game is not over yet")
    if not access.played and not may_watch(access.info, access.code, ""):
        raise Refusal("not-found", "there is no such table")
    return await _log(tables, access)


@get("/api/tables/{table:str}/record")
async def see_record(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], table: FromPath[str]
) -> AnyRecord:
    """A finished game: its events with their audiences, and the opened commitments."""
    table_state, log = await finished(tables, identity, table)
    return await asyncio.to_thread(records.record, table_state, log)


@get("/api/tables/{table:str}/position")
async def see_position(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    upto: Annotated[int, QueryParameter(ge=0, le=100_000)],
) -> PositionText:
    """A position of a finished game as text: after so many actions."""
    table_state, log = await finished(tables, identity, table)

    def found() -> PositionText:
        acts = records.acts(table_state, log)
        state = acts[upto][0] if upto < len(acts) else table_state.state
        return PositionText(table_state.opened.game, state.position())

    return await asyncio.to_thread(found)


@get("/api/tables/{table:str}/text", media_type=MediaType.TEXT)
async def see_text(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], table: FromPath[str]
) -> Response[str]:
    """A finished game as text."""
    table_state, log = await finished(tables, identity, table)
    text = await asyncio.to_thread(records.text, table_state, log)
    name = f"flagfall-{table_state.opened.game}-{table_state.id}.txt"
    return Response(
        text,
        media_type=MediaType.TEXT,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get("/api/me/tables")
async def my_tables(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    status: FromQuery[Literal["live", "over", "all"]] = "all",
    before: Before = 0,
) -> MyTables:
    """Your tables, newest first."""
    who = signed_in(identity, "tables")
    wanted = {"live": table_rows.LIVE, "over": table_rows.OVER, "all": table_rows.LIVE + table_rows.OVER}
    found = await tables.store.read(
        lambda db: table_rows.tables_of(db, who.person, wanted[status], before, PAGE)
    )
    return MyTables(
        tuple(MyTable(one.info, one.seats, one.due) for one in found),
        found[-1].updated if len(found) >= PAGE else 0,
    )


HANDLERS = [
    make_table,
    quick_play,
    see_lobby,
    see_table,
    join_table,
    follow_short_code,
    see_history,
    see_record,
    see_position,
    see_text,
    my_tables,
]
