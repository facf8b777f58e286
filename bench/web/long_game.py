"""How soon a long game has its curve and its review, from the click to the last point, in the browser.

Beside both stands how long the game's record takes to come: the same server, the same moment.
"""

from __future__ import annotations

import random
import time

from playwright.sync_api import Page
from tests.browser.hands import play, resign, start, table_of
from tests.browser.serving import browsing, preferring, served

PLIES = 400


def run_long_game() -> None:
    """Play a long game by the page, give it up, and ask for its curve and its review."""
    with served() as url, browsing() as browser:
        context = browser.new_context(base_url=url, service_workers="block")
        context.set_default_timeout(300_000)
        context.add_init_script(preferring(guided=True, speed="none"))
        page = context.new_page()
        chance = random.Random(20)
        moves = 0
        # An attack may find the flag early: then another game is begun.
        while 2 * moves < PLIES:
            start(page, "original")
            moves = len(play(page, chance, PLIES // 2, calm=True))
        resign(page)
        table = table_of(page)
        begun = time.perf_counter()
        context.request.get(f"/api/tables/{table}/record")
        record = time.perf_counter() - begun
        for name, (first, whole) in (("curve", _curve(page, table)), ("review", _review(page, table))):
            print(
                f"the {name} of {2 * moves} half-moves begins after {first:.1f} s,"
                f" is whole after {whole:.1f} s;"
                f" the game's record comes in {record * 1000:.0f} ms (x{whole / record:.0f})"
            )
        context.close()


def _curve(page: Page, table: str) -> tuple[float, float]:
    """Seconds until the first and the last point of the curve."""
    page.goto(f"/replay/{table}")
    page.locator("[data-count]").wait_for()
    begun = time.perf_counter()
    page.locator("[data-count]").click()
    page.locator("[data-chances]").wait_for()
    first = time.perf_counter() - begun
    page.wait_for_function("() => !document.querySelector('[data-chances] ~ progress')")
    return first, time.perf_counter() - begun


def _review(page: Page, table: str) -> tuple[float, float]:
    """Seconds until the review says something, and until it has looked at everything."""
    begun = time.perf_counter()
    page.goto(f"/review/{table}")
    page.locator("[data-accuracy]").wait_for()
    first = time.perf_counter() - begun
    page.wait_for_function("() => !document.querySelector('[data-progress]')")
    return first, time.perf_counter() - begun
