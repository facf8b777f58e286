"""Input that never surprises: the set-up editor, dragging, fingers, keys, and what a choice shows."""

from __future__ import annotations

from typing import Any

import pytest
from hands import at, cells, click, counts, drag, freeze, my_turn, resign, start
from playwright.sync_api import expect
from touch import Finger

ABOVE = """() => {
    const piece = document.querySelector('.ff-board .man.dragged');
    return piece && piece.parentNode.classList.contains('air')
        && piece.closest('.ff-board').lastElementChild.contains(piece)
        && getComputedStyle(piece.closest('.ff-board')).overflow === 'visible'; }"""


def labels(page: Any) -> dict[int, str]:
    """What stands where."""
    return {cell["cell"]: cell["label"].split(", ")[1] for cell in cells(page)}


def chosen(page: Any) -> list[int]:
    """The selected cells, as they are read out; the ring is drawn round them."""
    found = [cell["cell"] for cell in cells(page) if cell["selected"]]
    assert page.locator(".ff-board .chosen-square").count() == len(found)
    return found


def test_nothing_stays_selected_in_the_set_up_after_a_drag_or_a_new_army(open_page: Any) -> None:
    page = open_page("/setup/original")
    page.locator(".ff-board .man").nth(39).wait_for()
    one, two, three = [cell["cell"] for cell in cells(page) if cell["open"]][:3]
    click(page, one)
    assert chosen(page) == [one]
    before = labels(page)
    click(page, two)
    assert chosen(page) == []
    assert labels(page) == before | {one: before[two], two: before[one]}, "two clicks change places"
    before = labels(page)
    drag(page, one, two)
    assert chosen(page) == []
    assert labels(page) == before | {one: before[two], two: before[one]}, "and so does a drag"
    now = labels(page)
    click(page, three)
    assert labels(page) == now, "a click after a drag only selects"
    assert chosen(page) == [three]
    for button in ("[data-random]", "[data-mirror]"):
        page.locator(button).click()
        expect(page.locator(".ff-board .chosen-square")).to_have_count(0)
        now = labels(page)
        click(page, one)
        assert labels(page) == now, f"a click after {button} only selects"
        assert chosen(page) == [one]
    page.locator("[data-clear]").click()
    assert chosen(page) == []
    # A carried piece lies above all others, and above the page beside the board.
    page.locator("[data-random]").click()
    page.locator(".ff-board .man").nth(39).wait_for()
    x, y = at(page, one)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*at(page, two), steps=4)
    assert page.evaluate(ABOVE)
    page.mouse.move(x + 2000, y, steps=4)
    page.mouse.up()
    expect(page.locator(".ff-board .man")).to_have_count(39)


@pytest.mark.long
def test_a_kept_set_up_is_renamed(open_page: Any) -> None:
    page = open_page("/setup/barrage")
    page.locator(".ff-board .man").nth(7).wait_for()
    page.locator("details summary").first.click()
    page.locator("form input[maxlength='60']").fill("Fortress")
    page.keyboard.press("Enter")
    page.locator(".saved", has_text="Fortress").wait_for()
    page.locator("[data-rename]").click()
    page.locator("[data-new-name]").fill("Castle")
    page.keyboard.press("Enter")
    page.locator(".saved", has_text="Castle").wait_for()
    counts(page.locator(".saved"), 1)


def test_a_finger_drags_pieces_and_a_long_press_opens_the_marks(open_page: Any) -> None:
    page = open_page(width=390, height=844, touch=True, is_mobile=True)
    start(page, "barrage")
    assert my_turn(page)
    freeze(page)  # A tap is no long press, however slow the machine is.
    finger = Finger(page)
    able = [cell["cell"] for cell in cells(page) if cell["open"]]
    for origin in able:
        finger.tap(origin)
        goals = [cell["cell"] for cell in cells(page) if cell["mark"] == "move"]
        finger.tap(origin)
        if goals:
            break
    top = page.evaluate("scrollY")
    finger.drag(origin, goals[0])
    page.locator('[data-entry="0"]').wait_for(state="attached")
    assert page.evaluate("scrollY") == top, "the page does not scroll below the finger"
    assert my_turn(page)
    foe = next(cell["cell"] for cell in cells(page) if "Blue unknown" in cell["label"])
    finger.down(foe)
    page.clock.run_for(600)
    page.locator("dialog[open]").wait_for()
    finger.up()
    counts(page.locator("dialog[open]"), 1)
    page.locator("dialog[open] .notekind").first.tap()
    counts(page.locator("dialog[open]"), 0)
    counts(page.locator(".ff-board .sign.note"), 1)
    resign(page)


SIZES = ((844, 390), (820, 1180), (390, 844), (320, 568), (1440, 900))
OUT_OF_SIGHT = """([width, height, names]) => {
    if (innerWidth !== width || innerHeight !== height) return ['not yet of that size'];
    return names.flatMap(name => [...document.querySelectorAll(name)].map(one => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return [name, ...[left, top, right, bottom].map(Math.round)];
    })).filter(([, left, top, right, bottom]) =>
        left < 0 || top < 0 || right > innerWidth || bottom > innerHeight); }"""
IN_ORDER = """() => {
    const [said, tools] = ['[data-message]', '[data-tools]'].map(
        one => document.querySelector(one).getBoundingClientRect());
    return said.bottom <= tools.top && document.documentElement.scrollWidth <= innerWidth; }"""
"""The message is not below the buttons, and nothing hangs over at the side."""


def in_sight(page: Any, width: int, height: int, *names: str) -> None:
    """Wait until all of these are on a screen of that size."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(f"wanted => !({OUT_OF_SIGHT})(wanted).length", arg=[width, height, names])


def test_the_board_both_seats_and_the_next_action_are_in_sight_on_every_screen(open_page: Any) -> None:
    page = open_page("/play/original")
    page.locator('input[name="level"][value="1"]').check()
    page.locator("[data-clock]").select_option("15")
    page.locator("form select").first.select_option("0")
    page.locator("[data-go]").click()
    page.locator("[data-start]:not([disabled])").wait_for()
    for width, height in SIZES:
        in_sight(page, width, height, ".ff-board", "[data-start]")
    page.locator("[data-start]").click()
    assert my_turn(page)
    counts(page.locator(".clock"), 2)
    wanted = (".ff-board", ".clock", "[data-tray] b", "[data-message]", "[data-ask-hint]", "[data-more]")
    for width, height in SIZES:
        in_sight(page, width, height, *wanted)
        page.wait_for_function(IN_ORDER)
    # On a desk the page ends with the table.
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0


def test_after_start_the_keys_are_on_the_board_and_a_list_tells_them(open_page: Any) -> None:
    page = open_page()
    start(page, "original")
    assert my_turn(page)
    page.wait_for_function("() => document.activeElement.closest('.ff-board')")
    assert page.evaluate("document.activeElement.dataset.name").endswith("4"), "on the own front row"
    page.keyboard.press("Enter")
    ways = [cell["cell"] for cell in cells(page) if cell["mark"]]
    assert ways and len(chosen(page)) == 1, "on a piece that can move"
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    assert cells(page)[0]["name"] == "j1"
    page.keyboard.press("f")
    assert cells(page)[0]["name"] == "a10"
    page.keyboard.press("l")
    assert page.evaluate("document.activeElement.hasAttribute('data-moves')")
    page.keyboard.press("?")
    page.locator("[data-keys] kbd").nth(8).wait_for()
    page.keyboard.press("Escape")
    counts(page.locator("[data-keys]"), 0)
    page.keyboard.press("t")
    page.keyboard.type("hf?")
    expect(page.locator("[data-typed]")).to_have_value("hf?")  # Keys in a field are letters.
    # A tap on what is no target says why, without a rule's number; that is behind a question.
    piece = next(cell["cell"] for cell in cells(page) if "Bomb" in cell["label"])
    click(page, piece)
    expect(page.locator("[data-message]")).to_contain_text("never moves")
    able = next(cell["cell"] for cell in cells(page) if cell["open"])
    click(page, able)
    click(page, 94)
    expect(page.locator("[data-refusal]")).not_to_contain_text("ST-")
    page.locator("[data-why]").click()
    expect(page.locator("[data-rule]")).to_contain_text("ST-")


class Wire:
    """The line to the table, on which what the server says can be held back."""

    def __init__(self, page: Any) -> None:
        self.held: list[Any] | None = None
        page.route_web_socket("**/live*", self._routed)

    def _routed(self, socket: Any) -> None:
        self.socket = socket
        server = socket.connect_to_server()
        server.on_message(self._heard)

    def _heard(self, message: Any) -> None:
        if self.held is None:
            self.socket.send(message)
        else:
            self.held.append(message)

    def release(self) -> None:
        """Let through what was held back, and everything from now on."""
        held, self.held = self.held or [], None
        for message in held:
            self.socket.send(message)


PLACE = """cell => [...document.querySelectorAll('.ff-board .man')].filter(man => {
    const [x, y] = man.style.transform.match(/-?[\\d.]+/g).map(Number);
    return Math.abs(x - (cell % 10) * 100) < 1 && Math.abs(y - (9 - Math.floor(cell / 10)) * 100) < 1;
}).length"""


def test_a_move_is_shown_at_once_and_taken_back_if_it_is_refused(open_page: Any) -> None:
    page = open_page()
    wire = Wire(page)
    start(page, "original")
    assert my_turn(page)

    def step() -> tuple[int, int]:
        for cell in [one["cell"] for one in cells(page) if one["open"]]:
            click(page, cell)
            goals = [one["cell"] for one in cells(page) if one["mark"] == "move"]
            if goals:
                wire.held = []
                click(page, goals[0])
                return cell, goals[0]
        raise AssertionError("no piece can move")

    before, after = step()
    assert page.evaluate(PLACE, after) == 1
    assert page.evaluate(PLACE, before) == 0
    assert page.locator("[data-entry]").count() == 0, "not answered yet"
    wire.socket.send('{"type": "refused", "problem": {"code": "stale"}}')
    page.locator("[data-refusal]").wait_for()
    assert page.evaluate(PLACE, after) == 0
    assert page.evaluate(PLACE, before) == 1
    wire.release()
    page.locator('[data-entry="0"]').wait_for(state="attached")
    assert page.evaluate(PLACE, before) == 0
