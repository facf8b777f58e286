"""Whole games in the browser, against bots and between people."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hands import act, cells, click, counted, counts, my_turn, play, resign, start, table_of, used

POWERS = ("star-wars-powers", "transformers-powers", "pirates-code")


def test_a_newcomer_is_in_a_game_within_three_clicks(open_page: Any) -> None:
    page = open_page("/")
    page.locator("[data-play-now]:not([disabled])").click()
    page.locator("[data-start]:not([disabled])").click()
    page.locator("[data-panel]").wait_for()
    assert re.search(r"/table/", page.url)
    assert len([cell for cell in cells(page) if "Blue" in cell["label"]]) == 40


def test_a_duel_is_played_to_its_end_and_seen_again(open_page: Any) -> None:
    page = open_page()
    start(page, "duel")
    play(page, random.Random(4), 40)
    if not page.locator("[data-over]").count():
        resign(page)
    assert page.locator("[data-over] h2").inner_text()
    page.goto(f"/replay/{table_of(page)}")
    page.locator("[data-last]").click()
    count = page.locator("[data-ply]").inner_text()
    assert re.fullmatch(r"(\d+) / \1", count)
    page.locator("[data-verify]").click()
    page.locator("[data-verdicts] li").first.wait_for()
    verdicts = page.locator("[data-verdicts] li").all()
    assert len(verdicts) == 3
    assert all("right" in str(one.get_attribute("class")) for one in verdicts)
    # Whoever knows everything sees both armies at the beginning; a player sees the backs of one.
    page.goto(page.url.split("?")[0] + "?ply=0")
    page.locator("[data-ply]").wait_for()
    assert page.locator(".ff-board .piece.back").count() == 0
    page.locator("[data-eyes]").select_option("0")
    assert page.locator(".ff-board .piece.back").count() == 10


def test_the_original_game_is_played_by_mouse_against_a_bot(open_page: Any) -> None:
    page = open_page()
    start(page, "original")
    done = play(page, random.Random(1), 12, calm=True)
    assert len(done) == 12
    page.locator("#tab-tray").click()
    page.locator("#tab-moves").click()
    assert counted(page) >= 23
    resign(page)
    assert page.locator(".ff-board .piece.back").count() == 0, "both armies are open after the end"


@pytest.mark.parametrize("game", POWERS)
def test_an_edition_with_powers_is_played_with_its_powers(open_page: Any, game: str) -> None:
    page = open_page()
    start(page, game)
    done = play(page, random.Random(3), 12, eager=True)
    assert used(done), f"no power could be used in {len(done)} turns"
    if not page.locator("[data-over]").count():
        resign(page)
    assert page.locator("[data-over]").count()


def test_a_change_of_mode_is_chosen_undone_and_played(open_page: Any) -> None:
    page = open_page()
    start(page, "transformers-powers")
    assert my_turn(page)
    able = [cell["cell"] for cell in cells(page) if cell["open"]]
    for cell in able:
        click(page, cell)
        if page.locator("[data-flip]").count():
            break
        page.keyboard.press("Escape")
    page.locator("[data-flip]").click()
    counts(page.locator(".ff-board .sign.mode"), 1)
    page.locator("[data-flip]").click()
    counts(page.locator(".ff-board .sign.mode"), 0)
    page.locator("[data-flip]").click()
    # Another piece may move after the change: the change and the move are one request.
    for cell in able:
        if not [one for one in cells(page) if one["mark"]]:
            click(page, cell)
    click(page, next(one for one in cells(page) if one["mark"])["cell"])
    page.locator('[data-entry="0"]').wait_for()
    assert page.locator('[data-entry="0"] .text').inner_text().startswith("switch ")
    resign(page)


def test_two_people_meet_by_link_and_one_comes_back_after_a_cut(open_page: Any) -> None:
    one = open_page("/play/barrage")
    one.locator('input[value="link"]').check()
    one.locator("form select").first.select_option("0")
    one.locator("[data-go]").click()
    link = one.locator("[data-invite]").input_value()
    two = open_page(link)
    two.locator("[data-join]").click()
    for page in (one, two):
        page.locator("[data-start]:not([disabled])").click()
    for page in (one, two):
        page.locator("[data-panel]").wait_for()
    rng = random.Random(8)
    for turn in range(4):
        page = (one, two)[turn % 2]
        assert my_turn(page)
        act(page, rng, calm=True)
        for other in (one, two):
            other.locator(f'[data-entry="{turn}"]').wait_for(state="attached")
    # The second browser loses the network while the first one moves.
    two.context.set_offline(True)
    two.evaluate("() => window.dispatchEvent(new Event('offline'))")
    assert my_turn(one)
    act(one, rng, calm=True)
    one.locator('[data-entry="4"]').wait_for(state="attached")
    two.context.set_offline(False)
    two.evaluate("() => window.dispatchEvent(new Event('online'))")
    two.locator('[data-entry="4"]').wait_for(state="attached")
    # And after a fresh load it stands exactly where it was, with the whole list of moves.
    two.locator("[data-battle]").wait_for(state="detached")
    before = [cell["label"] for cell in cells(two)]
    two.reload()
    two.locator('[data-entry="4"]').wait_for(state="attached")
    assert [cell["label"] for cell in cells(two)] == before
    assert counted(two) == counted(one)
    # A refusal says the rule in words.
    two.locator("[data-typed]").fill("a10-a3")
    two.keyboard.press("Enter")
    assert "ST-" in two.locator("[data-refusal]").inner_text()
    two.locator("[data-offer=draw]").click()
    one.locator(".offer .primary").click()
    for page in (one, two):
        page.locator("[data-over]").wait_for()


def test_two_at_one_screen_hand_it_over_and_never_see_the_other_army(open_page: Any) -> None:
    page = open_page("/play/barrage")
    page.locator('input[value="hotseat"]').check()
    page.locator("[data-go]").click()
    for _ in range(2):
        page.locator("[data-handover] button").click()
        page.locator("[data-start]:not([disabled])").click()
    rng = random.Random(2)
    for turn in range(4):
        page.locator("[data-handover] button").click()
        backs = page.locator(".ff-board .piece.back")
        assert {"s0", "s1"} & set(str(backs.first.get_attribute("class")).split()) == {f"s{1 - turn % 2}"}
        assert my_turn(page)
        act(page, rng, calm=True)
    page.locator("[data-handover]").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("game", ["original", "duel", "barrage", *POWERS])
def test_a_whole_game_is_played_to_its_end_by_the_mouse(open_page: Any, game: str) -> None:
    page = open_page()
    start(page, game, level="2")
    rng = random.Random(f"whole {game}")
    done: list[str] = []
    while not page.locator("[data-over]").count() and len(done) < 1200:
        done += play(page, rng, 50)
        # Whatever the hands chose was marked as possible: nothing may have been refused.
        assert page.locator("[data-refusal]").count() == 0
    assert page.locator("[data-over] h2").inner_text()
    assert page.locator(".ff-board .piece.back").count() == 0
