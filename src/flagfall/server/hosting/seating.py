"""Sitting down: at a table with a free seat, or opposite anybody who waits for the same game."""

from __future__ import annotations

import contextlib

from sqlalchemy import Connection as Database

from flagfall.server.accounts import people
from flagfall.server.accounts.blocks import blocked_by
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.owner_requests import Sit
from flagfall.server.hosting.tables import Tables
from flagfall.server.refusal import Refusal
from flagfall.server.tables.early_leaving import refuse_dodger
from flagfall.server.wire.tables import Anyone, BankClock, NewTable, PersonSitter, QuickPlay, TableInfo


async def quick(tables: Tables, wish: QuickPlay, asker: Identity) -> str:
    """A seat opposite somebody who waits for the same, or a new open table; its id."""
    usual = (await tables.games.fetch(wish.game)).read_options({})
    for info in (await tables.lobby.snapshot()).open:
        if (info.game, info.clock, info.rated, info.options) != (wish.game, wish.clock, wish.rated, usual):
            continue
        with contextlib.suppress(Refusal):
            await join(tables, info, asker, "", present=True)
            return info.id  # If it is still open, it is the asker who has been waiting there.
    setup = 300 if isinstance(wish.clock, BankClock) else 0
    return await tables.create(
        NewTable(wish.game, Anyone(), clock=wish.clock, setup=setup, rated=wish.rated), asker
    )


async def join(tables: Tables, info: TableInfo, asker: Identity, code: str, present: bool = False) -> int:
    """Sit down at a table that has a free seat; the seat. ``present``: only opposite somebody who is here."""
    if info.rated and asker.guest:
        raise Refusal("forbidden", "only accounts can play rated games")
    now = tables.time_and_chance.now()
    others = [one.id for one in info.seats if isinstance(one, PersonSitter)]

    def work(db: Database) -> PersonSitter:
        mine = blocked_by(db, asker.person)
        for other in others:
            if other in mine or asker.person in blocked_by(db, other):
                raise Refusal("not-found", "there is no such table")
        if info.rated:
            refuse_dodger(db, asker.person, now)
        return people.sitter(db, asker, info.game, info.speed, now)

    sitter = await tables.store.read(work)
    # People who look at another page wait too, and are told when somebody comes.
    here = any(tables.lobby.has(one) for one in others)
    return await tables.table_calls.ask(info.id, Sit(sitter, code, present and not here))
