"""The lessons: each is played through by the real rules, and the reader names what is wrong with a file."""

from __future__ import annotations

import pytest

import flagfall
from flagfall.core import BadData, IllegalAction
from flagfall.lessons.course import Answer, Course, Pick
from flagfall.lessons.lesson import CHAPTERS
from flagfall.lessons.lesson_files import by_id, lessons, read_lesson
from flagfall.ranks.actions import Move
from flagfall.ranks.board import BY_NAME
from flagfall.ranks.edition import PowerSpec
from flagfall.ranks.events import Captured
from flagfall.ranks.game import RankGame

GOOD = """
chapter = "basics"
number = 1
game = "original"
title = { en = "a", nl = "a", fr = "a", de = "a" }

[[task]]
pieces = "L e4, F a1, f j10, t j8"
answers = ["e4-e5"]
say = { en = "a", nl = "a", fr = "a", de = "a" }
right = { en = "a", nl = "a", fr = "a", de = "a" }
wrong = { en = "a", nl = "a", fr = "a", de = "a" }
"""


@pytest.mark.parametrize("id", [lesson.id for lesson in lessons()])
def test_a_lesson_is_played_through_by_its_first_answers_and_tells_no_more_than_its_seat_knows(
    id: str,
) -> None:
    course = Course(by_id()[id])
    answers: list[Answer] = []
    for number, task in enumerate(course.lesson.tasks):
        before = course.after(answers)
        assert before.asked is not None
        assert before.asked.number == number
        assert before.asked.scene.view.seat == course.lesson.seat
        answers.append(course.right_answer(task))
        now = course.after(answers)
        assert (now.verdict, now.text) == ("right", task.right)
        shown = course.after(answers[:-1], show=True)
        assert shown.verdict == "shown"
        if task.answers:
            assert before.asked.legal
            assert now.shown is not None
            assert now.shown.told
    assert course.after(answers).asked is None


def test_a_wrong_move_is_shown_and_asked_again() -> None:
    course = Course(by_id()["bombs-and-miners"])
    moment = course.after([Move(BY_NAME["e9"], BY_NAME["e10"])])
    assert moment.verdict == "wrong"
    assert moment.shown is not None
    assert any(isinstance(event, Captured) for event in moment.shown.told[0]), "the marshal is blown up"
    assert moment.asked is not None
    assert moment.asked.number == 0


def test_what_the_rules_refuse_is_refused_with_its_number() -> None:
    course = Course(by_id()["two-square-rule"])
    with pytest.raises(IllegalAction) as caught:
        course.after([Move(BY_NAME["e5"], BY_NAME["e4"])])
    assert caught.value.rule == "ST-MOVE-6"


def test_squares_are_right_only_all_together() -> None:
    course = Course(by_id()["remembering"])
    some = Pick((BY_NAME["a10"], BY_NAME["b9"]))
    assert course.after([some]).verdict == "wrong"
    assert course.after([Pick((*some.squares, BY_NAME["b10"]))]).verdict == "right"


def test_every_power_of_the_editions_with_powers_has_a_lesson_and_every_chapter_too() -> None:
    assert {lesson.chapter for lesson in lessons()} == set(CHAPTERS)
    for game in ("star-wars-powers", "transformers-powers", "pirates-code"):
        found = flagfall.game(game)
        assert isinstance(found, RankGame)
        taught = {lesson.id for lesson in lessons() if lesson.game == game}
        assert {power.id for power in found.edition.powers} <= taught
    kinds = {power.kind for id in flagfall.games() for power in _powers(id)}
    taught_kinds = {
        power.kind for lesson in lessons() for power in _powers(lesson.game) if power.id == lesson.id
    }
    assert kinds == taught_kinds


def _powers(id: str) -> tuple[PowerSpec, ...]:
    found = flagfall.game(id)
    return found.edition.powers if isinstance(found, RankGame) else ()


@pytest.mark.parametrize(
    ("change", "line", "field"),
    [
        (('answers = ["e4-e5"]', 'answers = ["e4-d5"]'), 9, "task[1].answers"),
        (('answers = ["e4-e5"]', ""), 7, "task[1].answers"),
        (('pieces = "L e4', 'pieces = "L k4'), 8, "task[1].pieces"),
        (('answers = ["e4-e5"]', 'answers = ["e4-e5"]\nreply = ["j7-j6"]'), 10, "task[1].reply"),
        (('answers = ["e4-e5"]', 'answers = ["e4-e5"]\nreply = ["x"]'), 10, "task[1].reply"),
        (('answers = ["e4-e5"]', 'answers = ["e4-e5"]\nwatch = ["e4-e5"]'), 10, "task[1].watch"),
        (('chapter = "basics"', 'chapter = "magic"'), 2, "chapter"),
        (('title = { en = "a", nl', 'title = { en = "", nl'), 5, "title"),
        (("number = 1", "number = 0"), 3, "number"),
        (("number = 1", "number = 1\nnumbre = 2"), 4, "numbre"),
    ],
)
def test_a_fault_in_a_lesson_file_is_named_by_line_and_field(
    change: tuple[str, str], line: int, field: str
) -> None:
    assert read_lesson(GOOD, "good", "good.toml").game == "original"
    with pytest.raises(BadData) as caught:
        read_lesson(GOOD.replace(*change), "bad", "bad.toml")
    assert [(fault.line, fault.field) for fault in caught.value.faults] == [(line, field)]


def test_a_fault_in_its_words_does_not_hide_one_in_its_moves() -> None:
    text = GOOD.replace('chapter = "basics"', 'chapter = "magic"').replace('["e4-e5"]', '["e4-d5"]')
    with pytest.raises(BadData) as caught:
        read_lesson(text, "bad", "bad.toml")
    assert [fault.field for fault in caught.value.faults] == ["chapter", "task[1].answers"]


@pytest.mark.parametrize("id", [lesson.id for lesson in lessons()])
def test_a_lesson_has_a_piece_for_its_picture_as_its_learner_sees_it(id: str) -> None:
    lesson = by_id()[id]
    seen = Course(lesson).subject()
    assert seen is not None
    assert (seen.seat == lesson.seat) == bool(seen.kind), "a hidden enemy shows its back"
