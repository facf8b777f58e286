"""What is stored about a game once it is over, besides its log: saved set-ups count it, ratings change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection as Database
from sqlalchemy import update

from flagfall.ranks.actions import Deploy
from flagfall.server.accounts import ratings
from flagfall.server.storage import schema
from flagfall.server.storage.store import Append, Store
from flagfall.server.tables.table_state import Ledger
from flagfall.server.wire.tables import BotSitter, PersonSitter, TableInfo

if TYPE_CHECKING:
    from flagfall.server.tables.actor import Actor


async def count_setups(store: Store, ledger: Ledger) -> None:
    """Count a finished game for the saved set-ups that were played in it."""
    outcome, opened = ledger.outcome, getattr(ledger.state, "setups", None)
    if outcome is None or opened is None:
        return
    table = schema.setups
    played = [
        (sitter.id, seat, ledger.game.write_setup(Deploy(opened[seat]), seat), outcome.scores[seat])
        for seat, sitter in enumerate(ledger.sitters)
        if isinstance(sitter, PersonSitter) and opened[seat] is not None
    ]

    def work(db: Database) -> None:
        for person, seat, text, score in played:
            db.execute(
                update(table)
                .where(
                    table.c.person == person,
                    table.c.game == ledger.opened.game,
                    table.c.seat == seat,
                    table.c.text == text,
                )
                .values(played=table.c.played + 1, score=table.c.score + score)
            )

    await store.write(work)


async def rate(actor: Actor) -> None:
    """Store the ratings after a rated game together with the entry that tells of them."""
    hall, ledger = actor.hall, actor.ledger
    outcome = ledger.outcome
    if outcome is None or not ledger.opened.rated or ledger.ratings != (None, None):
        return
    keys = [f"bot:{one.id}" if isinstance(one, BotSitter) else one.id for one in ledger.sitters if one]
    info: TableInfo = ledger.info()
    at = max(hall.world.now(), ledger.updated)
    shown = msgspec.json.encode(info).decode()
    append = Append(ledger.id, ledger.length, actor.epoch, at, "", info.status, shown, False, (False, False))
    changes = await hall.store.write(lambda db: ratings.rate(db, append, keys, info, outcome.scores, at))
    await actor.rated(changes, at)
