"""Hands for the tests of the hex game, which touch only what a player touches."""

from __future__ import annotations

import itertools
import random
from typing import Any

POINT = """([x, y]) => {
    const svg = document.querySelector('svg.hx');
    const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    return [point.x, point.y]; }"""
SHOTS = "() => document.querySelectorAll('[data-log] > li [data-shot-line]').length"
REACH = """() => [...document.querySelectorAll('.hx-cost')].map(
    text => [+text.getAttribute('x'), +text.getAttribute('y') - 6, +text.textContent])"""
OPEN = """([x, y]) => !!document.elementFromPoint(x, y)?.closest('[data-map]')"""
READY = "[data-do]:not([disabled])"
STILL = """() => {
    const skip = document.querySelector('[data-skip]');
    skip?.click();
    return !skip; }"""
WAITING = "() => document.querySelector('[data-over]') || document.querySelector('[data-orders]')"
GONE_ON = """n => document.querySelector('[data-over]')
    || (+document.querySelector('.game').dataset.n > n
        && (document.querySelector('[data-orders]') || document.querySelector('[data-waiting]')))"""


def start(page: Any, game: str, level: str = "1") -> None:
    """Begin a scenario against a bot, by its page."""
    page.goto(f"/play/{game}")
    page.locator("[data-level]").select_option(level)
    page.locator("[data-side]").select_option("0")
    page.locator("[data-go]").click()
    page.locator(".game [data-map]").wait_for()


def start_alone(page: Any, game: str) -> None:
    """Begin a scenario with both sides at one screen."""
    page.goto(f"/play/{game}")
    page.locator("form select").first.select_option("hotseat")
    page.locator("[data-go]").click()
    page.locator(".game [data-map]").wait_for()


def my_turn(page: Any) -> bool:
    """Wait for a decision; False when the game is over."""
    page.wait_for_function(WAITING)
    return bool(page.locator("[data-over]").count() == 0)


def moment(page: Any) -> int:
    """How much has been told so far."""
    return int(page.locator(".game").get_attribute("data-n"))


def gone_on(page: Any, since: int) -> None:
    """Wait until more has been told, and be done with what is played of it."""
    page.wait_for_function(GONE_ON, arg=since)
    be_still(page)


def be_still(page: Any) -> None:
    """Put away what is being played on the map."""
    page.wait_for_function(STILL)


def kinds(page: Any) -> list[str]:
    """What the unit in turn can do."""
    found: list[str] = page.locator("[data-kind]").evaluate_all("all => all.map(one => one.dataset.kind)")
    return found


def middle(page: Any, hex: str) -> tuple[float, float]:
    """Where the middle of a hex is on the screen."""
    x, y = int(hex[:2]) - 1, int(hex[2:]) - 1
    high = 50 * 3**0.5
    found: list[float] = page.evaluate(POINT, [50 + 75 * x, high / 2 + high * y + (high / 2 if x % 2 else 0)])
    return found[0], found[1]


def click_hex(page: Any, hex: str) -> None:
    """Click a hex on the whole map."""
    page.evaluate("window.scrollTo(0, 0)")
    page.locator("[data-fit]").click()
    page.mouse.click(*middle(page, hex))


def deploy(page: Any, rng: random.Random) -> None:
    """Answer the questions of a deployment with its buttons."""
    while not page.locator(READY).count():
        answers = page.locator("[data-orders] [data-answer]")
        if answers.count():
            answers.nth(rng.randrange(answers.count())).click()
        else:
            page.locator("[data-answers]").select_option(index=1)
    page.locator(READY).click()


def act(page: Any, rng: random.Random) -> str:
    """One action by the mouse: a shot if there is one, else a move towards the foe, else the end."""
    able = kinds(page)
    for kind in ("strike", "fire"):
        if kind in able:
            page.locator(f'[data-kind="{kind}"]').click()
            if page.locator("[data-target]").count():
                page.locator("[data-target]").first.click()
            page.locator(READY).click()
            return kind
    if "move" in able:
        page.locator('[data-kind="move"]').click()
        page.evaluate("window.scrollTo(0, 0)")
        page.locator("[data-fit]").click()
        places = sorted(page.evaluate(REACH), key=lambda place: place[1])
        spots = (page.evaluate(POINT, [x, y]) for x, y, _ in places)
        free = (spot for spot in spots if page.evaluate(OPEN, spot))  # buttons lie over some on a phone
        page.mouse.click(*rng.choice(list(itertools.islice(free, 3))))
        page.locator(READY).click()
        return "move"
    page.locator("[data-end]").click()
    return "end"


def play(page: Any, rng: random.Random, most: int) -> list[str]:
    """Play some actions, or to the end; what was done."""
    done: list[str] = []
    while len(done) < most and my_turn(page):
        since = moment(page)
        if page.locator('[data-phase="deploy"]').count():
            deploy(page, rng)
            done.append("deploy")
        else:
            done.append(act(page, rng))
        gone_on(page, since)
    return done


def give_up(page: Any) -> None:
    """Resign, if the game is not over by then."""
    if my_turn(page):
        page.locator("[data-more]").click()
        page.locator("[data-resign]").click()
        page.locator("[data-confirm]").click()
    page.locator("[data-over]").wait_for()


def log(page: Any) -> list[str]:
    """The lines of the log; a shot is one line, closed."""
    found: list[str] = page.locator("[data-log] > li").all_inner_texts()
    return found


def rolls(page: Any, shot: int) -> str:
    """Open a shot of the log, counted from 0: what was needed, and every roll."""
    line = page.locator("[data-log] > li", has=page.locator("[data-shot-line]")).nth(shot)
    line.locator("[data-shot-line]").click()
    line.locator(".roll").first.wait_for()
    found: str = line.inner_text()
    return found


def end_turn(page: Any) -> None:
    """End the turn in progress."""
    since = moment(page)
    page.locator("[data-end]").click()
    gone_on(page, since)


def turn_of(page: Any, unit: str) -> None:
    """End turns until a unit has its own."""
    for _ in range(12):
        page.locator("[data-orders]").wait_for()
        if unit in page.locator("[data-head]").inner_text() and page.locator("[data-kind]").count():
            return
        end_turn(page)
    raise AssertionError(f"{unit} never has its turn")


def order(page: Any, unit: str, kind: str, *steps: str) -> list[str]:
    """Have a unit do something in its turn, by its buttons and the map; the new lines of the log.

    A step is the answer of a button, or a hex written with a plus to be clicked on the map.
    """
    turn_of(page, unit)
    if not page.locator(f'[data-kind="{kind}"]').count():
        end_turn(page)
        turn_of(page, unit)
    since, lines = moment(page), len(log(page))
    page.locator(f'[data-kind="{kind}"]').click()
    for step in steps:
        if step.startswith("+"):
            click_hex(page, step[1:])
        else:
            page.locator(f'[data-orders] [data-answer="{step}"]').click()
    if not page.locator(READY).count() and page.locator("[data-target]").count():
        page.locator("[data-target]").first.click()
    page.locator(READY).click()
    gone_on(page, since)
    return log(page)[lines:]
