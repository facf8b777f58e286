"""What people have said at tables, as it is stored."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select

from flagfall.server.storage import schema
from flagfall.server.wire.tables import Said

chat = schema.chat


def last_lines(db: Connection, table: str, most: int) -> list[Said]:
    """The last lines said at a table, oldest first."""
    rows = db.execute(select(chat).where(chat.c.table_id == table).order_by(chat.c.id.desc()).limit(most))
    return [
        Said(row.id, row.at, row.room, row.name, row.seat, row.person, row.text, row.preset)
        for row in reversed(list(rows))
    ]


def add_line(db: Connection, table: str, line: dict[str, Any]) -> int:
    """Store a line; its number."""
    added = insert(chat).values(table_id=table, **line).returning(chat.c.id)
    return int(db.execute(added).scalar_one())
