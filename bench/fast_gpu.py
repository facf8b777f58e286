"""The batch engine on a GPU: equal to the CPU bit for bit, and how fast it is.

    python bench/fast_gpu.py                     both on this machine
    python bench/fast_gpu.py --write FILE        the CPU's half: digests of its games
    python bench/fast_gpu.py --read FILE         the GPU's half, on a machine without Numba

Nothing but PyTorch (or CuPy) is needed for the GPU's half once the kernels are in the cache:
``python -m flagfall.fast.ptx 9.0`` puts them there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from flagfall.fast import Batch, Spec

EDITIONS = ("original", "duel", "barrage", "star-wars-saga", "transformers", "pirates")
ARRAYS = ("state", "mask", "result", "ending", "tally", "planes", "vector", "truth")
SIZES = (1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24)
BEGAN = time.perf_counter()


def log(text: str) -> None:
    """A line with the time that has passed."""
    print(f"[{time.perf_counter() - BEGAN:6.1f} s] {text}", flush=True)


def digests(device: str, games: int = 4096) -> dict[str, str]:
    """Hashes of every array after some stretches of play."""
    specs = [Spec.of(id) for id in EDITIONS]
    batch = Batch(specs, games, variants=np.arange(games) % len(specs), seed=77, device=device)
    before, found = batch.snapshot(), {}
    for round_, plies in enumerate((1, 3, 50, 200, 1500)):
        legal = batch.place.host(batch.legal())
        found[f"{round_} legal"] = _hash(legal)
        batch.step(legal.argmax(1))
        batch.play(plies)
        batch.observe()
        for name in ARRAYS:
            found[f"{round_} {name}"] = _hash(batch.place.host(getattr(batch, name)))
        found[f"{round_} history"] = _hash(batch.place.host(batch.history(300)))
        batch.find()
        found[f"{round_} found"] = _hash(batch.place.host(batch.mask))
    some = batch.select(np.arange(0, games, 7))
    some.deal(games=np.arange(some.games) % 3 == 0)
    some.play(40)
    found["select and deal"] = _hash(batch.place.host(some.state))
    batch.restore(before)
    found["restored"] = _hash(batch.place.host(batch.state))
    return found


def _hash(array: Any) -> str:
    return hashlib.blake2b(np.ascontiguousarray(array).tobytes(), digest_size=8).hexdigest()


def check(mine: dict[str, str], theirs: dict[str, str]) -> None:
    """Say whether all hashes agree."""
    wrong = [name for name in mine if mine[name] != theirs.get(name)]
    log(
        f"GPU and CPU agree in {len(mine) - len(wrong)} of {len(mine)} arrays"
        + (f": not {wrong}" if wrong else "")
    )
    if wrong:
        raise SystemExit(1)


class Watch:
    """Time on the GPU, by its own events."""

    def __init__(self) -> None:
        import torch

        self.torch: Any = torch

    def best(self, work: Any, repeat: int = 3) -> float:
        """The best time of some runs, in seconds."""
        found = []
        for _ in range(repeat):
            start, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            work()
            end.record()
            self.torch.cuda.synchronize()
            found.append(start.elapsed_time(end) / 1000)
        return min(found)


def speed(sizes: tuple[int, ...], id: str = "original") -> dict[str, dict[int, float]]:
    """Half-moves, masks and observations a second, by the number of games."""
    watch = Watch()
    table: dict[str, dict[int, float]] = {}

    def note(what: str, games: int, done: float, seconds: float, unit: float = 1e9) -> None:
        table.setdefault(what, {})[games] = done / seconds
        log(f"{what:44s} {games:9,d} games {done / seconds / unit:9.3f} {'G' if unit == 1e9 else 'M'}/s")

    for games in sizes:
        batch = Batch(Spec.of(id), games, seed=5, device="cuda")
        batch.play(300)
        note("half-moves, 256 a launch", games, 256 * games, watch.best(lambda b=batch: b.play(256), 2))

        def one_each(b: Batch = batch) -> None:
            for _ in range(20):
                b.play(1)

        note("half-moves, one a launch", games, 20 * games, watch.best(one_each))
        note("legal masks", games, games, watch.best(batch.find, 5))
        if games <= 1 << 20:
            batch.observe()
            note("observations", games, games, watch.best(lambda b=batch: b.observe()), 1e6)
            actions = batch.legal().argmax(1)
            seconds = watch.best(lambda b=batch, a=actions: b.step(a), 1)
            note("steps with given actions", games, games, seconds, 1e6)

            def loop(b: Batch = batch) -> None:
                for _ in range(10):
                    b.observe()
                    b.play(1)

            note("observe and step", games, 10 * games, watch.best(loop), 1e6)
        del batch
        watch.torch.cuda.empty_cache()
    return table


def run() -> None:
    """Check, then measure, both on this machine."""
    check(digests("cuda"), digests("cpu"))
    speed(SIZES)


def main() -> None:
    """Check, then measure, as the arguments say."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", type=Path)
    parser.add_argument("--read", type=Path)
    parser.add_argument(
        "--sizes", type=int, nargs="*", default=[1 << 12, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24]
    )
    parser.add_argument("--out", type=Path, help="write the figures as JSON")
    given = parser.parse_args()
    if given.write:
        given.write.write_text(json.dumps(digests("cpu"), indent=0))
        log(f"wrote {given.write}")
        return
    theirs = json.loads(given.read.read_text()) if given.read else digests("cpu")
    check(digests("cuda"), theirs)
    found = speed(tuple(given.sizes))
    if given.out:
        given.out.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
