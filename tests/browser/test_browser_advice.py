"""Hints, guesses, the curve of a game, arrows, and moves made ahead: by the mouse, as a player has them."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from accessible import axe
from hands import at, cells, click, counted, counts, drag, my_turn, play, resign, start, table_of
from playwright.sync_api import expect

ALL_GUESSED = """() => {
    const [hidden, guessed] = ['.piece.back', '.guess'].map(
        one => document.querySelectorAll('.ff-board ' + one).length);
    return hidden > 0 && hidden === guessed; }"""


def test_a_hint_has_reasons_and_is_played_by_a_click(open_page: Any) -> None:
    page = open_page()
    start(page, "barrage", level="3")
    assert my_turn(page)
    page.locator("[data-ask-hint]").click()
    page.locator("[data-hint='0']").wait_for()
    expect(page.locator("[data-hints] li span").first).not_to_be_empty()
    counts(page.locator(".ff-board .arrow.hint"), 1)
    assert axe(page) == []
    before = counted(page)
    page.locator("[data-hint='0']").click()
    page.wait_for_function(
        "n => document.querySelectorAll('[data-moves] [data-entry]').length > n", arg=before
    )
    counts(page.locator("[data-hints]"), 0)


def test_guesses_are_shown_on_hidden_pieces_only_and_for_one_rank(open_page: Any) -> None:
    page = open_page(expected="503")
    start(page, "duel", level="4")
    assert my_turn(page)
    # A server that is busy is asked again, and meanwhile it is said that the guesses are coming.
    held: list[Any] = []
    page.route("**/advice/beliefs*", lambda route: route.continue_() if held else held.append(route))
    page.locator("[data-guesses]").click()
    page.locator("[data-looking]").wait_for()
    held[0].fulfill(status=503, json={"code": "busy", "retry": 0.1})
    page.wait_for_function(ALL_GUESSED)
    counts(page.locator("[data-looking]"), 0)
    foe = next(cell for cell in cells(page) if "%" in cell["label"])
    click(page, foe["cell"])
    page.locator("[data-odds] li").nth(1).wait_for()
    page.locator("[data-guess-rank]").select_option("F")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.ff-board .guess text')].every(one => one.textContent === 'F')"
    )
    assert axe(page) == []
    page.locator("[data-guesses]").click()
    counts(page.locator(".ff-board .guess"), 0)


def test_a_replay_draws_the_curve_and_tells_what_the_bot_believed(open_page: Any) -> None:
    page = open_page(speed="none")
    start(page, "duel", level="4")
    play(page, random.Random(6), 4, calm=True)
    if my_turn(page):
        resign(page)
    replay = f"/replay/{table_of(page)}?ply=4&view="
    page.goto(f"{replay}1")
    page.locator("[data-count]").click()
    page.locator("[data-chances] path.line").first.wait_for()
    page.locator("[data-guesses]").click()
    page.wait_for_function(ALL_GUESSED)
    assert axe(page) == []
    page.locator("[data-eyes]").select_option("0")
    expect(page).to_have_url(re.compile(r"view=0$"))
    page.goto(f"{replay}0")
    page.locator("[data-ask-hint]:not([disabled])").click()
    page.locator("[data-hints] li").first.wait_for()


@pytest.mark.long
def test_arrows_are_drawn_by_the_second_button_and_go_with_a_click(open_page: Any) -> None:
    page = open_page()
    start(page, "barrage")
    assert my_turn(page)
    page.mouse.move(*at(page, 44))
    page.mouse.down(button="right")
    page.mouse.move(*at(page, 64), steps=4)
    page.mouse.up(button="right")
    counts(page.locator(".ff-board .head.own"), 1)
    page.mouse.click(*at(page, 54), button="right")
    counts(page.locator(".ff-board circle.arrow.own"), 1)
    click(page, 54)
    counts(page.locator(".ff-board .arrow"), 0)


def test_a_move_made_ahead_is_played_when_it_is_ones_turn(open_page: Any) -> None:
    one = open_page("/play/barrage")
    one.locator('input[value="link"]').check()
    one.locator("form select").first.select_option("0")
    one.locator("[data-go]").click()
    two = open_page(one.locator("[data-invite]").input_value())
    two.locator("[data-join]").click()
    for page in (one, two):
        page.locator("[data-start]:not([disabled])").click()
    for page in (one, two):
        page.locator("[data-panel]").wait_for()
    assert my_turn(one)
    # The second player moves ahead, from the front into an empty square before it.
    mine = [cell for cell in cells(two) if "Blue" in cell["label"]]
    full = {cell["cell"] for cell in cells(two) if "Blue" in cell["label"] or "Red" in cell["label"]}
    lakes = {cell["cell"] for cell in cells(two) if "lake" in cell["label"].lower()}
    movers = [c for c in mine if "Bomb" not in c["label"] and "Flag" not in c["label"]]
    origin, target = next(
        (c["cell"], c["cell"] - 10) for c in movers if c["cell"] - 10 not in full | lakes and c["cell"] >= 60
    )
    click(two, origin)
    # Where it could go is shown, and none of it is a choice that is waited for.
    goals = [cell for cell in cells(two) if cell["mark"]]
    assert target in [cell["cell"] for cell in goals]
    assert {cell["mark"] for cell in goals} == {"later"}
    assert not [cell for cell in cells(two) if cell["open"]]
    two.keyboard.press("Escape")
    drag(two, origin, target)
    counts(two.locator(".ff-board .head.own"), 1)
    open_cells = [cell for cell in cells(one) if cell["open"]]
    for cell in open_cells:
        click(one, cell["cell"])
        goals = [c for c in cells(one) if c["mark"] == "move"]
        if goals:
            click(one, goals[0]["cell"])
            break
        one.keyboard.press("Escape")
    two.locator('[data-entry="1"]').wait_for(state="attached")
    counts(two.locator(".ff-board .head.own"), 0)
    assert counted(two) == 2
