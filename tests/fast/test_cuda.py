"""CPU and GPU give the same games, bit for bit.

The tests marked ``cuda`` need a GPU, and PyTorch or CuPy. They need no Numba where the kernels are in the
cache and ``FLAGFALL_DIGESTS`` names what the CPU of another machine has found:

    python -m flagfall.fast.ptx 9.0
    python -m bench.fast_gpu --write FILE
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from bench.fast_gpu import ARRAYS, digests

from flagfall import fast

ROOT = Path(__file__).parents[2]


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
        for name in ARRAYS:
            here, there = getattr(pair[0], name), pair[1].place.host(getattr(pair[1], name))
            assert np.array_equal(here, there), name
        assert np.array_equal(pair[0].legal(), pair[1].place.host(pair[1].legal()))
        assert np.array_equal(pair[0].history(300), pair[1].place.host(pair[1].history(300)))


@pytest.mark.cuda
def test_the_gpu_plays_the_same_games_as_the_cpu():
    given = os.environ.get("FLAGFALL_DIGESTS")
    expected = json.loads(Path(given).read_text()) if given else digests("cpu")
    found = digests("cuda")
    assert [name for name in expected if found[name] != expected[name]] == []


@pytest.mark.cuda
def test_arrays_of_the_gpu_are_shared_by_dlpack():
    torch = pytest.importorskip("torch")
    batch = fast.Batch(fast.Spec.of("barrage"), 100, seed=1, device="cuda")
    planes, _ = batch.observe()
    shared = torch.from_dlpack(planes)
    batch.play(5)
    batch.observe()
    assert shared.is_cuda
    assert shared.data_ptr() == batch.planes.data_ptr()
    assert torch.equal(shared, batch.planes)


@pytest.mark.cuda
def test_kernels_keep_their_place_in_the_stream():
    torch = pytest.importorskip("torch")
    one, two = (fast.Batch(fast.Spec.of("barrage"), 1000, seed=3, device="cuda") for _ in range(2))
    for _ in range(50):
        one.step(one.legal().float().argmax(1))
    torch.cuda.synchronize()
    with torch.cuda.stream(torch.cuda.Stream()):
        for _ in range(50):
            two.step(two.legal().float().argmax(1))
    torch.cuda.synchronize()
    assert torch.equal(one.state, two.state)


@pytest.mark.parametrize("ids", [("original", "barrage", "pirates"), ("pirates-code",)])
def test_the_simulated_gpu_plays_the_same_games_as_the_cpu(ids):
    code = f"from tests.fast.test_cuda import compare; compare(3, (1, 30), {ids!r})"
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=ROOT, env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    )
