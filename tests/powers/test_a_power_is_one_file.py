"""A power that only the tests have: declared in one file, it is played, searched, weighed and explained."""

from __future__ import annotations

import random
from typing import Any

import pytest

from flagfall.bots.ranks.advice import HeardGame
from flagfall.bots.ranks.weighing_bot import WeighingBot
from flagfall.core import IllegalAction
from flagfall.core.words import LANGUAGES
from flagfall.ranks.actions import Use
from flagfall.ranks.board import BY_NAME
from flagfall.ranks.powers import KINDS, Power, register
from flagfall.ranks.powers.declaration import StrikeRule
from flagfall.ranks.words import refusal
from flagfall.testing import check_all
from tests.powers.kit import answers, bot, scene, spearmen
from tests.powers.spear import Spear

LEVELS = (2, 3, 4, 5)

WINS = {
    "a known weaker piece two squares away": (
        """
        . . . . . . b f
        . . . . . . . .
        . . . . . . . .
        . . . j* . . . .
        . . . . . . . .
        . . . P* . . . .
        F B . . . . . .
        """,
        "d2 throw d4",
    ),
    "the flag behind its bomb": (
        """
        . . . f* . . . .
        . . . b* . . . .
        . . . P* . m* . .
        . . . . . . . .
        . . . . . . . .
        F B . . . . . .
        """,
        "d4 throw d6",
    ),
    "a known weaker piece behind another": (
        """
        . . . . . . b f
        . . . . . . . .
        . . . j* . . . .
        . . . b* . . . .
        . . . P* . . . .
        . . . . . . . .
        F B . . . . . .
        """,
        "d3 throw d5",
    ),
}
LOSES = {
    "a known stronger piece": (
        """
        . . . . . . b f
        . . . . . . . .
        . . . m* . . . .
        . . . . . . . .
        . . . P* . . . .
        . . . . . . . .
        F B . . N . . .
        """,
        "d3 throw d5",
    ),
    "a known bomb": (
        """
        . . . . . . . f
        . . . . . . . .
        . . . b* . . . .
        . . . . . . . .
        . . . P* . . . .
        . . . . . . . .
        F B . . N . . .
        """,
        "d3 throw d5",
    ),
    "a known stronger piece behind an own one": (
        """
        . . . . . . b f
        . . . . . . . .
        . . . g* . . . .
        . . . B . . . .
        . . . P* . . . .
        . . . . . . . .
        F . . . N . . .
        """,
        "d3 throw d5",
    ),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("position", WINS)
def test_levels_2_to_5_use_it_where_it_wins(position: str, level: int) -> None:
    picture, throw = WINS[position]
    assert answers(level, scene(picture)) == {throw}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("position", LOSES)
def test_levels_2_to_5_do_not_use_it_where_it_loses(position: str, level: int) -> None:
    picture, throw = LOSES[position]
    state = scene(picture)
    assert throw in {str(action) for action in state.legal(0)}
    assert throw not in answers(level, state)


def test_what_it_may_take_counts_as_threatened() -> None:
    """The enemy's spearman gets at the major two squares away, and not at one that stands aside."""
    state = scene(
        """
        . . . . . . b f
        . . . . . . . .
        . . . p* . . . .
        . . . . . . . .
        . . . J* . . . .
        . . . . . . . .
        F B . . N . . .
        """
    )
    player = bot(4, 0)
    assert isinstance(player, WeighingBot)
    evaluation = player.evaluation(state.view(0))
    major = next(piece for piece in evaluation.reading.mine if piece.kind == "major")
    assert evaluation.threat(major, BY_NAME["d3"]) > 10.0
    assert evaluation.threat(major, BY_NAME["c3"], BY_NAME["d3"]) == 0.0


def test_hints_explain_it_with_its_name_and_rule() -> None:
    for picture, throw in WINS.values():
        state = scene(picture)
        story = HeardGame(spearmen(), 0)
        story.view = state.view(0)
        hint = story.hints(6_000)[0]
        assert str(hint.action) == throw
        assert (hint.reasons[0].power, hint.reasons[0].rule) == ("throw", "ST-POW-SPEAR")
        assert hint.reasons[0].kind in ("wins", "flag")
        assert hint.reasons[0].square == BY_NAME[throw.split()[-1]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_told_in_its_own_words(language: str) -> None:
    state = scene("P* . . j*\n. . . .\nF B . .")
    with pytest.raises(IllegalAction) as caught:
        state.apply(0, Use(BY_NAME["a3"], "throw", (BY_NAME["d3"],)))
    said = refusal(spearmen(), caught.value, 0, language)
    name = spearmen().edition.powers[0].name(language)
    assert said.startswith(name)
    assert said.endswith("(ST-POW-SPEAR)")
    assert len({refusal(spearmen(), caught.value, 0, one) for one in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("seed", range(3))
def test_the_four_laws_hold_with_it(seed: int) -> None:
    check_all(spearmen(), seed)


@pytest.mark.parametrize("missing", ["rule", "strike", "shows", "reaches", "effect", "perform"])
def test_a_power_that_leaves_out_a_declaration_is_refused(missing: str) -> None:
    parts: dict[str, Any] = {
        "name": "half",
        "rule": "ST-POW-HALF",
        "strike": StrikeRule(),
        "shows": True,
        **{part: vars(Spear)[part] for part in ("candidates", "uses", "perform", "reaches", "effect")},
    }
    del parts[missing]
    with pytest.raises(TypeError, match=f"Half does not declare {missing}"):
        register(type("Half", (Power,), parts))
    assert "half" not in KINDS


def test_a_power_does_not_take_the_name_of_another() -> None:
    parts = {part: vars(Spear)[part] for part in ("candidates", "uses", "perform", "reaches", "effect")}
    made = type("Other", (Power,), {**parts, "name": "vision", "rule": "X", "strike": None, "shows": True})
    with pytest.raises(ValueError, match="already a power 'vision'"):
        register(made)


def test_random_games_with_it_come_to_an_end() -> None:
    rng = random.Random(1)
    state: Any = spearmen().new()
    while decisions := state.pending():
        state = state.apply(decisions[0].seat, decisions[0].sample(rng)).state
    assert state.outcome() is not None
