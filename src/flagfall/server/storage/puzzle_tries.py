"""Who tried which puzzle, and the ratings of solvers and puzzles."""

from __future__ import annotations

from datetime import date, timedelta

from sqlalchemy import Connection, func, insert, select, update

from flagfall.server.storage import schema

tries, ratings = schema.puzzle_tries, schema.puzzle_ratings


def first_try(db: Connection, person: str, puzzle: str, solved: bool, day: str, now: int) -> bool:
    """Note a try; true if it was the first. A puzzle of the day counts for the day on which it is solved."""
    here = (tries.c.person == person, tries.c.puzzle == puzzle)
    known = db.execute(select(tries).where(*here)).first()
    if known is None:
        values = {"solved": solved, "day": day if solved else "", "at": now}
        db.execute(insert(tries).values(person=person, puzzle=puzzle, **values))
        return True
    if solved and day and not known.day:
        db.execute(update(tries).where(*here).values(day=day))
    return False


def counts(db: Connection, person: str) -> tuple[int, int]:
    """How many puzzles a person tried, and solved at the first try."""
    mine = select(func.count()).select_from(tries).where(tries.c.person == person)
    solved = mine.where(tries.c.solved.is_(True))
    return db.execute(mine).scalar_one(), db.execute(solved).scalar_one()


def tried(db: Connection, person: str) -> frozenset[str]:
    """The puzzles that a person has tried."""
    return frozenset(db.execute(select(tries.c.puzzle).where(tries.c.person == person)).scalars())


def streak(db: Connection, person: str, today: date) -> int:
    """Days in a row with the puzzle of the day, up to today or yesterday."""
    days = set(db.execute(select(tries.c.day).where(tries.c.person == person, tries.c.day != "")).scalars())
    at = today if today.isoformat() in days else today - timedelta(days=1)
    count = 0
    while at.isoformat() in days:
        count += 1
        at -= timedelta(days=1)
    return count


def solved_on(db: Connection, person: str, day: date) -> bool:
    """Whether a person solved the puzzle of a day on that day."""
    here = (tries.c.person == person, tries.c.day == day.isoformat())
    return db.execute(select(tries.c.puzzle).where(*here)).first() is not None


def rating_row(db: Connection, who: str) -> schema.AnyRow | None:
    """The stored rating of a solver or of a puzzle."""
    return db.execute(select(ratings).where(ratings.c.who == who)).first()


def store_rating(db: Connection, who: str, values: dict[str, float | int]) -> None:
    """Store the rating of a solver or of a puzzle."""
    if not db.execute(update(ratings).where(ratings.c.who == who).values(**values)).rowcount:
        db.execute(insert(ratings).values(who=who, **values))
