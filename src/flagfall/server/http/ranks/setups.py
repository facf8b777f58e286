"""HTTP: the set-ups that a person keeps."""

from __future__ import annotations

import asyncio

from litestar import delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.ranks.games import fetch, read_setup
from flagfall.server.storage import setups
from flagfall.server.wire.people import RenameSetup, SavedSetup, SaveSetup


@get("/api/me/setups")
async def list_setups(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], game: FromQuery[str] = ""
) -> list[SavedSetup]:
    """Your set-ups, those changed last first."""
    who = signed_in(identity, "setups")
    return await tables.store.read(lambda db: setups.setups_of(db, who.person, game))


@post("/api/me/setups", status_code=200)
async def keep_setup(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], data: JSONBody[SaveSetup]
) -> SavedSetup:
    """Keep a set-up under a name."""
    who = signed_in(identity, "setups")
    read = await asyncio.to_thread(read_setup, await fetch(tables, data.game), data.text, data.seat)
    id, now = tables.time_and_chance.id(), tables.time_and_chance.now()
    return await tables.store.write(
        lambda db: setups.save_setup(db, id, who.person, data.game, data.seat, data.name, read.text, now)
    )


@patch("/api/me/setups/{setup:str}")
async def rename_setup(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    setup: FromPath[str],
    data: JSONBody[RenameSetup],
) -> SavedSetup:
    """Give a set-up another name; what was counted for it stays."""
    who = signed_in(identity, "setups")
    return await tables.store.write(lambda db: setups.rename_setup(db, who.person, setup, data.name))


@delete("/api/me/setups/{setup:str}", status_code=204)
async def drop_setup(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], setup: FromPath[str]
) -> None:
    """Throw a set-up away."""
    who = signed_in(identity, "setups")
    await tables.store.write(lambda db: setups.delete_setup(db, who.person, setup))


HANDLERS = [list_setups, keep_setup, rename_setup, drop_setup]
