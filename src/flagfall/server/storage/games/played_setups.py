"""The set-ups that a person has played, from the logs of finished games."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, select

from flagfall.server.storage import schema

log, results, seats = schema.log, schema.results, schema.seats
MOST = 500
"""Finished games of one person and edition that are looked at, the last ones."""
FIRST = 40
"""Entries of a log among which both set-ups are."""


class PlayedEntry(NamedTuple):
    """An entry of a log with a set-up, and how the game ended for the person's seat."""

    table: str
    seat: int
    """The person's."""
    score: float
    body: str


def setup_entries(db: Connection, person: str, game: str) -> list[PlayedEntry]:
    """The entries with set-ups of a person's finished games, of both seats, in the order of the logs."""
    mine = (
        select(results.c.table_id, results.c.seat, results.c.score)
        .join(seats, (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat))
        .where(seats.c.person == person, results.c.game == game)
        .order_by(results.c.ended.desc(), results.c.table_id)
        .limit(MOST)
        .subquery()
    )
    found = (
        select(mine.c.table_id, mine.c.seat, mine.c.score, log.c.body)
        .join(log, log.c.table_id == mine.c.table_id)
        .where(log.c.number < FIRST, log.c.body.like('%"action":{"type":"deploy"%'))
        .order_by(mine.c.table_id, mine.c.seat, log.c.number)
    )
    return [PlayedEntry(row.table_id, row.seat, row.score, row.body) for row in db.execute(found)]
