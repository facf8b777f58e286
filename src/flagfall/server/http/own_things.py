"""HTTP: saved set-ups, API tokens, blocks and reports."""

from __future__ import annotations

from typing import Any

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from sqlalchemy import delete as sql_delete
from sqlalchemy import func, insert, select, update

from flagfall.server.accounts import people
from flagfall.server.accounts.people import Identity
from flagfall.server.http.games import fetch, read_setup
from flagfall.server.http.identity import someone
from flagfall.server.http.use_limits import UseLimits
from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.tables.tables import Tables
from flagfall.server.wire.people import NewToken, Report, SavedSetup, SaveSetup, TokenInfo

SETUPS = 200
"""Set-ups that one person may keep."""

# ---- set-ups ---------------------------------------------------------------------------------------


def _saved(row: Any) -> SavedSetup:
    return SavedSetup(row.id, row.game, row.seat, row.name, row.text, row.updated, row.played, row.score)


@get("/api/me/setups")
async def list_setups(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], game: FromQuery[str] = ""
) -> list[SavedSetup]:
    """Your set-ups, those changed last first."""
    who = someone(identity, "setups")
    table = schema.setups

    def work(db: Any) -> list[SavedSetup]:
        mine = select(table).where(table.c.person == who.person).order_by(table.c.updated.desc())
        return [_saved(row) for row in db.execute(mine.where(table.c.game == game) if game else mine)]

    return await tables.store.read(work)


@post("/api/me/setups", status_code=200)
async def keep_setup(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], data: JSONBody[SaveSetup]
) -> SavedSetup:
    """Keep a set-up under a name."""
    who = someone(identity, "setups")
    read = read_setup(await fetch(tables, data.game), data.text, data.seat)
    now = tables.time_and_chance.now()
    table = schema.setups
    key = (
        table.c.person == who.person,
        table.c.game == data.game,
        table.c.seat == data.seat,
        table.c.name == data.name,
    )

    def work(db: Any) -> SavedSetup:
        same = db.execute(select(table.c.text).where(*key)).scalar() == read.text
        counts = {} if same else {"played": 0, "score": 0.0}  # Another set-up begins again.
        known = db.execute(update(table).where(*key).values(text=read.text, updated=now, **counts))
        if not known.rowcount:
            count = db.execute(
                select(func.count()).select_from(table).where(table.c.person == who.person)
            ).scalar_one()
            if count >= SETUPS:
                raise Refusal("too-many", f"at most {SETUPS} set-ups")
            db.execute(
                insert(table).values(
                    id=tables.time_and_chance.id(),
                    person=who.person,
                    game=data.game,
                    seat=data.seat,
                    name=data.name,
                    text=read.text,
                    updated=now,
                )
            )
        return _saved(db.execute(select(table).where(*key)).one())

    return await tables.store.write(work)


@delete("/api/me/setups/{setup:str}", status_code=204)
async def drop_setup(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], setup: FromPath[str]
) -> None:
    """Throw a set-up away."""
    who = someone(identity, "setups")
    table = schema.setups
    await tables.store.write(
        lambda db: db.execute(sql_delete(table).where(table.c.id == setup, table.c.person == who.person))
    )


# ---- tokens, blocks, reports -------------------------------------------------------------------------


@get("/api/me/tokens")
async def list_tokens(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> tuple[TokenInfo, ...]:
    """Your API tokens, without their secrets."""
    who = someone(identity)
    return await tables.store.read(lambda db: people.tokens_of(db, who.person))


@post("/api/me/tokens", status_code=200)
async def make_token(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], data: JSONBody[NewToken]
) -> TokenInfo:
    """A new API token; its secret is shown only now."""
    who = someone(identity)
    return await tables.store.write(
        lambda db: people.new_token(db, tables.time_and_chance, who.person, data.name, data.scopes, data.days)
    )


@delete("/api/me/tokens/{token:str}", status_code=204)
async def drop_token(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], token: FromPath[str]
) -> None:
    """Take an API token back."""
    who = someone(identity)
    table = schema.tokens
    await tables.store.write(
        lambda db: db.execute(sql_delete(table).where(table.c.id == token, table.c.person == who.person))
    )


@put("/api/me/blocks/{person:str}", status_code=204)
async def block(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], person: FromPath[str]
) -> None:
    """Hear no more of somebody."""
    who = someone(identity)
    table = schema.blocks

    def work(db: Any) -> None:
        there = db.execute(select(schema.people.c.id).where(schema.people.c.id == person)).first()
        known = db.execute(select(table).where(table.c.person == who.person, table.c.blocked == person))
        if there and person != who.person and not known.first():
            db.execute(insert(table).values(person=who.person, blocked=person))

    await tables.store.write(work)


@delete("/api/me/blocks/{person:str}", status_code=204)
async def unblock(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], person: FromPath[str]
) -> None:
    """Hear of somebody again."""
    who = someone(identity)
    table = schema.blocks
    await tables.store.write(
        lambda db: db.execute(
            sql_delete(table).where(table.c.person == who.person, table.c.blocked == person)
        )
    )


@post("/api/reports", status_code=204)
async def report(
    tables: NamedDependency[Tables],
    use_limits: NamedDependency[UseLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Report],
) -> None:
    """Tell the operator about somebody."""
    who = someone(identity)
    if not use_limits.logins.take(f"report {who.person}"):
        raise Refusal("too-many", "too many reports", retry=60)
    row = {
        "at": tables.time_and_chance.now(),
        "person": who.person,
        "about": data.person[:32],
        "table_id": data.table[:32],
        "reason": data.reason,
        "text": data.text,
    }
    await tables.store.write(lambda db: db.execute(insert(schema.reports).values(row)))


HANDLERS = [
    list_setups,
    keep_setup,
    drop_setup,
    list_tokens,
    make_token,
    drop_token,
    block,
    unblock,
    report,
]
