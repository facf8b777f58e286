"""What finished public games are found by: a row for each, stored with the last entry of its log.

Names and people are not in it. Who played is joined when somebody searches, so that what a person wants
shown holds at once for all their games.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, exists, insert, select, update

from flagfall.server.storage import schema

tables, seats, people = schema.tables, schema.seats, schema.people
public_games, landmarks = schema.public_games, schema.public_game_landmarks


class PublicGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game that everybody may find."""

    table_id: str
    game: str
    speed: str
    rated: bool
    program: bool
    """Whether a program played, by an API token."""
    first_level: str | None
    """Of the built-in bot on the first seat; None for a person."""
    second_level: str | None
    rating_low: int | None
    """Of those players who had a rating when they sat down."""
    rating_high: int | None
    first_score: float
    plies: int
    ended: int
    source: str = ""
    """Where it was played, if not here."""
    landmarks: tuple[tuple[int, str, str], ...] = ()
    """Seat, and kind and place by `core.landmarks`."""


def add_public_game(db: Connection, game: PublicGame) -> bool:
    """Have a finished game found; False if it is in the database already, or withheld for good."""
    known = exists().where(public_games.c.table_id == game.table_id)
    there = select(tables.c.id).where(tables.c.id == game.table_id, tables.c.withheld.is_(False), ~known)
    if db.execute(there).first() is None:
        return False
    values = msgspec.structs.asdict(game)
    marks = values.pop("landmarks")
    db.execute(insert(public_games).values(values))
    if marks:
        rows = [{"table_id": game.table_id, "seat": s, "kind": k, "place": p} for s, k, p in set(marks)]
        db.execute(insert(landmarks), rows)
    return True


def not_indexed(db: Connection) -> list[str]:
    """The ids of finished public tables that are not in the database yet, oldest first."""
    known = exists().where(public_games.c.table_id == tables.c.id)
    found = select(tables.c.id).where(
        tables.c.status == "over", tables.c.private.is_(False), tables.c.withheld.is_(False), ~known
    )
    return list(db.execute(found.order_by(tables.c.created, tables.c.id)).scalars())


def show_games(db: Connection, person: str, shown: str) -> None:
    """Keep how a person's games are shown: ``named``, ``unnamed``, or ``out``."""
    db.execute(update(people).where(people.c.id == person).values(games_shown=shown))


def leave_out(db: Connection, person: str) -> None:
    """Keep the games of a person who wanted it out for good: nobody will know later that they did."""
    out = db.execute(select(people.c.games_shown).where(people.c.id == person)).scalar() == "out"
    if not out:
        return
    held = select(seats.c.table_id).where(seats.c.person == person)
    db.execute(delete(landmarks).where(landmarks.c.table_id.in_(held)))
    db.execute(delete(public_games).where(public_games.c.table_id.in_(held)))
    db.execute(update(tables).where(tables.c.id.in_(held)).values(withheld=True))
