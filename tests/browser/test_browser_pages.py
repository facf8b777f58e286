"""The pages: set-ups by mouse, touch and keyboard, languages, phones, and what axe finds."""

from __future__ import annotations

import gzip
import random
import re
from typing import Any

import pytest
from accessible import axe, fits, settled
from hands import ROOT, at, cells, click, counts, freeze, my_turn, play, resign, start, table_of
from playwright.sync_api import expect
from tests.smoke import every
from tests.waits import PATIENCE

PATHS = (
    "/",
    "/series/classic",
    "/series/hex",
    "/play/original",
    "/setup/duel",
    "/rules/transformers-powers",
    "/lobby",
    "/tournaments",
    "/games",
    "/profile",
    "/progress",
    "/ladders",
    "/friends",
    "/editions",
    "/about",
    "/nowhere",
)


@pytest.mark.long  # In the quick run the pages are light and dark in turn, in another language (below).
def test_axe_finds_nothing_on_any_page(open_page: Any) -> None:
    page = open_page("/", color_scheme="dark")
    found = {}
    for path in PATHS:
        page.goto(path)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            settled(page)
            if wrong := axe(page):
                found[path, scheme] = wrong
    assert not found


@pytest.mark.long
def test_axe_finds_nothing_while_pieces_are_still_to_be_placed(open_page: Any) -> None:
    page = open_page("/setup/duel")
    settled(page)
    page.get_by_role("button", name="Clear", exact=True).click()
    page.locator("button.kind").first.wait_for()
    assert axe(page) == []


def test_axe_finds_nothing_in_a_game_and_its_replay(open_page: Any) -> None:
    page = open_page("/")
    start(page, "pirates-code")
    assert my_turn(page)
    cell = next(cell for cell in cells(page) if cell["open"])
    click(page, cell["cell"])
    assert axe(page) == []
    page.locator("[data-more]").click()
    assert axe(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.locator("[data-keys]").wait_for()
    assert axe(page) == []
    page.keyboard.press("Escape")
    # Some moves, so that giving up ends a game and does not call it off: only a game has a replay.
    play(page, random.Random(3), 3, calm=True)
    if my_turn(page):
        resign(page)
    assert axe(page) == []
    page.goto(f"/replay/{table_of(page)}")
    settled(page)
    assert axe(page) == []


@pytest.mark.parametrize(
    ("locale", "word"),
    every(4, [("de", "Jetzt spielen"), ("en", "Play now"), ("nl", "Nu spelen"), ("fr", "Jouer")]),
)
def test_every_language_is_spoken_on_every_page_and_axe_finds_nothing(
    open_page: Any, locale: str, word: str
) -> None:
    page = open_page("/", locale=locale)
    expect(page.locator("[data-play-now]")).to_have_text(word)
    expect(page.locator("html")).to_have_attribute("lang", locale)
    for place, path in enumerate(PATHS):
        page.emulate_media(color_scheme=("dark", "light")[place % 2])
        page.goto(path)
        settled(page)
        text = page.locator("body").inner_text()
        # A missing sentence would show its key, a missing value its name in braces.
        assert not re.search(
            r"\b(nav|home|series|clash|wait|play|rules|setup|prefs|account|lobby|games|editions|about)\.[a-z]",
            text,
        ), path
        assert not re.search(r"\{\w+\}", text), path
        assert axe(page) == [], path


def test_the_language_can_be_changed_and_is_kept(open_page: Any) -> None:
    page = open_page("/profile")
    page.locator("[data-language]").select_option("de")
    page.locator("h1", has_text="Profil und Einstellungen").wait_for()
    page.reload()
    page.locator("h1", has_text="Profil und Einstellungen").wait_for()


def test_the_foot_of_a_page_has_the_languages_and_a_table_has_no_foot(open_page: Any) -> None:
    page = open_page("/about")
    page.locator("[data-foot]").get_by_role("button", name="Deutsch").click()
    page.locator("[data-foot] a", has_text="Rätsel").wait_for()
    start(page, "duel")
    counts(page.locator("[data-foot]"), 0)


def test_a_phone_never_scrolls_sideways(open_page: Any) -> None:
    page = open_page("/", width=390, height=844, touch=True)
    for path in ("/", "/play/original", "/setup/original", "/rules/original", "/profile", "/lobby"):
        page.goto(path)
        settled(page)
        assert fits(page), path
    # A long name makes room for the links.
    page.set_viewport_size({"width": 844, "height": 390})
    name = page.locator("header .me span")
    name.evaluate("one => (one.textContent = 'Jean-Baptiste de la Généralité')")
    assert fits(page)
    expect(name).to_be_in_viewport(ratio=1)


def test_a_game_fits_a_phone_and_is_played_by_touch(open_page: Any) -> None:
    page = open_page("/", width=390, height=844, touch=True)
    start(page, "original")
    assert my_turn(page)
    box = page.locator(".ff-board").bounding_box()
    assert box["width"] >= 386, "the board goes to the edges"
    assert fits(page)
    freeze(page)  # A tap is no long press, however slow the machine is.
    for cell in cells(page):
        if cell["open"]:
            page.touchscreen.tap(*at(page, cell["cell"]))
            if goals := [one for one in cells(page) if one["mark"] == "move"]:
                page.touchscreen.tap(*at(page, goals[0]["cell"]))
                break
            page.touchscreen.tap(*at(page, cell["cell"]))
    page.locator('[data-entry="0"]').wait_for(state="attached")


def labels(page: Any) -> dict[str, str]:
    return {cell["name"]: cell["label"] for cell in cells(page)}


def test_a_set_up_is_made_by_mouse(open_page: Any) -> None:
    page = open_page("/setup/duel")
    page.locator(".ff-board .man").first.wait_for()
    page.locator("[data-clear]").click()
    counts(page.locator(".ff-board .man"), 0)
    # Click a piece in the tray, then a square.
    page.locator('[data-kind="flag"]').click()
    click(page, 4)
    assert "Flag" in labels(page)["e1"]
    # Drag one out of the tray.
    tray = page.locator('[data-kind="marshal"]').bounding_box()
    page.mouse.move(tray["x"] + 20, tray["y"] + 20)
    page.mouse.down()
    page.mouse.move(*at(page, 20), steps=6)
    page.mouse.move(*at(page, 22), steps=4)
    page.mouse.up()
    assert "Marshal" in labels(page)["c3"]
    # Drag it on the board, then swap two by clicking both.
    page.mouse.move(*at(page, 22))
    page.mouse.down()
    page.mouse.move(*at(page, 33), steps=6)
    page.mouse.up()
    assert "Marshal" in labels(page)["d4"]
    click(page, 33)
    click(page, 4)
    assert "Flag" in labels(page)["d4"]
    assert "Marshal" in labels(page)["e1"]
    # Throw it off the board.
    page.mouse.move(*at(page, 33))
    page.mouse.down()
    page.mouse.move(5, 5, steps=6)
    page.mouse.up()
    counts(page.locator('[data-kind="flag"]'), 1)


@pytest.mark.long
def test_a_set_up_is_made_by_keyboard(open_page: Any) -> None:
    page = open_page("/setup/duel")
    page.locator(".ff-board .man").first.wait_for()
    page.locator("[data-clear]").click()
    counts(page.locator(".ff-board .man"), 0)
    page.locator('.ff-board [data-cell="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("f")
    assert "Flag" in labels(page)["b1"]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("M")
    assert "Marshal" in labels(page)["b2"]
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert "Marshal" in labels(page)["c2"]
    page.keyboard.press("Delete")
    assert "Marshal" not in labels(page)["c2"]
    expect(page.locator("[data-live]")).to_contain_text("c2")


def test_a_set_up_is_made_by_touch_mirrored_saved_and_read(open_page: Any) -> None:
    page = open_page("/setup/barrage", width=390, height=844, touch=True)
    page.locator(".ff-board .man").first.wait_for()
    before = labels(page)
    page.locator("[data-mirror]").tap()
    assert labels(page)["a1"].split(", ", 1)[1] == before["j1"].split(", ", 1)[1]
    page.locator("[data-clear]").tap()
    freeze(page)  # A tap is no long press, however slow the machine is.
    page.locator('[data-kind="flag"]').tap()
    page.touchscreen.tap(*at(page, 0))
    assert "Flag" in labels(page)["a1"]
    page.locator("summary").nth(1).tap()
    page.locator("textarea").fill("M........./G........./SSY......./NB.......F")
    page.locator("[data-import]").tap()
    assert "Marshal" in labels(page)["a4"]
    assert "Flag" in labels(page)["j1"]
    page.locator("textarea").fill("MM")
    page.locator("[data-import]").tap()
    expect(page.locator("[role=alert]")).not_to_be_empty()
    page.locator("summary").first.tap()
    page.locator("form input").fill("Corner")
    page.locator("form button").tap()
    page.get_by_role("button", name="Corner", exact=True).wait_for()


def test_a_game_is_played_by_keyboard_alone_and_told_in_words(open_page: Any) -> None:
    page = open_page()
    start(page, "duel")
    assert my_turn(page)
    cell = next(cell for cell in cells(page) if cell["open"])
    page.locator(f'.ff-board [data-cell="{cell["cell"]}"]').focus()
    page.keyboard.press("Enter")
    goal = next((one for one in cells(page) if one["mark"] == "move"), None)
    assert goal is not None
    column, row = goal["cell"] % 10 - cell["cell"] % 10, goal["cell"] // 10 - cell["cell"] // 10
    for _ in range(abs(column)):
        page.keyboard.press("ArrowRight" if column > 0 else "ArrowLeft")
    for _ in range(abs(row)):
        page.keyboard.press("ArrowUp" if row > 0 else "ArrowDown")
    page.keyboard.press("Enter")
    page.locator('[data-entry="0"]').wait_for(state="attached")
    page.wait_for_function("() => document.querySelector('[data-live]').textContent.includes('Your turn')")


def test_a_private_mark_is_made_and_survives_a_reload(open_page: Any) -> None:
    page = open_page()
    start(page, "original")
    assert my_turn(page)
    page.mouse.click(*at(page, 95), button="right")
    page.locator("dialog .notekind").nth(2).click()
    counts(page.locator(".ff-board .sign.note"), 1)
    page.reload()
    page.locator(".ff-board .sign.note").wait_for()


def test_axe_finds_nothing_on_an_invitation_and_on_the_page_of_a_person(open_page: Any) -> None:
    host = open_page("/play/duel")
    host.locator('input[value="link"]').check()
    host.locator("[data-go]").click()
    link = host.locator("[data-invite]").input_value()
    guest = open_page(link, width=390)
    guest.locator("[data-join]").wait_for()
    assert axe(guest) == []
    # Opening the link has taken nobody's seat: that is what the button is for.
    counts(host.locator("[data-invite]"), 1)
    guest.locator("[data-join]").click()
    guest.locator("[data-start]").wait_for()
    late = open_page(link)
    late.locator("[role=alert]").wait_for()
    assert axe(late) == []
    for page in (host, guest):
        page.locator("[data-start]:not([disabled])").click()
    guest.locator("[data-panel]").wait_for()
    guest.locator('a[href^="/people/"]').first.click()
    guest.wait_for_url("**/people/*")
    settled(guest)
    assert axe(guest) == []


def test_st_know_2_the_list_of_a_memory_table_is_short_and_gone_after_a_reload(open_page: Any) -> None:
    page = open_page("/play/barrage", speed="none")
    page.locator('input[name="level"][value="2"]').check()
    page.locator("form select").first.select_option("0")
    page.locator("form details summary").click()
    page.locator('form details select:has(option[value="table"])').select_option("table")
    page.locator("[data-go]").click()
    page.locator("[data-start]:not([disabled])").click()
    page.locator("[data-panel]").wait_for()
    done = play(page, random.Random(2), 6)
    lines = page.locator("[data-entry]")
    if my_turn(page):
        counts(lines, 2)  # Your last move and the answer.
        expect(page.locator("[data-moves]")).not_to_contain_text("×")
        page.reload()
        page.locator("[data-panel]").wait_for()
        assert my_turn(page)
        counts(lines, 0)
        counts(page.locator("[data-guesses], [data-ask-hint]"), 0)
        resign(page)
    page.locator("[data-over]").wait_for()
    page.locator(f'[data-entry="{2 * len(done) - 2}"]').wait_for(state="attached")


def test_an_own_edition_is_refused_at_the_line_then_played(open_page: Any) -> None:
    page = open_page("/editions")
    text = (ROOT / "src/flagfall/ranks/editions/barrage.toml").read_text(encoding="utf-8")
    text = re.sub(r'^id = "barrage"', 'id = "my-barrage"', text, count=1, flags=re.M)
    page.locator("textarea").fill(text.replace("count = 2", "count = -2", 1))
    page.locator("[data-upload]").click()
    expect(page.locator("[data-faults] li button").first).to_contain_text(re.compile(r"\d+"))
    page.locator("textarea").fill(text)
    page.locator("[data-upload]").click()
    page.locator(".ok a.primary").click()
    page.locator("[data-go]:not([disabled])").click()
    page.locator("[data-start]:not([disabled])").click()
    page.locator("[data-panel]").wait_for()


@pytest.mark.parametrize(
    ("locale", "fault", "typed"),
    every(
        4,
        [
            ("en", "takes a whole number from 1 to 99", "there is no square 'zz'"),
            ("nl", "is een geheel getal van 1 tot 99", "er is geen veld ‘zz’"),
            (
                "fr",
                "est un nombre entier de 1 à 99",
                "il n’y a pas de case «\N{NO-BREAK SPACE}zz\N{NO-BREAK SPACE}»",
            ),
            ("de", "ist eine ganze Zahl von 1 bis 99", "es gibt kein Feld „zz“"),
        ],
        first=1,
    ),
)
def test_what_is_wrong_is_said_in_the_language_of_the_reader(
    open_page: Any, locale: str, fault: str, typed: str
) -> None:
    page = open_page("/editions", locale=locale)
    text = (ROOT / "src/flagfall/ranks/editions/barrage.toml").read_text(encoding="utf-8")
    page.locator("textarea").fill(text.replace("count = 1", "count = 0", 1))
    page.locator("[data-upload]").click()
    page.locator("section[role=alert]").get_by_text(fault).wait_for()
    start(page, "duel")
    assert my_turn(page)
    page.locator("[data-typed]").fill("zz b5")
    page.locator("[data-typed]").press("Enter")
    page.locator("[data-refusal]").get_by_text(typed).wait_for()


def test_the_game_page_needs_at_most_150_kb_of_javascript(open_page: Any) -> None:
    page = open_page("/about")
    fetched: set[str] = set()
    page.on("request", lambda asked: fetched.add(asked.url.split("?")[0]))
    start(page, "transformers-powers")
    scripts = [url for url in fetched if url.endswith(".js")]
    assert scripts
    bodies = [page.request.get(url, timeout=1000 * PATIENCE).body() for url in scripts]
    assert sum(len(gzip.compress(body)) for body in bodies) <= 150_000


def test_the_shell_can_be_installed(open_page: Any) -> None:
    page = open_page()
    manifest = page.request.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).ok
    assert "javascript" in page.request.get("/sw.js").headers["content-type"]
