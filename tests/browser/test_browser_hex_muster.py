"""A force by points: found by search and theme, drawn at random, kept for the next game."""

from __future__ import annotations

from typing import Any

from hex_hands import start


def test_a_force_is_searched_drawn_by_theme_kept_and_taken_again(open_page: Any) -> None:
    page = open_page("/")
    start(page, "hex-skirmish", "1")
    rows = page.locator("[data-unit-row]")
    rows.first.wait_for()
    everybody = rows.count()
    page.locator("[data-search]").fill("prowl")
    page.wait_for_function("() => document.querySelectorAll('[data-unit-row]').length === 1")
    page.locator("[data-search]").fill("")
    page.locator("[data-theme]").select_option("flyers")
    page.wait_for_function("n => document.querySelectorAll('[data-unit-row]').length < n", arg=everybody)
    page.locator("[data-draw]").click()
    page.locator("[data-muster] [data-do]:not([disabled])").wait_for()
    force = page.locator("[data-left-points]").inner_text().split(": ")[1]
    page.locator(".army").fill("Wings")
    page.locator("[data-keep]").click()
    start(page, "hex-skirmish", "1")
    page.locator("[data-kept]").select_option("Wings")
    page.wait_for_function(
        "told => document.querySelector('[data-left-points]').innerText.endsWith(told)", arg=force
    )
    page.locator("[data-muster] [data-do]").click()
    page.locator("[data-muster]").wait_for(state="detached")
