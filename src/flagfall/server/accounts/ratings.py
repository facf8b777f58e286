"""Ratings in the database: changed in the same transaction as the log entry that tells of it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, insert, select, update

from flagfall.server.accounts import glicko
from flagfall.server.accounts.glicko import Rating
from flagfall.server.storage import schema
from flagfall.server.storage.store import Append, Fenced, append
from flagfall.server.tables.log_entries import Rated, write_entry
from flagfall.server.wire.tables import RatingChange, TableInfo


def current(db: Connection, who: str, game: str, speed: str) -> Rating:
    """The rating of a player, or that of a beginner."""
    table = schema.ratings.c
    row = db.execute(
        select(schema.ratings).where(table.who == who, table.game == game, table.speed == speed)
    ).first()
    return Rating(row.rating, row.deviation, row.volatility, row.games, row.updated) if row else Rating()


def _store(db: Connection, who: str, game: str, speed: str, rating: Rating) -> None:
    table = schema.ratings.c
    values = {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "games": rating.games,
        "updated": rating.updated,
    }
    known = db.execute(
        update(schema.ratings)
        .where(table.who == who, table.game == game, table.speed == speed)
        .values(**values)
    )
    if not known.rowcount:
        db.execute(insert(schema.ratings).values(who=who, game=game, speed=speed, **values))


def rate(
    db: Connection, entry: Append, who: list[str], info: TableInfo, scores: tuple[float, ...], now: int
) -> tuple[RatingChange, RatingChange]:
    """Rate a game: both ratings, and the entry for the log, or nothing (`Fenced`)."""
    before = [current(db, one, info.game, info.speed) for one in who]
    after = [glicko.after(before[seat], before[1 - seat], scores[seat], now) for seat in (0, 1)]
    first, second = (
        RatingChange(round(old.rating), round(new.rating)) for old, new in zip(before, after, strict=True)
    )
    entry.body = write_entry(Rated((first, second)))
    entry.info = msgspec.json.encode(replace(info, ratings=(first, second), updated=now)).decode()
    if not append(db, entry):
        raise Fenced
    for one, rating in zip(who, after, strict=True):
        _store(db, one, info.game, info.speed, rating)
    return first, second
