"""The scenario editor: a scenario made by clicks is checked, saved as one file, and played at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from accessible import axe, fits
from hex_hands import middle, my_turn
from playwright.sync_api import expect

from flagfall.hexes.data_files import DataFile
from flagfall.hexes.maps.map_files import map_named
from flagfall.hexes.maps.map_text import write_map
from flagfall.hexes.scenarios.scenario import OwnParts
from flagfall.hexes.scenarios.scenario_files import read_scenario, scenario
from flagfall.hexes.scenarios.scenario_text import write_scenario
from flagfall.terminal.commands.hex import faults

IN_ORDER = '[data-scenario-editor][data-checked="0"]'
STEPS = ("story", "zones", "units", "winning", "rules", "ready")


def content(page: Any) -> None:
    """Nothing hangs over at the side, and axe finds nothing."""
    assert fits(page)
    assert axe(page) == []


def begin(page: Any) -> None:
    """The editor with the example map, which has seven by six hexes."""
    page.locator('[data-tab="files"]').click()
    page.locator("[data-example]").click()
    page.wait_for_function("() => document.querySelector('[data-text]').value.includes('A ford')")
    page.locator('[data-tab="scenario"]').click()
    page.locator("[data-title]").wait_for()
    page.locator("[data-fit]").click()


def step(page: Any, name: str) -> None:
    """Go to a part of the editor."""
    page.locator(f'[data-step="{name}"]').click()
    page.locator(f'[data-step="{name}"][aria-pressed="true"]').wait_for()


def add(page: Any, unit: str) -> None:
    """Find a unit and add it."""
    page.locator("[data-search]").fill(unit)
    page.locator(f'[data-add-unit="{unit}"]').click()
    page.locator(f'[data-entry="{unit}"]').wait_for()


def saved(page: Any, folder: Path) -> Path:
    """Download the scenario."""
    with page.expect_download() as waiting:
        page.locator("[data-download]:not([disabled])").click()
    file = folder / waiting.value.suggested_filename
    waiting.value.save_as(file)
    return file


def test_a_scenario_made_by_clicks_is_one_file_and_played_at_once(open_page: Any, tmp_path: Path) -> None:
    page = open_page("/workshop")
    begin(page)
    page.locator("[data-title]").fill("Fight for the ford")
    step(page, "zones")
    page.locator("[data-zone-new]").fill("Ford")
    page.locator("[data-zone-add]").click()
    page.mouse.move(*middle(page, "0403"))
    page.mouse.down()
    page.mouse.move(*middle(page, "0404"), steps=4)
    page.mouse.up()
    page.locator('[data-holds="0"]').check()
    expect(page.locator('[data-purpose="ford"]')).to_contain_text("Autobots win")
    step(page, "units")
    add(page, "bumblebee")
    page.mouse.click(*middle(page, "0406"))
    expect(page.locator('[data-entry="bumblebee"] [data-where]')).to_contain_text("0406")
    page.locator('[data-turn="NE"]').click()
    expect(page.locator('[data-entry="bumblebee"] [data-where]')).to_have_text("0406 NE")
    page.locator('[data-group="1"]').click()
    add(page, "kickback")
    grip = page.locator('[data-choose="kickback"]').bounding_box()
    page.mouse.move(grip["x"] + 30, grip["y"] + 20)
    page.mouse.down()
    page.mouse.move(*middle(page, "0401"), steps=6)
    page.mouse.up()
    expect(page.locator('[data-entry="kickback"] [data-where]')).to_contain_text("0401")
    page.locator("[data-undo]").click()
    expect(page.locator('[data-entry="kickback"] [data-where]')).to_contain_text("north")
    page.locator("[data-redo]").click()
    step(page, "winning")
    expect(page.locator("[data-preview]")).to_contain_text("zone ford at the end of 2 rounds")
    step(page, "ready")
    page.locator(IN_ORDER).wait_for()
    file = saved(page, tmp_path)
    assert file.name == "fight-for-the-ford.toml"
    assert faults(str(file)) == []
    page.locator("[data-play-bot]").click()
    page.locator(".game [data-map]").wait_for()
    my_turn(page)
    expect(page.locator("[data-objective]")).to_contain_text("ford")


@pytest.mark.long
def test_on_a_phone_a_file_is_opened_changed_kept_and_shared_with_a_friend(
    open_page: Any, tmp_path: Path
) -> None:
    page = open_page("/workshop", width=390, height=844, touch=True, color_scheme="dark")
    page.locator("[data-map]").wait_for()
    page.locator('[data-tab="scenario"]').tap()
    step(page, "ready")
    page.locator("[data-todo]").wait_for()
    picture = {"name": "map.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n\x1a\n\x00\x00"}
    page.locator("[data-open-scenario]").set_input_files(picture)
    expect(page.locator("[data-opened]")).to_contain_text("map.png is not a text file")
    whole = write_scenario(scenario("hex-bridge"), OwnParts(write_map(map_named("river"))))
    cut = {
        "name": "cut.toml",
        "mimeType": "text/plain",
        "buffer": (whole[:300] + "\n[[sides]]\nx = \n").encode(),
    }
    page.locator("[data-open-scenario]").set_input_files(cut)
    expect(page.locator("[data-opened]")).to_contain_text("cut.toml, line")
    page.locator("[data-open-scenario]").set_input_files(
        {"name": "hex-bridge.toml", "mimeType": "text/plain", "buffer": whole.encode()}
    )
    page.locator(IN_ORDER).wait_for()
    again = saved(page, tmp_path)
    read, wrong = read_scenario(DataFile(1, again.name, again.stem, again.read_text(encoding="utf-8")))
    assert wrong == [] and read == scenario("hex-bridge"), "opened and saved without loss"
    for name in STEPS:
        step(page, name)
        content(page)
    step(page, "units")
    first = page.locator("[data-force] [data-entry]").first
    first.locator("[data-remove]").tap()
    expect(page.locator("[data-force] [data-entry]")).to_have_count(len(read.sides[0].units) - 1)
    page.locator("[data-undo]").tap()
    expect(page.locator("[data-force] [data-entry]")).to_have_count(len(read.sides[0].units))
    add(page, "bumblebee")
    page.locator('[data-entry="bumblebee"] [data-round]').fill("3")
    page.locator('[data-entry="bumblebee"] [data-round]').press("Tab")
    expect(page.locator('[data-entry="bumblebee"] [data-where]')).to_contain_text("round 3")
    page.reload()
    step(page, "units")
    expect(page.locator('[data-entry="bumblebee"] [data-where]')).to_contain_text("round 3")
    step(page, "ready")
    page.locator(IN_ORDER).wait_for()
    page.locator("[data-play-friend]").tap()
    page.wait_for_url("**/table/**")
    page.locator("[data-short-code]").wait_for()
