"""Somebody's finished games in numbers, and how their ratings went."""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Connection, Select, case, func, literal_column, select

from flagfall.server.accounts.bot_ladders import WIN
from flagfall.server.storage import schema
from flagfall.server.wire.learning.progress import RatingHistory, RatingPoint, Statistics, Tally
from flagfall.server.wire.tables import Speed

results, seats = schema.results, schema.seats
Filters: TypeAlias = list[ColumnElement[bool]]
Counts: TypeAlias = Select[str, int, Any, Any]
MONTHS = 60
"""Months that are told at most."""
STEP, LONGEST = 50, 500
"""Half-moves by which lengths are told apart, and from where on no more."""
ROWS = 100
"""Games and levels that are told at most."""
POINTS = 200
"""Games of a rating's history that are told at a time."""
PEOPLE = "people"
"""The key of games against people among those of the levels."""


def _counted(key: ColumnElement[str], mine: Filters) -> Counts:
    """Games by a key and by result."""
    score = results.c.score
    return (
        select(
            key.label("key"),
            func.count().label("played"),
            func.sum(case((score == WIN, 1), else_=0)).label("won"),
            func.sum(case((score == 0.0, 1), else_=0)).label("lost"),
        )
        .join(seats, (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat))
        .where(*mine)
        .group_by(literal_column("key"))
    )


def _tallies(db: Connection, counted: Counts) -> tuple[Tally, ...]:
    return tuple(
        Tally(str(row.key), int(row.won), row.played - int(row.won) - int(row.lost), int(row.lost))
        for row in db.execute(counted)
    )


def _mine(person: str, public: bool, game: str) -> Filters:
    mine: Filters = [seats.c.person == person]
    if public:
        mine.append(results.c.private.is_(False))
    if game:
        mine.append(results.c.game == game)
    return mine


def _month(db: Connection) -> ColumnElement[str]:
    """The month in which a game ended, by the calendar of Greenwich."""
    seconds = results.c.ended // 1_000
    if db.dialect.name == "postgresql":
        return func.to_char(func.timezone("UTC", func.to_timestamp(seconds)), "YYYY-MM")
    return func.strftime("%Y-%m", seconds, "unixepoch")


def statistics(db: Connection, person: str, public: bool, game: str = "") -> Statistics:
    """Somebody's finished games of all kinds or of one, ``public``: of those that everybody may see."""
    mine = _mine(person, public, game)
    most: tuple[ColumnElement[int], ColumnElement[str]] = (func.count().desc(), literal_column("key"))
    step = results.c.plies // STEP * STEP
    length = case((results.c.plies >= LONGEST, LONGEST), else_=step)
    joined = select(
        func.avg(results.c.plies), func.avg(case((results.c.speed != "days", results.c.seconds)))
    ).join(seats, (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat))
    plies, seconds = db.execute(joined.where(*mine)).one()
    months = _counted(_month(db), mine).order_by(literal_column("key").desc()).limit(MONTHS)
    by_level = _counted(func.coalesce(results.c.level, PEOPLE), mine).order_by(literal_column("key"))
    return Statistics(
        _tallies(db, _counted(results.c.game, mine).order_by(*most).limit(ROWS)),
        _tallies(db, by_level.limit(ROWS)),
        _tallies(db, months)[::-1],
        _tallies(db, _counted(length, mine).order_by(literal_column("key"))),
        round(plies or 0),
        round(seconds or 0),
    )


def rating_history(
    db: Connection, person: str, game: str, speed: Speed, public: bool, before: int = 0
) -> RatingHistory:
    """How somebody's rating in a game at a speed went, the newest games, or those ``before`` a moment."""
    mine = [*_mine(person, public, game), results.c.speed == speed, results.c.rating.is_not(None)]
    if before:
        mine.append(results.c.ended < before)
    rows = list(
        db.execute(
            select(results.c.ended, results.c.rating, results.c.table_id)
            .join(seats, (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat))
            .where(*mine)
            .order_by(results.c.ended.desc())
            .limit(POINTS)
        )
    )
    points = tuple(RatingPoint(row.ended, row.rating, row.table_id) for row in reversed(rows))
    return RatingHistory(game, speed, points, points[0].at if len(points) == POINTS else 0)
