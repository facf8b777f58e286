"""CPU and GPU give the same games, bit for bit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from flagfall import fast

NAMES = ("state", "mask", "result", "ending", "tally", "planes", "vector", "truth")


def compare(games: int, plies: tuple[int, ...], ids: tuple[str, ...]) -> None:
    """Play on both machines and compare every array."""
    specs = [fast.Spec.of(id) for id in ids]
    variants = np.arange(games) % len(specs)
    pair = [fast.Batch(specs, games, variants=variants, seed=77, device=device) for device in ("cpu", "cuda")]
    for count in plies:
        actions = pair[0].legal().argmax(1)
        for batch in pair:
            batch.step(actions)
            batch.play(count)
            batch.observe()
        for name in NAMES:
            here, there = getattr(pair[0], name), pair[1].place.host(getattr(pair[1], name))
            assert np.array_equal(here, there), name
        assert np.array_equal(pair[0].legal(), pair[1].place.host(pair[1].legal()))
        assert np.array_equal(pair[0].history(300), pair[1].place.host(pair[1].history(300)))


@pytest.mark.cuda
def test_the_gpu_plays_the_same_games_as_the_cpu():
    compare(
        4096, (1, 50, 200, 1500), ("original", "duel", "barrage", "star-wars-saga", "transformers", "pirates")
    )


def test_the_simulated_gpu_plays_the_same_games_as_the_cpu():
    code = "from tests.fast.test_cuda import compare; compare(3, (1, 30), ('original', 'barrage', 'pirates'))"
    root = Path(__file__).parents[2]
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=root, env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    )
