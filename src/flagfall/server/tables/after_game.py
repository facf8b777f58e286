"""What is stored about a game once it is over, besides its log: saved set-ups count it, ratings change."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection as Database

from flagfall.server.accounts.ratings import BOT, RatedGame
from flagfall.server.storage.setups import PlayedSetup, count_played
from flagfall.server.storage.store import Append, Fenced, Store, append
from flagfall.server.tables.log_entries import Rated, write_entry
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.tables import BotSitter, PersonSitter, RatingChange


async def count_setups(store: Store, table_state: TableState) -> None:
    """Count a finished game for the saved set-ups that were played in it."""
    outcome = table_state.outcome
    if outcome is None:
        return
    game = table_state.opened.game
    played = [
        PlayedSetup(sitter.id, seat, table_state.game.write_setup(setup, seat), outcome.scores[seat])
        for seat, (sitter, setup) in enumerate(zip(table_state.sitters, table_state.setups, strict=True))
        if isinstance(sitter, PersonSitter) and setup is not None
    ]
    await store.write(lambda db: count_played(db, game, played))


async def rate(
    store: Store, table_state: TableState, epoch: int, at: int
) -> tuple[RatingChange, RatingChange] | None:
    """Store the ratings after a rated game in one transaction with the entry that tells of them.

    None if there is nothing to rate; `Fenced` if the table has another owner: then nothing is stored.
    """
    outcome = table_state.outcome
    if outcome is None or not table_state.opened.rated or table_state.ratings != (None, None):
        return None
    who = [f"{BOT}{one.id}" if isinstance(one, BotSitter) else one.id for one in table_state.sitters if one]
    info, number, scores = table_state.info(), table_state.length, outcome.scores

    def work(db: Database) -> tuple[RatingChange, RatingChange]:
        rated = RatedGame(db, who, info.game, info.speed, scores, at)
        shown = msgspec.json.encode(replace(info, ratings=rated.changes, updated=at)).decode()
        body = write_entry(Rated(rated.changes))
        entry = Append(info.id, number, epoch, at, body, info.status, shown, False, (False, False))
        if not append(db, entry):
            raise Fenced
        rated.store(db)
        return rated.changes

    return await store.write(work)
