"""The hex game in the browser: a duel and a fight of three against three, by mouse and by keyboard."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from hex_hands import POINT, REACH, READY, act, give_up, gone_on, moment, my_turn, play, start

ROOT = Path(__file__).parents[2]


def test_the_gallery_shows_scenarios_and_leads_into_a_duel_that_ends(open_page: Any) -> None:
    page = open_page("/")
    page.locator('[data-scenarios] [data-card="hex-duel"]').click()
    page.locator("[data-go]").click()
    done = play(page, random.Random(1), 14)
    assert {"move", "fire"} & set(done)
    give_up(page)
    assert page.locator("[data-over] h2").inner_text()
    assert page.locator("[data-log] .roll").count(), "every roll is in the log"


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
    parts = [
        f"{one.locator('span').inner_text()} {one.locator('b').inner_text()}"
        for one in page.locator("[data-parts] li").all()
    ]
    assert parts
    lines = page.locator("[data-log] li").count()
    page.locator(READY).click()
    page.wait_for_function("n => document.querySelectorAll('[data-log] li').length > n", arg=lines)
    told = page.locator("[data-log] li").nth(lines).inner_text(), page.locator("[data-log]").inner_text()
    assert "; ".join(parts) in told[1]


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
    assert re.search(r"moves to 07\d\d", page.locator("[data-log]").inner_text())


def content(page: Any, width: int) -> None:
    """Nothing hangs over at the side, and axe finds nothing."""
    axe = (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate(axe)
    found = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(all => all.violations.map("
        "one => one.id + ': ' + one.nodes.map(node => node.target.join(' ')).join('; ')))"
    )
    assert found == [], found


def test_a_phone_shows_all_without_scrolling_sideways_and_axe_is_content(open_page: Any) -> None:
    page = open_page("/", width=390, height=844, touch=True)
    page.goto("/play/hex-three")
    page.locator("[data-go]").wait_for()
    content(page, 390)
    start(page, "hex-three")
    play(page, random.Random(3), 4)
    my_turn(page)
    content(page, 390)


def test_plans_overlays_the_end_and_the_replay_are_accessible(open_page: Any) -> None:
    page = open_page("/", color_scheme="dark")
    start(page, "hex-duel")
    my_turn(page)
    page.locator(".looks summary").click()
    page.locator('[data-look="threat"]').click()
    page.locator('[data-kind="move"]').click()
    x, y, _ = page.evaluate(REACH)[0]
    page.mouse.click(*page.evaluate(POINT, [x, y]))
    page.locator("[data-facing]").first.wait_for()
    content(page, 1280)
    since = moment(page)
    page.locator(READY).click()
    gone_on(page, since)
    give_up(page)
    content(page, 1280)
    page.locator("[data-replay]").click()
    page.locator("[data-hex-replay]").wait_for()
    page.locator("[data-next]").click()
    content(page, 1280)


def test_a_scenario_is_played_by_the_clock_that_was_chosen(open_page: Any) -> None:
    page = open_page("/play/hex-duel")
    page.locator("[data-clock]").select_option("15")
    page.locator("[data-go]").click()
    assert my_turn(page)
    clocks = page.locator(".game [role=timer]").all_inner_texts()
    assert len(clocks) == 2
    assert all(re.fullmatch(r"1[45]:\d\d", clock) for clock in clocks), clocks


def test_a_preset_brings_its_own_rules_unless_they_are_set(open_page: Any) -> None:
    page = open_page("/play/hex-three")
    page.locator("form details summary").click()
    harder = page.locator("form label", has_text="Harder to hit").locator("input")
    misses = page.locator("form label", has_text="A rolled 1 misses").locator("input")
    assert harder.input_value() == "0" and not misses.is_checked()
    page.locator("form label", has_text="Kind of game").locator("select").select_option("arena")
    assert harder.input_value() == "5" and misses.is_checked()


def test_sheets_buttons_and_log_speak_german(open_page: Any) -> None:
    page = open_page("/play/hex-three", locale="de")
    page.locator("details.unit", has_text="Sunstreaker").locator("summary").click()
    sheet = page.locator('[data-sheet="sunstreaker"]').inner_text()
    assert "Sportwagen" in sheet and "Krieger" in sheet
    assert "sports car" not in sheet and "Warrior" not in sheet
    start(page, "hex-three")
    assert my_turn(page)
    assert "Sportwagen" in page.locator("[data-tray]").inner_text()
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
    assert re.search(
        r"verwandelt sich: (Roboter|Sportwagen|Polizeiauto)", page.locator("[data-log]").inner_text()
    )
