"""The hex game in the browser: a duel and a fight of three against three, by mouse and by keyboard."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from accessible import axe, fits
from hands import counts
from hex_hands import (
    OPEN,
    POINT,
    REACH,
    READY,
    SHOTS,
    act,
    be_still,
    give_up,
    gone_on,
    log,
    moment,
    my_turn,
    play,
    rolls,
    start,
)
from playwright.sync_api import expect


def test_the_gallery_shows_scenarios_and_leads_into_a_duel_that_ends(open_page: Any) -> None:
    page = open_page("/series/hex", speed="none")
    page.locator('[data-scenarios] [data-card="hex-duel"]').click()
    page.locator("[data-level]").select_option("1")
    page.locator("[data-side]").select_option("0")
    page.locator("[data-go]").click()
    rng = random.Random(1)
    while my_turn(page) and not {"fire", "strike"} & set(play(page, rng, 1)):
        pass
    give_up(page)
    expect(page.locator("[data-over] h2")).to_have_text("You have lost")
    assert log(page)[-1] == "You have lost: you have resigned"
    assert "roll " in rolls(page, -1), "every roll is in the log"


@pytest.mark.long
def test_three_against_three_is_deployed_and_played(open_page: Any) -> None:
    page = open_page("/")
    start(page, "hex-three", "2")
    done = play(page, random.Random(3), 10)
    assert done.count("deploy") == 3
    assert len(done) > 3
    give_up(page)


def test_the_parts_of_a_shot_are_those_of_the_log(open_page: Any) -> None:
    page = open_page("/")
    start(page, "hex-duel")
    rng = random.Random(2)
    while my_turn(page):
        if page.locator('[data-kind="fire"]').count():
            break
        since = moment(page)
        act(page, rng)
        gone_on(page, since)
    page.locator('[data-kind="fire"]').click()
    if page.locator("[data-target]").count():
        page.locator("[data-target]").first.click()
    card = page.locator("[data-orders]")
    needs = card.locator("[data-needs]").inner_text().split(":")[0]
    chance = re.search(r"hits \d+\s%", card.locator("[data-odds]").inner_text())
    assert chance
    be_still(page)
    expect(page.locator(".hx-chance").first).to_contain_text(chance.group().split()[1])
    counts(card.locator('[data-bar="0"]'), 1)  # No damage has a bar too.
    parts = [
        f"{one.locator('span').inner_text()} {one.locator('b').inner_text()}"
        for one in page.locator("[data-parts] li").all()
    ]
    assert parts
    since = page.evaluate(SHOTS)
    page.locator(READY).click()
    page.wait_for_function(f"n => ({SHOTS})() > n", arg=since)
    told = rolls(page, since)  # The foe may have shot back by now.
    assert "; ".join(parts) in told, "the log has the parts of the card"
    assert f"{needs}, {chance.group()}" in told, "and its words and numbers"


def test_a_move_by_the_keyboard_alone(open_page: Any) -> None:
    page = open_page("/")
    start(page, "hex-duel")
    assert my_turn(page)
    page.locator("[data-map]").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.wait_for_function("() => /points? to get there/.test(document.activeElement.ariaLabel)")
    page.keyboard.press("Enter")
    page.locator(READY).focus()
    lines = page.locator("[data-log] li").count()
    page.keyboard.press("Enter")
    page.wait_for_function("n => document.querySelectorAll('[data-log] li').length > n", arg=lines)
    expect(page.locator("[data-log]")).to_contain_text(re.compile(r"moves to 07\d\d"))


def content(page: Any) -> None:
    """Nothing hangs over at the side, and axe finds nothing."""
    be_still(page)
    assert fits(page)
    assert axe(page) == []


def test_a_phone_shows_all_without_scrolling_sideways_and_axe_is_content(open_page: Any) -> None:
    page = open_page("/", width=390, height=844, touch=True)
    page.goto("/play/hex-three")
    page.locator("[data-go]").wait_for()
    content(page)
    start(page, "hex-three")
    play(page, random.Random(3), 4)
    my_turn(page)
    content(page)


def test_plans_overlays_the_end_and_the_replay_are_accessible(open_page: Any) -> None:
    page = open_page("/", color_scheme="dark")
    start(page, "hex-duel")
    my_turn(page)
    page.locator(".looks summary").click()
    page.locator('[data-look="arc"]').click()
    page.locator('[data-kind="move"]').click()
    be_still(page)
    spots = (page.evaluate(POINT, [x, y]) for x, y, _ in page.evaluate(REACH))
    page.mouse.click(*next(spot for spot in spots if page.evaluate(OPEN, spot)))
    page.locator("[data-facing]").first.wait_for()
    content(page)
    since = moment(page)
    page.locator(READY).click()
    gone_on(page, since)
    give_up(page)
    content(page)
    page.locator("[data-replay]").click()
    page.locator("[data-hex-replay]").wait_for()
    page.locator("[data-next]").click()
    content(page)


@pytest.mark.long
def test_a_scenario_is_played_by_the_clock_that_was_chosen(open_page: Any) -> None:
    page = open_page("/play/hex-duel")
    page.locator("[data-clock]").select_option("15")
    page.locator("[data-go]").click()
    assert my_turn(page)
    clocks = page.locator(".game [role=timer]")
    counts(clocks, 2)
    for clock in (clocks.first, clocks.last):
        expect(clock).to_have_text(re.compile(r"^1[0-5]:\d\d$"))  # However long it took to get here.


@pytest.mark.long
def test_a_preset_brings_its_own_rules_unless_they_are_set(open_page: Any) -> None:
    page = open_page("/play/hex-three")
    page.locator("form details summary").click()
    harder = page.locator("form label", has_text="Harder to hit").locator("input")
    misses = page.locator("form label", has_text="A rolled 1 misses").locator("input")
    expect(harder).to_have_value("8")
    expect(misses).to_be_checked()
    page.locator("form label", has_text="Kind of game").locator("select").select_option("book")
    expect(harder).to_have_value("0")
    expect(misses).not_to_be_checked()


@pytest.mark.long
def test_sheets_buttons_and_log_speak_german(open_page: Any) -> None:
    page = open_page("/play/hex-three", locale="de")
    page.locator("details.unit", has_text="Sunstreaker").locator("summary").click()
    sheet = page.locator('[data-sheet="sunstreaker"]')
    for word in ("Sportwagen", "Krieger"):
        expect(sheet).to_contain_text(word)
    for word in ("sports car", "Warrior"):
        expect(sheet).not_to_contain_text(word)
    start(page, "hex-three")
    assert my_turn(page)
    expect(page.locator("[data-tray]")).to_contain_text("Sportwagen")
    rng = random.Random(2)
    for _ in range(12):
        assert my_turn(page)
        since = moment(page)
        if page.locator('[data-kind="transform"]').count():
            page.locator('[data-kind="transform"]').click()
            page.locator(READY).click()
            gone_on(page, since)
            break
        play(page, rng, 1)
    expect(page.locator("[data-log]")).to_contain_text(
        re.compile("verwandelt sich: (Roboter|Sportwagen|Polizeiauto)")
    )
