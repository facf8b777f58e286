"""The game database in the browser: a finished game is found, counted on the board, saved, and kept out."""

from __future__ import annotations

import random
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hands import play, resign, start, table_of
from playwright.sync_api import expect
from test_browser_pages import axe


def _finished(page: Any) -> str:
    """A public game against a bot, some moves long; its table."""
    start(page, "duel", level="1")
    table = table_of(page)
    play(page, random.Random(3), 3)
    if not page.locator("[data-over]").count():
        resign(page)
    page.locator("[data-over]").wait_for()
    return table


def test_a_finished_game_is_found_counted_by_keyboard_and_saved(open_page: Any, tmp_path: Path) -> None:
    page = open_page(speed="none")
    table = _finished(page)
    page.goto("/games")
    page.locator("[data-database]").click()
    row = page.locator(f"[data-replay][href='/replay/{table}']")
    row.wait_for()
    assert axe(page) == []
    page.locator("select[name=game]").select_option("duel")
    expect(page).to_have_url(re.compile("game=duel"))
    # What is folded open stays open while somebody types.
    page.locator("details summary").click()
    page.locator("input[name=flag]").fill("a1")
    page.locator("select[name=flag_seat]").select_option("1")
    expect(page.locator("[data-count]")).to_have_text("0 games")
    page.get_by_role("button", name="Clear").click()
    row.wait_for()
    with page.expect_download() as saved:
        page.locator("[data-download]").click()
    file = tmp_path / "games.zip"
    saved.value.save_as(file)
    assert any(table in name for name in zipfile.ZipFile(file).namelist())
    page.locator("select[name=game]").select_option("duel")
    page.locator("#tab-games").focus()
    page.keyboard.press("ArrowRight")
    tiles = page.locator("[data-heat] .heat-tile")
    tiles.first.wait_for(state="attached")
    assert int(page.locator("[data-games]").inner_text()) >= 1
    assert axe(page) == []
    # The tab key comes to the board; the square with the focus is told.
    page.locator("[data-heat] .cell[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-said] b")).to_have_text(re.compile(r"^[a-j]\d+$"))
    page.locator("[data-what]").select_option("first")
    tiles.first.wait_for(state="attached")
    page.locator("#tab-games").click()
    row.click()
    expect(page).to_have_url(re.compile(f"/replay/{table}$"))
    page.locator(".ff-board").wait_for()


@pytest.mark.long
def test_an_account_keeps_its_games_out_and_a_phone_shows_it_in_german(open_page: Any) -> None:
    page = open_page(speed="none", locale="de", width=390, height=844)
    table = _finished(page)
    name = f"Nora{random.Random().randrange(10**9)}"
    made = page.request.post(
        "/api/account",
        headers={"X-Flagfall": "1"},
        data={"name": name, "password": "correct horse battery"},
    )
    assert made.ok
    page.goto(f"/database?player={name}")
    page.locator(f"[data-replay][href='/replay/{table}']").wait_for()
    assert axe(page) == []
    page.goto("/profile")
    page.locator("input[name=games-shown][value=out]").check()
    expect(page.get_by_text("Gespeichert.")).to_be_visible()
    page.goto(f"/database?player={name}")
    expect(page.locator("[data-count]")).to_have_text("0 Partien")
    assert page.locator("[data-replay]").count() == 0
    page.goto("/profile")
    expect(page.locator("input[name=games-shown][value=out]")).to_be_checked()
