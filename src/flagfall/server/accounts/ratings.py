"""Ratings in the database, of people and of built-in bots, by game and speed."""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select, update

from flagfall.server.accounts import glicko
from flagfall.server.accounts.glicko import Rating
from flagfall.server.storage import schema
from flagfall.server.wire.people import LadderRow, OwnRank, RatingInfo
from flagfall.server.wire.tables import BotSitter, PersonSitter, RatingChange

BOT = "bot:"
"""Begins the key of a built-in bot, before its level; a person's key is their id."""
LADDER = 100
"""Players that a ladder shows at most."""
RANKED = 10_000
"""Players among whom somebody's place is counted at most."""
LOCK = 745_290_124
"""Tells the locks of ratings from others in the same database."""
people, ratings = schema.people, schema.ratings


def _row(db: Connection, who: str, game: str, speed: str) -> schema.AnyRow | None:
    return db.execute(
        select(ratings).where(ratings.c.who == who, ratings.c.game == game, ratings.c.speed == speed)
    ).first()


def _rating(row: schema.AnyRow) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility, row.games, row.updated)


def current(db: Connection, who: str, game: str, speed: str) -> Rating:
    """The rating of a player, or that of a beginner."""
    row = _row(db, who, game, speed)
    return _rating(row) if row else Rating()


def _lock(db: Connection, who: list[str]) -> None:
    """Wait until no other process rates a game of these players; SQLite has one writer at a time anyway."""
    if db.dialect.name == "postgresql":
        for one in sorted(set(who)):  # In one order everywhere, so that no two wait for each other.
            db.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(one, LOCK))))


class RatedGame:
    """The ratings of two players before and after a game, not stored yet.

    Until the transaction ends, no other game of these players is rated.
    """

    def __init__(
        self, db: Connection, who: list[str], game: str, speed: str, scores: tuple[float, ...], now: int
    ) -> None:
        self._who, self._game, self._speed = who, game, speed
        _lock(db, who)
        before = [current(db, one, game, speed) for one in who]
        self._after = [glicko.after(before[seat], before[1 - seat], scores[seat], now) for seat in (0, 1)]
        first, second = (
            RatingChange(round(old.rating), round(new.rating))
            for old, new in zip(before, self._after, strict=True)
        )
        self.changes = (first, second)

    def store(self, db: Connection) -> None:
        """Write both ratings."""
        for one, rating in zip(self._who, self._after, strict=True):
            _store(db, one, self._game, self._speed, rating)


def _store(db: Connection, who: str, game: str, speed: str, rating: Rating) -> None:
    values = {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "games": rating.games,
        "updated": rating.updated,
    }
    known = db.execute(
        update(ratings)
        .where(ratings.c.who == who, ratings.c.game == game, ratings.c.speed == speed)
        .values(**values)
    )
    if not known.rowcount:
        db.execute(insert(ratings).values(who=who, game=game, speed=speed, **values))


# ---- as they are shown -------------------------------------------------------------------------------


def _shown(row: schema.AnyRow, now: int) -> RatingInfo:
    rating = _rating(row).rested(now)
    return RatingInfo(
        row.game, row.speed, round(rating.rating), round(rating.deviation), rating.games, rating.provisional
    )


def shown_rating(db: Connection, who: str, game: str, speed: str, now: int) -> RatingInfo | None:
    """The rating of a person or a bot in a game at a speed, if there is one."""
    row = _row(db, who, game, speed)
    return _shown(row, now) if row else None


def ratings_of(db: Connection, who: str, now: int) -> tuple[RatingInfo, ...]:
    """All ratings of a person or a bot."""
    return tuple(_shown(row, now) for row in db.execute(select(ratings).where(ratings.c.who == who)))


def bot_ratings(db: Connection, game: str, now: int) -> dict[str, int]:
    """The rating of each level of the built-in bots in a game, by level."""
    rows = db.execute(select(ratings).where(ratings.c.game == game, ratings.c.who.like(f"{BOT}%")))
    return {row.who.removeprefix(BOT): _shown(row, now).rating for row in rows}


def ladder(db: Connection, game: str, speed: str | None, now: int) -> list[LadderRow]:
    """The best players of a game, at one speed or at any, whose rating is not provisional."""
    best = (
        select(ratings, people.c.name, people.c.name_key)
        .outerjoin(people, people.c.id == ratings.c.who)
        # A stored rating only grows less sure: these are all that may be shown, and a few more.
        .where(ratings.c.game == game, ratings.c.deviation <= glicko.PROVISIONAL)
        .order_by(ratings.c.rating.desc(), ratings.c.who)
    )
    rows: list[LadderRow] = []
    wanted = best if speed is None else best.where(ratings.c.speed == speed)
    for row in db.execute(wanted.execution_options(yield_per=LADDER)):
        shown = _shown(row, now)
        if len(rows) == LADDER:
            break
        if shown.provisional:
            continue
        if row.who.startswith(BOT):
            rows.append(LadderRow(BotSitter(row.who.removeprefix(BOT), shown.rating), shown))
        elif row.name is not None:
            person = PersonSitter(row.who, row.name, row.name_key is None, rating=shown.rating)
            rows.append(LadderRow(person, shown))
    return rows


def own_ranks(db: Connection, person: str, game: str, now: int) -> list[OwnRank]:
    """Where a person stands on the ladders of a game, at each speed at which they are rated."""
    found: list[OwnRank] = []
    for mine in db.execute(select(ratings).where(ratings.c.who == person, ratings.c.game == game)):
        shown = _shown(mine, now)
        if shown.provisional:
            found.append(OwnRank(shown.speed, shown))
            continue
        sure = select(ratings).join(people, people.c.id == ratings.c.who)
        sure = sure.where(
            ratings.c.game == game,
            ratings.c.speed == mine.speed,
            ratings.c.deviation <= glicko.PROVISIONAL,
        )
        # How sure a rating is fades with time, which only we can compute: a few columns of few rows.
        others = [row for row in db.execute(sure.limit(RANKED)) if not _rating(row).rested(now).provisional]
        better = sum((-row.rating, row.who) < (-mine.rating, mine.who) for row in others)
        found.append(OwnRank(shown.speed, shown, better + 1, len(others)))
    return found
