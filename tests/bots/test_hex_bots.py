"""The players of the hex game: they finish every scenario, see views only, and the greedy one is better."""

from __future__ import annotations

import pytest
from tests.smoke import every

from flagfall import bots
from flagfall.bots.base import Clock
from flagfall.bots.hexes.greedy import HexGreedy
from flagfall.bots.hexes.random_bot import HexBot, HexRandom
from flagfall.bots.hexes.values.greedy_values import GreedyValues
from flagfall.core import Action
from flagfall.hexes import scenario_game
from flagfall.hexes.actions.attack import Shoot
from flagfall.hexes.actions.end import End
from flagfall.hexes.actions.move import Move
from flagfall.hexes.game import HexGame
from flagfall.hexes.scenarios.scenario_files import scenario_ids
from flagfall.hexes.state import HexState


def play(game: HexGame, seed: int, *makers: type[HexBot], most: int = 100_000) -> HexState:
    """A game between bots, who get views and legal actions."""
    players = [maker(game, seat, seed) for seat, maker in enumerate(makers)]
    state = game.new(seed)
    for _ in range(most):
        if state.outcome() is not None:
            break
        seat = state.pending()[0].seat
        state = state.apply(seat, answer(players[seat], state, seat)).state
    return state


def answer(bot: HexBot, state: HexState, seat: int) -> Action:
    view, legal = state.view(seat), state.legal(seat)
    return bot.decide(view, legal, Clock()) if legal else bot.deploy(view)


@pytest.mark.parametrize("id", every(3, scenario_ids()))
def test_both_bots_play_every_scenario(id: str) -> None:
    state = play(scenario_game(id), 2, HexRandom, HexGreedy, most=80)
    assert state.round >= 1


@pytest.mark.long
@pytest.mark.parametrize("id", scenario_ids())
def test_both_bots_play_every_scenario_to_its_end(id: str) -> None:
    state = play(scenario_game(id), 1, HexGreedy, HexRandom)
    assert state.outcome() is not None


def test_greedy_beats_random_from_both_seats() -> None:
    game = scenario_game("hex-three")
    won = 0
    for seed in range(1):
        first = play(game, seed, HexGreedy, HexRandom).outcome()
        second = play(game, seed, HexRandom, HexGreedy).outcome()
        assert first is not None
        assert second is not None
        won += (first.winner == 0) + (second.winner == 1)
    assert won == 2


@pytest.mark.parametrize("maker", [HexRandom, HexGreedy])
def test_the_same_view_and_seed_give_the_same_answer(maker: type[HexBot]) -> None:
    game = scenario_game("hex-hunt")
    state = play(game, 3, HexRandom, HexRandom, most=60)
    seat = state.pending()[0].seat
    one = answer(maker(game, seat, 5), state, seat)
    assert one == answer(maker(game, seat, 5), state, seat)


@pytest.mark.parametrize("maker", [HexRandom, HexGreedy])
def test_hx_seq_9_the_order_of_the_cards_changes_no_answer(maker: type[HexBot]) -> None:
    game = scenario_game("hex-six")
    state = play(game, 4, HexRandom, HexRandom, most=30)
    assert len(state.pile) > 2
    seat = state.pending()[0].seat
    other = state.copy()
    other.pile = tuple(reversed(state.pile))
    assert other.pile != state.pile
    assert answer(maker(game, seat, 5), other, seat) == answer(maker(game, seat, 5), state, seat)


def test_greedy_shoots_when_it_can() -> None:
    game = scenario_game("hex-duel")
    state = game.position(play(game, 2, HexGreedy, HexGreedy, most=6).position())
    for _ in range(60):
        seat = state.pending()[0].seat
        legal = state.legal(seat)
        chosen = answer(HexGreedy(game, seat, 0), state, seat)
        if any(isinstance(action, Shoot) for action in legal) and not any(
            isinstance(action, Move) for action in legal
        ):
            assert not isinstance(chosen, End)
        state = state.apply(seat, chosen).state
        if state.outcome() is not None:
            break


def test_a_convoy_wants_to_leave_and_raiders_want_the_convoy() -> None:
    game = scenario_game("hex-convoy")
    state = game.new(1)
    escort, raiders = GreedyValues(game, state.view(0)), GreedyValues(game, state.view(1))
    assert escort.leavers == {"skids", "trailbreaker", "inferno"}
    assert raiders.prizes == {"skids", "trailbreaker", "inferno"}
    assert not raiders.leavers


def test_defenders_do_not_shoot_at_what_they_protect() -> None:
    game = scenario_game("hex-siege")
    state = game.new(1)
    crowds = {"crowd-1", "crowd-2", "crowd-3", "crowd-4", "crowd-5", "crowd-6"}
    assert GreedyValues(game, state.view(1)).prizes == crowds
    assert not GreedyValues(game, state.view(0)).prizes


def test_attackers_of_a_base_value_its_command_centre() -> None:
    game = scenario_game("hex-base")
    state = game.new(1)
    assert len(GreedyValues(game, state.view(1)).blocks) == 4
    assert not GreedyValues(game, state.view(0)).blocks


def test_the_levels_are_in_the_data() -> None:
    assert [level.number for level in bots.levels("hex-duel")] == [1, 2, 3, 4, 5]
    assert isinstance(bots.make("hex-duel", 2, 0), HexGreedy)


def test_random_does_not_prefer_the_many_moves_to_the_few_shots() -> None:
    game = scenario_game("hex-duel")
    state = play(game, 1, HexGreedy, HexGreedy, most=12)
    seat = state.pending()[0].seat
    legal = state.legal(seat)
    kinds = {type(answer(HexRandom(game, seat, seed), state, seat)) for seed in range(40)}
    assert len(kinds) == len({type(action) for action in legal if not isinstance(action, End)})
