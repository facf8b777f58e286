"""HTTP: lessons, played by the real rules, and the stars of those who learn.

Nothing is kept of a lesson in progress: a learner sends the answers given so far, and the lesson is played
through to there. What is told is what the learner's seat may know.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

from litestar import get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from flagfall.core import IllegalAction
from flagfall.lessons import course
from flagfall.lessons.lesson import Lesson
from flagfall.lessons.lesson_files import by_id, lessons
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.refusal import Refusal
from flagfall.server.storage import lesson_stars
from flagfall.server.wire.learning.lessons import (
    LessonCard,
    LessonMoment,
    LessonPiece,
    LessonPlay,
    LessonScene,
    LessonStars,
    LessonTask,
)


def _lesson(id: str) -> Lesson:
    found = by_id().get(id[:64])
    if found is None:
        raise Refusal("not-found", "there is no such lesson")
    return found


def _scene(scene: course.Scene) -> LessonScene:
    told: Any = scene.told
    return LessonScene(scene.view, told)


def _moment(lesson: Lesson, data: LessonPlay) -> LessonMoment:
    try:
        found = course.Course(lesson).after(data.answers, data.show)
    except IllegalAction as error:
        raise Refusal("illegal", str(error), rule=error.rule, params=dict(error.params)) from None
    asked, task = found.asked, None
    if asked is not None:
        picks = len(asked.task.pick)
        task = LessonTask(asked.number, asked.task.say, _scene(asked.scene), asked.legal, picks)
    shown = None if found.shown is None else _scene(found.shown)
    return LessonMoment(found.verdict, found.text, shown, task)


def _piece(lesson: Lesson) -> LessonPiece | None:
    played = course.Course(lesson)
    seen = played.subject()
    if seen is None:
        return None
    kinds = played.game.edition.armies[seen.seat].kinds
    rank, emblem = next(((one.rank, one.emblem) for one in kinds if one.id == seen.kind), ("", ""))
    return LessonPiece(seen.seat, rank, emblem, seen.robot)


@lru_cache(maxsize=1)
def _cards() -> list[LessonCard]:
    return [
        LessonCard(one.id, one.chapter, one.game, one.title, len(one.tasks), _piece(one)) for one in lessons()
    ]


@get("/api/lessons")
async def list_lessons() -> list[LessonCard]:
    """The lessons, in the order of the course."""
    return await asyncio.to_thread(_cards)


@post("/api/lessons/{lesson:str}", status_code=200)
async def play_lesson(lesson: FromPath[str], data: JSONBody[LessonPlay]) -> LessonMoment:
    """What came of the last answer, and what is asked next."""
    return await asyncio.to_thread(lambda: _moment(_lesson(lesson), data))


@get("/api/me/lessons")
async def my_stars(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> dict[str, int]:
    """Your stars by lesson."""
    who = signed_in(identity)
    return await tables.store.read(lambda db: lesson_stars.stars_of(db, who.person))


@put("/api/me/lessons/{lesson:str}", status_code=204)
async def keep_stars(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    lesson: FromPath[str],
    data: JSONBody[LessonStars],
) -> None:
    """Keep how well you did a lesson; fewer stars than before change nothing."""
    who = signed_in(identity)
    found = await asyncio.to_thread(_lesson, lesson)
    now = tables.time_and_chance.now()
    await tables.store.write(lambda db: lesson_stars.keep_stars(db, who.person, found.id, data.stars, now))


HANDLERS = [list_lessons, play_lesson, my_stars, keep_stars]
