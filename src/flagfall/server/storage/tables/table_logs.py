"""Reading the logs of tables; `storage.store.append` writes them."""

from __future__ import annotations

from sqlalchemy import Connection, select

from flagfall.server.storage import schema

log = schema.log


def read_log(db: Connection, table: str, first: int = 0) -> list[tuple[int, str]]:
    """The entries of a table from a number on: when each was written, and its body."""
    found = select(log.c.at, log.c.body).where(log.c.table_id == table, log.c.number >= first)
    return [(row.at, row.body) for row in db.execute(found.order_by(log.c.number))]


def read_rows(db: Connection, table: str) -> list[schema.AnyRow]:
    """All rows of a table's log with their numbers and epochs, in order."""
    return list(db.execute(select(log).where(log.c.table_id == table).order_by(log.c.number)))
