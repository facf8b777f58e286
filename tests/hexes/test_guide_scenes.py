"""The rulebook: its pictures are worked out by the engine, its chapters are there in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flagfall.core.rule_texts import rules
from flagfall.core.words import LANGUAGES, templates
from flagfall.hexes.analysis.guide_scenes import GuideScene, guide_scenes
from flagfall.hexes.maps.terrain import TREES
from flagfall.hexes.rules.attacks import HANDS, IMMOBILE, PRONE_ATTACKER, PRONE_FAR, PRONE_NEAR, SMALL
from flagfall.hexes.rules.sight import SMOKE
from flagfall.hexes.units.sheets import ABILITIES, ATTRIBUTES, RULE_OF
from flagfall.server.http.hexes.questions import guide

CHAPTERS = Path(__file__).parents[2] / "web/src/hexes/rulebook/chapters.ts"


def scene(chapter: str) -> GuideScene:
    return next(one for one in guide_scenes() if one.chapter == chapter)


def test_hx_move_2_the_picture_of_a_move_has_the_costs_of_the_rules() -> None:
    shown = scene("move")
    costs = dict(shown.reach)
    me = shown.pieces[0]
    label = shown.map.label
    ahead = next(hex for hex in costs if label(hex) == "0404")
    assert costs[me.hex] == 1, "turning on the spot costs a point"
    assert costs[ahead] == 2, "one point for the step, one for the level"


def test_hx_arc_1_a_robot_covers_more_than_its_vehicle() -> None:
    robot, vehicle = (one for one in guide_scenes() if one.chapter == "arc")
    assert set(vehicle.arc) < set(robot.arc)


def test_hx_los_4_and_hx_cov_1_the_pictures_show_a_blocked_line_and_a_covered_target() -> None:
    line = scene("sight").line
    assert line is not None and not line.sight.clear and line.sight.rule == "HX-LOS-4"
    odds = scene("cover").odds
    assert odds is not None and odds.to_hit.cover is not None
    assert odds.covered * 2 == odds.hit
    assert odds.to_hit.percent == 100 * (odds.hit - odds.covered) // 2000


def test_every_rule_stands_in_one_chapter_and_every_ability_has_its_rule() -> None:
    source = CHAPTERS.read_text(encoding="utf-8")
    families = re.findall(r'"([A-Z]+)"', source)
    assert len(families) == len(set(families))
    assert {number.split("-")[1] for number in guide().rules} == set(families)
    assert set(RULE_OF) == {*ABILITIES, *ATTRIBUTES}
    assert all(number in rules() for number in RULE_OF.values())


def test_every_chapter_is_there_in_every_language() -> None:
    ids = re.findall(r'id: "([a-z]+)"', CHAPTERS.read_text(encoding="utf-8"))
    english = templates("flagfall.hexes", "guide/en")
    assert {key.split(".")[0] for key in english} == set(ids)
    for language in LANGUAGES:
        assert templates("flagfall.hexes", f"guide/{language}").keys() == english.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_hx_hit_3_the_rulebook_lists_every_modifier_in_every_language(language: str) -> None:
    """A player who reads no English has the rules from the chapters alone."""
    text = " ".join(
        words
        for key, words in templates("flagfall.hexes", f"guide/{language}").items()
        if key.startswith("shot.")
    )
    numbers = [HANDS, PRONE_ATTACKER, PRONE_NEAR, PRONE_FAR, *TREES.values(), SMALL, IMMOBILE]
    told = [int(number.replace("−", "-")) for number in re.findall(r"[+−]\d+", text)]
    assert told == numbers
    assert max(TREES.values()) == SMOKE, "smoke is named with thick trees"
