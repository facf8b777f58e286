"""Playing without a connection: the browser is made ready once, and needs no server from then on."""

from __future__ import annotations

import random
from typing import Any

from hands import counted, my_turn, play, resign
from playwright.sync_api import expect

CACHES = "async () => (await caches.keys()).filter(key => key.startsWith('flagfall-offline-')).length"


def test_a_game_is_begun_played_and_found_again_without_a_connection(open_page: Any) -> None:
    page = open_page("/", speed="none", service_workers="allow")
    expect(page.locator("[data-door]").first).to_be_visible()
    expect(page.locator('[data-door="offline"]')).to_have_count(0)
    assert page.evaluate(CACHES) == 0  # Nothing of it is fetched before somebody asks.
    page.goto("/play/barrage")
    page.locator("[data-offline]").click()
    page.locator("[data-make]").click()
    expect(page.locator("[data-ready]")).to_be_visible()
    assert page.evaluate(CACHES) == 1

    page.context.set_offline(True)
    page.goto("/puzzles")  # What needs the server says so, and names what does not.
    page.locator("[data-offline]").click()
    expect(page.locator("[data-begin]")).to_be_visible()
    page.goto("/")
    page.locator('[data-door="offline"]').click()
    page.locator("[data-game]").select_option("barrage")
    page.locator("[data-side]").select_option("0")
    page.locator("[data-begin]").click()
    page.locator("[data-start]:not([disabled])").click()
    assert my_turn(page)
    play(page, random.Random(3), 2, calm=True)
    assert my_turn(page)
    assert counted(page) == 4  # The bot has answered both.

    page.reload()
    assert my_turn(page)
    assert counted(page) == 4
    resign(page)
    expect(page.locator("[data-over] h2")).not_to_be_empty()
    page.locator("[data-rematch]").click()
    page.locator("[data-start]:not([disabled])").click()  # With the other army: the bot is first.
    assert my_turn(page)
    assert counted(page) == 1

    page.goto("/offline")
    page.locator("[data-language]").select_option("de")
    expect(page.locator("h1")).to_have_text("Ohne Verbindung spielen")
    page.locator("[data-continue]").click()
    assert my_turn(page)
    page.context.set_offline(False)
    page.goto("/offline")
    page.locator("[data-drop]").click()
    expect(page.locator("[data-make]")).to_be_visible()
    assert page.evaluate(CACHES) == 0
