"""The rulebook of the hex game: in the language of its reader, with pictures, linked from every rule."""

from __future__ import annotations

from typing import Any

import pytest
from accessible import fits
from hands import counts
from hex_hands import start
from playwright.sync_api import expect
from tests.smoke import every

from flagfall.hexes.options import PRESETS


@pytest.mark.parametrize(("locale", "word"), every(2, [("de", "Sichtlinie"), ("en", "Line of sight")]))
def test_the_rulebook_has_chapters_and_pictures_and_opens_a_rule_by_its_number(
    open_page: Any, locale: str, word: str
) -> None:
    page = open_page("/rules/hex-duel#HX-LOS-4", locale=locale, width=390, height=844)
    rule = page.locator("#HX-LOS-4")
    rule.wait_for()
    page.wait_for_function("() => document.getElementById('HX-LOS-4').classList.contains('wanted')")
    expect(rule).to_be_visible()  # The rule that the address names is open.
    expect(page.locator("[data-rulebook] h2").get_by_text(word, exact=True)).to_be_visible()
    counts(page.locator("[data-scene]"), 5)
    counts(page.locator('[data-chapter="sight"] [data-line][data-clear="false"]'), 1)
    counts(page.locator('[data-chapter="cover"] [data-odds]'), 1)
    expect(page.locator("#preset-arena")).to_contain_text(f" {PRESETS['arena']['to_hit_offset']} ")
    assert "{" not in page.locator("[data-rulebook]").inner_text()
    assert fits(page)


@pytest.mark.long
def test_scenario_options_and_abilities_lead_to_the_rulebook(open_page: Any) -> None:
    page = open_page("/play/hex-duel")
    page.locator("[data-rulebook-link]").wait_for()
    page.locator('a.rule[href="/rules/hex-duel#option-preset"]').first.wait_for(state="attached")
    start(page, "hex-duel")
    page.locator("summary", has_text="Sheet").click()
    ability = page.locator("[data-sheet] dt a").first
    assert ability.get_attribute("href").startswith("/rules/hex#ability-")
    page.goto(ability.get_attribute("href"))
    page.locator("dt.wanted").wait_for()
