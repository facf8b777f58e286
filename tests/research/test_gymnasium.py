"""The Gymnasium environments: the checks of Gymnasium itself, and rewards that add up."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import flagfall
from flagfall.core import BadOption
from flagfall.research import gym_env
from flagfall.research.gym_env import BatchEnv, SoloEnv

EDITIONS = tuple(id for id in flagfall.games() if flagfall.game(id).family == "ranks")
pytestmark = pytest.mark.filterwarnings("ignore")


def any_legal(rng, mask):
    return (rng.random(mask.shape) * mask).argmax(-1)


@pytest.mark.parametrize("id", ["barrage", "transformers"])
@pytest.mark.parametrize("setup", ["phase", "random"])
def test_the_single_agent_environment_passes_the_checks_of_gymnasium(id, setup):
    check_env(SoloEnv(id, setup=setup, illegal="random"), skip_render_check=True)


@pytest.mark.parametrize("id", EDITIONS)
@pytest.mark.parametrize("seat", [0, 1])
def test_an_agent_can_play_every_edition_against_a_bot(id, seat):
    env = SoloEnv(id, seat=seat, setup="random" if seat else "phase", quiet_limit=20, ply_limit=60)
    rng = np.random.default_rng(1)
    observation, info = env.reset(seed=3)
    total, steps, done = 0.0, 0, False
    while not done:
        observation, reward, terminated, truncated, info = env.step(
            any_legal(rng, observation["action_mask"])
        )
        total, steps, done = total + reward, steps + 1, terminated or truncated
    assert info["seat"] == seat
    assert env.inner.course.outcome is not None
    assert total == 2 * env.inner.course.outcome.scores[seat] - 1
    assert steps > 3


def test_the_environments_are_known_to_gymnasium_by_id():
    gym_env.register()
    env = gymnasium.make("flagfall/barrage-v0", setup="random")
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    with pytest.raises(BadOption, match="seat"):
        SoloEnv("barrage", seat=3)


def test_many_games_at_once_pay_the_winner_and_the_loser():
    envs = BatchEnv("barrage", 64, quiet_limit=50)
    rng = np.random.default_rng(2)
    observation, _ = envs.reset(seed=5)
    assert envs.observation_space.contains(observation)
    rewards, endings = [], []
    for _ in range(250):
        seats = observation["vector"][:, 51].copy()
        assert (seats == envs.second).all(), "in every second game the opponent moves first, always"
        observation, reward, ended, truncated, info = envs.step(any_legal(rng, observation["action_mask"]))
        assert not truncated.any()
        assert (reward[~ended] == 0).all()
        rewards += reward[ended].tolist()
        endings += info["ending"][ended].tolist()
    assert {-1.0, 0.0, 1.0} <= set(rewards)
    assert abs(np.mean(rewards)) < 0.3, "both play at random"
    assert 0 not in endings
    drawn = np.array(rewards) == 0
    assert (np.array(endings)[drawn] >= 3).all()


def test_many_games_are_the_same_for_the_same_seed():
    found = []
    for _ in range(2):
        envs = BatchEnv("transformers", 8)
        rng = np.random.default_rng(2)
        observation, _ = envs.reset(seed=5)
        for _ in range(30):
            observation, *_ = envs.step(any_legal(rng, observation["action_mask"]))
        found.append(observation["planes"])
    assert (found[0] == found[1]).all()


def test_an_illegal_action_loses_its_game_and_no_other():
    envs = BatchEnv("barrage", 6)
    observation, _ = envs.reset(seed=5)
    actions = any_legal(np.random.default_rng(1), observation["action_mask"])
    actions[2] = observation["action_mask"][2].argmin()
    before = envs.batch.state.copy()
    _, reward, ended, _, _ = envs.step(actions)
    assert reward[2] == -1
    assert ended[2]
    assert (envs.batch.state[:16, 2] != before[:16, 2]).any()
    assert envs.batch.legal().any(1).all()


def test_an_opponent_that_breaks_the_rules_is_named():
    envs = BatchEnv("barrage", 4, opponent=lambda observation: observation["action_mask"].argmin(1))
    with pytest.raises(BadOption, match="opponent"):
        envs.reset(seed=1)
