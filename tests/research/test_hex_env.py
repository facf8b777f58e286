"""The PettingZoo environments of the hex scenarios: PettingZoo's own tests, and what rows stand for."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import flagfall
from flagfall.core import BadOption
from flagfall.hexes.actions import End, Move
from flagfall.hexes.setup import Muster
from flagfall.research import hex_env
from flagfall.research.environments.hex_planes import PLANES, TABLE, UNITS

SCENARIOS = tuple(id for id in flagfall.games() if flagfall.game(id).family == "hexes")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("id", SCENARIOS)
def test_every_scenario_passes_the_api_test(id):
    api_test(hex_env.env(id, illegal="random"), num_cycles=25)


@pytest.mark.parametrize("id", SCENARIOS)
def test_every_scenario_passes_the_seed_test(id):
    seed_test(partial(hex_env.env, id, illegal="random"), num_cycles=20)


@pytest.mark.parametrize("id", SCENARIOS)
def test_every_legal_action_has_a_row_and_every_row_its_action(id):
    env = hex_env.env(id, setup="random")
    env.reset(seed=2)
    for turn in range(12):
        if not env.agents or any(env.terminations.values()):
            break
        if turn % 4 == 0:
            rows = env.legal()
            legal = env.state_.legal(env.state_.pending()[0].seat)
            assert len(np.unique(rows, axis=0)) == len(rows) == len(legal)
            assert [env.rows.decode(row) for row in rows] == list(legal)
            assert all(env.action_space("player_0").contains(row) for row in rows)
            assert all(env.game.decode(env.game.encode(action)) == action for action in legal[:50])
        env.step(env.any_legal())


@pytest.mark.parametrize("id", ["hex-duel", "hex-cassettes", "hex-skirmish"])
def test_a_scenario_with_its_set_up_comes_to_its_end_and_pays_out(id):
    env = hex_env.env(id)
    env.reset(seed=4)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for number, agent in enumerate(env.agent_iter()):
        observation, reward, terminated, truncated, info = env.last(observe=number % 40 == 0)
        sums[agent] += reward
        if observation is not None:
            assert env.observation_space(agent).contains(observation)
        done = terminated or truncated
        env.step(None if done else env.any_legal())
    over = env.state_.outcome()
    assert over is not None, "no action of the game was refused"
    assert sums == {f"player_{seat}": 2 * score - 1 for seat, score in enumerate(over.scores)}
    assert info["ending"] == over.termination


def test_a_force_is_named_unit_by_unit_and_the_other_seat_sees_nothing_of_it():
    env = hex_env.env("hex-skirmish")
    env.reset(seed=1)
    before = env.observe("player_1")
    rng = random.Random(3)
    for _ in range(2):
        rows = [row for row in env.legal().tolist() if env.rows.verbs[row[0]].name == "muster"]
        env.step(rng.choice(rows))
    assert len(env.named) == 2
    assert np.count_nonzero(env.observe("player_0")["units"][:, -1]) == 2
    after = env.observe("player_1")
    assert all((before[part] == after[part]).all() for part in before)
    chosen = env.named
    env.step(env.rows.named("done"))
    assert env.state_.musters[0] == chosen == Muster(chosen).units
    assert env.agent_selection == "player_1"
    points = env.state_.pending()[0].points
    while env.state_.phase == "muster":
        assert sum(env.state_.pending()[0].choices[unit] for unit in env.named) <= points
        env.step(env.any_legal())


def test_fields_that_a_verb_does_not_use_are_ignored():
    env = hex_env.env("hex-duel")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step((env.rows.number["end"], 7, 3, 2, 1))
    assert not any(env.terminations.values())
    assert env.rows.decode((env.rows.number["end"], 7, 3, 2, 1)) == End()
    assert env.rows.encode(End()) == (env.rows.number["end"], 0, 0, 0, 0)
    assert agent in env.agents


def test_hx_move_2_a_path_of_ones_own_has_no_row():
    env = hex_env.env("hex-duel")
    env.reset(seed=1)
    move = next(action for action in env.state_.legal(env.state_.to_move) if isinstance(action, Move))
    assert env.rows.decode(env.rows.encode(move)) == move
    with pytest.raises(ValueError, match="no row"):
        env.rows.encode(Move(via=("f",)))


def test_an_illegal_action_loses_or_is_replaced():
    # Nobody can be carried in a duel of two enemies.
    for illegal, over in (("lose", True), ("random", False)):
        env = hex_env.env("hex-duel", illegal=illegal)
        env.reset(seed=1)
        agent = env.agent_selection
        env.step(env.rows.named("muster", env.rows.units[0]))
        assert all(env.terminations.values()) == over
        assert env.rewards[agent] == (-1 if over else 0)


def test_games_are_cut_short_when_asked():
    env = hex_env.env("hex-duel", max_actions=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(env.any_legal())
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_numbers_have_names_and_wrong_words_are_refused():
    env = hex_env.env("hex-cassettes", setup="random")
    env.reset(seed=1)
    seen = env.observe("player_0")
    assert seen["board"].shape[0] == len(PLANES) == len(set(PLANES))
    assert seen["units"].shape[1] == len(UNITS) == len(set(UNITS))
    assert seen["table"].shape == (len(TABLE),)
    assert (seen["board"][: len(PLANES) - 8].sum(0) == 1).all(), "one terrain in every hex"
    assert len(set(env.rows.number)) == len(env.rows.verbs)
    assert env.metadata["name"] == "flagfall/hex-cassettes-v0"
    assert len(env.render().splitlines()) == 1 + len(env.state_.pieces)
    with pytest.raises(BadOption, match="hex scenario"):
        hex_env.env("barrage")
    with pytest.raises(BadOption, match="illegal"):
        hex_env.env("hex-duel", illegal="perhaps")


@pytest.mark.parametrize("action", ["x", None, [0.5] * 5, "five!", [[0], [0, 1]]])
def test_what_are_no_whole_numbers_is_an_error_and_no_illegal_action(action):
    env = hex_env.env("hex-duel", setup="random")
    env.reset(seed=1)
    with pytest.raises(BadOption, match=r"action.*whole numbers"):
        env.step(action)
    assert not any(env.terminations.values())
