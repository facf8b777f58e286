"""Closing tables by hand, and the games that their logs need."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

import flagfall
from flagfall.core import AnyGame, FlagfallError
from flagfall.core.registry import game_from_text
from flagfall.server.storage import store
from flagfall.server.storage.tables import table_rows
from flagfall.server.storage.tables.table_logs import read_log
from flagfall.server.storage.uploads import upload_text
from flagfall.server.tables.log_entries import Aborted, write_entry
from flagfall.server.tables.table_state import RulesChanged, TableState
from flagfall.server.time_and_chance import TimeAndChance

OWNER = "operator"
"""The owner of a table that was closed by hand, until a process takes it."""


class StoredGames:
    """Gives games by id: those of the package, and those uploaded to a database."""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self._own: dict[str, AnyGame] = {}

    def __call__(self, id: str) -> AnyGame:
        """The game with an id."""
        if id not in self._own:
            text = upload_text(self._db, id)
            if text is None:
                return flagfall.game(id)
            self._own[id] = game_from_text(id, text)
        return self._own[id]


def close_table(db: Connection, time_and_chance: TimeAndChance, table: str) -> str:
    """Abort a table that is not over, so that it counts for nobody; the status that it had."""
    row = table_rows.table_row(db, table)
    if row is None:
        raise FlagfallError(f"there is no table {table!r}")
    if row.status in ("over", "aborted"):
        raise FlagfallError(f"table {table} is {row.status} already")
    epoch = row.epoch + 1
    table_rows.take_from_owner(db, table, OWNER, epoch)
    entries = read_log(db, table)
    table_state = _replayed(StoredGames(db), table, entries)
    at = max(time_and_chance.now(), entries[-1][0])
    entry = Aborted("operator")
    table_state.take(entry, at, tell=False)
    table_state.length = len(entries) + 1
    info = msgspec.json.encode(table_state.stored_info()).decode()
    store.append(
        db,
        store.Append(
            table,
            len(entries),
            epoch,
            at,
            write_entry(entry),
            table_state.status,
            info,
            False,
            (False, False),
        ),
    )
    return str(row.status)


def _replayed(games: StoredGames, table: str, entries: list[tuple[int, str]]) -> TableState:
    """A table as far as the rules of today can replay it."""
    table_state = TableState(table, games)
    for at, body in entries:
        try:
            table_state.take(table_state.read(body), at, tell=False)
        except RulesChanged:
            break
    return table_state
