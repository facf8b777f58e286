"""Every registered game has laws, a golden game, a page, and names in four languages."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tools.site import players

import flagfall
from flagfall.core import FULL, Outcome
from flagfall.core.registry import unlisted_games
from flagfall.core.words import LANGUAGES
from flagfall.hexes.game import HexGame
from flagfall.ranks.game import RankGame
from tests.laws import test_laws

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("game_id", flagfall.games())
def test_a_game_has_a_golden_game(game_id: str) -> None:
    family = flagfall.game(game_id).family
    found = list((TESTS / family / "golden").glob(f"{game_id}.*"))
    assert found, f"no golden game of {game_id} in tests/{family}/golden"


@pytest.mark.parametrize("game_id", (*flagfall.games(), *unlisted_games()))
def test_a_game_is_held_to_every_law(game_id: str) -> None:
    marks = {mark.args[0]: mark.args[1] for mark in test_laws.test_the_laws_hold.pytestmark}  # type: ignore[attr-defined]
    assert game_id in marks["game_id"]
    assert set(marks["law"]) == {"fold", "secrecy", "replay", "codec", "determinize"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_has_a_page_in_every_language(language: str) -> None:
    pages = players.pages(language)
    for game_id in flagfall.games():
        page = pages[f"games/{game_id}.md"]
        assert page.startswith(f"# {flagfall.game(game_id).presentation.name(language)}\n")
        assert f"](../pictures/{game_id}.svg)" in page


@pytest.mark.parametrize("game_id", flagfall.games("ranks"))
def test_an_edition_is_named_in_every_language(game_id: str) -> None:
    game = flagfall.game(game_id)
    assert isinstance(game, RankGame)
    edition = game.edition
    for words in (edition.names, edition.summary, edition.lake, *(army.names for army in edition.armies)):
        assert set(words) == set(LANGUAGES)
    for power in edition.powers:
        assert set(power.names) == set(power.help) == set(LANGUAGES)


@pytest.mark.parametrize("game_id", (*flagfall.games("hexes"), *unlisted_games("hexes")))
def test_a_scenario_is_named_in_every_language(game_id: str) -> None:
    game = flagfall.game(game_id)
    assert isinstance(game, HexGame)
    for words in (game.scenario.title, game.scenario.text, *(side.name for side in game.scenario.sides)):
        assert all(words.get(language) for language in LANGUAGES)


@pytest.mark.parametrize("game_id", (*flagfall.games(), *unlisted_games()))
def test_a_state_goes_over_no_wire_and_ends_when_told(game_id: str) -> None:
    game = flagfall.game(game_id)
    state = game.new(seed=1)
    with pytest.raises(TypeError):
        msgspec.json.encode(state)
    outcome = Outcome("resignation", (0.0, 1.0), "ST-END-3")
    ended = state.ended(outcome).state
    assert ended.outcome() == outcome
    assert ended.view(FULL) is not None
