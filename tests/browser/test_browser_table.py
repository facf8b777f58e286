"""The table on a phone and after a while: what is told stays, and nothing that is needed is out of sight."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hands import ROOT, cells, click, counts, freeze, my_turn, over, play, resign, start, table_of
from playwright.sync_api import expect
from test_browser_scenes import until_battle
from tests.smoke import smoke
from touch import Finger

PHONES = {"upright": (390, 844), "on its side": (844, 390), "small": (320, 640), "tablet": (820, 1180)}
ON_TOP = """one => {
    const box = one.getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === one; }"""
"""Whether nothing lies over the middle of something."""


AXE_SOURCE = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
WATCH = """() => new MutationObserver((_, watch) => {
    const veil = document.querySelector('[data-ending]')?.parentElement;
    if (!veil) return;
    watch.disconnect();
    // The scene passes: a copy of it stays until axe has looked.
    const copy = veil.parentElement.appendChild(veil.cloneNode(true));
    window.seen = {prompt: document.querySelector('[data-message] .prompt')?.textContent ?? null};
    axe.run(copy, {resultTypes: ['violations']}).then(({violations}) => {
        window.seen.found = violations.map(one => one.id);
        copy.remove(); });
}).observe(document.body, {childList: true, subtree: true})"""


def seat_two(open_page: Any, **friend: Any) -> tuple[Any, Any]:
    """Two people at a table of the smallest game, both armies set up."""
    host = open_page("/play/duel?against=link")
    host.locator("form select").first.select_option("0")
    host.locator("[data-go]").click()
    link = host.locator("[data-invite]").input_value()
    guest = open_page(link, **friend)
    guest.locator("[data-join]").click()
    for page in (host, guest):
        page.locator("[data-start]:not([disabled])").click()
    for page in (host, guest):
        page.locator("[data-panel]").wait_for()
    return host, guest


def test_what_was_read_in_the_chat_stays_read_and_the_chat_leaves_the_board_in_sight(open_page: Any) -> None:
    host, guest = seat_two(open_page, width=390, height=844, touch=True)
    host.locator("[data-chat]").click()
    host.keyboard.type("Good evening")
    # Beside the board too there is room for it above the buttons.
    expect(host.locator("[data-more]")).to_be_in_viewport(ratio=0.99)
    host.keyboard.press("Enter")
    badge = guest.locator("[data-chat] .badge")
    expect(badge).to_have_text("1")
    guest.locator("[data-chat]").tap()
    expect(guest.get_by_text("Good evening")).to_be_in_viewport()
    expect(guest.locator(".ff-board")).to_be_in_viewport(ratio=1)
    counts(badge, 0)
    guest.locator("[data-chat]").tap()
    guest.reload()
    guest.locator("[data-chat]").wait_for()
    expect(guest.locator("[data-panel]")).to_be_visible()
    # The lines came with the table, and none of them is new.
    guest.locator("[data-chat]").tap()
    expect(guest.get_by_text("Good evening")).to_be_visible()
    guest.locator("[data-chat]").tap()
    counts(badge, 0)
    # One's own lines are never unread.
    host.locator("[data-chat]").click()
    counts(host.locator("[data-chat] .badge"), 0)


@pytest.mark.long
def test_an_attack_that_is_answered_at_once_stays_written_above_the_answer(open_page: Any) -> None:
    page = open_page("/")
    start(page, "original")
    until_battle(page, random.Random(4))
    assert my_turn(page)
    if "\u2020" in page.locator("[data-entry]").all_inner_texts()[-2]:
        expect(page.locator("[data-before]")).to_contain_text(re.compile(r"attack on [a-j]\d+: "))
    # The next own piece that is chosen asks for its goal, not for a piece.
    prompt = page.locator("[data-message] .prompt")
    expect(prompt).to_contain_text("Choose a piece")
    click(page, next(cell["cell"] for cell in cells(page) if cell["open"]))
    expect(prompt).to_contain_text("marked square")


@pytest.mark.parametrize("phone", smoke(PHONES, "upright"))
def test_the_end_on_a_phone_has_its_buttons_in_sight(open_page: Any, phone: str) -> None:
    width, height = PHONES[phone]
    page = open_page("/", width=width, height=height, touch=True)
    page.goto("/play/duel")
    expect(page.locator("[data-go]")).to_be_visible()
    if phone == "upright":
        expect(page.locator("[data-go]")).to_be_in_viewport(ratio=1)
    start(page, "duel")
    play(page, random.Random(1), 1, calm=True)
    assert my_turn(page)
    page.locator("[data-more]").tap()
    page.locator("[data-resign]").tap()
    # The menu has done its work and is gone behind the question.
    counts(page.locator("[data-resign]"), 0)
    page.locator("[data-confirm]").tap()
    over(page)
    for button in ("[data-rematch]", "[data-replay]", "[data-share]"):
        expect(page.locator(button)).to_be_in_viewport(ratio=1)
    # How it ended is read above them.
    assert page.locator("[data-over] h2").evaluate(ON_TOP)
    expect(page.locator('[data-flag="fallen"]')).to_be_attached()
    # The replay begins with the board in sight, also in the middle of a game.
    page.goto(f"/replay/{table_of(page)}?ply=1")
    for part in (".ff-board", "[data-next]"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("scrollY") == 0


def test_the_flag_falls_with_a_button_that_has_its_own_name_and_nobody_thinks_any_more(
    open_page: Any,
) -> None:
    page = open_page("/", reduced_motion="reduce")
    start(page, "duel")
    play(page, random.Random(1), 1, calm=True)
    assert my_turn(page)
    page.evaluate(AXE_SOURCE)
    page.evaluate(WATCH)
    page.locator("[data-more]").click()
    page.locator("[data-resign]").click()
    page.locator("[data-confirm]").click()
    page.wait_for_function("() => window.seen?.found")
    seen = page.evaluate("() => window.seen")
    assert seen["found"] == []
    assert seen["prompt"] is None, "nobody is asked for anything while the flag falls"


def test_powers_on_a_phone_are_buttons_in_sight_and_hints_speak_the_language(open_page: Any) -> None:
    page = open_page("/", width=390, height=844, touch=True, locale="de")
    start(page, "transformers-powers")
    assert my_turn(page)
    freeze(page)  # A tap is no long press, however slow the machine is.
    finger = Finger(page)
    for cell in [one["cell"] for one in cells(page) if one["open"]]:
        finger.tap(cell)
        if page.locator("[data-power]:not([disabled])").count():
            break
        finger.tap(cell)
    expect(page.locator("[data-power]:not([disabled])").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".ff-board")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator("[data-power]:not([disabled])").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".ff-board")).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("[data-panel] dd").first).not_to_be_empty()
    page.keyboard.press("Escape")
    page.locator("[data-ask-hint]").tap()
    page.locator("[data-hint]").first.wait_for()
    said = " ".join(page.locator("[data-hint]").all_inner_texts())
    ids = ("switch", "sneak", "rumble", "strike", "speed", "detect", "summon")
    assert not re.search(rf"\b({'|'.join(ids)})\b", said), said
    for button in page.locator("[data-hint]").all():
        expect(button).to_be_in_viewport()


def test_guesses_go_from_green_to_red_with_the_piece_that_would_attack(open_page: Any) -> None:
    page = open_page("/")
    start(page, "original")
    assert my_turn(page)
    # A scout is in danger everywhere, the marshal nearly nowhere.
    page.locator("[data-guesses]").click()
    page.locator(".ff-board .guess").first.wait_for()
    for rank, tint in (("Scout", "danger"), ("Marshal", "safe")):
        click(page, next(one["cell"] for one in cells(page) if rank in one["label"]))
        page.wait_for_function(
            "tint => document.querySelectorAll(`.ff-board .${tint}`).length > 30", arg=tint
        )
        page.keyboard.press("Escape")
    play(page, random.Random(1), 1, calm=True)
    resign(page)
