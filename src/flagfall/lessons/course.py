"""Playing a lesson: what is asked, and what an answer leads to, by the real rules.

Nothing is kept between two questions: the learner says which right answers came before, and the lesson is
played through to there again. Only what the learner's seat may know is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias, cast

import msgspec

import flagfall
from flagfall.core import Event, IllegalAction, hears
from flagfall.core.presentation import Words
from flagfall.lessons.lesson import Lesson, Task
from flagfall.lessons.lesson_board import board_of
from flagfall.ranks.actions import Move, PlayAction, Use
from flagfall.ranks.board import BY_NAME
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState
from flagfall.ranks.view import Piece, RankView

Verdict: TypeAlias = Literal["", "right", "wrong", "shown"]
Told: TypeAlias = tuple[tuple[Event, ...], ...]


class Pick(msgspec.Struct, frozen=True, tag="pick"):
    """Squares that are named in answer to a question."""

    squares: tuple[int, ...]


Answer: TypeAlias = PlayAction | Pick


class Scene(msgspec.Struct, frozen=True):
    """What is shown: a view, and what happens from there, step by step."""

    view: RankView
    told: Told


class Asked(msgspec.Struct, frozen=True):
    """A task that waits for its answer."""

    number: int
    task: Task
    scene: Scene
    """The board, and what is shown before the answer."""
    legal: tuple[PlayAction, ...]


class Moment(msgspec.Struct, frozen=True):
    """What came of the last answer, and what is asked now; nothing more at the end of the lesson."""

    verdict: Verdict
    text: Words
    shown: Scene | None
    asked: Asked | None


class Course:
    """A lesson with its game."""

    def __init__(self, lesson: Lesson) -> None:
        game = flagfall.game(lesson.game)
        assert isinstance(game, RankGame)
        self.game = game
        self.lesson = lesson
        self.part = ""
        """The field of a task that is being played, which names what is wrong where it cannot be."""

    def after(self, answers: Sequence[Answer], show: bool = False) -> Moment:
        """The moment after some answers, all but the last of them right; ``show`` shows the next right one.

        `IllegalAction` where the rules refuse the last one.
        """
        lesson = self.lesson
        state: RankState | None = None
        said: tuple[Verdict, Words, Scene | None] = ("", {}, None)
        for number, task in enumerate(lesson.tasks):
            state, scene = self._begun(task, state)
            if number == len(answers):
                if show:
                    said = ("shown", {}, self._carried_out(task, state, self.right_answer(task))[1])
                return Moment(*said, self._asked(number, task, state, scene))
            answer = answers[number]
            self.part = "answers"
            if not self._is_right(task, answer):
                if number < len(answers) - 1:
                    raise IllegalAction("ST-TURN-1", reason="not an answer of this lesson")
                missed = None if isinstance(answer, Pick) else self._done(state, answers=(answer,))[1]
                still = Scene(state.view(lesson.seat), ())
                return Moment("wrong", task.wrong, missed, self._asked(number, task, state, still))
            state, shown = self._carried_out(task, state, answer)
            said = ("right", task.right, shown)
        return Moment(*said, None)

    def subject(self) -> Piece | None:
        """The piece that a lesson begins with, as its learner sees it: who acts, or the first to be named."""
        state, _ = self._begun(self.lesson.tasks[0], None)
        answer = self.right_answer(self.lesson.tasks[0])
        square = answer.squares[0] if isinstance(answer, Pick) else _origin(answer)
        pieces = state.view(self.lesson.seat).pieces
        return next((piece for piece in pieces if piece.square == square), None)

    def right_answer(self, task: Task) -> Answer:
        """The first answer that is right."""
        if task.pick:
            return Pick(tuple(BY_NAME[square] for square in task.pick))
        return self.action(task.answers[0])

    def action(self, text: str) -> PlayAction:
        """The action that a text of the lesson names."""
        return cast("PlayAction", self.game.action(text))

    def _is_right(self, task: Task, answer: Answer) -> bool:
        if isinstance(answer, Pick):
            return bool(task.pick) and {BY_NAME[square] for square in task.pick} == set(answer.squares)
        return answer in [self.action(text) for text in task.answers]

    def _begun(self, task: Task, before: RankState | None) -> tuple[RankState, Scene]:
        """The state in which a task is asked, and what is shown before."""
        if task.pieces:
            self.part = "pieces"
            first = 1 - self.lesson.seat if len(task.watch) % 2 else self.lesson.seat
            before = board_of(self.game, task.pieces, first)
        assert before is not None
        return self._done(before, watch=(self.action(text) for text in task.watch))

    def _done(self, state: RankState, **parts: Iterable[PlayAction]) -> tuple[RankState, Scene]:
        """The state after the actions of parts, either seat in turn, and what the learner sees of them."""
        seat = self.lesson.seat
        view, told = state.view(seat), []
        for self.part, actions in parts.items():
            for action in actions:
                step = state.apply(state.track.turn, action)
                state = step.state
                told.append(tuple(event for event in step.events if hears(event, seat)))
        return state, Scene(view, tuple(told))

    def _carried_out(self, task: Task, state: RankState, answer: Answer) -> tuple[RankState, Scene]:
        """The state after a right answer and the reply to it."""
        own = () if isinstance(answer, Pick) else (answer,)
        return self._done(state, answers=own, reply=(self.action(text) for text in task.reply))

    def _asked(self, number: int, task: Task, state: RankState, scene: Scene) -> Asked:
        legal = () if task.pick else tuple(state.legal(self.lesson.seat))
        return Asked(number, task, scene, legal)


def _origin(action: PlayAction) -> int | None:
    return action.origin if isinstance(action, (Move, Use)) else None
