"""Missions in the browser: somebody who only does what the prompts say wins the first one by touch."""

from __future__ import annotations

from typing import Any

import pytest
from hex_hands import READY, gone_on, middle, moment, my_turn
from playwright.sync_api import expect

PROMPTS = 12
"""Actions that the first mission takes at most."""


GLOWS = """() => {
    const glow = document.querySelector('[data-glow]')?.getBoundingClientRect();
    const [x, y] = glow ? [glow.x + glow.width / 2, glow.y + glow.height / 2] : [-1, -1];
    return !!document.elementFromPoint(x, y)?.closest('[data-map]'); }"""
"""Whether the glowing hex is on the screen, and nothing lies over it."""


def follow(page: Any) -> None:
    """Do what the prompt points at: the glowing hex, then the button that is pointed out."""
    since = moment(page)
    glow = page.locator("[data-glow]")
    if glow.count() and page.locator('[data-kind="move"]').count():
        page.wait_for_function(GLOWS)
        page.touchscreen.tap(*middle(page, glow.first.get_attribute("data-glow")))
        page.locator(READY).tap()
    else:
        page.locator("[data-end]").tap()
    gone_on(page, since)


def test_the_first_mission_is_won_by_touch_with_nothing_but_its_prompts(open_page: Any) -> None:
    page = open_page("/series/hex", width=390, height=844, touch=True)
    page.locator("[data-missions]").tap()
    page.locator('[data-chapter="tutorial"] [data-go-on]').tap()
    page.locator('.game [data-map] [data-glow="0305"]').wait_for(state="attached")
    expect(page.locator("[data-prompt]")).to_be_visible()
    for _ in range(PROMPTS):
        if not my_turn(page):
            break
        follow(page)
    expect(page.locator('[data-mission-end="won"]')).to_be_visible()
    page.locator("[data-all]").tap()
    first = page.locator('[data-mission="mission-first-steps"]')
    expect(first.locator("svg.on")).to_have_count(1)
    expect(page.locator('[data-mission="mission-cover"].next')).to_be_visible()


def test_a_glowing_hex_comes_into_sight_on_a_phone_held_sideways(open_page: Any) -> None:
    page = open_page("/campaign", width=844, height=390, touch=True, speed="none")
    page.locator('[data-mission="mission-shapes"] [data-play]').tap()
    assert my_turn(page)
    since = moment(page)
    page.locator('[data-kind="transform"]').tap()
    page.locator(READY).tap()
    gone_on(page, since)
    page.locator("[data-glow]").wait_for(state="attached")
    page.wait_for_function(GLOWS)


@pytest.mark.long
def test_the_small_button_of_the_same_name_forgets_no_plan(open_page: Any) -> None:
    page = open_page("/campaign", speed="none")
    page.locator('[data-mission="mission-first-steps"] [data-play]').click()
    assert my_turn(page)
    page.locator("[data-glow]").wait_for(state="attached")
    page.wait_for_function(GLOWS)
    page.mouse.click(*middle(page, page.locator("[data-glow]").first.get_attribute("data-glow")))
    page.locator(READY).wait_for()
    expect(page.locator("[data-prompt-now]")).to_contain_text("the big button “Move”")
    page.locator('[data-kind="move"]').click()
    since = moment(page)
    page.locator(READY).click()
    gone_on(page, since)
    expect(page.locator("[data-prompt]")).to_contain_text("Step 2 of 4")
