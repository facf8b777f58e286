"""The workshop in the browser: generate and play, paint and undo, a broken map at its line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from accessible import axe, fits
from hands import counts
from hex_hands import gone_on, middle, moment, my_turn, start
from playwright.sync_api import expect

MAP = "name = Two fords\nsize = 3x4\n\n0. 0. 0.\n0. 0w1 0.\n0. 0t 0.\n0. 0. 0.\n"
BOARD = 'size 2 2\nhex 0101 0 "" ""\nhex 0201 1 "woods:1" ""\nhex 0102 0 "moss:1" ""\nhex 0202 0 "" ""\nend\n'


def content(page: Any) -> None:
    """Nothing hangs over at the side, and axe finds nothing."""
    assert fits(page)
    assert axe(page) == []


def workshop(page: Any, tab: str) -> None:
    """Open the workshop at one of its tabs, with a map in it."""
    page.goto("/workshop")
    page.locator("[data-map]").wait_for()
    page.locator(f'[data-tab="{tab}"]').click()


def bring(page: Any, name: str, text: str) -> None:
    """Choose a file."""
    page.locator("[data-open]").set_input_files(
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    )


def trees(page: Any) -> Any:
    """The hexes that have thin trees, as the map says."""
    return page.locator('[data-map] [role=gridcell][aria-label*="thin trees"]')


@pytest.mark.long
def test_a_broken_map_shows_its_faults_at_the_line(open_page: Any) -> None:
    page = open_page("/")
    workshop(page, "files")
    bring(page, "fords.txt", MAP.replace("0w1", "0q1"))
    fault = page.locator('[data-faults] [data-line="5"]')
    fault.wait_for()
    expect(page.locator("[data-faults]")).to_contain_text("0q1")
    content(page)
    fault.click()
    area = page.locator("[data-text]")
    assert area.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)") == "0. 0q1 0."
    area.fill(MAP)
    page.locator("[data-check]").click()
    page.locator("[data-fine]").wait_for()
    counts(trees(page), 1)


def test_a_board_of_megamek_becomes_a_map(open_page: Any) -> None:
    page = open_page("/")
    workshop(page, "files")
    bring(page, "gorge.board", BOARD)
    page.get_by_text("moss").wait_for()
    expect(page.locator("[data-text]")).to_have_value(re.compile("name = gorge"))


def test_a_generated_map_is_played_at_once(open_page: Any) -> None:
    page = open_page("/")
    workshop(page, "generate")
    page.locator('[data-field="seed"]').fill("7")
    page.locator('[data-field="seed"]').press("Enter")
    page.locator('[data-tab="files"]').click()
    page.wait_for_function("() => document.querySelector('[data-text]').value.includes('Generated 7')")
    page.locator('[data-tab="play"]').click()
    page.locator('[data-points="0"]').fill("120")
    page.locator("[data-keep]").click()
    page.locator("[data-go]").wait_for()
    expect(page.locator("h1")).to_have_text("Generated 7")
    page.locator("[data-level]").select_option("1")
    page.locator("[data-go]").click()
    page.locator("[data-muster] input").first.wait_for()
    expect(page.locator("[data-muster] h2")).to_contain_text("120")


@pytest.mark.long
def test_a_generated_map_has_a_name_in_the_readers_language(open_page: Any) -> None:
    page = open_page("/", locale="nl")
    workshop(page, "scenario")
    expect(page.locator("[data-title]")).to_have_value(re.compile(r"^Gegenereerde kaart \d+$"))


def test_painting_is_mirrored_undone_and_saved(open_page: Any) -> None:
    page = open_page("/")
    workshop(page, "files")
    bring(page, "plain.txt", MAP.replace("0t", "0.").replace("0w1", "0."))
    page.wait_for_function("() => document.querySelector('[data-text]').value.includes('Two fords')")
    page.locator('[data-tab="paint"]').click()
    page.locator('[data-terrain="t"]').click()
    counts(trees(page), 0)
    page.mouse.move(*middle(page, "0101"))
    page.mouse.down()
    page.mouse.move(*middle(page, "0102"), steps=6)
    page.mouse.up()
    counts(trees(page), 4)
    page.locator("[data-undo]").click()
    counts(trees(page), 0)
    page.locator("[data-redo]").click()
    counts(trees(page), 4)
    content(page)
    with page.expect_download() as waiting:
        page.locator("[data-save]").click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8")
    rows = [line.split() for line in text.splitlines() if line and "=" not in line]
    assert waiting.value.suggested_filename == "two-fords.txt"
    assert [row[0] for row in rows] == ["0t", "0t", "0.", "0."]
    assert [row[2] for row in rows] == ["0.", "0.", "0t", "0t"], "a half turn gives the same map"


def test_the_workshop_fits_a_phone_and_axe_is_content(open_page: Any) -> None:
    page = open_page("/", width=390, height=844, touch=True)
    for tab in ("generate", "paint", "files", "play"):
        workshop(page, tab)
        content(page)


def test_a_unit_is_deployed_by_dragging_it_to_its_hex(open_page: Any) -> None:
    page = open_page("/")
    start(page, "hex-three", "2")
    my_turn(page)
    page.locator("[data-fit]").click()
    counter = page.locator("[data-tray] [data-drag]").first
    name = counter.locator("b").inner_text()
    box = counter.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] - 40, box["y"] + 10, steps=4)
    goal = page.evaluate(
        "() => { const box = document.querySelector('[data-map] .hx-goal').getBoundingClientRect();"
        " return [box.x + box.width / 2, box.y + box.height / 2]; }"
    )
    page.mouse.move(*goal, steps=4)
    page.mouse.up()
    page.locator(".hx-placing").wait_for()
    page.locator('[data-answer="NE"]').click()
    since = moment(page)
    page.locator("[data-do]:not([disabled])").click()
    gone_on(page, since)
    expect(page.locator("[data-log]")).to_contain_text(f"{name} sets up in")


def test_a_file_says_what_it_is_and_an_example_is_in_order(open_page: Any) -> None:
    page = open_page("/workshop")
    page.locator('[data-tab="files"]').click()
    picture = {"name": "map.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n\x1a\n\x00\x00"}
    page.locator("[data-open]").set_input_files(picture)
    expect(page.locator("[data-file-told]")).to_contain_text("map.png is not a text file")
    units = {"name": "own.toml", "mimeType": "text/plain", "buffer": b'[[unit]]\nid = "x"\n'}
    page.locator("[data-open]").set_input_files(units)
    page.locator('[data-file="units"][aria-pressed="true"]').wait_for()
    page.locator("[data-example]").click()
    page.locator("[data-check]").click()
    page.locator("[data-fine]").wait_for()
    board = b'size 2 1\nhex 0101 0 "road:1;bridge:1" ""\nhex 0201 0 "" ""\nend\n'
    page.locator("[data-open]").set_input_files(
        {"name": "own.board", "mimeType": "text/plain", "buffer": board}
    )
    expect(page.locator("[data-lost]")).to_contain_text("road")
    expect(page.locator("[data-lost]")).to_contain_text("bridges")
