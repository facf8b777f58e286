"""The PettingZoo environments: PettingZoo's own tests for every edition, and what they must not tell."""

from __future__ import annotations

import random
import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test

import flagfall
from flagfall.core import BadOption
from flagfall.research import pettingzoo_env
from flagfall.research.pettingzoo_env import AGENTS

EDITIONS = tuple(id for id in flagfall.games() if flagfall.game(id).family == "ranks")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("id", EDITIONS)
def test_every_edition_passes_the_api_test(id):
    api_test(pettingzoo_env.env(id), num_cycles=150)


@pytest.mark.parametrize("id", EDITIONS)
def test_every_edition_passes_the_seed_test(id):
    # It takes actions without looking whether they are legal.
    seed_test(partial(pettingzoo_env.env, id, setup="random", illegal="random"), num_cycles=40)


@pytest.mark.parametrize("id", EDITIONS)
@pytest.mark.parametrize("setup", ["phase", "random"])
def test_every_edition_passes_the_max_cycles_test(id, setup):
    arguments = {"id": id, "setup": setup, "illegal": "random"}
    max_cycles_test(
        SimpleNamespace(
            env=partial(pettingzoo_env.env, **arguments),
            parallel_env=partial(pettingzoo_env.parallel_env, **arguments),
        )
    )


def test_the_parallel_form_passes_its_api_test():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(
            pettingzoo_env.parallel_env("barrage", illegal="random", setup="random"), num_cycles=200
        )


def play(env, rng, steps=100_000):
    """Play at random; gives every observation of each agent, and the sum of its rewards."""
    seen = {agent: [] for agent in AGENTS}
    sums = dict.fromkeys(AGENTS, 0)
    for _, agent in zip(range(steps), env.agent_iter(), strict=False):
        observation, reward, terminated, truncated, _ = env.last()
        sums[agent] += reward
        seen[agent].append(observation)
        done = terminated or truncated
        env.step(None if done else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return seen, sums


@pytest.mark.parametrize("id", ["barrage", "pirates-code", "transformers-powers"])
def test_a_game_with_set_up_phase_comes_to_its_end_and_pays_out(id):
    env = pettingzoo_env.env(id, quiet_limit=60)
    env.reset(seed=4)
    _, sums = play(env, random.Random(1))
    assert sums["player_0"] == -sums["player_1"]
    over = env.course.outcome
    assert over is not None
    assert sums["player_0"] == 2 * over.scores[0] - 1


def test_st_know_3_nothing_an_agent_sees_depends_on_the_other_ones_set_up():
    texts = []
    for seed in (1, 2):  # the same squares, other pieces on them
        state = flagfall.game("original").new()
        texts.append(state.pending()[1].sample(random.Random(seed)))
    own = flagfall.game("original").new().pending()[0].sample(random.Random(3))
    envs = []
    for deploy in texts:
        env = pettingzoo_env.env("original", setup="random")
        env.reset(seed=1)
        state = env.course.game.new().apply(0, own).state.apply(1, deploy).state
        env.course.state = state
        envs.append(env)
    first, second = (env.observe("player_0") for env in envs)
    assert (first["observation"] == second["observation"]).all()
    assert (first["action_mask"] == second["action_mask"]).all()
    assert (envs[0].observe("player_1")["observation"] != envs[1].observe("player_1")["observation"]).any()


def test_st_set_1_while_setting_up_an_agent_sees_only_its_own_pieces():
    env = pettingzoo_env.env("barrage")
    rng = random.Random(1)
    env.reset(seed=1)
    for _ in range(41):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(rng.choice(np.flatnonzero(mask).tolist()))
    for agent, rows in (("player_0", slice(4, 10)), ("player_1", slice(0, 6))):
        mine = env.observe(agent)["observation"][1 : 1 + env.course.most_kinds]
        assert mine.any()
        assert not mine[:, rows].any()


def test_an_illegal_action_loses_or_is_replaced():
    env = pettingzoo_env.env("barrage", setup="random")
    env.reset(seed=1)
    env.step(env.course.plays)
    assert env.rewards == {"player_0": -1, "player_1": 1}
    assert all(env.terminations.values())
    mild = pettingzoo_env.env("barrage", setup="random", illegal="random")
    mild.reset(seed=3)
    mild.step(mild.course.plays)
    assert not any(mild.terminations.values())
    assert mild.course.state.track.ply == 1


@pytest.mark.parametrize("action", ["x", 1.5, None, [0]])
def test_what_is_no_whole_number_is_an_error_and_no_illegal_action(action):
    env = pettingzoo_env.env("barrage", setup="random")
    with pytest.raises(BadOption, match="options"):
        env.reset(seed=1, options=3)
    env.reset(seed=1)
    with pytest.raises(BadOption, match=r"action.*whole numbers"):
        env.step(action)
    assert not any(env.terminations.values())
    env.step(np.int64(env.course.legal(0)[0]))
    assert env.course.state.track.ply == 1


def test_given_setups_are_used_and_wrong_words_refused():
    text = "\n".join(("..........", "..........", "..........", "FYBMGNSS.."))
    env = pettingzoo_env.env("barrage")
    env.reset(seed=1, options={"setups": (text, text)})
    assert env.course.state.phase == "play"
    with pytest.raises(BadOption, match="illegal"):
        pettingzoo_env.env("barrage", illegal="perhaps")
    with pytest.raises(BadOption, match="hidden-rank"):
        pettingzoo_env.env(next(id for id in flagfall.games() if flagfall.game(id).family == "hexes"))


def test_the_planes_have_names_and_the_environment_an_id():
    env = pettingzoo_env.env("star-wars-empire")
    env.reset(seed=1)
    planes = env.observe("player_0")["observation"]
    assert len(planes) == len(env.course.encoder.names) == len(set(env.course.encoder.names))
    assert env.metadata["name"] == "flagfall/star-wars-empire-v0"
    assert len(env.render().splitlines()) == 10
