"""The laws, for every registered game: each way of playing once, and many more games in `make test-long`."""

from __future__ import annotations

import pytest

import flagfall
from flagfall.core.registry import unlisted_games
from flagfall.testing import LAWS, check_all
from flagfall.testing.play import moments
from tests.long_games import seed_ranges

GAMES = (*flagfall.games(), *unlisted_games())
"""The missions too, which no list shows."""
QUICK = 8

RANKS_OPTIONS: list[dict[str, object]] = [
    {},
    {"memory": "table", "captured": "stealth"},
    {"captured": "prisoner", "announce": "piece", "more_square": True},
    {"memory": "table", "captured": "secret", "two_square": 2, "two_square_attacks": False},
    {
        "captured": "secret",
        "two_square": 1,
        "two_square_reading": "squares",
        "both_immobile": "draw",
        "quiet_limit": 0,
    },
    {
        "memory": "table",
        "captured": "prisoner",
        "announce": "piece",
        "two_square": 2,
        "two_square_reading": "border",
        "bomb_move_loses": True,
        "ply_limit": 0,
    },
    {"captured": "stealth", "announce": "rank"},
    {"memory": "table", "captured": "open", "more_square": True},
]
"""Each way of captured pieces, with and without the players' own memory."""


def options(game_id: str, seed: int) -> dict[str, object]:
    """Options by seed, so that the games of an edition go through all of them."""
    if game_id not in flagfall.games("ranks"):
        return {"cloak_hides_position": True} if seed % 2 else {}
    return RANKS_OPTIONS[seed % len(RANKS_OPTIONS)]


def most(game_id: str, law: str) -> int:
    """How many steps of a quick game are looked at: the whole of a short one, the start of a long one."""
    if game_id in flagfall.games("ranks"):
        return 400
    return 40 if law == "secrecy" else 120


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("game_id", GAMES)
def test_the_laws_hold(game_id: str, law: str) -> None:
    game = flagfall.game(game_id)
    # Twins of the hex game are small scenes; its other laws look at long games.
    games = QUICK if game.family == "ranks" or law == "secrecy" else 2
    for seed in range(games):
        LAWS[law](game, seed, most(game_id, law), **options(game_id, seed))


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
@pytest.mark.parametrize("seeds", seed_ranges(50), ids=str)
@pytest.mark.parametrize("game_id", flagfall.games("ranks"))
def test_many_games_pass_every_law(game_id: str, seeds: range) -> None:
    game = flagfall.game(game_id)
    for seed in seeds:
        check_all(game, 1_000 + seed, **options(game_id, seed))


@pytest.mark.parametrize(("game_id", "seed"), [("hex-hunt", 115), ("hex-six", 23)])
def test_hx_abl_clk_the_unseen_may_meet_the_unseen(game_id: str, seed: int) -> None:
    """Who goes unseen from one of two places meets somebody from the other: that one is revealed, by rule."""
    LAWS["secrecy"](flagfall.game(game_id), seed, 60, cloak_hides_position=True)


@pytest.mark.long
@pytest.mark.parametrize("game_id", (*flagfall.games("hexes"), *unlisted_games("hexes")))
def test_hx_abl_clk_hundreds_of_twins_tell_nothing(game_id: str) -> None:
    for seed in range(300):
        LAWS["secrecy"](flagfall.game(game_id), seed, 60, cloak_hides_position=True)
