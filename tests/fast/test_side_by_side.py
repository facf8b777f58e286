"""The batch engine against the reference engine: the same games, equal at every half-move."""

from __future__ import annotations

import pytest

import flagfall
from tests.fast.side_by_side import at_random, hunting, play_side_by_side, returning, shuttling, small_game

PLAIN = ("original", "duel", "barrage", "star-wars-saga", "transformers", "pirates")

ROOM = """
11111
.....
..~..
.....
00000
"""
RING = """
#1111#
......
.~.~~.
......
#0000#
"""
CORRIDOR = """
1111111
~......
~~~~~~.
.......
0000000
"""
FEW = {"flag": 1, "marshal": 1, "scout": 1}
SCOUTS = {"flag": 1, "scout": 3, "miner": 1}
MIXED = {"flag": 1, "bomb": 1, "spy": 1, "scout": 1}


@pytest.mark.parametrize("id", PLAIN)
@pytest.mark.parametrize("policy", [at_random, shuttling, hunting])
def test_every_edition_without_powers_is_equal_at_every_half_move(id, policy):
    seen = play_side_by_side(flagfall.game(id), policy, games=3, plies=250, seed=11, deep=4)
    assert seen["plies"] > 300
    assert seen["two-square"] > 0 or policy is not shuttling


@pytest.mark.parametrize("picture", [ROOM, RING, CORRIDOR])
@pytest.mark.parametrize("limit", [1, 2, 3, 5, 9])
def test_st_move_6_is_equal_for_every_limit_where_scouts_shuttle(picture, limit):
    game = small_game(picture, SCOUTS if picture != RING else {"flag": 1, "scout": 3})
    seen = play_side_by_side(game, shuttling, 6, 150, seed=limit, deep=5, two_square=limit)
    assert seen["two-square"] > (20 if limit <= 3 else 0)


@pytest.mark.parametrize("picture", [ROOM, RING, CORRIDOR])
@pytest.mark.parametrize("army", [FEW, SCOUTS])
@pytest.mark.parametrize("two_square", [0, 3])
def test_st_move_7_is_equal_where_chasers_go_in_circles(picture, army, two_square):
    army = {kind: min(n, 2) for kind, n in army.items()}
    game = small_game(picture, army)
    seen = play_side_by_side(
        game, returning, 12, 250, seed=5, deep=25, two_square=two_square, more_square=True
    )
    assert seen["more-square"] > 10


def test_st_end_all_endings_are_equal():
    game = small_game(ROOM, MIXED)
    seen = play_side_by_side(game, at_random, 60, 200, seed=2, deep=50, quiet_limit=20, ply_limit=30)
    for ending in ("flag", "no-move", "immobile", "quiet", "length"):
        assert seen[ending] > 0, ending


def test_st_turn_2_without_the_option_two_immobile_armies_lose_for_the_mover():
    game = small_game(ROOM, MIXED)
    seen = play_side_by_side(game, at_random, 60, 200, seed=2, deep=50, both_immobile="mover_loses")
    assert seen["no-move"] > 0
    assert seen["immobile"] == 0


@pytest.mark.long
@pytest.mark.parametrize("id", PLAIN)
@pytest.mark.parametrize("policy", [at_random, shuttling, hunting, returning])
@pytest.mark.parametrize("more_square", [True, False])
def test_long_games_of_every_edition_are_equal(id, policy, more_square):
    seen = play_side_by_side(
        flagfall.game(id), policy, games=12, plies=1000, seed=23, deep=20, more_square=more_square
    )
    assert seen["plies"] > 2_000
