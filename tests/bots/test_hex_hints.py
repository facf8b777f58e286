"""Hints of the hex game: the first action of a planner's best plan, from what one seat knows."""

from __future__ import annotations

import random

import flagfall
from flagfall.bots.hexes.hints import hint
from flagfall.hexes.game import HexGame


def duel() -> HexGame:
    game = flagfall.game("hex-duel")
    assert isinstance(game, HexGame)
    return game


def test_a_hint_is_legal_says_why_and_is_the_same_for_equal_knowledge() -> None:
    game, rng = duel(), random.Random(4)
    state = game.new(seed=4)
    kinds = set()
    for _ in range(24):
        decisions = state.pending()
        if not decisions:
            break
        seat = decisions[0].seat
        found = hint(game, state.view(seat))
        assert found is not None and found == hint(game, state.view(seat))
        actions = [one for one in state.legal(seat) if one == found.action]
        assert len(actions) == 1
        assert 0.0 <= found.kill <= 1.0
        kinds.add(found.kind)
        state = state.apply(seat, actions[0] if rng.random() < 0.7 else decisions[0].sample(rng)).state
    assert kinds & {"attack", "move-attack", "attack-move"}, kinds


def test_who_has_no_turn_gets_no_hint() -> None:
    state = duel().new(seed=1)
    waiting = 1 - state.pending()[0].seat
    assert hint(duel(), state.view(waiting)) is None
    deploying = flagfall.game("hex-three")
    assert isinstance(deploying, HexGame)
    assert hint(deploying, deploying.new(seed=1).view(0)) is None
