"""What travels where somebody learns: lessons, what is shown and asked in them, and the stars."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from flagfall.core.presentation import Words
from flagfall.lessons.course import Pick, Verdict
from flagfall.ranks.actions import PlayAction
from flagfall.ranks.events import RankEvent
from flagfall.ranks.view import RankView

LessonAnswer: TypeAlias = PlayAction | Pick

UNIONS = {"LessonAnswer": LessonAnswer, "Verdict": Verdict}
"""What a learner answers with, by its name in TypeScript."""

MOST_ANSWERS = 20


class LessonPiece(msgspec.Struct, frozen=True, omit_defaults=True):
    """The piece that a lesson begins with, for its picture; what the learner does not know is empty."""

    seat: int
    rank: str = ""
    emblem: str = ""
    robot: bool = False


class LessonCard(msgspec.Struct, frozen=True):
    """What the list shows of a lesson."""

    id: str
    chapter: str
    game: str
    title: Words
    tasks: int
    piece: LessonPiece | None


class LessonPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answers given so far, all but the last of them right; ``show`` asks to see the next right one."""

    answers: Annotated[tuple[LessonAnswer, ...], msgspec.Meta(max_length=MOST_ANSWERS)] = ()
    show: bool = False


class LessonScene(msgspec.Struct, frozen=True):
    """A view, and what happens from there, step by step."""

    view: RankView
    told: tuple[tuple[RankEvent, ...], ...]


class LessonTask(msgspec.Struct, frozen=True):
    """What is asked now."""

    number: int
    say: Words
    scene: LessonScene
    legal: tuple[PlayAction, ...]
    picks: int
    """How many squares are to be named; 0 where something is to be done."""


class LessonMoment(msgspec.Struct, frozen=True):
    """What came of the last answer, and what is asked now; nothing at the end of the lesson."""

    verdict: Verdict
    text: Words
    shown: LessonScene | None
    task: LessonTask | None


class LessonStars(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How well a lesson was done: three stars without help or mistake."""

    stars: Annotated[int, msgspec.Meta(ge=1, le=3)]
