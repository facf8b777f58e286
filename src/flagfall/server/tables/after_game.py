"""What is stored about a game once it is over, besides its log: saved set-ups count it, ratings change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection as Database
from sqlalchemy import update

from flagfall.server.accounts import ratings
from flagfall.server.storage import schema
from flagfall.server.storage.store import Append, Store
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.tables import BotSitter, PersonSitter, TableInfo

if TYPE_CHECKING:
    from flagfall.server.tables.actor import Actor


async def count_setups(store: Store, table_state: TableState) -> None:
    """Count a finished game for the saved set-ups that were played in it."""
    outcome = table_state.outcome
    if outcome is None:
        return
    table = schema.setups
    played = [
        (sitter.id, seat, table_state.game.write_setup(setup, seat), outcome.scores[seat])
        for seat, (sitter, setup) in enumerate(zip(table_state.sitters, table_state.setups, strict=True))
        if isinstance(sitter, PersonSitter) and setup is not None
    ]

    def work(db: Database) -> None:
        for person, seat, text, score in played:
            db.execute(
                update(table)
                .where(
                    table.c.person == person,
                    table.c.game == table_state.opened.game,
                    table.c.seat == seat,
                    table.c.text == text,
                )
                .values(played=table.c.played + 1, score=table.c.score + score)
            )

    await store.write(work)


async def rate(actor: Actor) -> None:
    """Store the ratings after a rated game together with the entry that tells of them."""
    tables, table_state = actor.tables, actor.table_state
    outcome = table_state.outcome
    if outcome is None or not table_state.opened.rated or table_state.ratings != (None, None):
        return
    keys = [f"bot:{one.id}" if isinstance(one, BotSitter) else one.id for one in table_state.sitters if one]
    info: TableInfo = table_state.info()
    at = max(tables.time_and_chance.now(), table_state.updated)
    shown = msgspec.json.encode(info).decode()
    append = Append(
        table_state.id, table_state.length, actor.epoch, at, "", info.status, shown, False, (False, False)
    )
    changes = await tables.store.write(lambda db: ratings.rate(db, append, keys, info, outcome.scores, at))
    await actor.rated(changes, at)
