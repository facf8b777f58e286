"""Our games in OpenSpiel: its own random simulation, and what a player's strings must not tell."""

from __future__ import annotations

import random

import pyspiel
import pytest

from flagfall.research import open_spiel
from tests.smoke import smoke

NAMES = open_spiel.register()


@pytest.mark.parametrize("name", smoke(NAMES, "flagfall_duel", "flagfall_pirates_code"))
def test_every_edition_passes_the_random_simulation(name):
    game = pyspiel.load_game(name, {"quiet_limit": 10, "ply_limit": 30})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_registering_twice_changes_nothing():
    assert open_spiel.register() == NAMES
    assert "flagfall_star_wars_powers" in NAMES


def test_a_game_comes_to_its_end_and_its_returns_sum_to_zero():
    game = pyspiel.load_game("flagfall_barrage", {"quiet_limit": 60})
    rng = random.Random(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == 0
    assert state.history()


def test_a_clone_goes_its_own_way():
    state = pyspiel.load_game("flagfall_barrage").new_initial_state()
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert state.history() == []
    assert len(other.history()) == 1
    assert str(state) != str(other)


def test_st_know_3_a_players_strings_do_not_depend_on_the_other_ones_set_up():
    game = pyspiel.load_game("flagfall_original")
    states = []
    for seed in (1, 2):
        own, others = random.Random(0), random.Random(seed)
        state = game.new_initial_state()
        for _ in range(80):
            rng = own if state.current_player() == 0 else others
            state.apply_action(rng.choice(state.legal_actions()))
        states.append(state)
    one, two = states
    assert one.information_state_string(0) == two.information_state_string(0)
    assert one.observation_string(0) == two.observation_string(0)
    assert one.observation_tensor(0) == two.observation_tensor(0)
    assert one.legal_actions() == two.legal_actions()
    assert one.information_state_string(1) != two.information_state_string(1)
