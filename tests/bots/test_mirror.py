"""A network judges a position and its mirror image alike, because it is asked about both."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from tests.bots.test_network_bot import EDITIONS, begun
from tests.smoke import smoke

import flagfall
from flagfall import fast
from flagfall.bots.network.mirror import ACTION_IMAGES, CELL_IMAGES, is_even, judge_both, mirrored
from flagfall.bots.network.network import net
from flagfall.bots.network.observation import turn_of


def two_games(edition: str) -> fast.Batch:
    """A game and its mirror image in the simulator."""
    game: Any = flagfall.game(edition)
    _, placed, _ = begun(game, random.Random(edition))
    rows = np.zeros((4, 100), np.uint8)
    spec = fast.Spec.of(game)
    for seat in (0, 1):
        strength = {kind.id: kind.strength for kind in game.edition.armies[seat].kinds}
        for square, kind in placed[seat]:
            rows[2 * seat, spec.cell(turn_of(game.board) - square if seat else square)] = strength[kind] + 1
        rows[2 * seat + 1] = rows[2 * seat][CELL_IMAGES]
    batch = fast.Batch(spec, 2, setups=rows, again=False, memory=True)
    batch.deal([0, 1], [2, 3])
    batch.find()
    return batch


@pytest.mark.parametrize("edition", smoke(EDITIONS, "barrage"))
def test_the_image_of_what_is_seen_is_what_is_seen_of_the_image(edition: str) -> None:
    batch, rng = two_games(edition), random.Random(edition)
    for _ in range(300):
        planes, vector = (np.array(seen) for seen in batch.observe())
        assert is_even(planes[0])
        assert (mirrored(planes[:1]) == planes[1:]).all()
        assert (vector[0] == vector[1]).all()
        legal = batch.legal()
        assert (legal[0, ACTION_IMAGES] == legal[1]).all()
        if not legal[0].any():
            break
        action = rng.choice(np.flatnonzero(legal[0]).tolist())
        batch.step([action, int(ACTION_IMAGES[action])])


def test_a_position_and_its_image_are_worth_the_same() -> None:
    batch, rng = two_games("original"), random.Random(1)
    for _ in range(20):
        action = rng.choice(np.flatnonzero(batch.legal()[0]).tolist())
        batch.step([action, int(ACTION_IMAGES[action])])
    planes, vector = (np.array(seen) for seen in batch.observe())
    alone, judged = net().judge(planes, vector), judge_both(net(), planes, vector)
    assert not np.allclose(alone.outcome[0], alone.outcome[1], atol=1e-4), "alone it sees a difference"
    assert np.allclose(judged.outcome[0], judged.outcome[1], atol=1e-4)
    assert np.allclose(judged.moves[0, ACTION_IMAGES], judged.moves[1], atol=1e-3)
    assert np.allclose(judged.beliefs[0, CELL_IMAGES], judged.beliefs[1], atol=1e-4)
