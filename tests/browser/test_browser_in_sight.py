"""What is asked for and what was told last is in sight, on small screens and large ones."""

from __future__ import annotations

import random
from typing import Any

import pytest
from accessible import axe, fits
from hands import POWER, cells, click, counts, my_turn, over, play, resign, start, table_of
from playwright.sync_api import expect
from test_browser_people import account
from tests.smoke import smoke

SCREENS = {"phone": (390, 844), "on its side": (844, 390), "small": (375, 667), "desk": (1440, 900)}
WITH_SMALLEST = {**SCREENS, "smallest": (320, 568)}
ON_TOP = """one => {
    const box = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""
LISTED = "() => [...document.querySelectorAll('[data-moves] [data-entry]')].map(one => +one.dataset.entry)"


@pytest.mark.parametrize("screen", smoke(SCREENS, "on its side"))
def test_the_way_out_of_a_power_is_in_sight_and_the_prompt_asks_for_a_target(
    open_page: Any, screen: str
) -> None:
    width, height = SCREENS[screen]
    page = open_page("/", width=width, height=height, locale="de")
    start(page, "star-wars-powers")
    assert my_turn(page)
    for cell in [one["cell"] for one in cells(page) if one["open"]]:
        click(page, cell)
        if page.locator(POWER).count():
            break
        page.keyboard.press("Escape")
    page.locator(POWER).first.click()
    # Its text is longer than the place that it has.
    for name in ("[data-cancel]", ".ff-board"):
        expect(page.locator(name)).to_be_in_viewport(ratio=0.99)
    # Its row stays inside the sheet.
    row, sheet = (page.locator(one).bounding_box() for one in (".zone-piece .answers", ".zone-piece"))
    assert row["y"] >= sheet["y"]
    # Also where the text was scrolled.
    page.locator(".zone-piece").evaluate("zone => zone.scrollTo(0, zone.scrollHeight)")
    assert page.locator("[data-cancel]").evaluate(ON_TOP)
    expect(page.locator("[data-message] .prompt")).to_have_text("Wähle jetzt ein markiertes Feld.")
    assert axe(page) == []
    page.locator("[data-cancel]").click()
    counts(page.locator("[data-cancel]"), 0)


@pytest.mark.parametrize("screen", smoke([one for one in SCREENS if one != "small"], "phone"))
def test_the_last_move_of_the_list_is_in_sight(open_page: Any, screen: str) -> None:
    width, height = SCREENS[screen]
    page = open_page("/", width=width, height=height, speed="none")
    start(page, "pirates")
    play(page, random.Random(3), 6, calm=True)
    assert my_turn(page)
    found = page.evaluate(LISTED)
    assert found == sorted(found, reverse=screen != "desk")
    assert len(found) > 8, "more than the list has room for"
    expect(page.locator(f'[data-entry="{max(found)}"]')).to_be_in_viewport(ratio=0.99)
    # Where it is as large as on a desk, so is its order.
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function(f"() => {{ const all = ({LISTED})(); return all[0] === 0; }}")


@pytest.mark.parametrize("screen", smoke(WITH_SMALLEST, "on its side", "smallest"))
def test_the_numbers_of_the_end_are_not_covered_by_its_buttons(open_page: Any, screen: str) -> None:
    width, height = WITH_SMALLEST[screen]
    page = open_page("/", width=width, height=height, locale="nl", speed="none")
    start(page, "original")
    play(page, random.Random(2), 1, calm=True)
    resign(page)
    over(page)
    numbers, below = (page.locator(name).bounding_box() for name in ("[data-numbers]", "[data-over] .next"))
    assert numbers["y"] + numbers["height"] <= below["y"] + 1
    assert below["y"] + below["height"] <= height
    # All that is not the main thing to do stands in one row, but where that is too narrow.
    rows = page.locator("[data-over] .next > :not(.primary)").evaluate_all(
        "all => new Set(all.map(one => Math.round(one.getBoundingClientRect().y))).size"
    )
    assert rows == (2 if screen == "smallest" else 1)
    assert fits(page)
    assert axe(page) == []


def test_the_sign_that_adds_a_friend_covers_nothing_at_the_end(open_page: Any) -> None:
    one = open_page("/", width=390, height=844, locale="de", speed="none")
    account(one, "One at the end")
    one.goto("/play/barrage")
    one.locator('input[value="link"]').check()
    one.locator("[data-go]").click()
    two = open_page("/", speed="none")
    account(two, "Two at the end")
    two.goto(one.locator("[data-invite]").input_value())
    two.locator("[data-join]").click()
    for page in (one, two):
        page.locator("[data-start]:not([disabled])").click()
    for page in (one, two):
        page.locator("[data-panel]").wait_for()
    mover = one if one.locator(".ff-board .cell.open").count() else two
    play(mover, random.Random(2), 1, calm=True)
    resign(two)
    over(one)
    one.locator("[data-add-friend]").wait_for()
    numbers, below = (one.locator(name).bounding_box() for name in ("[data-numbers]", "[data-over] .next"))
    assert numbers["y"] + numbers["height"] <= below["y"] + 1
    assert below["y"] + below["height"] <= 844
    assert axe(one) == []
    # On the other's page too, "you" is the one who reads it.
    one.goto("/friends")
    one.locator('[data-person="Two at the end"] a').first.click()
    expect(one.locator(".result").first).to_have_text("Du hast gewonnen.")


def test_a_table_comes_in_few_files(open_page: Any) -> None:
    page = open_page("/")
    start(page, "original")
    page.goto(f"/table/{table_of(page)}", wait_until="networkidle")
    page.locator("[data-panel]").wait_for()
    fetched = page.evaluate("() => performance.getEntriesByType('resource').map(one => one.name)")
    files = [name for name in fetched if name.endswith((".js", ".css"))]
    # Each costs a phone a round trip; parted by who shares what they were more than forty.
    assert len(files) < 30, sorted(files)


def test_a_review_has_its_shape_and_words_before_the_game_has_come(open_page: Any) -> None:
    page = open_page("/", speed="none")
    start(page, "duel")
    play(page, random.Random(6), 2, calm=True)
    if not page.locator("[data-over]").count():
        resign(page)
    table = table_of(page)
    held: list[Any] = []
    go_on: list[bool] = []
    page.route("**/api/tables/*", lambda route: route.continue_() if go_on else held.append(route))
    page.goto(f"/review/{table}")
    expect(page.locator("[data-coming] h1")).to_have_text("Review")
    expect(page.locator("[data-coming] [role=status]")).to_be_visible()
    expect(page.locator("[data-coming] a")).to_have_attribute("href", f"/replay/{table}")
    assert axe(page) == []
    reviews: list[Any] = []
    looked: list[bool] = []
    page.route("**/api/tables/*/review", lambda route: route.continue_() if looked else reviews.append(route))
    go_on.append(True)
    for route in held:
        route.continue_()
    # While the game is looked through, the board shows how it ended, with everything open.
    page.locator(".review progress:indeterminate").wait_for()
    page.locator(".review .ff-board .man").first.wait_for(state="attached")
    counts(page.locator(".review .ff-board .piece.back"), 0)
    looked.append(True)
    for route in reviews:
        route.continue_()
    page.locator("[data-luck]").wait_for()
    counts(page.locator("[data-coming]"), 0)
