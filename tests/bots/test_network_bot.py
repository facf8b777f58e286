"""The learned bot sees what the simulator shows, knows nothing else, and plays by the rules."""

from __future__ import annotations

import hashlib
import random
from importlib.resources import files
from typing import Any

import msgspec
import numpy as np
import pytest
from tests.smoke import smoke

import flagfall
from flagfall import fast
from flagfall.bots.base import Clock
from flagfall.bots.network import network
from flagfall.bots.network.bot import NetworkBot
from flagfall.bots.network.network import About, agree, net, quantized_net, softmax
from flagfall.bots.network.observation import EventMemory, observation_of, opening_observation, turn_of
from flagfall.bots.ranks.setups import generate
from flagfall.core import hears
from flagfall.ranks.actions import Move
from flagfall.research.arena.match import play

EDITIONS = ("original", "barrage", "duel", "star-wars-saga", "transformers", "pirates")


def begun(
    game: Any, rng: random.Random, **options: Any
) -> tuple[Any, list[list[tuple[int, str]]], list[Any]]:
    """A game after both set-ups, the set-ups, and the events so far."""
    state, placed, events = game.new(seed=1, **options), [], []
    for seat in (0, 1):
        deploy = generate(game, seat, rng, "any")
        placed.append(list(deploy.pieces))
        step = state.apply(seat, deploy)
        state = step.state
        events += step.events
    return state, placed, events


def simulated(game: Any, placed: list[list[tuple[int, str]]], **options: Any) -> fast.Batch:
    """The same game in the simulator."""
    rows = np.zeros((2, 100), np.uint8)
    for seat in (0, 1):
        strength = {kind.id: kind.strength for kind in game.edition.armies[seat].kinds}
        for square, kind in placed[seat]:
            rows[seat, turn_of(game.board) - square if seat else square] = strength[kind] + 1
    batch = fast.Batch(fast.Spec.of(game, **options), 1, setups=rows, again=False, memory=True)
    batch.deal([0], [1])
    return batch


def restless(legal: list[Move], last: Move | None, rng: random.Random) -> Move:
    """A move by chance; often the last one taken back or gone on with, so that rules of repetition count."""
    if last is not None and rng.random() < 0.6:
        same = [move for move in legal if move.origin == last.target]
        if same:
            return rng.choice(same)
    return rng.choice(legal)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("memory", "captured"), [("assisted", "open"), ("table", "stealth")])
def test_views_and_events_give_the_bytes_that_the_simulator_shows(
    edition: str, memory: str, captured: str
) -> None:
    game: Any = flagfall.game(edition)
    positions = 0
    for number in range(3):
        rng = random.Random(f"{edition} {number}")
        state, placed, events = begun(game, rng, memory=memory, captured=captured)
        batch = simulated(game, placed)
        memories = [EventMemory(), EventMemory()]
        for seat in (0, 1):
            memories[seat].hear(event for event in events if hears(event, seat))
        last: list[Move | None] = [None, None]
        while state.outcome() is None and state.view(0).track.ply < 250:
            seat = state.pending()[0].seat
            legal = list(state.legal(seat))
            seen = observation_of(game, state.view(seat), legal, memories[seat])
            planes, vector = batch.observe()
            assert (seen.planes == planes[0]).all(), f"planes at half-move {state.view(0).track.ply}"
            assert (seen.vector == vector[0]).all(), f"vector at half-move {state.view(0).track.ply}"
            assert sorted(seen.moves) == np.flatnonzero(batch.legal()[0]).tolist()
            move = restless(legal, last[seat], rng)
            last[seat] = move
            batch.step([next(action for action, one in seen.moves.items() if one == move)])
            step = state.apply(seat, move)
            state = step.state
            for other in (0, 1):
                memories[other].hear(event for event in step.events if hears(event, other))
            positions += 1
    assert positions > 50


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_set_up_is_judged_as_the_first_position_will_look(edition: str) -> None:
    game: Any = flagfall.game(edition)
    state, placed, _ = begun(game, random.Random(5))
    planes, vector = opening_observation(game, 0, placed[0])
    seen = observation_of(game, state.view(0), state.legal(0), EventMemory())
    home = [square for square, _ in placed[0]]
    assert (planes[0, home] == seen.planes[0, home]).all()
    assert (vector == seen.vector).all()
    if len(game.board.homes[0]) == len(home):  # only with a full army is it known where the enemy stands
        assert (planes == seen.planes).all()


def test_st_know_3_bytes_do_not_change_with_what_is_hidden() -> None:
    game: Any = flagfall.game("original")
    rng = random.Random(3)
    mine, theirs, others = (generate(game, seat, rng, "any") for seat in (0, 1, 1))
    found = []
    for enemy in (theirs, others):
        state = game.new(seed=1).apply(0, mine).state.apply(1, enemy).state
        seen = observation_of(game, state.view(0), state.legal(0), EventMemory())
        found.append((seen.planes.tobytes(), seen.vector.tobytes()))
    assert theirs != others
    assert found[0] == found[1]


@pytest.mark.parametrize("edition", ["original", "barrage", "pirates"])
def test_it_plays_a_game_by_the_rules_and_the_same_one_for_the_same_seed(edition: str) -> None:
    game: Any = flagfall.game(edition)
    options = {"quiet_limit": 30, "ply_limit": 60}
    records = [
        play(edition, (NetworkBot(game, 0, 7), NetworkBot(game, 1, 8, {"heat": 1.0})), options=options)
        for _ in range(2)
    ]
    assert records[0].actions == records[1].actions
    assert records[0].plies > 5


def test_it_beats_a_player_who_only_shuffles_about() -> None:
    game: Any = flagfall.game("barrage")
    for seed in range(2):
        record = play("barrage", (NetworkBot(game, 0, seed), Passive(game, 1, seed)), seed=seed)
        assert record.outcome.scores == (1.0, 0.0)


class Passive(NetworkBot):
    """Moves one and the same piece to and fro as long as it may."""

    def choose(self, view: Any, legal: Any, clock: Clock) -> Any:
        """The first move in the list."""
        return legal[0]


@pytest.mark.parametrize("name", ["ranks", "ranks-int8"])
def test_the_weights_are_the_ones_that_the_checksum_names(name: str) -> None:
    folder = files("flagfall.bots.network").joinpath("weights")
    about = msgspec.json.decode(folder.joinpath(f"{name}.json").read_bytes(), type=About)
    data = folder.joinpath(about.file).read_bytes()
    assert hashlib.sha256(data).hexdigest() == about.sha256
    assert len(data) == about.bytes <= 16 * 2**20


def test_its_judgements_are_probabilities_and_its_beliefs_fit_twelve_ranks() -> None:
    game: Any = flagfall.game("duel")
    state, _, _ = begun(game, random.Random(1))
    seen, output = NetworkBot(game, 0, 1).judge(state.view(0), state.legal(0))
    assert output.moves.shape == (1, 400)
    assert output.outcome.sum() == pytest.approx(1, abs=1e-5)
    assert output.beliefs.shape == (1, 100, 12)
    assert output.beliefs.sum(-1) == pytest.approx(np.ones((1, 100)), abs=1e-5)
    assert net() is net()
    assert len(seen.moves) == len(state.legal(0))


@pytest.mark.parametrize("edition", smoke(["original", "barrage", "duel", "transformers"], "barrage"))
def test_the_quick_network_thinks_nearly_the_same(edition: str) -> None:
    batch = fast.Batch(fast.Spec.of(edition), 16, memory=True)
    rng = np.random.default_rng(1)
    gone, errors = [], []
    for ply in range(60):
        planes, vector = batch.observe()
        exact, rough = net().judge(planes, vector), quantized_net().judge(planes, vector)
        legal = batch.legal() > 0
        policy, copy = (np.where(legal, one.moves, -np.inf) for one in (exact, rough))
        if ply % 6 == 5:
            old, new = softmax(policy), softmax(copy)
            gone.append((old * np.log(np.where(legal, old / new.clip(1e-9), 1).clip(1e-9))).sum(1).mean())
            errors.append(np.abs(exact.outcome - rough.outcome).mean())
        batch.step((policy + rng.gumbel(size=policy.shape)).argmax(1))
    assert np.mean(gone) < 0.05, "nats of the policy; single positions of these few reach 0.5"
    assert np.mean(errors) < 0.015, "of the chances to win, draw and lose"


def test_where_sums_of_bytes_are_cut_off_the_quick_network_takes_the_careful_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def way() -> str:
        made = quantized_net.__wrapped__(1)
        return str(made.session.get_session_options().get_session_config_entry("session.x64quantprecision"))

    assert agree(quantized_net(), quantized_net())
    assert not agree(quantized_net(), net())  # the one is a little rough
    monkeypatch.setattr(network, "agree", lambda one, other: False)
    assert way() == "1"
    monkeypatch.setattr(network, "agree", lambda one, other: True)
    with pytest.raises(RuntimeError):
        way()
