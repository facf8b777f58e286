"""What a lesson is: tasks on small boards, each with what is said, what is allowed, and what follows."""

from __future__ import annotations

import msgspec

from flagfall.core.presentation import Words

CHAPTERS = ("basics", "stars", "robots", "pirates")
"""The parts of the course, in their order."""


class Task(msgspec.Struct, frozen=True):
    """One thing to do."""

    say: Words
    """What to do, and why."""
    right: Words
    """What is said when it was done: the idea in one sentence."""
    wrong: Words
    """What is said after another move, once it has been seen."""
    pieces: str = ""
    """Who stands where, as ``M e4, b* e5``; empty where the board of the task before goes on."""
    watch: tuple[str, ...] = ()
    """Actions that are shown first, both sides' in turn."""
    answers: tuple[str, ...] = ()
    """The actions that are right."""
    pick: tuple[str, ...] = ()
    """The squares that are to be named, all of them, where nothing is to be moved."""
    reply: tuple[str, ...] = ()
    """The actions of the other side that follow a right one."""


class Lesson(msgspec.Struct, frozen=True):
    """A lesson as its file tells it."""

    id: str
    chapter: str
    number: int
    """Its place in the chapter."""
    game: str
    title: Words
    tasks: tuple[Task, ...]
    seat: int = 0
    """The side of the learner."""
