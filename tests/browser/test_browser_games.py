"""Whole games in the browser, against bots and between people."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hands import act, cells, click, counted, counts, my_turn, over, play, resign, start, table_of, used
from playwright.sync_api import expect
from tests.smoke import every

POWERS = ("star-wars-powers", "transformers-powers", "pirates-code")


def test_a_newcomer_is_in_a_game_within_three_clicks(open_page: Any) -> None:
    page = open_page("/")
    page.locator("[data-play-now]:not([disabled])").click()
    page.locator("[data-start]:not([disabled])").click()
    page.locator("[data-panel]").wait_for()
    assert re.search(r"/table/", page.url)
    assert my_turn(page)  # a bot that is first has moved by then
    # A scout of a bot that is first may have taken one.
    assert len([cell for cell in cells(page) if "Blue" in cell["label"]]) in (39, 40)


def test_a_duel_is_played_to_its_end_and_seen_again(open_page: Any) -> None:
    page = open_page(speed="none")
    start(page, "duel")
    play(page, random.Random(4), 12)
    if my_turn(page):
        resign(page)
    expect(page.locator("[data-over] h2")).not_to_be_empty()
    replay = f"/replay/{table_of(page)}"
    page.goto(replay)
    page.locator("[data-last]").click()
    expect(page.locator("[data-ply]")).to_have_text(re.compile(r"^([1-9]\d*) / \1$"))
    page.locator("[data-verify]").click()
    counts(page.locator("[data-verdicts] li.right"), 3)
    counts(page.locator("[data-verdicts] li"), 3)
    # With everything open one sees both armies at the beginning; a player sees the backs of one.
    page.goto(f"{replay}?ply=0")
    counts(page.locator(".ff-board .man"), 20)
    counts(page.locator(".ff-board .piece.back"), 0)
    page.locator("[data-eyes]").select_option("0")
    counts(page.locator(".ff-board .piece.back"), 10)


def test_the_original_game_is_played_by_mouse_against_a_bot(open_page: Any) -> None:
    page = open_page()
    start(page, "original")
    done = play(page, random.Random(1), 6, calm=True)
    assert len(done) == 6
    assert my_turn(page)
    assert counted(page) == 12
    resign(page)
    counts(page.locator(".ff-board .piece.back"), 0)  # Both armies are open after the end.


@pytest.mark.parametrize("game", every(3, POWERS, first=2))
def test_an_edition_with_powers_is_played_with_its_powers(open_page: Any, game: str) -> None:
    page = open_page(speed="none")
    start(page, game)
    rng = random.Random(3)
    done: list[str] = []
    while not used(done):  # Armies are drawn: a piece with a power may need its time to get into play.
        assert my_turn(page), f"no power could be used in {len(done)} turns"
        done += play(page, rng, 1, eager=True)
    play(page, rng, 2)
    if my_turn(page):
        resign(page)
    page.locator("[data-over]").wait_for()


def marked(page: Any) -> list[int]:
    """The cells that can be chosen."""
    return [one["cell"] for one in cells(page) if one["mark"]]


def changed(page: Any) -> bool:
    """Change the mode of a piece that can go somewhere after it; False if there is none."""
    flip = page.locator("[data-flip]")
    for cell in [one["cell"] for one in cells(page) if one["open"]]:
        click(page, cell)
        if flip.count():
            flip.click()
            if marked(page):
                return True
            flip.click()  # It could only use a power.
        page.keyboard.press("Escape")
    return False


def test_a_change_of_mode_is_chosen_undone_and_played(open_page: Any) -> None:
    page = open_page()
    start(page, "transformers-powers")
    assert my_turn(page)
    while not changed(page):  # Armies are drawn: one that can change may have to be let out first.
        play(page, random.Random(5), 1, calm=True)
        assert my_turn(page)
    flip, signs = page.locator("[data-flip]"), page.locator(".ff-board .sign.mode")
    shown = signs.count()
    flip.click()
    counts(signs, shown - 1)
    flip.click()
    counts(signs, shown)
    # The change and the move are one request.
    told = page.locator("[data-entry]").count()
    click(page, marked(page)[0])
    expect(page.locator(f'[data-entry="{told}"] .text')).to_have_text(re.compile("^switch "))
    if my_turn(page):
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
    assert my_turn(two)
    before = [cell["label"] for cell in cells(two)]
    two.reload()
    two.locator('[data-entry="4"]').wait_for(state="attached")
    assert my_turn(two)
    assert [cell["label"] for cell in cells(two)] == before
    assert counted(two) == counted(one)
    # A refusal says the rule in words.
    two.locator("[data-typed]").fill("a10-b8")
    two.keyboard.press("Enter")
    expect(two.locator("[data-refusal]")).not_to_contain_text("ST-")
    two.locator("[data-why]").click()
    expect(two.locator("[data-rule]")).to_contain_text("ST-")
    two.locator("[data-more]").click()
    two.locator("[data-offer=draw]").click()
    one.locator(".offer .primary").click()
    for page in (one, two):
        over(page)


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
        assert my_turn(page)
        counts(page.locator(f".ff-board .piece.back.s{turn % 2}"), 0)
        page.locator(f".ff-board .piece.back.s{1 - turn % 2}").first.wait_for()
        act(page, rng, calm=True)
    page.locator("[data-handover]").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("game", ["original", "duel", "barrage", *POWERS])
def test_a_whole_game_is_played_to_its_end_by_the_mouse(open_page: Any, game: str) -> None:
    page = open_page(speed="none")
    start(page, game, level="2")
    rng = random.Random(f"whole {game}")
    done: list[str] = []
    while len(done) < 1200 and my_turn(page):
        done += play(page, rng, 50)
        # Whatever the hands chose was marked as possible: nothing may have been refused.
        assert page.locator("[data-refusal]").count() == 0
    expect(page.locator("[data-over] h2")).not_to_be_empty()
    counts(page.locator(".ff-board .piece.back"), 0)


def test_memory_as_the_book_says_is_one_click(open_page: Any) -> None:
    page = open_page("/play/duel")
    choice = page.locator("[data-book] input")
    expect(choice.nth(0)).to_be_checked()
    choice.nth(1).click()
    page.locator("details summary").first.click()
    memory = page.locator(".opts select").nth(1)
    expect(memory).to_have_value("table")
    choice.nth(0).click()
    expect(memory).to_have_value("assisted")


@pytest.mark.long
def test_st_end_4_a_public_table_that_may_never_end_warns(open_page: Any) -> None:
    page = open_page("/play/barrage")
    page.locator("details summary").first.click()
    limits = page.locator(".opts input[type=number][min='0'][max='10000'], .opts input[max='100000']")
    limits.first.wait_for()
    for limit in limits.all():
        limit.fill("0")
        limit.blur()
    assert page.locator("p.warn").count() == 0, "against a bot nobody else is concerned"
    page.locator("input[name=against][value=anyone]").click()
    page.locator("p.warn").wait_for()


def test_st_move_3_the_client_asks_before_a_bomb_moves_where_that_loses(open_page: Any) -> None:
    page = open_page("/play/barrage")
    page.locator("details summary").first.click()
    rule = page.locator(".opts label", has_text="Moving a bomb or the flag loses").locator("select")
    rule.select_option("true")
    page.locator("form select").first.select_option("0")
    page.locator("[data-go]").click()
    page.locator("[data-start]:not([disabled])").click()
    page.locator("[data-panel]").wait_for()
    assert my_turn(page)
    name = next(cell["name"] for cell in cells(page) if "Bomb" in cell["label"])
    goal = f"{name[0]}{int(name[1:]) + 1}"
    page.locator("[data-typed]").fill(f"{name}-{goal}")
    page.locator("[data-typed]").press("Enter")
    page.locator("[data-keep]").wait_for()
    # The same move again, before the browser tells that the first question was closed.
    page.evaluate(
        """async (move) => {
            document.querySelector("[data-keep]").click();
            await Promise.resolve();
            const typed = document.querySelector("[data-typed]");
            typed.value = move;
            typed.dispatchEvent(new Event("input", { bubbles: true }));
            typed.form.requestSubmit();
            await new Promise((done) => setTimeout(done));
        }""",
        f"{name}-{goal}",
    )
    page.locator("[data-lose]").click()
    over(page)
    expect(page.locator("[data-over]")).to_contain_text("never moves")
