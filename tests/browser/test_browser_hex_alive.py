"""The hex game comes alive: what happens is played on the map, and a phone plays it by touch."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hands import counts, freeze
from hex_hands import (
    POINT,
    REACH,
    READY,
    act,
    be_still,
    give_up,
    gone_on,
    kinds,
    moment,
    my_turn,
    start,
)
from playwright.sync_api import expect

SEEN = """() => { window.seen_ = new Set();
    const signs = [['rise', '[data-rise]'], ['shot', '.hx-tracer'], ['fold', '.hx-fold'],
        ['playing', '[data-skip]']];
    new MutationObserver(() => {
        for (const [name, one] of signs) if (document.querySelector(one)) window.seen_.add(name);
    }).observe(document.body, { subtree: true, childList: true }); }"""
"""What is to be seen for a moment only is written down at the moment it comes."""
AT_REST = "() => !document.querySelector('[data-skip]')"
PHONE: Any = {"width": 390, "height": 844, "touch": True}


def test_a_shot_flies_its_number_rises_and_it_is_shown_again(open_page: Any) -> None:
    page = open_page("/")
    start(page, "hex-duel")
    page.evaluate(SEEN)
    rng = random.Random(2)
    while my_turn(page):
        since = moment(page)
        if act(page, rng) in ("fire", "strike"):
            break
        gone_on(page, since)
    page.wait_for_function("() => window.seen_.has('rise')")
    my_turn(page)
    page.wait_for_function(AT_REST)
    page.evaluate("() => window.seen_.clear()")
    page.locator("[data-again]").click()
    page.wait_for_function("() => window.seen_.has('playing')")
    be_still(page)
    page.locator("[data-again]").wait_for()  # What was skipped can be shown once more.


WALKED = """() => { window.places_ = new Set();
    new MutationObserver(() => {
        const one = document.querySelector('[data-unit="optimus-prime"]')?.closest('[transform]');
        if (one) window.places_.add(one.getAttribute('transform'));
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['transform'] }); }"""


def test_a_unit_walks_its_way_and_is_seen_between_the_hexes(open_page: Any) -> None:
    page = open_page("/")
    start(page, "hex-duel")
    rng = random.Random(2)
    while my_turn(page):
        since = moment(page)
        if not {"strike", "fire"} & set(kinds(page)):
            break
        act(page, rng)
        gone_on(page, since)
    be_still(page)
    page.evaluate(WALKED)
    freeze(page)  # However few pictures a second the machine makes: here it makes all of them.
    act(page, rng)
    page.locator("[data-skip]").wait_for()
    page.clock.run_for(10_000)
    assert page.evaluate("() => window.places_.size") > 4


def test_a_transformation_shows_its_numbers_is_a_scene_and_ends_in_the_other_shape(open_page: Any) -> None:
    page = open_page("/")
    start(page, "hex-duel")
    my_turn(page)
    page.evaluate(SEEN)
    page.locator('[data-kind="transform"]').click()
    answers = page.locator("[data-orders] [data-answer]")
    if answers.count():
        answers.first.click()
    shape = page.locator('[data-new-shape="optimus-prime"]')
    expect(shape.locator('[data-row="speed"]')).to_contain_text(re.compile(r"8\s*→\s*12"))
    expect(shape).to_contain_text("Transport")
    expect(shape).to_contain_text("Command")
    page.locator(READY).click()
    page.wait_for_function("() => window.seen_.has('fold')")
    page.wait_for_function(AT_REST)
    counts(page.locator('[data-unit="optimus-prime"][data-shape="truck"]'), 1)


def tap_a_hex(page: Any, rng: random.Random) -> None:
    """Tap a hex that can be reached and is in sight."""
    be_still(page)
    page.locator(".hx-cost").first.wait_for()
    page.locator("[data-fit]").tap()
    box = page.locator("[data-map]").bounding_box()
    spots = [page.evaluate(POINT, [x, y]) for x, y, _ in page.evaluate(REACH)]
    near = [
        (x, y)
        for x, y in spots
        if box["x"] + 20 < x < box["x"] + box["width"] - 70
        and box["y"] + 60 < y < box["y"] + box["height"] - 20
    ]
    page.touchscreen.tap(*rng.choice(near))


def act_by_touch(page: Any, rng: random.Random, turning: bool = False) -> None:
    """One action by the thumb: a shot if there is one, else a move, else the end."""
    since = moment(page)
    able = kinds(page)
    attack = next((kind for kind in ("strike", "fire") if kind in able), "")
    if attack:
        page.locator(f'[data-kind="{attack}"]').tap()
        if page.locator("[data-target]").count():
            page.locator("[data-target]").first.tap()
    elif "move" in able:
        page.locator('[data-kind="move"]').tap()
        tap_a_hex(page, rng)
        page.locator(READY).wait_for()
        if turning:
            other = page.locator("[data-turn]:not(.on)").first
            way = other.get_attribute("data-turn")
            other.locator("path").tap()
            page.locator(f'[data-turn="{way}"].on').wait_for()
    else:
        page.locator("[data-end]").tap()
        gone_on(page, since)
        return
    confirm = page.locator(READY).bounding_box()
    assert confirm["y"] > 400 and confirm["y"] + confirm["height"] <= 844, "in reach of the thumb"
    page.locator(READY).tap()
    gone_on(page, since)


@pytest.mark.long
@pytest.mark.parametrize("game", ["hex-duel", "hex-three"])
def test_a_whole_game_by_touch(open_page: Any, game: str) -> None:
    page = open_page("/", **PHONE)
    start(page, game)
    rng = random.Random(5)
    for _ in range(400):
        if not my_turn(page):
            break
        if page.locator("[data-place-all]").count():
            since = moment(page)
            page.locator("[data-place-all]").tap()
            page.locator(READY).tap()
            gone_on(page, since)
            page.locator('[data-phase="deploy"]').wait_for(state="detached")
        else:
            act_by_touch(page, rng)
    expect(page.locator("[data-over] h2")).not_to_be_empty()


def test_a_deployment_is_planned_moved_and_taken_back_before_it_is_told(open_page: Any) -> None:
    page = open_page("/")
    start(page, "hex-three")
    my_turn(page)
    page.locator("[data-fit]").click()
    since = moment(page)
    marked = page.locator("[data-map] .hx-goal").count()
    assert marked > 3, "the zone is marked before anything is chosen"
    goal = page.locator("[data-map] .hx-goal").first.bounding_box()
    page.mouse.click(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2)
    page.wait_for_function("() => document.querySelectorAll('.hx-placing').length === 1")
    counts(page.locator('[data-answer="N"][aria-pressed="true"]'), 1)  # It looks to the enemy.
    counts(page.locator("[data-map] .hx-goal"), marked - 1)
    page.locator("[data-back]").click()
    page.wait_for_function("() => !document.querySelector('.hx-placing')")
    assert moment(page) == since, "nothing has been told"


def test_a_move_is_shown_at_a_glance_and_three_keys_go_from_the_map_to_what_is_done(open_page: Any) -> None:
    page = open_page("/")
    start(page, "hex-duel")
    my_turn(page)
    be_still(page)
    page.locator("[data-fit]").click()
    box = page.locator("[data-map]").bounding_box()
    spots = [page.evaluate(POINT, [x, y]) for x, y, _ in page.evaluate(REACH)]
    inside = [one for one in spots if box["x"] + 60 < one[0] < box["x"] + box["width"] - 90]
    page.mouse.move(*inside[0])
    page.locator("[data-plan-card]").wait_for()
    since = moment(page)
    page.mouse.click(*inside[0])
    page.locator(READY).wait_for()
    assert page.evaluate("() => !!document.activeElement.closest('[data-map]')"), "the keys stay at the map"
    page.keyboard.press("x")
    gone_on(page, since)


def test_a_phone_deploys_all_and_plays_by_touch_with_the_confirm_in_reach(open_page: Any) -> None:
    page = open_page("/", **PHONE)
    start(page, "hex-three")
    my_turn(page)
    page.locator("[data-place-all]").tap()
    page.wait_for_function("() => document.querySelectorAll('.hx-placing').length === 3")
    page.locator("[data-back]").tap()
    page.wait_for_function("() => document.querySelectorAll('.hx-placing').length === 2")
    page.locator("[data-place-all]").tap()
    page.locator(READY).tap()
    page.locator('[data-phase="play"]').wait_for()
    rng = random.Random(4)
    expect(page.locator("[data-objective]")).to_be_visible()
    for _ in range(4):
        if my_turn(page):
            act_by_touch(page, rng, turning=True)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    give_up(page)


def test_a_hint_says_what_to_do_and_why_and_can_be_planned(open_page: Any) -> None:
    page = open_page("/", locale="de")
    start(page, "hex-duel")
    my_turn(page)
    page.locator("[data-hint-ask]").click()
    expect(page.locator("[data-hint] p")).to_have_text(re.compile("^Tipp: "))
    page.locator("[data-hint-take]").click()
    page.locator(READY).wait_for()
    since = moment(page)
    page.locator(READY).click()
    gone_on(page, since)


def test_a_hint_to_leave_the_map_says_so_can_be_planned_and_wins(open_page: Any) -> None:
    page = open_page("/", locale="fr")
    start(page, "hex-test-way-out")
    my_turn(page)
    page.locator("[data-hint-ask]").click()
    hint = "Conseil: Quitter la carte par le bord est – c'est ainsi que vous gagnez."
    expect(page.locator("[data-hint] p")).to_have_text(hint)
    assert "À vous\u00a0:" in page.locator("[data-head]").inner_text(), "no line begins with the colon"
    page.locator("[data-hint-take]").click()
    page.locator(READY).click()
    page.locator("[data-over]").wait_for()
    expect(page.locator("[data-objective]")).to_contain_text("1 sur 1")


@pytest.mark.long
def test_who_has_no_goal_of_their_own_reads_first_what_wins_for_both(open_page: Any) -> None:
    page = open_page("/campaign/mission-yard-at-dawn", **PHONE)
    page.locator("[data-begin]").tap()
    first = page.locator("[data-objective] summary .first").first
    expect(first).to_contain_text("You: put every enemy out of action")


TURNED = "() => document.querySelector('[data-turn].on')?.dataset.turn"


def test_a_facing_is_dragged_round_the_end_of_a_move(open_page: Any) -> None:
    page = open_page("/", speed="none")
    start(page, "hex-duel")
    my_turn(page)
    be_still(page)
    page.locator("[data-fit]").click()
    box = page.locator("[data-map]").bounding_box()
    spots = [page.evaluate(POINT, [x, y]) for x, y, _ in page.evaluate(REACH)]
    inside = [one for one in spots if box["x"] + 60 < one[0] < box["x"] + box["width"] - 90]
    for spot in inside:
        page.mouse.click(*spot)
        page.locator(READY).wait_for()
        ways = page.locator("[data-turn]").evaluate_all("all => all.map(one => one.dataset.turn)")
        if {"NE", "SE"} <= set(ways):
            break
        page.keyboard.press("Escape")
    scale = page.evaluate("() => document.querySelector('[data-facings]').getScreenCTM().a")
    held = page.locator('[data-turn="NE"] path').bounding_box()
    page.mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    page.mouse.down()
    middle = page.evaluate(
        "() => { const { e, f } = document.querySelector('[data-facings]').getScreenCTM(); return [e, f]; }"
    )
    page.mouse.move(middle[0] + 60 * scale, middle[1] + 35 * scale, steps=6)
    page.mouse.up()
    page.wait_for_function(f"() => ({TURNED})() === 'SE'")
    counts(page.locator('[data-facing="SE"][aria-pressed="true"]'), 1)
    page.locator('[data-turn="NE"] path').click()
    page.wait_for_function(f"() => ({TURNED})() === 'NE'")
