"""How soon a replay shows who was ahead, from click to last point, next to the fetch of its record."""

from __future__ import annotations

import random
import time

from tests.browser.hands import play, resign, start, table_of
from tests.browser.serving import browsing, preferring, served

PLIES = 400


def run_curve() -> None:
    """Play a long game by the page, give it up, and ask for its curve."""
    with served() as url, browsing() as browser:
        context = browser.new_context(base_url=url, service_workers="block")
        context.set_default_timeout(120_000)
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
        page.goto(f"/replay/{table}")
        page.locator("[data-count]").wait_for()
        begun = time.perf_counter()
        context.request.get(f"/api/tables/{table}/record")
        record = time.perf_counter() - begun
        begun = time.perf_counter()
        page.locator("[data-count]").click()
        page.locator("[data-chances]").wait_for()
        first = time.perf_counter() - begun
        page.wait_for_function("() => !document.querySelector('[data-chances] ~ progress')")
        whole = time.perf_counter() - begun
        print(
            f"the curve of {2 * moves} half-moves: begins after {first:.1f} s, whole after {whole:.1f} s;"
            f" the game's record comes in {record * 1000:.0f} ms (x{whole / record:.0f})"
        )
        context.close()
