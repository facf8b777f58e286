"""Every ability of the hex game by its button and its targets, step by step, in a real browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hands import counts
from hex_hands import READY, click_hex, end_turn, gone_on, kinds, log, moment, order, start_alone, turn_of
from playwright.sync_api import expect

BENCH = "hex-test-bench"
NEXT_TO = {"0704": "0804", "0504": "0404", "0703": "0803", "0503": "0403"}
"""Hexes that can burn, each with one next to it."""


def bench(open_page: Any) -> Any:
    """A table where one unit can do everything."""
    page = open_page("/")
    start_alone(page, BENCH)
    return page


def ground(page: Any, hex: str) -> str:
    """What the map says of a hex."""
    return str(page.locator(f'[data-map] [role=gridcell][aria-label^="{hex}"]').get_attribute("aria-label"))


def help_of(page: Any, kind: str) -> str:
    """What the page says about a button."""
    return str(page.locator(f'[data-kind="{kind}"]').get_attribute("title"))


def test_every_button_has_its_help(open_page: Any) -> None:
    page = bench(open_page)
    turn_of(page, "Tinker")
    able = set(kinds(page))
    wanted = {"build", "cloak", "command", "control", "burn", "shield", "smoke", "transmit", "teleport"}
    assert wanted | {"move", "sprint", "fire", "fire-aim", "fire-power", "strike", "strike-brawl"} <= able
    assert {"duck", "transform", "pickup"} <= able
    assert all(help_of(page, kind) for kind in able)


@pytest.mark.long
def test_build_repair_and_demolish(open_page: Any) -> None:
    page = bench(open_page)
    assert "builds in 0706" in order(page, "Tinker", "build", "0706")[0]
    assert ", 1 high, " in ground(page, "0706")
    order(page, "Tinker", "build", "0706", "level")
    assert ", 2 high, 7 HP" in ground(page, "0706")
    for _ in range(12):
        if any(re.search("at Tinker: hit, \\d+ damage", line) for line in log(page)):
            break
        order(page, "Sandbag", "fire")
    told = order(page, "Tinker", "repair")
    assert "Tinker repairs Tinker" in told[0]
    end_turn(page)
    turn_of(page, "Tinker")
    since = moment(page)
    page.locator('[data-kind="move"]').click()
    click_hex(page, "0606")
    page.locator('[data-facing="NE"]').click()
    page.locator(READY).click()
    gone_on(page, since)
    assert "the building in 0706" in "".join(order(page, "Tinker", "demolish"))


@pytest.mark.long
def test_shields_and_cloaks(open_page: Any) -> None:
    page = bench(open_page)
    assert "weapon field" in order(page, "Tinker", "shield", "weapon")[0]
    counts(page.locator('[data-unit="tinker"] .hx-shield'), 1)
    assert "round itself" in order(page, "Tinker", "shield", "self")[0]
    order(page, "Tinker", "cloak")
    counts(page.locator('[data-unit="tinker"].cloaked'), 1)
    assert "uncloaks" in order(page, "Tinker", "uncloak")[0]


def test_command_and_transmit_open_a_window_for_another(open_page: Any) -> None:
    page = bench(open_page)
    head, left = page.locator("[data-head]"), page.locator("[data-left]")
    order(page, "Tinker", "command", "rider")
    expect(head).to_contain_text("Rider")
    expect(left).to_have_text("2 actions left. Free actions, given by Tinker")
    order(page, "Rider", "transform")
    expect(left).to_contain_text("1 action left")
    end_turn(page)
    expect(head).to_contain_text("Tinker")
    order(page, "Tinker", "transmit", "popgun")
    expect(left).to_have_text("1 action left. Free actions, given by Tinker")


def test_fire_brings_smoke_and_wind_and_is_put_out(open_page: Any) -> None:
    page = bench(open_page)
    for hex in 3 * [*NEXT_TO]:
        order(page, "Tinker", "burn", "+" + hex)
        if page.locator(".hx-fire").count():
            break
    counts(page.locator(".hx-fire"), 1)
    counts(page.locator(".hx-smoke"), 1)
    counts(page.locator("svg.wind"), 1)
    expect(page.locator("div.side")).to_contain_text(re.compile(r"Wind to \w+"))
    order(page, "Tinker", "teleport", "+" + NEXT_TO[hex])
    assert f"puts out the fire in {hex}" in order(page, "Tinker", "extinguish")[0]
    counts(page.locator(".hx-fire"), 0)


@pytest.mark.long
def test_smoke_is_laid_along_the_way(open_page: Any) -> None:
    page = bench(open_page)
    order(page, "Tinker", "smoke", "+0708")
    counts(page.locator(".hx-smoke"), 1)


@pytest.mark.long
def test_carry_fire_a_gun_and_set_it_down(open_page: Any) -> None:
    page = bench(open_page)
    turn_of(page, "Tinker")
    plain = weapon_mean(page)
    order(page, "Tinker", "pickup")
    counts(page.locator('[data-unit="popgun"]'), 0)
    expect(page.locator('[data-unit="tinker"]')).to_contain_text("+1")
    turn_of(page, "Tinker")
    if not page.locator('[data-kind="fire"]').count():
        end_turn(page)
        turn_of(page, "Tinker")
    assert weapon_mean(page) > plain, "the gun hits harder than its own weapon"
    order(page, "Tinker", "fire")
    told = order(page, "Tinker", "setdown", "+0507")
    assert "sets down Popgun in 0507" in told[0]
    counts(page.locator('[data-unit="popgun"]'), 1)


def weapon_mean(page: Any) -> float:
    """The damage to expect from the shot at the foe."""
    page.locator('[data-kind="fire"]').click()
    if page.locator("[data-target]").count():
        page.locator("[data-target]", has_text="Sandbag").first.click()
    found = re.search(r"([\d.]+) damage on average", page.locator("[data-orders]").inner_text())
    assert found
    return float(found.group(1))


@pytest.mark.long
def test_into_a_transport_and_out_again(open_page: Any) -> None:
    page = bench(open_page)
    turn_of(page, "Rider")
    since = moment(page)
    page.locator('[data-kind="move"]').click()
    page.get_by_role("button", name="Into which transport: Tinker").click()
    page.locator(READY).click()
    gone_on(page, since)
    counts(page.locator('[data-unit="rider"]'), 0)
    expect(page.locator('[data-unit="tinker"]')).to_contain_text("+1")
    end_turn(page)
    order(page, "Rider", "move", "+0608")
    counts(page.locator('[data-unit="rider"]'), 1)


@pytest.mark.long
def test_the_optional_actions_take_the_whole_turn(open_page: Any) -> None:
    page = bench(open_page)
    for kind in ("fire-aim", "fire-power", "strike-brawl"):
        told = order(page, "Tinker", kind)
        assert len(told) > 1, "the next card is turned at once"
    for _ in range(8):
        told = order(page, "Tinker", "duck")
        assert len(told) > 1, "the next card is turned at once"
        if "Tinker" not in page.locator("[data-head]").inner_text():
            break  # its own card may come next, after a shuffle, and then it stands up at once
    assert page.locator('[data-unit="tinker"] .hx-sign').count() == 1
    order(page, "Tinker", "sprint", "+0110")


@pytest.mark.long
def test_take_control_of_the_foe_in_front(open_page: Any) -> None:
    page = bench(open_page)
    for _ in range(6):
        told = order(page, "Tinker", "control")
        if any("takes control" in line for line in told):
            break
    assert any("control" in line for line in log(page))


def test_combine_and_separate_by_clicks(open_page: Any) -> None:
    page = open_page("/")
    start_alone(page, "hex-test-halves")
    turn_of(page, "Left Half")
    counts(page.locator('[data-kind="combine"]'), 1)
    told = order(page, "Left Half", "combine", "+0609", "NE")
    assert "Whole One" in told[0]
    counts(page.locator('[data-unit="whole-one"]'), 1)
    counts(page.locator('[data-unit="left-half"], [data-unit="right-half"]'), 0)
    told = order(page, "Whole One", "separate")
    counts(page.locator('[data-unit="whole-one"]'), 0)
    counts(page.locator('[data-unit="left-half"], [data-unit="right-half"]'), 2)
    assert "separates" in told[0]
