"""Reading lesson files: every fault is found, and each names the field and the line."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import flagfall
from flagfall.core import BadData, BadText, Fault, FlagfallError, IllegalAction, complaint
from flagfall.core.presentation import Words
from flagfall.core.toml import Toml
from flagfall.core.words import LANGUAGES
from flagfall.lessons.course import Answer, Course
from flagfall.lessons.lesson import CHAPTERS, Lesson, Task
from flagfall.ranks.board import BY_NAME
from flagfall.ranks.game import RankGame

_FIELDS = ("chapter", "number", "game", "seat", "title", "task")
_TASK = ("pieces", "watch", "say", "answers", "pick", "reply", "right", "wrong")
_TOLD = frozenset({"chapter", "number", "title", "say", "right", "wrong"})
"""Fields that change nothing in how a lesson is played."""


def read_lesson(text: str, id: str, file: str) -> Lesson:
    """The lesson that a TOML text describes; `BadData` lists all its faults."""
    return _Reader(Toml(text, file), id).lesson()


@cache
def lessons() -> tuple[Lesson, ...]:
    """The lessons of the package, in the order of the course."""
    folder = files("flagfall.lessons").joinpath("data")
    found = [
        read_lesson(one.read_text(encoding="utf-8"), one.name.removesuffix(".toml"), one.name)
        for one in folder.iterdir()
        if one.name.endswith(".toml")
    ]
    return tuple(sorted(found, key=lambda one: (CHAPTERS.index(one.chapter), one.number)))


@cache
def by_id() -> dict[str, Lesson]:
    """The lessons of the package by their ids."""
    return {lesson.id: lesson for lesson in lessons()}


class _Reader:
    """Collects the faults of one file while it builds the lesson."""

    def __init__(self, doc: Toml, id: str) -> None:
        self.doc = doc
        self.id = id
        self.faults: list[Fault] = []

    def lesson(self) -> Lesson:
        data = self.doc.data
        self._known(data, _FIELDS)
        chapter = self._one_of(data, "chapter", CHAPTERS)
        game = self._one_of(data, "game", tuple(id for id in flagfall.games() if _is_ranks(id)))
        number, seat = self._whole(data, "number", 1, 99), self._whole(data, "seat", 0, 1, 0)
        title = self._words(data, "title")
        given = data.get("task", [])
        if not isinstance(given, list) or not given:
            self.faults.append(self.doc.fault("field.tables", "task", key="task"))
            given = []
        tasks = tuple(self._task(one, n) for n, one in enumerate(given))
        lesson = Lesson(self.id, chapter, number, game, title, tasks, seat)
        if all(map(_is_playable, self.faults)):
            self._play(lesson)
        if self.faults:
            raise BadData(sorted(dict.fromkeys(self.faults), key=lambda fault: fault.line))
        return lesson

    # ---- fields ------------------------------------------------------------------------------------

    def _known(self, table: dict[str, object], known: tuple[str, ...], *path: str | int) -> None:
        for name in table:
            if name not in known:
                self.faults.append(self.doc.fault("field.unknown", *path, name, known=", ".join(known)))

    def _one_of(self, table: dict[str, object], name: str, values: tuple[str, ...]) -> str:
        value = table.get(name)
        if value not in values:
            self.faults.append(self.doc.fault("field.one-of", name, values=", ".join(values)))
            return values[0]
        return str(value)

    def _whole(
        self, table: dict[str, object], name: str, low: int, high: int, default: int | None = None
    ) -> int:
        value = table.get(name, default)
        if type(value) is not int or not low <= value <= high:
            self.faults.append(self.doc.fault("field.count", name, low=low, high=high))
            return low
        return value

    def _words(self, table: dict[str, object], *path: str | int, needed: bool = True) -> Words:
        value = table.get(str(path[-1]))
        if value is None and not needed:
            return {}
        if (
            isinstance(value, dict)
            and "en" in value
            and set(value) <= set(LANGUAGES)
            and all(isinstance(text, str) and text.strip() for text in value.values())
        ):
            return value
        self.faults.append(self.doc.fault("field.languages", *path, known=", ".join(LANGUAGES)))
        return {}

    def _texts(self, table: dict[str, object], *path: str | int) -> tuple[str, ...]:
        value = table.get(str(path[-1]), [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.faults.append(self.doc.fault("field.list", *path))
            return ()
        return tuple(value)

    def _task(self, table: object, n: int) -> Task:
        if not isinstance(table, dict):
            self.faults.append(self.doc.fault("field.tables", "task", key="task"))
            table = {}
        self._known(table, _TASK, "task", n)
        pieces = table.get("pieces", "")
        if not isinstance(pieces, str) or (n == 0 and not pieces):
            self.faults.append(self.doc.fault("field.text", "task", n, "pieces"))
            pieces = ""
        answers, pick = self._texts(table, "task", n, "answers"), self._texts(table, "task", n, "pick")
        if bool(answers) == bool(pick):
            self.faults.append(self.doc.fault("lesson.answers", "task", n, "answers"))
        return Task(
            say=self._words(table, "task", n, "say"),
            right=self._words(table, "task", n, "right"),
            wrong=self._words(table, "task", n, "wrong"),
            pieces=pieces,
            watch=self._texts(table, "task", n, "watch"),
            answers=answers,
            pick=pick,
            reply=self._texts(table, "task", n, "reply"),
        )

    # ---- the lesson, played ----------------------------------------------------------------------

    def _play(self, lesson: Lesson) -> None:
        """Play it through by every allowed answer: all of it has to be legal, and to go on to the end."""
        course = Course(lesson)
        given: list[Answer] = []
        for n, task in enumerate(lesson.tasks):
            where = ("task", n, "pick" if task.pick else "answers")
            unknown = [square for square in task.pick if square not in BY_NAME]
            if unknown:
                self.faults.append(self.doc.fault("field.one-of", *where, values="a1 …"))
                return
            try:
                course.part = "answers"
                for action in [course.action(text) for text in task.answers]:
                    moment = course.after([*given, action])
                    if moment.verdict != "right" or (moment.asked is None) != (n == len(lesson.tasks) - 1):
                        self.faults.append(self.doc.fault("lesson.stuck", *where))
                given.append(course.right_answer(task))
                course.after(given)
            except IllegalAction as error:
                self.faults.append(self.doc.fault("lesson.illegal", "task", n, course.part, rule=error.rule))
                return
            except BadText as error:
                self.faults.append(
                    self.doc.fault(complaint("plain", reason=error.reason), "task", n, course.part)
                )
                return


def _is_playable(fault: Fault) -> bool:
    """Whether a lesson can be played through in spite of a fault, so that all of them are told at once."""
    return fault.complaint.code == "field.unknown" or not _TOLD.isdisjoint(fault.field.split("."))


def _is_ranks(id: str) -> bool:
    try:
        return isinstance(flagfall.game(id), RankGame)
    except FlagfallError:
        return False
