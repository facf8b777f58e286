"""The Gymnasium environments: the checks of Gymnasium itself, and rewards that add up."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import flagfall
from flagfall import bots, fast
from flagfall.core import BadOption
from flagfall.fast.powers.observation_bytes import SEAT_AT, WAITS_AT
from flagfall.research import gym_env, hex_env, pettingzoo_env
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
    with pytest.raises(bots.UnknownLevel):  # at once, not at the first reset
        SoloEnv("barrage", level=9)
    with pytest.raises(BadOption, match="seat"):
        SoloEnv("barrage", seat=3)


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_gymnasium_makes_a_vector_of_environments(mode):
    gym_env.register()
    envs = gymnasium.make_vec("flagfall/barrage-v0", num_envs=2, vectorization_mode=mode, setup="random")
    try:
        observation, _ = envs.reset(seed=1)
        observation, reward, *_ = envs.step(observation["action_mask"].argmax(1))
        assert envs.observation_space.contains(observation) and reward.shape == (2,)
    finally:
        envs.close()


def test_a_step_before_reset_says_so():
    for env, action in (
        (SoloEnv("barrage"), 0),
        (BatchEnv("barrage", 2), np.zeros(2, int)),
        (pettingzoo_env.env("barrage"), 0),
        (pettingzoo_env.parallel_env("barrage"), {}),
        (hex_env.env("hex-duel"), 0),
    ):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) before step\(\)"):
            env.step(action)
    for turns in (pettingzoo_env.env("barrage"), hex_env.env("hex-duel")):
        for call in ("last", "agent_iter"):
            with pytest.raises(ResetNeeded, match=rf"call reset\(\) before {call}\(\)"):
                getattr(turns, call)()


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


def test_many_games_with_powers_leave_the_agent_its_second_decision():
    envs = BatchEnv("pirates-code", 16, quiet_limit=60)
    rng = np.random.default_rng(3)
    observation, _ = envs.reset(seed=5)
    assert envs.observation_space.contains(observation)
    waited, over = 0, 0
    for _ in range(200):
        assert (observation["vector"][:, SEAT_AT] == envs.second).all(), "the opponent has finished its turn"
        waited += int((observation["vector"][:, WAITS_AT] > 0).sum())
        observation, reward, ended, _, info = envs.step(any_legal(rng, observation["action_mask"]))
        assert (reward[~ended] == 0).all()
        for g in np.flatnonzero(ended):
            last = info["final_obs"][g]
            assert envs.single_observation_space.contains(last)
            assert last["vector"][SEAT_AT] == envs.second[g]
            over += 1
    assert waited > 0
    assert over > 0


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


def test_an_opponent_that_gives_no_whole_numbers_is_told_so():
    envs = BatchEnv("barrage", 4, opponent=lambda observation: np.full(4, 0.5))
    with pytest.raises(fast.Unfit, match="actions must be whole numbers"):
        envs.reset(seed=1)


def test_an_opponent_that_breaks_the_rules_is_named():
    envs = BatchEnv("barrage", 4, opponent=lambda observation: observation["action_mask"].argmin(1))
    with pytest.raises(BadOption, match="opponent"):
        envs.reset(seed=1)


@pytest.mark.parametrize("id", ["barrage", "transformers"])
def test_the_last_observation_of_a_game_is_the_agents_own(id):
    envs = BatchEnv(id, 48, quiet_limit=80)
    rng = np.random.default_rng(4)
    before, _ = envs.reset(seed=6)
    kinds = set()
    for _ in range(160):
        actions = any_legal(rng, before["action_mask"])
        after, reward, ended, _, info = envs.step(actions)
        assert ("final_obs" in info) == ended.any()
        for g in np.flatnonzero(ended):
            last = info["final_obs"][g]
            assert envs.single_observation_space.contains(last)
            assert info["_final_obs"][g]
            assert not last["action_mask"].any()
            ending = int(info["final_info"]["ending"][g])
            kinds.add((ending, int(reward[g])))
            old, new = before["planes"][g, 0].astype(int), last["planes"][0].astype(int)
            assert last["vector"][51] == before["vector"][g, 51] == envs.second[g]
            assert ((new == 1) == (old == 1)).all(), "the lakes lie where they lay"
            mine = {cell for cell in range(100) if 2 <= old[cell] < 50}
            still = {cell for cell in range(100) if 2 <= new[cell] < 50}
            goal = int(actions[g]) % 100
            assert still <= mine | {goal}, "own pieces only move by the agent's action"
            mine_moved_last = last["planes"][4, goal] & 1
            theirs_moved_last = last["planes"][4, goal] & 2
            assert mine_moved_last or theirs_moved_last
            if ending == 1:
                flag = 24 if reward[g] < 0 else 0
                assert last["vector"][flag] == 0, "the flag is gone"
                assert mine_moved_last if reward[g] > 0 else theirs_moved_last
                assert last["vector"][24 - flag] == 1
            if ending == 4:
                assert last["vector"][48] == 0
            own = [int(last["vector"][24 + rank]) for rank in range(12)]
            assert own == [sum(1 for cell in still if (new[cell] - 2) % 12 == rank) for rank in range(12)]
        assert all(info["final_obs"][g] is None for g in np.flatnonzero(~ended)) if ended.any() else True
        before = after
    assert {(1, 1), (1, -1)} <= kinds


def test_an_illegal_action_leaves_the_last_observation_as_it_was():
    envs = BatchEnv("barrage", 4)
    before, _ = envs.reset(seed=5)
    actions = any_legal(np.random.default_rng(1), before["action_mask"])
    actions[3] = before["action_mask"][3].argmin()
    *_, info = envs.step(actions)
    last = info["final_obs"][3]
    assert (last["planes"][0] == before["planes"][3, 0]).all()
    assert (last["vector"] == before["vector"][3]).all()


def test_the_agent_has_its_own_setups_in_every_game_and_the_opponent_others():
    mine, theirs = np.zeros((1, 40), np.uint8), np.zeros((1, 40), np.uint8)
    mine[0, :8] = theirs[0, 32:] = (1, 2, 3, 3, 4, 10, 11, 12)
    envs = BatchEnv("barrage", 6, setups=mine, their_setups=theirs)
    observation, _ = envs.reset(seed=2)
    agent_first = observation["planes"][0, 0]
    assert set(np.flatnonzero(agent_first >= 50)) == set(range(60, 68)), "their front row"
    flags = 0
    for _ in range(100):
        own = [np.flatnonzero((planes[0] >= 2) & (planes[0] < 50)) for planes in observation["planes"]]
        assert all((observation["planes"][g, 0, cells] % 12 == 2).sum() == 1 for g, cells in enumerate(own))
        flags += int((observation["planes"][:, 0, 0] == 2).sum())
        observation, *_ = envs.step(observation["action_mask"].argmax(1))
    assert flags == 600, "the flag stands in its corner in all games, also those dealt later"
