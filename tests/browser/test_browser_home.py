"""The first page, the series, the lobby and the waiting room: how people come to a game and to each other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from accessible import fits
from hands import freeze, table_of
from playwright.sync_api import expect


def test_the_first_page_plays_a_clash_that_can_be_stopped_and_leads_into_a_game(open_page: Any) -> None:
    page = open_page("/about")
    freeze(page)
    page.goto("/")
    clash = page.locator("[data-clash]")
    said = clash.locator("figcaption span").first
    expect(clash).to_have_attribute("data-step", "0")
    hidden = said.inner_text()
    page.clock.run_for(1_800)
    expect(clash).to_have_attribute("data-step", "1")
    expect(said).not_to_have_text(hidden)  # Each scene says what it shows.
    page.locator("[data-clash-stop]").click()
    page.clock.run_for(10_000)
    expect(clash).to_have_attribute("data-step", "1")
    page.locator("[data-play-now]").click()
    page.locator("[data-start]:not([disabled])").wait_for()


def test_what_the_first_answer_names_is_fetched_once(open_page: Any) -> None:
    page = open_page("/about")
    told: list[str] = []
    page.on("console", lambda line: told.append(line.text))
    page.goto("/", wait_until="networkidle")
    page.locator("[data-series]").first.wait_for()
    named = page.evaluate("() => [...document.querySelectorAll('link[rel=preload]')].map((one) => one.href)")
    fetched = page.evaluate("() => performance.getEntriesByType('resource').map((one) => one.name)")
    assert named
    assert {one: fetched.count(one) for one in named} == dict.fromkeys(named, 1)
    assert not [line for line in told if "preload" in line]


@pytest.mark.long
def test_with_less_motion_the_clash_is_one_still_picture(open_page: Any) -> None:
    page = open_page("/", reduced_motion="reduce")
    expect(page.locator("[data-clash]")).to_have_attribute("data-step", "1")
    expect(page.locator("[data-clash-stop]")).to_have_count(0)


def test_five_series_are_equally_large_look_different_and_open_their_editions(open_page: Any) -> None:
    page = open_page("/")
    tiles = page.locator("[data-series]")
    expect(tiles).to_have_count(5)
    expect(page.locator("[data-series] [data-scene]")).to_have_count(5)
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('[data-series] [data-scene]')].map((one) => {
            const box = one.getBoundingClientRect();
            return Math.round(box.width) + ' ' + Math.round(box.height); })"""
    )
    assert len(set(sizes)) == 1
    pictures = page.evaluate(
        "() => [...document.querySelectorAll('[data-series] [data-scene]')].map((one) => one.innerHTML)"
    )
    assert len(set(pictures)) == 5
    # The editions of a series do not look alike either.
    page.goto("/series/stars")
    covers = page.locator("[data-card] svg")
    expect(covers).to_have_count(4)
    assert len({re.sub("<defs.*?</defs>", "", one.inner_html()) for one in covers.all()}) == 4
    assert len({one.locator(".felt").get_attribute("class") for one in covers.all()}) == 4
    page.goto("/series/classic")
    page.locator('[data-card="duel"]').click()
    page.locator("[data-go]").wait_for()
    page.goto("/series/hex")
    page.locator('[data-scenarios] [data-card="hex-duel"]').wait_for()


def test_play_now_is_in_sight_on_every_phone(open_page: Any) -> None:
    page = open_page("/", width=320, height=700, touch=True)
    for width, height in ((320, 700), (390, 700), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator("[data-play-now]")).to_be_in_viewport(ratio=1)
        assert fits(page), width


def test_a_friend_comes_by_the_short_code_and_reads_that_there_are_no_hints(open_page: Any) -> None:
    host = open_page("/play/duel?against=link")
    host.locator("[data-go]").click()
    spelled = host.locator("[data-short-code]").inner_text()
    link = host.locator("[data-invite]").input_value()
    host.locator("[data-qr]").click()
    expect(host.get_by_role("dialog").get_by_role("img")).to_be_visible()
    host.keyboard.press("Escape")
    # The army is arranged meanwhile, and goes to the table when the friend comes.
    host.locator("[data-start]:not([disabled])").click()
    expect(host.locator("[data-change]")).to_be_visible()
    expect(host.locator(".ff-board .man")).to_have_count(10)
    friend = open_page("/lobby", expected="404")
    friend.locator("[data-code]").fill("22 22 22")
    friend.locator("[data-code]").press("Enter")
    friend.get_by_role("alert").wait_for()
    friend.locator("[data-code]").fill(spelled.lower())
    friend.locator("[data-code]").press("Enter")
    expect(friend.locator("[data-terms]")).to_contain_text("without hints")
    friend.locator("[data-join]").click()
    friend.locator("[data-start]:not([disabled])").wait_for()
    assert table_of(friend) == table_of(host)
    # The third who comes by the same link watches.
    third = open_page(link)
    third.locator("[data-watch]").click()
    friend.locator("[data-start]:not([disabled])").click()
    expect(third.locator(".ff-board .man").first).to_be_visible()
    assert third.locator("[data-ask-hint]").count() == host.locator("[data-ask-hint]").count() == 0


def test_the_army_and_start_are_in_sight_while_a_friend_is_awaited(open_page: Any) -> None:
    host = open_page("/play/original?against=link", width=320, height=640, touch=True, locale="nl")
    host.locator("[data-go]").click()
    host.locator("[data-inviting]").wait_for()
    for width, height in ((320, 640), (390, 844), (844, 390), (820, 1180)):
        host.set_viewport_size({"width": width, "height": height})
        expect(host.locator("[data-start]")).to_be_in_viewport(ratio=1)
        expect(host.locator(".ff-board")).to_be_in_viewport(ratio=0.99)
        expect(host.locator("[data-short-code]")).to_be_in_viewport(ratio=1)
        assert fits(host), width
        # Start hides nothing of the army.
        lowest = "men => Math.max(...men.map(one => one.getBoundingClientRect().bottom))"
        start = host.locator("[data-start]").bounding_box()
        assert height < width or host.locator(".man").evaluate_all(lowest) <= start["y"], (width, height)


def test_after_twenty_seconds_a_bot_is_offered(open_page: Any) -> None:
    host = open_page("/play/duel?against=anyone")
    host.locator("[data-go]").wait_for()
    freeze(host)
    host.locator("[data-go]").click()
    bot = host.locator("[data-meanwhile]")
    bot.wait_for()
    expect(bot).not_to_have_class(re.compile("primary"))
    host.clock.run_for(21_000)
    expect(bot).to_have_class(re.compile("primary"))


def test_who_plays_a_bot_meanwhile_is_called_when_somebody_sits_down(open_page: Any) -> None:
    host = open_page("/")  # People who were here before the first game are called too.
    host.locator("[data-now]").wait_for()
    host.locator('[data-door="friend"]').click()
    host.locator("[data-go]").click()
    waited = host.locator("[data-invite]").input_value()
    host.locator("[data-meanwhile]").click()
    host.locator("[data-inviting]").wait_for(state="detached")
    friend = open_page(waited)
    friend.locator("[data-join]").click()
    friend.wait_for_url("**/table/*")
    host.locator(f'.notice a[href="/table/{table_of(friend)}"]').wait_for()


def test_two_who_want_the_same_speed_are_paired_and_others_are_not(open_page: Any) -> None:
    tables = []
    for speed in ("blitz", "slow", "blitz"):
        page = open_page("/lobby")
        page.locator("select option[value='barrage']").wait_for(state="attached")
        page.locator("select").select_option("barrage")
        page.locator(f"[data-speed={speed}]").click()
        page.locator("[data-quick]").click()
        page.wait_for_url("**/table/*")
        page.locator("[data-start]").wait_for()
        tables.append(table_of(page))
    assert tables[0] == tables[2] != tables[1]


WRONG = (
    "/nowhere",
    "/play/none",
    "/table/none",
    "/replay/none",
    "/people/none",
    "/rules/none",
    "/setup/none",
)


def test_every_wrong_address_has_a_way_back_and_a_title(open_page: Any) -> None:
    page = open_page("/about", expected="404")
    for path in (*WRONG, "/join/none/none", "/series/none"):
        page.goto("/about")
        page.locator("main h1").wait_for()
        page.evaluate(
            "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }",
            path,
        )
        page.locator('main a[href="/"]').wait_for()
        # Not that of the page before.
        expect(page).to_have_title(re.compile("^(?!About).+ – Flagfall"))


def test_each_page_has_a_title_of_its_own(open_page: Any) -> None:
    page = open_page("/")
    titles = []
    for path in ("/", "/lobby", "/games", "/profile", "/about", "/rules/duel", "/series/stars"):
        page.goto(path)
        page.locator("main h1").first.wait_for()
        expect(page).to_have_title(re.compile(".+ – Flagfall"))
        titles.append(page.title())
    assert len(set(titles)) == len(titles)
