"""Rated games that somebody left before the first move: a few are forgiven, then rated play has to wait.

Such games count for nobody, so that nothing is lost by a slip. Who leaves one after the other would choose
his opponents by it.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, select

from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.tables.log_entries import Aborted, read_entry
from flagfall.server.wire.tables import TableInfo

FORGIVEN = 2
WINDOW = 6 * 3_600_000
"""Milliseconds for which a game that was left is remembered."""


def left_lately(db: Connection, person: str, now: int) -> list[int]:
    """When a person left rated games that had two players and no move, newest first."""
    tables, seats, log = schema.tables, schema.seats, schema.log
    rows = db.execute(
        select(tables.c.info, seats.c.seat, log.c.at, log.c.body)
        .join(seats, seats.c.table_id == tables.c.id)
        .join(log, log.c.table_id == tables.c.id)
        .where(
            seats.c.person == person,
            tables.c.status == "aborted",
            tables.c.updated > now - WINDOW,
            log.c.at > now - WINDOW,
            log.c.body.like('{"type":"aborted"%'),
        )
        .order_by(log.c.at.desc())
        .limit(100)
    )
    found = []
    for row in rows:
        info, entry = msgspec.json.decode(row.info, type=TableInfo), read_entry(row.body)
        if info.rated and None not in info.seats and isinstance(entry, Aborted) and entry.seat == row.seat:
            found.append(int(row.at))
    return found


def refuse_dodger(db: Connection, person: str, now: int) -> None:
    """Refuse a rated game to a person who left too many of them lately."""
    left = left_lately(db, person, now)
    if len(left) > FORGIVEN:
        wait = (left[FORGIVEN] + WINDOW - now) // 1_000 + 1
        raise Refusal("dodged", "you left too many rated games before the first move", retry=wait)
