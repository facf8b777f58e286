"""The database of games filled from older games: from their logs, as if they ended now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from flagfall.core import FlagfallError
from flagfall.server.admin.database import open_database
from flagfall.server.admin.tables import StoredGames
from flagfall.server.storage.games.public_games import PublicGame, add_public_game, not_indexed
from flagfall.server.storage.tables.table_logs import read_log
from flagfall.server.tables.after_game import public_game
from flagfall.server.tables.table_state import RulesChanged, TableState

CHUNK = 50
"""Games written in one transaction, so that a server that runs meanwhile does not wait for long."""


class Indexed(NamedTuple):
    """How far it is."""

    done: int
    of: int
    added: int
    left_out: int
    """Missions, games without a move, and those that the rules of today cannot replay."""


def index_games(database: str) -> Iterator[Indexed]:
    """Have all finished public games found that are not yet; it can be stopped and run again at any time."""
    with open_database(database) as db:
        missing = not_indexed(db)
    added = left_out = 0
    for start in range(0, len(missing), CHUNK):
        chunk = missing[start : start + CHUNK]
        with open_database(database) as db:
            games = StoredGames(db)
            found = [one for id in chunk if (one := _read(db, games, id)) is not None]
        with open_database(database, write=True) as db:
            added += sum(add_public_game(db, one) for one in found)
        left_out += len(chunk) - len(found)
        yield Indexed(start + len(chunk), len(missing), added, left_out)


def _read(db: Connection, games: StoredGames, table: str) -> PublicGame | None:
    """What a game is found by, read at the entry with which it ended."""
    table_state = TableState(table, games)
    try:
        for at, body in read_log(db, table):
            table_state.take(table_state.read(body), at, tell=False)
            if table_state.status == "over":
                return public_game(table_state)
    except (RulesChanged, FlagfallError, msgspec.DecodeError):
        return None
    return None
