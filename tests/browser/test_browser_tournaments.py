"""Tournaments in the browser: made, entered by link, games that open by themselves, standings."""

from __future__ import annotations

import re
import time
from typing import Any

from hands import table_of
from playwright.sync_api import expect
from test_browser_pages import axe, settled

HEADERS = {"X-Flagfall": "1"}


def signed_up(page: Any, name: str) -> None:
    """Make an account, as the page's visitor."""
    for path, body in (("session", None), ("account", {"name": name, "password": "correct horse"})):
        answer = page.request.post(f"/api/{path}", headers=HEADERS, data=body)
        assert answer.ok, answer.text()


def test_a_private_tournament_is_made_and_entered_by_its_link(open_page: Any) -> None:
    ann = open_page("/about", permissions=["clipboard-read", "clipboard-write"])
    signed_up(ann, "Cup maker")
    ann.goto("/lobby")
    ann.locator("[data-tournaments]").click()
    ann.locator("[data-new]").click()
    ann.locator("[data-name]").fill("Cup of the club")
    ann.get_by_role("radio", name=re.compile("Swiss")).check()
    ann.locator("[data-private]").check()
    settled(ann)
    assert axe(ann) == []
    ann.locator("[data-make]").click()
    expect(ann.locator("main h1")).to_have_text("Cup of the club")
    ann.locator("[data-join]").click()
    expect(ann.locator("[data-standings] tbody tr")).to_have_count(1)
    answer = ann.request.get(f"/api{re.sub('^.*?/tournaments', '/tournaments', ann.url)}")
    code = answer.json()["code"]

    ben = open_page(ann.url, width=390, height=844, locale="de", expected="404")
    expect(ben.get_by_role("alert")).to_contain_text("nur für Leute mit dem Link")
    ben.goto(f"{ann.url}?code={code}")
    ben.locator("[data-join]").click()
    # Both see it at once.
    for page in (ann, ben):
        expect(page.locator("[data-standings] tbody tr")).to_have_count(2)
    settled(ben)
    assert axe(ben) == []
    assert ben.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    ben.locator("[data-leave]").click()
    ben.locator("[data-confirm]").click()
    expect(ann.locator("[data-standings] tbody tr")).to_have_count(1)
    ann.locator("[data-stop]").click()
    ann.locator("[data-confirm]").click()
    expect(ann.locator("[data-state]")).to_have_attribute("data-state", "cancelled")


def test_a_game_of_an_arena_opens_by_itself_and_leads_back(open_page: Any) -> None:
    ann = open_page("/about")
    signed_up(ann, "Arena maker")
    wish = {"name": "Night arena", "game": "barrage", "kind": "arena", "starts": int(time.time() * 1000)}
    made = ann.request.post("/api/tournaments", headers=HEADERS, data=wish)
    assert made.ok, made.text()
    id = made.json()["seen"]["tournament"]["id"]
    ben = open_page(f"/tournaments/{id}")
    ann.goto(f"/tournaments/{id}")
    for page in (ann, ben):
        page.locator("[data-join]").click()
    for page in (ann, ben):
        page.wait_for_url(re.compile("/table/"))
    assert table_of(ann) == table_of(ben)
    # Who goes back to look at the standings is not pulled to the table again.
    ben.goto(f"/tournaments/{id}")
    ben.wait_for_url(re.compile("/table/"))
    ben.go_back()
    expect(ben.locator("[data-mygame]")).to_be_visible()
    # Leaving before the first move loses, and says so beforehand.
    ann.locator("[data-leave]").click()
    expect(ann.get_by_role("dialog")).to_contain_text("loses the game")
    ann.locator("[data-confirm]").click()
    for page in (ann, ben):
        expect(page.locator("[data-game] .score")).to_be_visible()
        expect(page.locator("[data-standings] tbody tr").first).to_contain_text("Guest")
        expect(page.locator("[data-standings] tbody tr").first.locator("b")).to_have_text("2")
    settled(ben)
    assert axe(ben) == []
    # Once the time is over nobody waits for another game.
    expect(ben.locator("[data-done]")).to_have_count(0)
    ben.clock.set_fixed_time((time.time() + 2 * 60 * 60) * 1000)
    ben.goto(f"/tournaments/{id}")
    expect(ben.locator("[data-done]")).to_be_visible()
