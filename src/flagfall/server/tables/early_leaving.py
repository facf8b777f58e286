"""Rated games that somebody left before the first move: a few are forgiven, then rated play has to wait.

Such games count for nobody, so that a slip costs nothing. Leaving one after the other would be a way to
choose opponents.
"""

from __future__ import annotations

from sqlalchemy import Connection

from flagfall.server.refusal import Refusal
from flagfall.server.storage.tables import table_rows
from flagfall.server.tables.log_entries import Aborted, read_entry

FORGIVEN = 2
WINDOW = 6 * 3_600_000
"""Milliseconds for which a game that was left is remembered."""


def left_lately(db: Connection, person: str, now: int) -> list[int]:
    """When a person left rated games that had two players and no move, newest first."""
    found = []
    for info, seat, at, body in table_rows.aborted_lately(db, person, now - WINDOW):
        entry = read_entry(body)
        if info.rated and None not in info.seats and isinstance(entry, Aborted):
            found += [at] if entry.both or entry.seat == seat else []
    return found


def refuse_dodger(db: Connection, person: str, now: int) -> None:
    """Refuse a rated game to a person who left too many of them lately."""
    left = left_lately(db, person, now)
    if len(left) > FORGIVEN:
        wait = (left[FORGIVEN] + WINDOW - now) // 1_000 + 1
        raise Refusal("dodged", "you left too many rated games before the first move", retry=wait)
