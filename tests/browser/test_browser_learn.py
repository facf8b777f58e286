"""Lessons in the browser: played by mouse and by keyboard, with stars that stay."""

from __future__ import annotations

from typing import Any

import pytest
from accessible import axe
from hands import counts, freeze
from playwright.sync_api import expect
from tests.smoke import smoke
from touch import Finger

from flagfall.lessons.course import Course, Pick
from flagfall.lessons.lesson_files import by_id
from flagfall.puzzles.hexes.turn import Turn
from flagfall.puzzles.library import hex_puzzles, puzzles
from flagfall.ranks.actions import Move
from flagfall.ranks.board import BY_NAME


def cell(page: Any, square: int) -> Any:
    """A square of the board."""
    return page.locator(f'[data-cell="{square}"]')


def ready(page: Any) -> None:
    """Wait until the task is told and nothing is shown on the board any more."""
    page.locator("[data-say]").wait_for()
    page.locator("[data-show]:not([disabled])").wait_for()


def play_through(page: Any, lesson: str) -> None:
    """Play a lesson of moves and squares by its first answers."""
    course = Course(by_id()[lesson])
    for task in course.lesson.tasks:
        answer = course.right_answer(task)
        ready(page)
        if isinstance(answer, Pick):
            for square in answer.squares:
                cell(page, square).click()
            if len(answer.squares) > 1:
                page.locator("[data-pick]").click()
        else:
            assert isinstance(answer, Move)
            cell(page, answer.origin).click()
            cell(page, answer.target).click()
        expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "right")
        page.locator("[data-on]:not([disabled])").wait_for()
        if page.locator("a[data-on]").count() == 0:
            page.locator("[data-on]").click()


@pytest.mark.parametrize("lesson", smoke(["attacking", "remembering"], "remembering"))
def test_a_lesson_is_played_through_and_its_stars_are_in_the_list(open_page: Any, lesson: str) -> None:
    page = open_page(f"/learn/{lesson}")
    play_through(page, lesson)
    page.goto("/learn")
    expect(page.locator(f'[data-lesson="{lesson}"] [role=img]')).to_have_attribute(
        "aria-label", "3 stars of 3"
    )
    # The count is of the game's own lessons, and what comes after them stands below them all.
    expect(page.locator("header")).to_contain_text(["1 of 8 done"])
    page.locator("[data-place]").first.wait_for()
    tiles = page.locator("[data-lesson], [data-place]")
    after = tiles.evaluate_all("all => all.map(one => 'place' in one.dataset)")
    assert after == sorted(after)
    assert axe(page) == []


def test_a_wrong_move_is_seen_and_can_be_tried_again(open_page: Any) -> None:
    page = open_page("/learn/bombs-and-miners", reduced_motion="reduce")
    ready(page)
    cell(page, 84).click()
    cell(page, 94).click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "wrong")
    page.locator("[data-on]:not([disabled])").click()
    ready(page)
    cell(page, 93).click()
    cell(page, 94).click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "right")
    page.locator("[data-on]:not([disabled])").wait_for()  # The battle has been fought.
    assert axe(page) == []


def test_what_an_attack_found_is_told_after_it_was_seen(open_page: Any) -> None:
    page = open_page("/learn/attacking")
    ready(page)
    freeze(page)
    cell(page, BY_NAME["e5"]).click()
    cell(page, BY_NAME["e6"]).click()
    verdict = page.locator("[data-verdict]")
    expect(verdict).to_have_text("Right.")
    page.clock.run_for(5000)
    expect(verdict).to_contain_text("6 beats 5")


@pytest.mark.long
def test_a_refused_move_says_why(open_page: Any) -> None:
    page = open_page("/learn/two-square-rule", expected="422")
    ready(page)
    cell(page, 44).click()
    cell(page, 34).click()
    expect(page.locator("[data-why]")).to_contain_text("square")


def test_a_power_is_used_by_keyboard_on_a_phone(open_page: Any) -> None:
    page = open_page("/learn/charge", width=390, height=844, touch=True)
    ready(page)
    cell(page, 20).focus()
    page.keyboard.press("Enter")
    page.locator('[data-power="charge"]').focus()
    page.keyboard.press("Enter")
    cell(page, 80).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "right")


APART = """cell => {
    const box = one => document.querySelector(one).getBoundingClientRect();
    const [banner, square] = [box('[data-banner]'), box(`[data-cell="${cell}"]`)];
    return banner.top >= square.bottom || banner.bottom <= square.top; }"""


def test_beside_the_board_powers_are_chosen_and_nothing_moves_or_covers_what_happened(open_page: Any) -> None:
    page = open_page("/learn/charge", reduced_motion="reduce")
    ready(page)
    top = cell(page, 20).bounding_box()["y"]
    cell(page, 20).click()
    page.locator('.beside [data-power="charge"]').click()
    assert cell(page, 20).bounding_box()["y"] == top
    cell(page, 80).click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "right")
    counts(page.locator(".acts"), 0)
    page.locator("[data-banner]").wait_for()
    assert page.evaluate(APART, 80)


def test_who_asks_the_compass_for_another_kind_is_told_which_one(open_page: Any) -> None:
    page = open_page("/learn/compass")
    ready(page)
    cell(page, BY_NAME["e3"]).click()
    page.locator('[data-power="compass"]').click()
    kinds = page.locator(".kind").all_inner_texts()
    # What one looks for, then from the strongest down.
    assert [one.split()[-1] for one in kinds[:2]] == ["Flag", "Jones"]
    page.locator(".kind").nth(1).click()
    expect(page.locator("[data-verdict]")).to_contain_text("ask for the Flag")


IN_SIGHT = """() => {
    const box = one => document.querySelector(one)?.getBoundingClientRect();
    const [board, acts] = [box('.ff-board'), box('.acts')];
    return acts && board.top >= 0 && board.bottom <= acts.top + 1 && acts.bottom <= innerHeight + 1; }"""


def test_a_tap_opens_the_powers_of_a_piece_below_the_board_and_presses_none(open_page: Any) -> None:
    page = open_page("/learn/vision", width=390, height=844, touch=True)
    ready(page)
    page.wait_for_load_state("networkidle")
    Finger(page).tap(BY_NAME["e5"])
    power = page.locator('[data-power="vision"]')
    power.wait_for()
    page.wait_for_function(IN_SIGHT)
    counts(page.locator("[data-cancel]"), 0)
    power.tap()
    page.locator("[data-cancel]").wait_for()
    page.wait_for_function(IN_SIGHT)  # The targets too are all to be reached.
    Finger(page).tap(BY_NAME["e7"])
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "right")


def test_a_puzzle_is_solved_and_explained_and_the_door_leads_to_that_of_the_day(open_page: Any) -> None:
    puzzle = next(one for one in puzzles() if (one.game, one.kind) == ("barrage", "flag"))
    page = open_page(f"/puzzles/{puzzle.id}", reduced_motion="reduce", speed="none")
    page.locator("[data-give-up]:not([disabled])").wait_for()
    cell(page, BY_NAME[puzzle.answers[0]]).click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "right")
    expect(page.locator("[data-why] li").first).to_be_visible()
    assert axe(page) == []
    page.goto("/")
    page.locator('[data-door="puzzle"]').click()
    page.locator("[data-give-up]").wait_for()
    page.goto("/puzzles")
    page.locator("[data-teaser] .ff-board").wait_for()
    # Who moved in the film is to be remembered: the picture of its end does not mark it.
    asked = page.evaluate("() => fetch('/api/puzzles/daily').then(answer => answer.json())")
    before = [one for one in asked["scene"]["view"]["pieces"] if one.get("moved")]
    seen = page.locator("[data-teaser] [aria-label*='has moved']").count()
    assert seen <= len([one for one in before if one["seat"] != asked["seat"]])
    expect(page.locator("[data-record] dd").nth(1)).to_have_text("1/1")
    assert axe(page) == []


def test_a_hex_puzzle_is_solved_and_shown_on_the_map_of_a_phone(open_page: Any) -> None:
    puzzle = next(one for one in hex_puzzles() if one.kind == "shelter")
    hex = Turn.of(puzzle).state.board.map.hex(puzzle.answers[0])
    page = open_page(f"/puzzles/{puzzle.id}", width=390, height=844, touch=True, reduced_motion="reduce")
    page.locator("[data-pick]").wait_for()
    expect(page.locator("[data-pick]")).to_be_disabled()
    cell(page, hex).focus()
    page.keyboard.press("Enter")
    page.locator("[data-pick]:not([disabled])").tap()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "right")
    expect(page.locator("[data-why]")).to_contain_text(puzzle.answers[0])
    expect(page.locator("[data-ruler]").first).to_be_attached()
    expect(page.locator("[data-line-of]").first).to_be_visible()
    assert axe(page) == []
