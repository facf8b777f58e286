"""The analysis board: moves for both sides, variations, notes, the engine, and a link that has it all."""

from __future__ import annotations

from typing import Any

import pytest
from hands import cells, click
from hex_hands import be_still, give_up, start
from test_browser_pages import axe
from test_browser_people import account


def move(page: Any, which: int) -> None:
    """Make one of the moves of the first piece that has so many, and wait until the other side is to move."""
    page.locator(".ff-board .cell.open").first.wait_for(state="attached")
    turn = int(page.locator("[data-turn-of]").get_attribute("data-turn-of"))
    for cell in [cell["cell"] for cell in cells(page) if cell["open"]]:
        click(page, cell)
        goals = [one["cell"] for one in cells(page) if one["mark"]]
        if len(goals) > which:
            click(page, goals[which])
            break
        page.keyboard.press("Escape")
    page.locator(f"[data-turn-of='{1 - turn}']").wait_for()


def test_variations_notes_and_engine_lines_come_back_by_a_link(open_page: Any) -> None:
    page = open_page("/analysis")
    page.locator("[data-edition] option[value='duel']").wait_for(state="attached")
    page.locator("[data-edition]").select_option("duel")
    page.locator("[data-fresh]").click()
    page.locator("[data-tree]").wait_for()
    move(page, 0)
    page.locator("[data-node='1']").wait_for()
    page.locator("[data-node='0']").click()
    page.locator("[data-turn-of='0']").wait_for()
    move(page, 1)  # another move from the start: a variation
    page.locator("[data-node='2'][aria-current]").wait_for()
    page.locator("[data-note]").fill("an idea")
    page.locator("[data-remove]").click()
    page.locator("[data-node='2']").wait_for(state="detached")
    page.locator("[data-restore]").click()
    page.locator("[data-node='2'][aria-current]").wait_for()
    assert page.locator("[data-note]").input_value() == "an idea"
    page.locator("[data-ask]").click()
    page.locator("[data-lines] li").first.wait_for()
    page.locator("[data-suppose]").select_option("10")
    page.locator("[data-assumed]").wait_for()
    assert axe(page) == []
    page.locator("[data-share]").click()
    page.wait_for_function("() => location.hash.length > 20")
    other = open_page(page.evaluate("() => location.pathname + location.hash"), width=390, height=844)
    other.locator("[data-node='2']").click()
    other.locator("[data-turn-of='1']").wait_for()
    assert other.locator("[data-note]").input_value() == "an idea"
    assert axe(other) == []


def begin(page: Any, game: str) -> None:
    """Begin an analysis of a game from its beginning."""
    page.goto("/analysis")
    page.locator(f"[data-edition] option[value='{game}']").wait_for(state="attached")
    page.locator("[data-edition]").select_option(game)
    page.locator("[data-fresh]").click()
    page.locator("[data-tree]").wait_for()


def test_a_hex_position_is_played_on_for_both_sides_with_odds_and_other_dice(open_page: Any) -> None:
    page = open_page("/analysis", speed="none")
    begin(page, "hex-duel")
    page.locator("[data-kind='fire']").click()
    page.locator("[data-orders] [data-target]").first.click()
    page.locator("[data-orders] [data-do]:not([disabled])").click()
    page.locator("[data-node='1'][aria-current]").wait_for()
    be_still(page)
    page.locator("[data-reroll]").click()  # the same shot from the same moment
    page.locator("[data-node='2'][aria-current]").wait_for()
    be_still(page)
    first = int(page.locator("[data-turn-of]").get_attribute("data-turn-of"))
    page.locator("[data-end]").click()
    page.locator(f"[data-turn-of='{1 - first}']").wait_for()
    page.locator("[data-hint-ask]").click()
    page.locator("[data-hint-take]").wait_for()
    page.locator("[data-note]").fill("the other side")
    page.keyboard.press("Escape")
    # Reach, sight and danger lie on the map of an analysis as on that of a game.
    page.locator(".looks summary").click()
    page.locator("[data-look='reach']").click()
    page.locator("[data-overlay='reach']").wait_for(state="attached")
    assert axe(page) == []
    page.locator("[data-share]").click()
    page.wait_for_function("() => location.hash.length > 20")
    other = open_page(
        page.evaluate("() => location.pathname + location.hash"), width=390, height=844, touch=True
    )
    other.locator("[data-node='2']").wait_for(state="attached")
    other.locator("[data-grip]").click()
    other.locator("[data-node='3']").click()
    other.locator(f"[data-turn-of='{1 - first}']").wait_for()
    assert other.locator("[data-note]").input_value() == "the other side"
    assert axe(other) == []


def keep(page: Any, name: str) -> None:
    """Keep the analysis that is open."""
    page.locator("input[data-name]").fill(name)
    kept = page.locator("[data-save]").inner_text()
    page.locator("[data-save]").click()
    page.wait_for_function("before => document.querySelector('[data-save]').innerText !== before", arg=kept)


def test_an_account_keeps_analyses_renames_shares_and_deletes_them(open_page: Any) -> None:
    page = open_page("/analysis")
    begin(page, "duel")
    page.locator("[data-note]").fill("before I had an account")
    keep(page, "Guest's")
    account(page, "Ann of the analyses")
    page.goto("/analysis")
    page.locator("[data-saved] [data-move]").click()  # from the browser to the account
    page.locator("[data-kept] li").wait_for()
    page.locator("[data-saved]").wait_for(state="detached")
    begin(page, "hex-duel")
    keep(page, "Hexes")
    page.locator("[data-another]").click()
    mine = page.locator("[data-kept] li")
    mine.nth(1).wait_for()
    assert axe(page) == []
    line = mine.filter(has_text="Guest's")
    line.locator("[data-rename]").click()
    page.locator("[data-new-name]").fill("Renamed")
    page.keyboard.press("Enter")
    line = mine.filter(has_text="Renamed")
    line.locator("[data-share-kept]").click()
    line.locator("[data-unshare]").wait_for()
    link = line.locator("a").get_attribute("href")
    guest = open_page(link, width=390, height=844, expected="404")
    guest.locator("[data-tree]").wait_for()
    assert guest.locator("[data-note]").input_value() == "before I had an account"
    assert guest.locator("input[data-name]").input_value() == "Renamed"
    line.locator("[data-unshare]").click()
    line.locator("[data-unshare]").wait_for(state="detached")
    guest.goto(link)
    guest.get_by_role("alert").wait_for()
    # Deleting asks first, and who thinks better of it keeps all.
    line.locator("[data-drop]").click()
    assert axe(page) == []
    page.locator("[data-keep]").click()
    page.locator("dialog").wait_for(state="detached")
    assert mine.count() == 2
    line.locator("[data-drop]").click()
    page.locator("dialog [data-confirm]").click()
    line.wait_for(state="detached")
    assert mine.count() == 1


@pytest.mark.long
def test_a_moment_of_a_finished_hex_game_is_analysed(open_page: Any) -> None:
    page = open_page("/", speed="none")
    start(page, "hex-duel")
    give_up(page)
    table = page.url.rsplit("/", 1)[1]
    page.goto(f"/replay/{table}")
    page.locator("[data-analyse]").click()
    page.locator("[data-tree]").wait_for()
    page.locator("[data-end]").click()
    page.locator("[data-node='1']").wait_for()
