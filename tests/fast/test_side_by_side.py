"""The batch engine against the reference engine: the same games, equal at every half-move."""

from __future__ import annotations

import itertools
import random

import pytest

import flagfall
from flagfall.fast.spec import Spec, Unfit
from tests.fast.side_by_side import at_random, hunting, play_side_by_side, returning, shuttling, small_game
from tests.smoke import every, smoke

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
WALLS = """
11111
1~.~1
..~..
0~.~0
00000
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
@pytest.mark.parametrize("limit", smoke([1, 2, 3, 5, 9], 1, 3))
def test_st_move_6_is_equal_for_every_limit_where_scouts_shuttle(picture, limit):
    game = small_game(picture, SCOUTS if picture != RING else {"flag": 1, "scout": 3})
    seen = play_side_by_side(game, shuttling, 6, 150, seed=limit, deep=5, two_square=limit)
    assert seen["two-square"] > (20 if limit <= 3 else 0)


@pytest.mark.parametrize("picture", smoke([ROOM, RING, CORRIDOR], ROOM, CORRIDOR))
@pytest.mark.parametrize(("army", "two_square"), every(2, itertools.product([FEW, SCOUTS], [0, 3])))
def test_st_move_7_is_equal_where_chasers_go_in_circles(picture, army, two_square):
    army = {kind: min(n, 2) for kind, n in army.items()}
    game = small_game(picture, army)
    seen = play_side_by_side(
        game, returning, 12, 250, seed=5, deep=25, two_square=two_square, more_square=True
    )
    assert seen["more-square"] > 10


def test_st_end_all_endings_are_equal():
    game = small_game(ROOM, MIXED)
    seen = play_side_by_side(
        game, at_random, 60, 200, seed=2, deep=50, quiet_limit=20, ply_limit=30, both_immobile="draw"
    )
    for ending in ("flag", "no-move", "immobile", "quiet", "length"):
        assert seen[ending] > 0, ending


@pytest.mark.parametrize("both_immobile", ["draw", "draw_no_movers", "mover_loses"])
def test_st_turn_2_is_equal_where_bombs_wall_pieces_in(both_immobile):
    game = small_game(WALLS, {"flag": 1, "bomb": 2, "miner": 1, "spy": 1})
    seen = play_side_by_side(game, at_random, 80, 120, seed=4, deep=30, both_immobile=both_immobile)
    assert seen["no-move"] > 0
    assert (seen["immobile"] > 0) == (both_immobile != "mover_loses")


@pytest.mark.parametrize("picture", [ROOM, CORRIDOR])
@pytest.mark.parametrize("limit", [1, 2, 3, 4])
@pytest.mark.parametrize("attacks", [True, False])
def test_st_move_6_is_equal_by_squares_and_with_attacks_let_through(picture, limit, attacks):
    game = small_game(picture, SCOUTS)
    options = {"two_square": limit, "two_square_attacks": attacks}
    for reading in ("squares", "border"):
        seen = play_side_by_side(
            game, shuttling, 4, 120, seed=limit, deep=20, two_square_reading=reading, **options
        )
        assert seen["two-square"] > 0


def test_st_end_4_is_equal_without_a_draw_by_quiet_play_and_without_a_limit():
    game = small_game(ROOM, FEW)
    free = {"two_square": 0, "quiet_limit": 0, "ply_limit": 0}
    seen = play_side_by_side(game, shuttling, 12, 400, seed=3, deep=40, **free)
    assert seen["quiet"] == seen["length"] == 0
    assert seen["plies"] > 900


def test_st_move_3_the_simulator_refuses_a_table_where_moving_a_bomb_loses():
    with pytest.raises(Unfit, match="bomb_move_loses"):
        Spec.of("original", bomb_move_loses=True)


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


@pytest.mark.long
@pytest.mark.parametrize("seed", range(24))
def test_long_games_are_equal_whatever_the_options_are(seed):
    rng = random.Random(seed)
    picture = rng.choice([ROOM, RING, CORRIDOR, WALLS])
    army = rng.choice([FEW, MIXED]) if picture == RING else rng.choice([FEW, SCOUTS, MIXED])
    options = {
        "two_square": rng.randrange(5),
        "two_square_reading": rng.choice(["squares", "border", "lines"]),
        "two_square_attacks": rng.random() < 0.5,
        "more_square": rng.random() < 0.5,
        "both_immobile": rng.choice(["mover_loses", "draw", "draw_no_movers"]),
        "quiet_limit": rng.choice([0, 20, 200]),
        "ply_limit": rng.choice([0, 300, 4000]),
    }
    for policy in (at_random, shuttling, hunting, returning):
        seen = play_side_by_side(small_game(picture, army), policy, 10, 500, seed=seed, deep=20, **options)
        assert seen["plies"] > 50, options
