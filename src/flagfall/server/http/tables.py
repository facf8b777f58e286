"""HTTP: tables, the lobby, and what is left of finished games."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from sqlalchemy import select

from flagfall.server.accounts.people import Identity
from flagfall.server.http.identity import someone
from flagfall.server.storage import schema
from flagfall.server.tables import records, seating
from flagfall.server.tables.referee import Refusal
from flagfall.server.tables.table_access import Card, may_enter, may_watch, read_card
from flagfall.server.tables.table_state import Ledger
from flagfall.server.tables.tables import Hall
from flagfall.server.wire.people import GameRecord, Lobby, MyTable, MyTables
from flagfall.server.wire.tables import Join, NewTable, QuickPlay, Seated, TableInfo

PAGE = 30
Before = Annotated[int, QueryParameter(ge=0, le=1 << 53)]


async def _seated(hall: Hall, table: str, person: str | None) -> Seated:
    return (await hall.store.read(lambda db: read_card(db, table, person))).seated()


@post("/api/tables")
async def make_table(
    hall: NamedDependency[Hall], identity: NamedDependency[Identity | None], data: JSONBody[NewTable]
) -> Seated:
    """Make a table and sit down."""
    who = someone(identity, "tables")
    table = await seating.create(hall, data, who)
    return await _seated(hall, table, who.person)


@post("/api/quick")
async def quick_play(
    hall: NamedDependency[Hall], identity: NamedDependency[Identity | None], data: JSONBody[QuickPlay]
) -> Seated:
    """Sit down opposite anyone who waits, or wait."""
    who = someone(identity, "tables")
    table = await seating.quick(hall, data, who)
    return await _seated(hall, table, who.person)


@get("/api/lobby")
async def see_lobby(hall: NamedDependency[Hall]) -> Lobby:
    """Who waits, and what may be watched."""
    return await hall.lobby.snapshot()


async def _open(hall: Hall, identity: Identity | None, id: str, code: str) -> Card:
    """A table that somebody may see; else the answer is as if it were not there."""
    person = identity.person if identity else None
    card = await hall.store.read(lambda db: read_card(db, id[:64], person))
    public = may_enter(card.info.private, card.code, code) or may_watch(card.info, card.code, code)
    if not (card.played or public):
        raise Refusal("not-found", "there is no such table")
    return card


@get("/api/tables/{table:str}")
async def see_table(
    hall: NamedDependency[Hall],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    code: FromQuery[str] = "",
) -> Seated:
    """A table as everybody may see it, and your seats."""
    return (await _open(hall, identity, table, code)).seated()


@post("/api/tables/{table:str}/join", status_code=200)
async def join_table(
    hall: NamedDependency[Hall],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    data: JSONBody[Join],
) -> Seated:
    """Take the free seat."""
    who = someone(identity, "tables")
    card = await _open(hall, identity, table, data.code)
    await seating.join(hall, card.info, who, data.code)
    return await _seated(hall, card.info.id, who.person)


async def _log(hall: Hall, card: Card) -> tuple[Ledger, list[tuple[int, Any]]]:
    """A fresh ledger, and the log to fill it with."""
    await hall.games.fetch(card.info.game)
    log = await hall.store.read(lambda db: records.entries(db, card.info.id))
    return Ledger(card.info.id, hall.games, hall.world.commit), log


@get("/api/tables/{table:str}/history", media_type=MediaType.JSON)
async def see_history(
    hall: NamedDependency[Hall],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: FromQuery[int] = -1,
    code: FromQuery[str] = "",
) -> Response[bytes]:
    """All numbered messages of a stream so far: of a seat of yours, or of the onlookers (-1)."""
    card = await _open(hall, identity, table, code)
    if seat not in card.played and not (seat == -1 and may_watch(card.info, card.code, code)):
        raise Refusal("forbidden", "that seat is not yours", field="seat")
    ledger, log = await _log(hall, card)
    text = await asyncio.to_thread(records.history, ledger, log, seat)
    return Response(text.encode(), media_type=MediaType.JSON)


async def finished(hall: Hall, identity: Identity | None, table: str) -> tuple[Ledger, list[tuple[int, Any]]]:
    """A game that is over and that somebody may see: an empty ledger, and its log."""
    card = await _open(hall, identity, table, "")
    if card.info.status != "over":
        raise Refusal("not-over", "the game is not over yet")
    if not card.played and not may_watch(card.info, card.code, ""):
        raise Refusal("not-found", "there is no such table")
    return await _log(hall, card)


@get("/api/tables/{table:str}/record")
async def see_record(
    hall: NamedDependency[Hall], identity: NamedDependency[Identity | None], table: FromPath[str]
) -> GameRecord:
    """A finished game: its events with their audiences, and the opened commitments."""
    ledger, log = await finished(hall, identity, table)
    return await asyncio.to_thread(records.record, ledger, log)


@get("/api/tables/{table:str}/text", media_type=MediaType.TEXT)
async def see_text(
    hall: NamedDependency[Hall], identity: NamedDependency[Identity | None], table: FromPath[str]
) -> Response[str]:
    """A finished game as text."""
    ledger, log = await finished(hall, identity, table)
    text = await asyncio.to_thread(records.text, ledger, log)
    name = f"flagfall-{ledger.opened.game}-{ledger.id}.txt"
    return Response(
        text,
        media_type=MediaType.TEXT,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get("/api/me/tables")
async def my_tables(
    hall: NamedDependency[Hall],
    identity: NamedDependency[Identity | None],
    status: FromQuery[Literal["live", "over", "all"]] = "all",
    before: Before = 0,
) -> MyTables:
    """Your tables, newest first."""
    who = someone(identity, "tables")
    tables, seats = schema.tables, schema.seats
    wanted = {
        "live": ("open", "setup", "play"),
        "over": ("over", "aborted"),
        "all": ("open", "setup", "play", "over", "aborted"),
    }[status]

    def work(db: Any) -> list[Any]:
        mine = (
            select(tables.c.id, tables.c.info, tables.c.updated)
            .where(
                tables.c.id.in_(select(seats.c.table_id).where(seats.c.person == who.person)),
                tables.c.status.in_(wanted),
            )
            .order_by(tables.c.updated.desc())
            .limit(PAGE)
        )
        if before:
            mine = mine.where(tables.c.updated < before)
        rows = list(db.execute(mine))
        held: dict[str, list[Any]] = {row.id: [] for row in rows}
        for seat in db.execute(select(seats).where(seats.c.person == who.person, seats.c.table_id.in_(held))):
            held[seat.table_id].append(seat)
        return [(row, held[row.id]) for row in rows]

    found = await hall.store.read(work)
    return MyTables(
        tuple(
            MyTable(
                msgspec.json.decode(row.info, type=TableInfo),
                tuple(sorted(seat.seat for seat in held)),
                any(seat.due for seat in held),
            )
            for row, held in found
        ),
        found[-1][0].updated if len(found) == PAGE else 0,
    )


HANDLERS = [
    make_table,
    quick_play,
    see_lobby,
    see_table,
    join_table,
    see_history,
    see_record,
    see_text,
    my_tables,
]
