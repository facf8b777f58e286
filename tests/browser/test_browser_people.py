"""Reasons to come back, in the browser: the ladder of bots, statistics, friends and challenges."""

from __future__ import annotations

import random
from typing import Any

from accessible import axe
from hands import play, resign, start
from playwright.sync_api import expect

GOOD = "correct horse battery"


def account(page: Any, name: str) -> None:
    """Make an account in the page's profile of the browser."""
    page.evaluate(
        """async ([name, password]) => {
            const post = (path, body) => fetch(path, {method: 'POST', body: JSON.stringify(body),
                headers: {'X-Flagfall': '1', 'Content-Type': 'application/json'}});
            await post('/api/session');
            const answer = await post('/api/account', {name, password});
            if (!answer.ok) throw new Error(await answer.text());
        }""",
        [name, GOOD],
    )


def move_and_resign(page: Any) -> None:
    """Play so much that the game counts, and give up."""
    play(page, random.Random(1), 1, calm=True)
    resign(page)


def test_a_game_against_a_bot_counts_on_the_ladder_and_in_the_statistics(open_page: Any) -> None:
    page = open_page("/")
    start(page, "barrage")
    move_and_resign(page)
    page.goto("/progress")
    rung = page.locator('[data-ladder="barrage"] [data-rung="1"]')
    expect(rung).to_contain_text("0 wins in one game")
    expect(rung).not_to_have_attribute("data-won", "")
    page.locator("[data-play-next]").click()
    expect(page.locator('input[name="level"][value="1"]')).to_be_checked()
    expect(page.locator("[data-next]")).to_have_attribute("data-next", "1")
    page.locator("[data-no-hints]").check()
    page.locator("[data-go]").click()
    page.locator("[data-start]:not([disabled])").click()
    page.locator("[data-panel]").wait_for()
    expect(page.locator("[data-tools]")).to_be_attached()
    expect(page.locator("[data-ask-hint]")).to_have_count(0)
    move_and_resign(page)
    page.goto("/progress")
    expect(rung).to_contain_text("0 wins in 2 games")
    page.get_by_role("link", name="Statistics").click()
    expect(page.locator("[data-total]")).to_have_text("2")


FITS = "() => document.documentElement.scrollWidth <= innerWidth"


def test_progress_ladders_and_statistics_fit_a_phone_in_dutch(open_page: Any) -> None:
    page = open_page("/progress", width=390, height=844, touch=True, locale="nl", speed="none")
    rest = page.locator("summary h2").first
    expect(rest).to_have_text("Edities")  # no other ones before a ladder is begun
    start(page, "barrage")
    move_and_resign(page)
    page.locator("[data-numbers] dd span").first.evaluate(
        "one => (one.textContent = 'Generalfeldmarschall 10')"
    )
    assert page.locator("[data-numbers] dd span").first.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.goto("/progress")
    expect(rest).to_have_text("Andere edities")
    page.get_by_role("link", name="Statistieken").click()
    page.locator(".scroll table").first.wait_for()
    assert page.evaluate(
        "() => [...document.querySelectorAll('.scroll:has(table)')]"
        ".every(one => one.scrollWidth <= one.clientWidth)"
    )
    page.goto("/ladders")
    page.locator("[data-game] option").nth(5).wait_for(state="attached")
    assert page.evaluate(FITS)


def test_friends_add_each_other_and_one_challenges_the_other(open_page: Any) -> None:
    ann, ben = (open_page("/", width=390, height=844, touch=True, locale=one) for one in ("nl", "en"))
    account(ann, "Ann of the pages")
    account(ben, "Ben of the pages")
    ben.goto("/lobby")
    ann.goto("/friends")
    ann.locator("form input").fill("ben of the pages")
    ann.locator("[data-add]").click()
    ben.locator(".notice a").click()
    ben.locator("[data-accept]").click()
    friend = ann.locator('[data-person="Ben of the pages"]')
    expect(friend.locator("[data-where]")).to_be_visible()
    friend.locator("[data-challenge]").click()
    game = ann.locator("dialog select").first
    game.locator("option").nth(5).wait_for(state="attached")
    assert ann.evaluate(
        "() => { const one = document.querySelector('dialog'); return one.scrollWidth <= one.clientWidth }"
    )
    game.select_option("barrage")
    ann.locator("[data-send]").click()
    expect(ann.locator("[data-inviting]")).to_be_visible()
    expect(ben.locator(".notice")).to_contain_text("Ann of the pages challenges you")
    ben.locator(".notice a").click()
    ben.get_by_role("button", name="Take the seat").click()
    for page in (ann, ben):
        expect(page.locator("[data-start]")).to_be_visible()


def test_a_refusal_is_in_sight_of_the_form_that_it_answers(open_page: Any) -> None:
    page = open_page("/", width=390, height=844, touch=True, expected="409")
    account(page, "Taken")
    page.context.clear_cookies()
    page.goto("/profile")
    form = page.locator("form", has=page.locator('[autocomplete="new-password"]')).first
    form.locator("input").first.fill("Taken")
    form.locator("input").last.fill(GOOD)
    form.locator("button").tap()
    refused = page.locator("p[role=alert]")
    expect(refused).to_be_visible()
    expect(refused).to_be_in_viewport(ratio=1)
    assert axe(page) == []
