"""How well people did the lessons: up to three stars for each."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from flagfall.server.storage import schema

lesson_stars = schema.lesson_stars


def stars_of(db: Connection, person: str) -> dict[str, int]:
    """A person's stars by lesson."""
    mine = select(lesson_stars).where(lesson_stars.c.person == person).order_by(lesson_stars.c.lesson)
    return {row.lesson: row.stars for row in db.execute(mine)}


def keep_stars(db: Connection, person: str, lesson: str, stars: int, now: int) -> None:
    """Keep the most stars that a person ever got for a lesson."""
    here = (lesson_stars.c.person == person, lesson_stars.c.lesson == lesson)
    known = db.execute(select(lesson_stars.c.stars).where(*here)).scalar()
    if known is None:
        db.execute(insert(lesson_stars).values(person=person, lesson=lesson, stars=stars, updated=now))
    elif known < stars:
        db.execute(update(lesson_stars).where(*here).values(stars=stars, updated=now))
