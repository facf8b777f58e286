"""What happens is told and stays told: battles, powers, trays, and the end."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from accessible import axe
from hands import act, cells, click, counted, counts, my_turn, play, resign, start, use
from playwright.sync_api import expect

BATTLES = """() => { window.battles = []; let last = null;
    new MutationObserver(() => {
        const scene = document.querySelector('[data-battle]');
        if (scene && scene !== last)
            window.battles.push({
                fighters: scene.querySelectorAll('.one').length,
                faces: scene.querySelectorAll('.front .piece').length,
                others: document.querySelectorAll('.ff-board .man').length,
                above: ['--x0', '--y0'].some(at => parseFloat(
                    [...scene.querySelectorAll('.one')].at(-1).style.getPropertyValue(at)) % 100 !== 50),
            });
        last = scene;
    }).observe(document.body, { subtree: true, childList: true }); }"""
"""What is to be seen of a battle is written down when it begins: it may be over when somebody asks."""


def until_battle(page: Any, rng: random.Random) -> dict[str, int]:
    """Play until two pieces have fought; what was to be seen, and how many pieces there were before."""
    page.evaluate(BATTLES)
    while True:
        assert my_turn(page), "nobody fought"
        men = page.locator(".ff-board .man").count()
        play(page, rng, 1)
        my_turn(page)  # An answer is fought out too.
        battles: list[dict[str, int]] = page.evaluate("() => window.battles")
        if battles:
            return {"before": men, **battles[0]}


def test_a_battle_is_fought_on_its_square_and_its_sentence_stays(open_page: Any) -> None:
    page = open_page()
    start(page, "duel")
    battle = until_battle(page, random.Random(4))
    assert battle["fighters"] == 2
    assert battle["faces"] >= 2
    assert battle["others"] == battle["before"] - 2, (
        "the fighters rise over their square, and stand nowhere else"
    )
    assert battle["above"], "who leans over from another square is painted last, above whom it attacks"
    page.locator("[data-tray]", has_text="†").first.wait_for()  # The trays count the fallen.
    if my_turn(page):
        expect(page.locator("[data-message]")).to_contain_text(re.compile("takes|falls? "))
        resign(page)
    page.locator("[data-numbers]").wait_for()
    page.locator(".ff-board .turned").first.wait_for()  # The enemy's pieces turn over, each on its square.
    box = page.locator(".ff-board .turned").first.evaluate("(piece) => getComputedStyle(piece).transformBox")
    assert box == "fill-box"
    expect(page.locator("[data-numbers] dd").first).not_to_have_text("0")
    counts(page.locator(".ff-board .arrow"), 0)
    assert axe(page) == []
    with page.expect_download() as kept:
        page.locator("[data-share]").click()
    assert kept.value.suggested_filename == "flagfall.png"


def stands(now: dict[int, dict[str, Any]], cell: int) -> bool:
    """Whether a piece of the other side is in a cell."""
    return cell in now and ", Blue" in now[cell]["label"]


@pytest.mark.long
def test_a_known_enemy_is_marked_with_what_an_attack_brings(open_page: Any) -> None:
    page = open_page(speed="none")
    rng = random.Random(5)
    seen: set[bool] = set()
    while seen != {True, False}:  # One who is known, and one who is not; a game may end before.
        if not page.locator("[data-panel]").count() or not my_turn(page):
            start(page, "original")
            assert my_turn(page)
        now = {one["cell"]: one for one in cells(page)}
        mine = [cell for cell, one in now.items() if one["open"]]
        for cell in [cell for cell in mine if any(stands(now, cell + step) for step in (1, -1, 10, -10))]:
            click(page, cell)
            for one in cells(page):
                if one["mark"] != "attack":
                    continue
                known = "unknown" not in one["label"]
                said = re.search(r"you win|you lose|both fall", one["label"])
                assert bool(said) == known, one["label"]
                assert (
                    page.locator(".ff-board .verdict").count()
                    <= page.locator(".ff-board .mark.attack").count()
                )
                seen.add(known)
            page.keyboard.press("Escape")
        play(page, rng, 1)


def test_powers_speak_and_stay_until_the_next_move(open_page: Any) -> None:
    page = open_page()
    start(page, "pirates-code")
    rng = random.Random(3)
    assert my_turn(page)
    while not page.locator(".ff-board .sign.spark").count():  # Armies are drawn: it may take some moves.
        play(page, rng, 1, calm=True)
        assert my_turn(page), "a piece that can use a power carries a spark"
    for cell in [one["cell"] for one in cells(page) if one["open"]]:
        click(page, cell)
        if page.locator("[data-power]:not([disabled])").count():
            break
        page.keyboard.press("Escape")
    expect(page.locator("[data-power-help]").first).not_to_be_empty()
    told = counted(page)
    use(page, rng)
    page.locator(f'[data-entry="{told}"]').wait_for(state="attached")
    while my_turn(page) and any(one["mark"] for one in cells(page)):
        act(page, rng)  # The power asks for its targets.
    # The banner and the light are there although the opponent has answered; they go with the next move.
    page.locator("[data-banner]").wait_for()
    expect(page.locator("[data-banner] p").first).not_to_be_empty()
    page.locator(".ff-board .glow, .ff-board .arrow, [data-told]").first.wait_for()
    assert axe(page) == []
    resign(page)
    counts(page.locator("[data-banner]"), 0)
