"""The analysis board: moves for both sides, variations, notes, the engine, and a link that has it all."""

from __future__ import annotations

from typing import Any

from hands import cells, click
from test_browser_pages import axe


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
