"""Somebody who has never played gets tips during the first game, until they are given or put away."""

from __future__ import annotations

import random
from typing import Any

from hands import cells, click, counts, my_turn, play, start
from playwright.sync_api import expect
from test_browser_pages import axe


def test_the_first_game_comes_with_tips_that_follow_the_board(open_page: Any) -> None:
    page = open_page(width=390, height=844, touch=True, newcomer=True)
    start(page, "original")
    assert my_turn(page)
    tip = page.locator("[data-tip]")
    expect(tip).to_have_attribute("data-tip", "turn")
    able = next(one["cell"] for one in cells(page) if one["open"])
    click(page, able)
    expect(tip).to_have_attribute("data-tip", "choose")
    assert axe(page) == []
    page.keyboard.press("Escape")
    play(page, random.Random(1), 1, calm=True)
    assert my_turn(page)
    expect(tip).to_have_attribute("data-tip", "hidden")
    page.locator("[data-tip-close]").click()
    counts(tip, 0)
    # They do not come back.
    page.reload()
    assert my_turn(page)
    page.locator("[data-panel]").wait_for(state="attached")
    counts(tip, 0)
