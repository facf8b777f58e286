"""The hex game on a phone: the room is the map's, and what matters is said in it."""

from __future__ import annotations

from typing import Any

from hex_hands import READY, gone_on, moment, my_turn, start
from playwright.sync_api import expect

PHONE = {"width": 390, "height": 844, "touch": True, "speed": "none"}

BEYOND = """() => {
    const host = document.querySelector('[data-map]').getBoundingClientRect();
    const map = document.querySelector('svg.hx').getBoundingClientRect();
    return Math.round(host.bottom - map.bottom); }"""
"""Pixels of empty ground below the map."""

SPREAD = """() => {
    const all = [...document.querySelectorAll('.hx-placing')].map(one => one.getBoundingClientRect().x);
    const map = document.querySelector('svg.hx').getBoundingClientRect();
    return all.map(x => (x - map.x) / map.width); }"""
"""Where the planned units stand, from the left edge of the map (0) to the right one (1)."""

WHOLE_LINES = """() => [...document.querySelectorAll('[data-objective] .first')].filter(
    one => one.getBoundingClientRect().height > 0).map(one => one.textContent)"""


def test_no_empty_ground_is_shown_and_all_of_the_zone_is_used(open_page: Any) -> None:
    page = open_page("/", **PHONE)
    start(page, "hex-siege")
    my_turn(page)
    page.wait_for_function(f"({BEYOND})() < 20")
    page.locator("[data-place-all]").tap()
    page.wait_for_function("() => document.querySelectorAll('.hx-placing').length === 5")
    places = page.evaluate(SPREAD)
    assert min(places) < 0.25 and max(places) > 0.75, places
    page.locator(READY).tap()
    page.locator('[data-phase="play"]').wait_for()


def test_a_phone_tells_what_both_sides_are_up_to_and_how_far_they_are(open_page: Any) -> None:
    page = open_page("/", **PHONE)
    start(page, "hex-convoy")
    page.locator("[data-objective]").wait_for()
    own, theirs = page.evaluate(WHOLE_LINES)
    assert "Round 1 of 10" in own and "0 of 2" in own and "You: get 2 of these off the east edge" in own, own
    assert "0 of 2" in theirs and "Decepticons: bring down 2 of 3 (" in theirs, theirs


def test_the_small_map_leaves_the_buttons_of_the_map_free(open_page: Any) -> None:
    page = open_page("/campaign", **PHONE)
    page.locator('[data-mission="mission-shapes"] [data-play]').tap()
    assert my_turn(page)
    small = page.locator("[data-minimap]").bounding_box()
    whole = page.locator("[data-fit]").bounding_box()
    assert small["height"] > 60 and small["y"] > whole["y"] + whole["height"], (small, whole)


def test_where_a_giant_looks_is_chosen_on_the_map(open_page: Any) -> None:
    page = open_page("/campaign", **PHONE)
    page.locator('[data-mission="mission-combine"] [data-play]').tap()
    assert my_turn(page)
    since = moment(page)
    page.locator('[data-kind="combine"]').tap()
    page.locator("[data-orders] [data-answer]").first.tap()
    page.locator('[data-turn="SE"]').tap()
    expect(page.locator('[data-turn="SE"]')).to_have_class("hx-turn on")
    page.locator(READY).tap()
    gone_on(page, since)
    page.locator('[data-unit="superion"]').wait_for()
