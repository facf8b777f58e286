"""The review of a finished game: accuracy, decisions on the board, luck, and another try."""

from __future__ import annotations

import random
import re
from typing import Any

from hands import cells, click, play, resign, start
from playwright.sync_api import expect
from test_browser_pages import axe


def test_a_review_is_opened_from_the_end_of_a_game_and_a_decision_is_tried_again(open_page: Any) -> None:
    page = open_page()
    start(page, "duel", level="2")
    play(page, random.Random(6), 5)
    if not page.locator("[data-over]").count():
        resign(page)
    page.locator("[data-review]").click()
    page.locator("[data-luck]").wait_for()
    page.wait_for_function("() => !document.querySelector('[data-progress]')")
    assert page.locator("[data-accuracy-of]").count() == 2
    assert page.locator("[data-accuracy] p").inner_text().strip()
    expect(page.locator("[data-accuracy]")).to_contain_text(
        re.compile(r"decisions?, \d+ without a better move")
    )
    # Whose decisions there is something to say about depends on the game.
    if not page.locator("[data-finding]").count():
        page.locator("[data-side='1']").click()
    assert axe(page) == []
    if not page.locator("[data-finding]").count():
        return
    # What the board shows is one of the decisions that are told.
    expect(page.locator("[data-show][aria-pressed=true]")).to_have_count(1)
    page.locator("[data-retry]").first.click()
    page.locator("[data-retrying]").wait_for()
    page.locator(".ff-board .cell.open").first.wait_for(state="attached")
    for cell in [cell["cell"] for cell in cells(page) if cell["open"]]:
        click(page, cell)
        goals = [one["cell"] for one in cells(page) if one["mark"]]
        if goals:
            click(page, goals[0])
            break
        page.keyboard.press("Escape")
    page.locator("[data-tried]").wait_for()
    page.locator("[data-reveal]").click()
    page.locator("[data-revealed]").wait_for()
    assert axe(page) == []
    page.locator("[data-done]").click()
    page.locator("[data-luck]").wait_for()
