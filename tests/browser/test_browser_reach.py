"""What can be pressed is whole, in sight and large enough for a finger, and stays where it is."""

from __future__ import annotations

import random
from typing import Any

import pytest
from accessible import axe, fits
from hands import cells, click, counts, my_turn, play, start
from playwright.sync_api import expect
from tests.smoke import smoke
from touch import Finger

ON_ITS_SIDE = {"width": 844, "height": 390, "touch": True}
ON_TOP = """one => {
    const box = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""
REACHED = """one => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return [-21, 21].every(far => one.contains(document.elementFromPoint(x, y + far))); }"""
"""Whether a finger that comes down 21 px beside the middle still presses a button."""
FOCUS_SEEN = """() => {
    const one = document.activeElement.closest('label') ?? document.activeElement;
    const box = document.activeElement.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return one === document.body || (top !== null && one.contains(top)); }"""


def test_the_menu_of_a_phone_on_its_side_is_whole_and_the_buttons_stay_in_their_place(open_page: Any) -> None:
    page = open_page("/", **ON_ITS_SIDE, locale="nl")
    start(page, "star-wars-powers")
    assert my_turn(page)
    more = page.locator("[data-more]")
    place = more.bounding_box()
    assert more.evaluate(REACHED)
    finger = Finger(page)
    # Whatever is told of a piece, short or long, the buttons are where they were.
    for cell in [one["cell"] for one in cells(page) if one["open"]][:4]:
        finger.tap(cell)
        page.locator("[data-panel] .who").wait_for()
        assert more.bounding_box() == place
        finger.tap(cell)
        page.locator("[data-panel] .hint").wait_for()
    more.tap()
    entries = page.locator(".menu .list > :visible")
    assert entries.count() >= 4
    for entry in entries.all():
        expect(entry).to_be_in_viewport(ratio=0.99)
        assert entry.evaluate(ON_TOP), entry.inner_text()
    # A finger has no keys to read about.
    expect(page.locator("[data-show-keys]")).to_be_hidden()
    assert axe(page) == []


def test_a_phone_on_its_side_takes_a_seat_and_chats_without_scrolling(open_page: Any) -> None:
    host = open_page("/play/barrage", **ON_ITS_SIDE, locale="fr")
    host.locator('input[value="link"]').check()
    host.locator("[data-go]").tap()
    link = host.locator("[data-invite]").input_value()
    guest = open_page(link, **ON_ITS_SIDE, locale="fr")
    expect(guest.locator("[data-join]")).to_be_in_viewport(ratio=1)
    guest.locator("[data-join]").tap()
    for page in (host, guest):
        page.locator("[data-start]:not([disabled])").tap()
    for page in (host, guest):
        page.locator("[data-panel]").wait_for()
    host.locator("[data-chat]").tap()
    host.locator(".presets button").first.tap()
    for part in (".zone-chat li b", ".zone-chat input[type=text]", ".zone-chat form button"):
        expect(host.locator(part)).to_be_in_viewport(ratio=0.99)
        assert host.locator(part).evaluate(ON_TOP), part
    # However much has been said: the last line and the field are in sight.
    for button in host.locator(".presets button").all()[:3]:
        button.tap()
    counts(host.locator(".zone-chat li"), 4)
    for part in (".zone-chat li:last-child b", ".zone-chat input[type=text]", ".zone-chat form button"):
        expect(host.locator(part)).to_be_in_viewport(ratio=0.99)
        assert host.locator(part).evaluate(ON_TOP), part
    assert axe(host) == []


SCREENS = {"phone": (390, 844), "smallest": (320, 568), "on its side": (844, 390), "desk": (1440, 900)}


@pytest.mark.parametrize("screen", smoke(SCREENS, "smallest", "desk"))
def test_the_play_form_shows_how_strong_a_level_is_and_its_button_is_in_sight(
    open_page: Any, screen: str
) -> None:
    width, height = SCREENS[screen]
    page = open_page("/play/original", width=width, height=height, touch=width < 900, locale="fr")
    signs = page.locator("[data-strength]")
    signs.first.wait_for()
    assert signs.evaluate_all("all => all.map(one => one.querySelectorAll('.on').length)") == list(
        range(1, signs.count() + 1)
    )
    # No name is cut or leaves its box.
    boxes = page.locator(".levels .choice").evaluate_all(
        "all => all.map(one => [one.querySelector('b').getBoundingClientRect().right,"
        " one.getBoundingClientRect().right, one.querySelector('b').getClientRects().length])"
    )
    assert all(name <= box and lines == 1 for name, box, lines in boxes), boxes
    expect(page.locator("[data-go]")).to_be_in_viewport(ratio=1)
    assert page.locator("[data-go]").evaluate(ON_TOP)
    army = page.locator("[data-army]")
    if width >= 860:
        many = army.locator("li .soft").all_inner_texts()
        assert sum(int(one.strip("×\u202f")) for one in many) == 40
    else:
        expect(army).to_be_hidden()
    assert fits(page)
    # The keyboard comes to nothing that lies under the button.
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUS_SEEN), page.evaluate("() => document.activeElement.outerHTML")
    assert axe(page) == []


def test_the_army_of_the_play_form_is_that_of_the_chosen_side(open_page: Any) -> None:
    page = open_page("/play/pirates-code")
    army = page.locator("[data-army]")
    sides = army.locator("[aria-pressed]")
    expect(sides.nth(0)).to_have_attribute("aria-pressed", "true")
    first = army.locator("li").all_inner_texts()
    page.locator("form select").first.select_option("1")
    expect(sides.nth(1)).to_have_attribute("aria-pressed", "true")
    assert army.locator("li").all_inner_texts() != first
    sides.nth(0).click()
    expect(army.locator("li").first).to_have_text(first[0], use_inner_text=True)


def test_what_a_hidden_piece_may_be_is_read_without_scrolling_and_the_tints_have_a_key(
    open_page: Any,
) -> None:
    page = open_page("/", width=1440, height=900, speed="none")
    start(page, "original", level="2")
    play(page, random.Random(5), 3, calm=True)
    assert my_turn(page)
    page.locator("[data-guesses]").click()
    page.locator(".piece .guess").first.wait_for()
    expect(page.locator("[data-guess-key] span")).to_have_count(3)
    click(page, next(cell["cell"] for cell in cells(page) if "%" in cell["label"]))
    bars = page.locator("[data-odds] .bar")
    bars.first.wait_for()
    assert max(bars.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")) < 12
    zone = page.locator(".zone-piece")
    assert zone.evaluate("one => one.scrollHeight <= one.clientHeight")
    page.locator("[data-guess-rank]").select_option("B")
    expect(page.locator("[data-guess-key]")).to_have_count(0)
    assert axe(page) == []


def test_what_is_asked_for_is_read_on_the_smallest_phone(open_page: Any) -> None:
    page = open_page("/", width=320, height=568, touch=True, locale="fr", speed="none")
    start(page, "original")
    play(page, random.Random(2), 3)
    assert my_turn(page)
    Finger(page).tap(next(one["cell"] for one in cells(page) if one["open"]))
    prompt = page.locator("[data-message] .prompt")
    expect(prompt).to_have_text("Choisissez maintenant une case marquée.")
    below = page.locator("[data-tools]").bounding_box()["y"]
    # What was chosen is read too, and none of it lies under the buttons.
    for part in (prompt, page.locator("[data-panel] .who")):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= below


def test_an_empty_set_up_shows_where_the_army_goes_and_names_the_piece_in_the_hand(open_page: Any) -> None:
    page = open_page("/setup/duel", **ON_ITS_SIDE, locale="nl")
    page.locator("[data-clear]").tap()
    hint = page.locator("[data-tray-hint]")
    expect(hint).to_be_in_viewport(ratio=0.99)
    expect(hint).to_contain_text("Kies een stuk")
    expect(page.locator(".ff-board .glow")).to_have_count(40)
    # From the strongest down; the bomb and the flag are last.
    kinds = page.locator("[data-kind]")
    assert kinds.evaluate_all("all => all.map(one => one.dataset.kind)")[0::6] == ["marshal", "flag"]
    kinds.nth(1).tap()
    expect(hint).to_have_text("Kies een veld voor Generaal 9.")
    counts(page.locator(".ff-board .glow"), 0)
    Finger(page).tap(next(one["cell"] for one in cells(page) if one["mark"]))
    counts(page.locator(".ff-board .glow"), 39)
    assert axe(page) == []
