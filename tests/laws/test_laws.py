"""The laws, for every registered game: about twenty games each, and a thousand in `make test-long`."""

from __future__ import annotations

import pytest

import flagfall
from flagfall.testing import LAWS, check_all
from flagfall.testing.play import moments

QUICK = 20
LONG = 1_000

RANKS_OPTIONS: list[dict[str, object]] = [
    {},
    {"memory": "table", "captured": "stealth"},
    {"captured": "prisoner", "announce": "piece", "more_square": True},
    {"captured": "secret", "announce": "rank", "two_square": 2},
]


def options(game_id: str, seed: int) -> dict[str, object]:
    """Options by seed, so that the games of an edition go through all of them."""
    if game_id not in flagfall.games("ranks"):
        return {}
    return RANKS_OPTIONS[seed % len(RANKS_OPTIONS)]


def most(game_id: str) -> int:
    """How many steps of a quick game are looked at: the whole of a short one, the start of a long one."""
    return 400 if game_id in flagfall.games("ranks") else 120


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("game_id", flagfall.games())
def test_the_laws_hold(game_id: str, law: str) -> None:
    game = flagfall.game(game_id)
    games = QUICK if game.family == "ranks" else 3
    for seed in range(games):
        LAWS[law](game, seed, most(game_id), **options(game_id, seed))


@pytest.mark.parametrize("game_id", flagfall.games("ranks"))
def test_random_games_end_by_the_rules(game_id: str) -> None:
    game = flagfall.game(game_id)
    for seed in range(QUICK):
        for moment in moments(game, seed, **options(game_id, seed)):
            last = moment.after
        outcome = last.outcome()
        assert outcome is not None
        assert outcome.rule.startswith("ST-")
        assert not last.pending()
        assert sum(outcome.scores) == 1


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, LONG, 100))
@pytest.mark.parametrize("game_id", flagfall.games("ranks"))
def test_a_thousand_games_pass_every_law(game_id: str, start: int) -> None:
    game = flagfall.game(game_id)
    for seed in range(1_000 + start, 1_100 + start):
        check_all(game, seed, **options(game_id, seed))
