"""Before an action: overlays, lines, ways, threats. Afterwards: log, luck, replay. Chat and offers too."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hands import counts
from hex_hands import (
    READY,
    click_hex,
    end_turn,
    give_up,
    gone_on,
    kinds,
    log,
    middle,
    moment,
    my_turn,
    order,
    play,
    start,
    start_alone,
    turn_of,
)
from playwright.sync_api import expect
from tests.smoke import smoke

BENCH = "hex-test-bench"


def bench(open_page: Any) -> Any:
    """A table of two at one screen."""
    page = open_page("/")
    start_alone(page, BENCH)
    return page


def test_overlays_show_sight_arc_and_danger_and_follow_the_plan(open_page: Any) -> None:
    page = bench(open_page)
    turn_of(page, "Rider")
    page.locator(".looks summary").click()
    for name in ("sight", "arc", "threat"):
        button = page.locator(f'[data-look="{name}"]')
        if button.get_attribute("aria-pressed") == "false":
            button.click()
        page.locator(f'[data-overlay="{name}"]').wait_for(state="attached")
    before = page.locator('[data-overlay="arc"]').get_attribute("d")
    click_hex(page, "0608")
    page.wait_for_function(
        "d => document.querySelector('[data-overlay=arc]')?.getAttribute('d') !== d", arg=before
    )
    page.locator('[data-look="reach"]').click()
    page.locator('[data-overlay="reach"]').wait_for(state="attached")


def test_the_ruler_shows_which_hex_blocks_the_sight(open_page: Any) -> None:
    page = bench(open_page)
    turn_of(page, "Popgun")
    page.locator(".looks summary").click()
    page.locator('[data-look="line"]').click()
    click_hex(page, "0502")
    page.locator('[data-line][data-clear="false"]').wait_for()
    expect(page.locator("[data-line]")).to_contain_text("0503")
    counts(page.locator("[data-blocker]"), 1)
    click_hex(page, "0510")
    page.locator('[data-line][data-clear="true"]').wait_for()
    page.keyboard.press("Escape")
    counts(page.locator("[data-line]"), 0)


def test_a_way_is_laid_hex_by_hex_and_walked(open_page: Any) -> None:
    page = bench(open_page)
    turn_of(page, "Rider")
    page.locator('[data-kind="move"]').click()
    page.locator("[data-thread]").check()
    for hex in ("0608", "0609", "0610"):
        click_hex(page, hex)
        page.locator("[data-way]", has_text=hex).wait_for()
    expect(page.locator("[data-way]")).to_have_text("0608 → 0609 → 0610")
    page.locator("[data-back]").click()
    expect(page.locator("[data-way]")).to_have_text("0608 → 0609")
    asked: list[Any] = []
    page.route("**/hex/way?*", lambda route: asked.append(route))
    click_hex(page, "0709")
    page.locator("[data-way]", has_text="0608 → 0609 → 0709").wait_for()
    expect(page.locator("[data-do]")).to_be_disabled()  # or the way of before would be walked
    while not asked:  # The page has asked, and the browser tells of it in its time.
        page.evaluate("() => new Promise(requestAnimationFrame)")
    asked[0].continue_()
    since = moment(page)
    page.locator(READY).click()
    gone_on(page, since)
    assert re.search(r"Rider moves to 0709 .* by .*0608 0609 0709", log(page)[-1])


@pytest.mark.long
def test_a_hex_off_the_way_is_refused_and_nothing_is_lost(open_page: Any) -> None:
    page = bench(open_page)
    turn_of(page, "Rider")
    page.locator("[data-thread]").check()
    click_hex(page, "0608")
    page.locator("[data-way]", has_text="0608").wait_for()
    click_hex(page, "0101")
    page.locator("[data-orders] [role=alert]").wait_for()
    expect(page.locator("[data-way]")).to_have_text("0608")


@pytest.mark.long
def test_the_foes_shot_at_me_is_shown_with_its_histogram(open_page: Any) -> None:
    page = bench(open_page)
    turn_of(page, "Tinker")
    page.locator('[data-kind="move"]').click()
    click_hex(page, "0606")
    threats = page.locator("[data-threats]")
    threats.locator("summary").first.click()
    threats.locator("details.shot summary").first.click()
    threats.locator("[data-parts] li").nth(1).wait_for()
    threats.locator("[data-bars] svg").first.wait_for()


@pytest.mark.long
def test_two_people_talk_offer_and_take_back_at_a_hex_table(open_page: Any) -> None:
    ann = open_page("/play/hex-duel")
    ann.locator("form select").first.select_option("link")
    ann.locator("[data-side]").select_option("0")
    ann.locator("[data-go]").click()
    link = ann.locator("[data-invite]").input_value()
    ben = open_page(link[link.index("/join") :])
    ben.locator("[data-join]").click()
    ben.locator("[data-map]").wait_for()
    ann.locator("[data-map]").wait_for()
    # The player with the first card moves, and takes it back with the other's leave.
    expect(ann.locator("[data-head]")).not_to_be_empty()
    mine = ann.locator("[data-head]").inner_text().startswith("Your turn")
    first, other = (ann, ben) if mine else (ben, ann)
    first.locator('[data-kind="move"]').click()
    first.locator(".hx-cost").first.wait_for()
    lines = len(log(first))
    since = moment(first)
    click_hex(first, "0711" if first is ann else "0804")
    first.locator(READY).click()
    gone_on(first, since)
    assert len(log(first)) == lines + 1
    first.locator('[data-offer="takeback"]').click()
    other.get_by_role("button", name="Accept").click()
    first.locator('[data-kind="move"]').wait_for()
    counts(first.locator("[data-log] > li"), lines)
    first.get_by_role("tab", name="Chat").click()
    first.locator(".presets button").first.click()
    other.get_by_role("tab", name=re.compile("Chat")).click()
    other.locator(".chat li b").wait_for()
    first.locator("[data-more]").click()
    first.locator('[data-offer="draw"]').click()
    other.get_by_role("button", name="Accept").click()
    for page in (first, other):
        expect(page.locator("[data-over] h2")).to_have_text("A draw")
    first.locator("[data-rematch]").click()
    other.get_by_role("button", name="Accept").click()
    other.get_by_role("link", name="To the rematch").wait_for()


def test_a_game_is_seen_again_step_by_step_and_its_luck_added_up(open_page: Any) -> None:
    page = open_page("/", speed="none")
    start(page, "hex-duel")
    rng = random.Random(6)
    # What is shot at is a robot sooner or later: luck is counted by that, and not by what hits a wall.
    while my_turn(page) and not re.search(" at (Megatron|Optimus Prime): ", " ".join(log(page))):
        play(page, rng, 1)
    give_up(page)
    page.locator("[data-over] [data-luck]").wait_for()
    page.locator("[data-replay]").click()
    page.locator("[data-hex-replay]").wait_for()
    ply = page.locator("[data-ply]")
    expect(ply).to_have_text(re.compile("^0 / "))
    for _ in range(3):
        page.locator("[data-next]").click()
    expect(page).to_have_url(re.compile("ply=3"))
    page.keyboard.press("ArrowLeft")
    expect(ply).to_have_text(re.compile("^2 / "))
    page.locator("[data-eyes]").select_option("0")
    expect(page).to_have_url(re.compile("view=0"))
    page.locator("[data-log] .end button").click()
    expect(ply).to_have_text(re.compile(r"^(\d+) / \1$"))
    here = ply.inner_text()
    expect(page).to_have_url(re.compile(f"ply={here.split(' / ')[0]}"))
    page.reload()
    expect(ply).to_have_text(here)
    with page.expect_download() as download:
        page.locator("[data-download]").click()
    assert "hex-duel" in download.value.path().read_text(encoding="utf-8")


@pytest.mark.long
def test_a_line_of_the_log_is_shown_on_the_map_and_the_log_is_sorted_by_unit(open_page: Any) -> None:
    page = bench(open_page)
    order(page, "Rider", "transform")
    end_turn(page)
    my_turn(page)  # Whose turn it is gets selected: only then is there peace to look at something else.
    page.locator("[data-log] button", has_text="Rider transforms").click()
    page.locator('[data-unit="rider"].selected').wait_for()
    every = len(log(page))
    page.locator(".head select").select_option(label="Rider")
    expect(page.locator("[data-log] > li")).not_to_have_count(every)
    assert all("Rider" in line or line.startswith("Round") for line in log(page))


@pytest.mark.long
def test_titles_of_scenarios_stand_in_the_lobby_and_in_my_games(open_page: Any) -> None:
    page = open_page("/play/hex-duel")
    page.locator("form select").first.select_option("anyone")
    page.locator("[data-go]").click()
    page.wait_for_url("**/table/*")
    page.goto("/games")
    page.locator("li strong", has_text="The duel").first.wait_for()
    expect(page.locator("main ul").first).not_to_contain_text("hex-duel")
    page.goto("/lobby")
    page.locator("li strong", has_text="The duel").first.wait_for()
    expect(page.locator("main ul").first).not_to_contain_text("hex-duel")


ONLY_WHAT_IS_IN_SIGHT = """() => {
    const count = one => document.querySelectorAll(one).length;
    const cells = count('.hx [role=gridcell]');
    return cells > 20 && cells < 400 && count('[data-map] canvas:not([hidden])') < 20; }"""


def test_the_biggest_map_begins_near_the_unit_and_has_a_small_map(open_page: Any) -> None:
    page = open_page("/", width=390, height=844, touch=True)
    start_alone(page, "hex-test-wide")
    my_turn(page)
    page.locator("[data-minimap]").wait_for()
    x, y = (
        middle(page, "3040") if "Rider" in page.locator("[data-head]").inner_text() else middle(page, "3436")
    )
    assert 0 < x < 390 and 0 < y < 844
    page.wait_for_function(ONLY_WHAT_IS_IN_SIGHT)
    grid = page.locator("svg.hx").first
    expect(grid).to_have_attribute("aria-rowcount", "68")
    expect(grid).to_have_attribute("aria-colcount", "64")
    page.locator("[data-fit]").click()
    counts(page.locator("[data-minimap]"), 0)
    box = page.locator("[data-map]").bounding_box()
    for _ in range(12):
        page.locator(".zoom button").first.click()
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    before = middle(page, "3040")
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + 150, steps=4)
    page.mouse.up()
    after = middle(page, "3040")
    assert (round(before[0] - after[0]), round(before[1] - after[1])) == (80, 50), "it follows the hand"
    scale = float(page.locator("svg.hx").first.get_attribute("data-scale"))
    page.mouse.wheel(0, 300)
    page.wait_for_function("s => +document.querySelector('svg.hx').dataset.scale < s", arg=scale)


def press(page: Any, selector: str) -> None:
    """Press a button by the keyboard."""
    page.locator(selector).first.focus()
    page.keyboard.press("Enter")


def deploy_by_keys(page: Any) -> None:
    """Answer the questions of a deployment without the mouse."""
    while not page.locator(READY).count():
        if page.locator("[data-orders] [data-answer]").count():
            press(page, "[data-orders] [data-answer]")
        else:
            page.locator("[data-answers]").focus()
            page.keyboard.press("ArrowDown")
    press(page, READY)


def act_by_keys(page: Any, rng: random.Random) -> None:
    """One action without the mouse: a blow, a shot, a move, or the end of the turn."""
    able = kinds(page)
    kind = next((one for one in ("strike", "fire", "move") if one in able), "")
    if kind:
        press(page, f'[data-kind="{kind}"]')
    if kind == "move":
        page.locator("[data-map]").focus()
        page.keyboard.press("Home")
        for _ in range(rng.randrange(1, 4)):
            page.keyboard.press(rng.choice(("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowRight")))
        page.keyboard.press("Enter")
    elif kind and not page.locator(READY).count():
        press(page, "[data-target]")
    press(page, READY if page.locator(READY).count() else "[data-end]")


@pytest.mark.long
@pytest.mark.parametrize("game", ["hex-duel", "hex-three"])
def test_a_whole_game_against_the_bot_by_the_keyboard(open_page: Any, game: str) -> None:
    page = open_page("/")
    start(page, game)
    rng = random.Random(1)
    for _ in range(400):
        if not my_turn(page):
            break
        since = moment(page)
        if page.locator('[data-phase="deploy"]').count():
            deploy_by_keys(page)
        else:
            act_by_keys(page, rng)
        gone_on(page, since)
    page.locator("[data-over]").wait_for()
    page.locator("[data-luck]").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("game", ["hex-duel", "hex-three"])
def test_a_whole_game_against_the_bot_by_the_mouse(open_page: Any, game: str) -> None:
    page = open_page("/")
    start(page, game)
    play(page, random.Random(8), 400)
    page.locator("[data-over]").wait_for()
    counts(page.locator("[data-log] .end"), 1)


@pytest.mark.long
def test_the_log_is_the_same_for_who_comes_back(open_page: Any) -> None:
    page = open_page("/")
    start_alone(page, "hex-duel")
    my_turn(page)
    play(page, random.Random(2), 3)
    page.locator("[data-orders]").wait_for()
    before = log(page)
    assert before[0] == "Round 1" and before[1] in ("Optimus Prime", "Megatron")
    page.reload()
    page.locator("[data-orders]").wait_for()
    assert log(page) == before


ACTING_SEEN = """() => {
    const list = document.querySelector('[data-cards]').getBoundingClientRect();
    const card = document.querySelector('[data-cards] .acting')?.getBoundingClientRect();
    return !!card && card.left >= list.left - 1 && card.right <= list.right + 1
        && card.top >= list.top - 1 && card.bottom <= list.bottom + 1; }"""


@pytest.mark.parametrize("wide", smoke((1440, 390), 390))
def test_the_card_of_who_acts_is_in_sight_among_twelve(open_page: Any, wide: int) -> None:
    page = open_page("/play/hex-six", width=wide, height=844, speed="none")
    page.locator("[data-side]").select_option("1")  # Its cards are the last.
    page.locator("[data-go]").click()
    for _ in range(8):
        assert my_turn(page)
        if page.locator('[data-phase="deploy"]').count():
            page.locator("[data-place-all]").click()
            page.locator(READY).click()
            page.locator('[data-phase="play"]').wait_for()
        else:
            page.wait_for_function(ACTING_SEEN)
            end_turn(page)
