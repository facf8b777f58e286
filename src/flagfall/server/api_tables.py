"""HTTP: tables, the lobby, and what is left of finished games."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from sqlalchemy import select

from flagfall.server import records, schema, seating
from flagfall.server.actor import Actor
from flagfall.server.hall import Hall
from flagfall.server.identify import someone
from flagfall.server.ledger import Ledger
from flagfall.server.people import Identity
from flagfall.server.referee import Refusal, seats_of
from flagfall.server.wire import Join, NewTable, QuickPlay, Seated, TableInfo
from flagfall.server.wire_people import GameRecord, Lobby, MyTable, MyTables

PAGE = 30
Before = Annotated[int, QueryParameter(ge=0, le=1 << 53)]


async def _seated(actor: Actor, person: str | None) -> Seated:
    async def look() -> Seated:
        ledger = actor.ledger
        seats = seats_of(ledger, person)
        return Seated(ledger.info(), seats, actor.code if seats and ledger.status == "open" else "")

    return await actor.ask(look)


@post("/api/tables")
async def make_table(
    hall: NamedDependency[Hall], identity: NamedDependency[Identity | None], data: JSONBody[NewTable]
) -> Seated:
    """Make a table and sit down."""
    who = someone(identity, "tables")
    actor, _ = await seating.create(hall, data, who)
    return await _seated(actor, who.person)


@post("/api/quick")
async def quick_play(
    hall: NamedDependency[Hall], identity: NamedDependency[Identity | None], data: JSONBody[QuickPlay]
) -> Seated:
    """Sit down opposite anyone who waits, or wait."""
    who = someone(identity, "tables")
    actor, _ = await seating.quick(hall, data, who)
    return await _seated(actor, who.person)


@get("/api/lobby")
async def see_lobby(hall: NamedDependency[Hall]) -> Lobby:
    """Who waits, and what may be watched."""
    return await hall.lobby.snapshot()


async def _open(hall: Hall, identity: Identity | None, id: str, code: str) -> tuple[Actor, tuple[int, ...]]:
    """A table that somebody may see, and his seats; else the answer is as if it were not there."""
    actor = await hall.table(id[:64])
    seats = seats_of(actor.ledger, identity.person if identity else None)
    if identity is not None and not seats and not actor.ledger.live:
        # Somebody who played it as a guest and has signed in since.
        person, table = identity.person, schema.seats
        mine = select(table.c.seat).where(table.c.table_id == actor.ledger.id, table.c.person == person)
        seats = tuple(await hall.store.read(lambda db: db.execute(mine).scalars().all()))
    if not (seats or hall.may_enter(actor, code) or hall.may_watch(actor, code)):
        raise Refusal("not-found", "there is no such table")
    return actor, seats


@get("/api/tables/{table:str}")
async def see_table(
    hall: NamedDependency[Hall],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    code: FromQuery[str] = "",
) -> Seated:
    """A table as everybody may see it, and your seats."""
    actor, _ = await _open(hall, identity, table, code)
    return await _seated(actor, identity.person if identity else None)


@post("/api/tables/{table:str}/join", status_code=200)
async def join_table(
    hall: NamedDependency[Hall],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    data: JSONBody[Join],
) -> Seated:
    """Take the free seat."""
    who = someone(identity, "tables")
    actor, _ = await _open(hall, identity, table, data.code)
    await seating.join(hall, actor, who, data.code)
    return await _seated(actor, who.person)


@get("/api/tables/{table:str}/history", media_type=MediaType.JSON)
async def see_history(
    hall: NamedDependency[Hall],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: FromQuery[int] = -1,
    code: FromQuery[str] = "",
) -> Response[bytes]:
    """All numbered messages of a stream so far: of a seat of yours, or of the onlookers (-1)."""
    actor, seats = await _open(hall, identity, table, code)
    if seat not in seats and not (seat == -1 and hall.may_watch(actor, code)):
        raise Refusal("forbidden", "that seat is not yours", field="seat")
    log = await hall.store.read(lambda db: records.entries(db, actor.ledger.id))
    ledger = Ledger(actor.ledger.id, hall.games, hall.world.commit)
    text = await asyncio.to_thread(records.history, ledger, log, seat)
    return Response(text.encode(), media_type=MediaType.JSON)


async def _finished(
    hall: Hall, identity: Identity | None, table: str
) -> tuple[Ledger, list[tuple[int, Any]]]:
    actor, seats = await _open(hall, identity, table, "")
    if actor.ledger.status != "over":
        raise Refusal("not-over", "the game is not over yet")
    if not seats and not hall.may_watch(actor, ""):
        raise Refusal("not-found", "there is no such table")
    log = await hall.store.read(lambda db: records.entries(db, actor.ledger.id))
    return Ledger(actor.ledger.id, hall.games, hall.world.commit), log


@get("/api/tables/{table:str}/record")
async def see_record(
    hall: NamedDependency[Hall], identity: NamedDependency[Identity | None], table: FromPath[str]
) -> GameRecord:
    """A finished game: its events with their audiences, and the opened commitments."""
    ledger, log = await _finished(hall, identity, table)
    return await asyncio.to_thread(records.record, ledger, log)


@get("/api/tables/{table:str}/text", media_type=MediaType.TEXT)
async def see_text(
    hall: NamedDependency[Hall], identity: NamedDependency[Identity | None], table: FromPath[str]
) -> Response[str]:
    """A finished game as text."""
    ledger, log = await _finished(hall, identity, table)
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
