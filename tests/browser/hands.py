"""Hands for the tests: they see only what a player sees, and touch only what a player touches."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

CELLS = """() => [...document.querySelectorAll('.ff-board .cell')].map(cell => ({
    cell: +cell.dataset.cell, name: cell.dataset.name, label: cell.getAttribute('aria-label'),
    open: cell.classList.contains('open'), mark: cell.dataset.mark || '',
    selected: cell.getAttribute('aria-selected') === 'true'}))"""

FREE = """cell => {
    const box = document.querySelector(`.ff-board [data-cell="${cell}"]`)?.getBoundingClientRect();
    if (!box) return false;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const over = document.elementFromPoint(x, y)
        ?.closest('[data-battle] button, [data-ending], [data-banner] button');
    over?.click();
    return over ? false : [x, y]; }"""
"""The middle of a cell; what lies over it is put away first, as a player does it."""
POWER = "[data-power]:not([disabled])"
OVER = """() => document.querySelector('[data-over]')
    || (document.querySelector('[data-battle] button, [data-ending]')?.click(), false)"""


def cells(page: Any) -> list[dict[str, Any]]:
    """All cells of the board."""
    found: list[dict[str, Any]] = page.evaluate(CELLS)
    return found


def at(page: Any, cell: int) -> tuple[float, float]:
    """The middle of a cell on the screen, once nothing lies over it."""
    x, y = page.wait_for_function(FREE, arg=cell).json_value()
    return x, y


def click(page: Any, cell: int) -> None:
    """Click a cell."""
    page.mouse.click(*at(page, cell))


def drag(page: Any, origin: int, target: int) -> None:
    """Drag a piece to a cell."""
    page.mouse.move(*at(page, origin))
    page.mouse.down()
    page.mouse.move(*at(page, target), steps=5)
    page.mouse.up()


def start(page: Any, game: str, level: str = "1", seat: str = "0") -> None:
    """Begin a game against a bot by the pages, with the set-up that is offered."""
    page.goto(f"/play/{game}")
    page.locator(f'input[name="level"][value="{level}"]').check()
    page.locator("form select").first.select_option(seat)
    page.locator("[data-go]").click()
    page.locator("[data-start]:not([disabled])").click()
    page.locator("[data-panel]").wait_for(state="attached")  # A first tip may stand in its place.


def my_turn(page: Any) -> bool:
    """Wait until it is my turn or the game is over; True if it is my turn."""
    page.wait_for_function(
        "() => document.querySelector('[data-over]') || document.querySelector('.ff-board .cell.open')"
        " || (document.querySelector('[data-battle] button, [data-ending]')?.click(), false)"
    )
    return not page.locator("[data-over]").count()


def over(page: Any) -> None:
    """Wait for the end of the game: what is still to be seen of it is put away."""
    page.wait_for_function(OVER)


def freeze(page: Any) -> None:
    """Stop the clock of a page: time passes there only when the test says so."""
    page.clock.install()
    page.clock.pause_at(
        page.evaluate("() => Date.now() + 20_000")
    )  # Less than a silent line is given up after.


def act(page: Any, rng: random.Random, eager: bool = False, calm: bool = False) -> str:
    """Make one decision by the mouse: a power if chance wants it, or at any rate if eager; else a move.

    Moves are attacks where they can be; calm ones are steps into the open where they can be, for a test
    that goes on afterwards: armies are drawn, and an attack may find the flag.
    """
    now = cells(page)
    marked = [cell for cell in now if cell["mark"]]
    if marked:  # A begun power waits for its targets.
        click(page, rng.choice(marked)["cell"])
        for name in ("[data-strike]:not([disabled])", "[data-halt]"):
            if page.locator(name).count():
                page.locator(name).click()
                break
        return "strike"
    able = [cell for cell in now if cell["open"]]
    rng.shuffle(able)
    for cell in able if eager else ():
        click(page, cell["cell"])
        if page.locator(POWER).count():
            return use(page, rng)
        page.keyboard.press("Escape")
    for cell in able:
        click(page, cell["cell"])
        if page.locator(POWER).count() and rng.random() < 0.5:
            return use(page, rng)
        goals = [one for one in cells(page) if one["mark"]]
        if goals:
            first = "move" if calm else "attack"
            goals.sort(key=lambda one: (one["mark"] != first, -one["cell"] // 10, rng.random()))
            if rng.random() < 0.3:
                drag(page, cell["cell"], goals[0]["cell"])
            else:
                click(page, goals[0]["cell"])
            return f"{cell['name']}-{goals[0]['name']}"
        page.keyboard.press("Escape")
    raise AssertionError("no piece can move")


def use(page: Any, rng: random.Random) -> str:
    """Use a power of the selected piece, step by step."""
    button = page.locator(POWER).first
    power = str(button.get_attribute("data-power"))
    button.click()
    while page.locator("[data-cancel]").count():
        kinds = page.locator("[data-panel] .kind")
        if kinds.count():
            kinds.nth(rng.randrange(kinds.count())).click()
        else:
            click(page, rng.choice([one for one in cells(page) if one["mark"]])["cell"])
    return power


LISTED = "() => [...document.querySelectorAll('[data-moves] [data-entry]')].map(e => e.textContent).join()"
"""What the move list says; from memory it says little, and that changes with every move."""


def counted(page: Any) -> int:
    """How many lines the move list has."""
    return int(page.locator("[data-moves] [data-entry]").count())


def play(page: Any, rng: random.Random, most: int, eager: bool = False, calm: bool = False) -> list[str]:
    """Play until the end, or some decisions; what was done."""
    done: list[str] = []
    while len(done) < most and my_turn(page):
        before = page.evaluate(LISTED)
        done.append(act(page, rng, eager and not used(done), calm))
        page.wait_for_function(
            f"before => ({LISTED})() !== before"
            " || document.querySelector('[data-over]')"
            " || (document.querySelector('[data-battle] button, [data-ending]')?.click(), false)",
            arg=before,
        )
        page.evaluate("() => document.querySelector('[data-battle] button, [data-ending]')?.click()")
    return done


def used(done: list[str]) -> set[str]:
    """The powers among what was done: moves are written with two squares."""
    return {one for one in done if not re.fullmatch(r"[a-j]\d+-[a-j]\d+", one)}


def resign(page: Any) -> None:
    """Give up, by the button and its question."""
    page.locator("[data-more]").click()
    page.locator("[data-resign]").click()
    page.locator("[data-confirm]").click()
    over(page)


def table_of(page: Any) -> str:
    """The id of the table in the address."""
    found = re.search(r"/table/([\w-]+)", page.url)
    assert found, page.url
    return found.group(1)


def counts(locator: Any, wanted: int) -> None:
    """Wait until so many are on the page: it may still be drawing what a click brought."""
    from playwright.sync_api import expect

    expect(locator).to_have_count(wanted)
