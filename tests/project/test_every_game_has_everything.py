"""Every registered game has laws, a golden game, a page, and names in four languages."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tools.game_pages import FOLDER, pages

import flagfall
from flagfall.core import FULL, Outcome
from flagfall.hexes.game import HexGame
from flagfall.ranks.game import RankGame
from tests.laws import test_laws

TESTS = Path(__file__).parents[1]
LANGUAGES = {"en", "nl", "fr", "de"}


@pytest.mark.parametrize("game_id", flagfall.games())
def test_a_game_has_a_golden_game(game_id: str) -> None:
    family = flagfall.game(game_id).family
    found = list((TESTS / family / "golden").glob(f"{game_id}.*"))
    assert found, f"no golden game of {game_id} in tests/{family}/golden"


@pytest.mark.parametrize("game_id", flagfall.games())
def test_a_game_is_held_to_every_law(game_id: str) -> None:
    marks = {mark.args[0]: mark.args[1] for mark in test_laws.test_the_laws_hold.pytestmark}  # type: ignore[attr-defined]
    assert game_id in marks["game_id"]
    assert set(marks["law"]) == {"fold", "secrecy", "replay", "codec", "determinize"}


def test_the_pages_of_the_games_are_up_to_date() -> None:
    written = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert written == pages(), "run: python -m tools.game_pages"


@pytest.mark.parametrize("game_id", flagfall.games("ranks"))
def test_an_edition_is_named_in_four_languages(game_id: str) -> None:
    game = flagfall.game(game_id)
    assert isinstance(game, RankGame)
    edition = game.edition
    for words in (edition.names, edition.summary, edition.lake, *(army.names for army in edition.armies)):
        assert set(words) == LANGUAGES
    for power in edition.powers:
        assert set(power.names) == set(power.help) == LANGUAGES


@pytest.mark.parametrize("game_id", flagfall.games("hexes"))
def test_a_scenario_is_named_in_four_languages(game_id: str) -> None:
    game = flagfall.game(game_id)
    assert isinstance(game, HexGame)
    for words in (game.scenario.title, game.scenario.text, *(side.name for side in game.scenario.sides)):
        assert all(words.get(language) for language in LANGUAGES)


@pytest.mark.parametrize("game_id", flagfall.games())
def test_a_state_goes_over_no_wire_and_ends_when_told(game_id: str) -> None:
    game = flagfall.game(game_id)
    state = game.new(seed=1)
    with pytest.raises(TypeError):
        msgspec.json.encode(state)
    outcome = Outcome("resignation", (0.0, 1.0), "ST-END-3")
    ended = state.ended(outcome).state
    assert ended.outcome() == outcome
    assert ended.view(FULL) is not None
