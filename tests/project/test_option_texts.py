"""What an option hides less than its name promises is said where it is chosen, in every language."""

from __future__ import annotations

import pytest

from flagfall.core.words import LANGUAGES
from flagfall.hexes import words as hexes
from flagfall.ranks import words as ranks

SEEN_ALL_THE_SAME = {
    "en": ("climb", "zone", "carries"),
    "nl": ("klimt", "zone", "draagt"),
    "fr": ("monte", "zone", "porte"),
    "de": ("steigt", "Zone", "trägt"),
}
"""What a cloaked unit is found by: it climbs a building, is wanted in a zone, carries something."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_hx_abl_clk_the_option_says_what_finds_a_cloaked_unit(language: str) -> None:
    told = hexes.phrases(language)("option", "cloak_hides_position.help")
    assert all(word in told for word in SEEN_ALL_THE_SAME.get(language, ()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_st_know_1_the_option_says_that_assisted_memory_has_the_battles(language: str) -> None:
    told = ranks.phrases(language)("option", "captured")
    _, _, limit = told.rpartition("assisted")
    assert "secret" in limit, "what they hide with assisted memory"
    assert "stealth" in limit
