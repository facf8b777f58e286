"""Look-ahead of the learned bot: worlds that fit what it knows, and moves by what they are worth."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.bots.test_network_bot import begun, restless, simulated

import flagfall
from flagfall import fast
from flagfall.bots.base import Clock
from flagfall.bots.network import look_ahead
from flagfall.bots.network.bot import NetworkBot
from flagfall.bots.network.look_ahead import LookAheadBot, Rollouts, compile_rollouts, worlds_and_pairs
from flagfall.bots.network.network import Net, NetOutput, quantized_net
from flagfall.bots.network.observation import EventMemory, observation_of, turn_of
from flagfall.bots.network.worlds import pack_position, pack_worlds, sample_worlds
from flagfall.core import hears
from flagfall.ranks.actions import Move
from flagfall.research.arena.match import play

EDITIONS = ("original", "barrage", "duel", "transformers")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("memory", ["assisted", "table"])
def test_a_view_with_the_true_ranks_is_the_game_itself(edition: str, memory: str) -> None:
    """Seen by both players: now, and after the move that follows."""
    game: Any = flagfall.game(edition)
    rng = random.Random(f"{edition} worlds")
    state, placed, events = begun(game, rng, memory=memory)
    batch, copy = simulated(game, placed), simulated(game, placed)
    memories = [EventMemory(), EventMemory()]
    for seat in (0, 1):
        memories[seat].hear(event for event in events if hears(event, seat))
    last: list[Move | None] = [None, None]
    turn = turn_of(game.board)
    while state.outcome() is None and state.view(0).track.ply < 160:
        seat = state.pending()[0].seat
        view, legal = state.view(seat), list(state.legal(seat))
        seen = observation_of(game, view, legal, memories[seat])
        batch.observe()
        truth = batch.truth.astype(np.int64) - 1
        copy.state[:, :1] = pack_worlds(pack_position(game, view, memories[seat]), truth, seat, turn)
        copy.find()
        move = restless(legal, last[seat], rng)
        last[seat] = move
        action = next(action for action, one in seen.moves.items() if one == move)
        for step in (0, 1):
            one, two = batch.observe(), copy.observe()
            assert (one[0] == two[0]).all(), f"planes at half-move {view.track.ply}, {step} on"
            assert (one[1] == two[1]).all(), f"vector at half-move {view.track.ply}, {step} on"
            if step == 0:
                batch.step([action])
                copy.step([action])
        applied = state.apply(seat, move)
        state = applied.state
        for other in (0, 1):
            memories[other].hear(event for event in applied.events if hears(event, other))


def test_every_world_has_exactly_the_pieces_that_are_left() -> None:
    game: Any = flagfall.game("original")
    state, _, _ = begun(game, random.Random(2))
    seen = observation_of(game, state.view(0), state.legal(0), EventMemory())
    seen.planes[0, 60:66] = 51  # as if these had moved
    rng = np.random.default_rng(1)
    chances = rng.dirichlet(np.ones(12), 100).astype(np.float32)
    found = sample_worlds(chances, seen.planes, seen.vector[12:24], 50, rng)
    assert found is not None
    for rank in range(12):
        assert ((found == rank).sum(1) == seen.vector[12 + rank]).all()
    assert not np.isin(found[:, 60:66], (0, 11)).any()
    seen.vector[12 + 5] += 1  # a captured piece that nobody showed
    assert sample_worlds(chances, seen.planes, seen.vector[12:24], 5, rng) is None


def beside_a_flag() -> tuple[fast.Batch, int, int]:
    """A game in which seat 1 moves with a miner beside its flag; a move that it has, and the capture then."""
    spec = fast.Spec.of("barrage")
    rows = np.zeros((2, 40), np.uint8)
    rows[0, [0, 1, 9, 19, 29, 35, 36, 37]] = [1, 12, 2, 3, 3, 4, 10, 11]
    rows[1, [32, 1, 9, 19, 29, 35, 36, 37]] = [1, 12, 2, 3, 3, 4, 10, 11]
    batch = fast.Batch(spec, 1, setups=rows, again=False, memory=True)
    batch.deal([0], [1])
    for cell in (45, 55, 57):  # the miner of seat 0 walks up to the flag in the enemy's front row
        way = 1 if cell == 57 else 0
        batch.step([100 * way + cell - (1 if cell == 57 else 0)])
        before, reply = batch.snapshot(), int(np.flatnonzero(batch.legal()[0])[-1])
        batch.step([reply])
    capture = next(int(move) for move in np.flatnonzero(batch.legal()[0]) if batch_wins(batch, int(move)))
    batch.restore(before)
    return batch, reply, capture


def test_taking_the_flag_is_worth_a_win() -> None:
    batch, reply, capture = beside_a_flag()
    batch.step([reply])
    legal = np.flatnonzero(batch.legal()[0])
    rng = np.random.default_rng(1)
    games = np.repeat(batch.state, len(legal), axis=1)
    rollouts = Rollouts(fast.Spec.of("barrage"), quantized_net())
    worth = np.concatenate(
        [rollouts.worth(games[:, k : k + 8], legal[k : k + 8].tolist(), rng) for k in range(0, len(legal), 8)]
    )
    assert (worth[legal == capture] == 1).all()
    assert (worth[legal != capture] < 1).all()


class Single:
    """A network that always wants one move, and thinks well of everything."""

    memory = False

    def __init__(self, move: int) -> None:
        self.move = move

    def judge(self, planes: Any, vector: Any) -> NetOutput:
        count = len(planes)
        outcome = np.tile(np.array([0.9, 0.0, 0.1], np.float32), (count, 1))
        moves = np.zeros((count, 400), np.float32)
        moves[:, self.move] = 100
        return NetOutput(moves, outcome, np.zeros((count, 100, 12), np.float32))


@pytest.mark.parametrize("pairs", [1, 2, 3])
def test_losing_the_flag_is_worth_a_loss_whenever_it_comes(pairs: int) -> None:
    batch, reply, capture = beside_a_flag()
    rollouts = Rollouts(fast.Spec.of("barrage"), Single(capture))  # type: ignore[arg-type]
    rng = np.random.default_rng(1)
    assert rollouts.worth(batch.state.copy(), [reply], rng, pairs).tolist() == [-1]
    assert rollouts.judged == 1, "a game that is over is not looked at again"


def batch_wins(batch: fast.Batch, action: int) -> bool:
    """Whether an action ends the game at once."""
    kept = batch.snapshot()
    batch.step([action])
    won = bool(batch.result[0] == 1)
    batch.restore(kept)
    return won


def test_it_plays_by_the_rules_and_the_same_game_for_the_same_seed() -> None:
    game: Any = flagfall.game("barrage")
    params = {"rate": 12}  # little work and much time: the clock plays no part
    records = [
        play(
            "barrage",
            (LookAheadBot(game, 0, 7, params), LookAheadBot(game, 1, 8, params)),
            options={"ply_limit": 14},
            think=10.0,
        )
        for _ in range(2)
    ]
    assert records[0].actions == records[1].actions


def test_without_time_it_plays_the_policy() -> None:
    game: Any = flagfall.game("barrage")
    records = [
        play("barrage", (kind(game, 0, 7), kind(game, 1, 8)), options={"ply_limit": 30}, think=0.001)
        for kind in (LookAheadBot, NetworkBot)
    ]
    assert records[0].actions == records[1].actions


def test_two_cores_look_at_more_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_rollouts()  # It plays a game too, which is not counted.
    looked: list[int] = []

    def worth(self: Rollouts, games: Any, actions: list[int], *_: Any) -> Any:
        looked[-1] += len(actions)
        return np.zeros(len(actions), np.float32)

    monkeypatch.setattr(Rollouts, "worth", worth)
    game: Any = flagfall.game("original")
    state, _, _ = begun(game, random.Random(2))
    for cores in (1, 2):
        looked.append(0)
        bot = LookAheadBot(game, 0, 7, {"floor": 0.000001, "rate": 160, "cores": cores})
        bot.decide(state.view(0), state.legal(0), Clock(move=10.0))
        assert bot.rollouts is not None
        assert bot.rollouts.net is quantized_net(cores)
    assert looked == [4 * 25, 4 * 43], "eight pairs of moves each"


def test_more_time_means_looking_further_and_then_into_more_worlds() -> None:
    assert [worlds_and_pairs(work) for work in (12, 23, 24, 50, 96, 200)] == [
        (12, 1), (23, 1), (12, 2), (12, 4), (12, 8), (25, 8),
    ]  # fmt: skip


def test_it_looks_ahead_by_the_rules_of_the_moment() -> None:
    game: Any = flagfall.game("barrage")
    state, _, _ = begun(game, random.Random(2))
    bot = LookAheadBot(game, 0, 7, {"rate": 12, "floor": 0.000001})
    view, legal = state.view(0), state.legal(0)
    bot.decide(view, legal, Clock(move=10.0))
    first = bot.rollouts
    bot.decide(view, legal, Clock(move=10.0))
    assert bot.rollouts is first is not None
    bot.decide(replace(view, options={**view.options, "two_square": 0}), legal, Clock(move=10.0))
    assert bot.rollouts is not first


def test_it_looks_ahead_where_players_remember_for_themselves() -> None:
    game: Any = flagfall.game("barrage")
    state, _, _ = begun(game, random.Random(2), memory="table", captured="stealth")
    bot = LookAheadBot(game, 0, 7, {"rate": 12, "floor": 0.000001})
    bot.decide(state.view(0), state.legal(0), Clock(move=10.0))
    assert bot.rollouts is not None


class Slow:
    """The network on a machine that takes ``slow`` seconds a position, by a clock that only this moves on."""

    def __init__(self, net: Net, slow: float) -> None:
        self.net, self.slow, self.seconds = net, slow, 0.0
        self.memory = net.memory

    def judge(self, planes: Any, vector: Any) -> NetOutput:
        self.seconds += self.slow * len(planes)
        return self.net.judge(planes, vector)


@pytest.mark.parametrize("slow", [0.001, 0.0033, 0.01, 0.02, 0.1])
def test_on_a_slow_machine_it_looks_less_far_and_keeps_to_its_time(
    slow: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    slowly = Slow(quantized_net(), slow)
    looked: list[tuple[int, int]] = []

    def noted(work: int) -> tuple[int, int]:
        looked.append(worlds_and_pairs(work))
        return looked[-1]

    monkeypatch.setattr(look_ahead, "time", SimpleNamespace(perf_counter=lambda: slowly.seconds))
    monkeypatch.setattr(look_ahead, "quantized_net", lambda *_: slowly)
    monkeypatch.setattr(look_ahead, "worlds_and_pairs", noted)
    game: Any = flagfall.game("original")
    state, _, _ = begun(game, random.Random(2))
    bot = LookAheadBot(game, 0, 7, {"floor": 0.000001})
    for _ in range(3):
        start = slowly.seconds
        bot.decide(state.view(0), state.legal(0), Clock(move=0.9))
        assert slowly.seconds - start > 0.2
        least = 2 * 2 * 4 * slow  # a pair of moves in two worlds
        assert slowly.seconds - start <= max(0.86, least)
    steady = {0.001: (12, 7), 0.0033: (17, 2)}.get(slow, (12, 1))
    assert looked == [(12, 7), steady, steady], "the second time it knows the machine"


def test_where_captured_pieces_are_not_shown_it_plays_the_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can say what is left there, so that no world could be dealt."""
    game: Any = flagfall.game("barrage")
    state, _, _ = begun(game, random.Random(2))
    view, legal = state.view(0), state.legal(0)
    monkeypatch.setattr(look_ahead, "sample_worlds", lambda *_: None)
    for seed in range(12):
        params = {"floor": 0.000001}
        looking, plain = LookAheadBot(game, 0, seed, params), NetworkBot(game, 0, seed, params)
        assert looking.decide(view, legal, Clock(move=1.0)) == plain.decide(view, legal, Clock(move=1.0))


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("moves", [2, 3, 4])
def test_below_0_12_seconds_the_policy_plays_alone_whatever_there_is_to_choose_from(
    cores: int, moves: int
) -> None:
    bot = LookAheadBot(flagfall.game("duel"), 0, 1, {"cores": cores})
    assert bot._work(0.119, moves) == 0
    assert bot._work(0.12, moves) >= 12
    assert bot._work(1.0, 1) == 0, "one move needs no thought"
