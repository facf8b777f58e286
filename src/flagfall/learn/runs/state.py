"""A training run on disk: all that is needed to go on, in files small enough for anywhere, with checksums.

A folder holds ``state.json`` (configuration, counters, the names and checksums of the parts) and the parts,
``state-0-....bin`` and so on (`flagfall.learn.runs.manifest`). Without all of them, unharmed, nothing is
loaded.
"""

# ruff: noqa: E402 - what is missing is said before it is imported
from __future__ import annotations

from flagfall.core.extras import need

need("training", "learn", "torch", "numpy")

import io
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import torch

from flagfall.learn.config import Config
from flagfall.learn.runs import manifest
from flagfall.learn.runs.grow_network import grown
from flagfall.learn.runs.manifest import Manifest, NoState
from flagfall.learn.selfplay.learner import Learner

COUNTERS = ("iteration", "updates", "positions", "samples", "spent")


def save(learner: Learner, folder: Path, compact: bool = False) -> None:
    """Write a run. ``compact`` keeps the optimizer's momenta in half precision.

    The next rollout starts over after saving, here as there: so both go on alike.
    """
    learner.filled = 0
    optimizers = learner.optimizers.state()
    if compact:
        optimizers = [_halved(one) for one in optimizers]
    generator = {"cpu": torch.get_rng_state()}
    if learner.device != "cpu":
        generator["cuda"] = torch.cuda.get_rng_state()
    content = {
        "weights": [p.detach().cpu().contiguous() for p in learner.parameters],
        "average": [p.cpu().contiguous() for p in learner.average],
        "optimizers": _moved(optimizers),
        "games": [_packed(array) for array in learner.games.save()],
        "generator": generator,
    }
    buffer = io.BytesIO()
    torch.save(content, buffer)
    counters = {name: getattr(learner, name) for name in COUNTERS}
    manifest.save(folder, learner.config, counters, buffer.getvalue())


def config_of(folder: Path) -> Config:
    """The configuration of a saved run."""
    return Manifest.read(folder).numbers()


def load(learner: Learner, folder: Path) -> None:
    """Go on with a saved run; `NoState` if anything of it is missing, harmed, or of another network.

    A network may have more blocks or inputs than the saved one: new ones change nothing until they learn.
    """
    about = Manifest.read(folder)
    old, new = about.numbers(), learner.config
    for name in ("width", "depth", "memory", "optimizer"):
        more = name in ("depth", "memory") and getattr(old, name) < getattr(new, name)
        if getattr(old, name) != getattr(new, name) and not more:
            raise NoState(f"{folder}: {name} is {getattr(old, name)}, not {getattr(new, name)}")
    data = about.data(folder)
    content = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    if (old.depth, old.memory) != (new.depth, new.memory):
        content = grown(content, old, learner.net)
    with torch.no_grad():
        for mine, saved in zip(learner.parameters, content["weights"], strict=True):
            mine.copy_(saved)
        for mine, saved in zip(learner.average, content["average"], strict=True):
            mine.copy_(saved)
    learner.optimizers.load(_moved(content["optimizers"], torch.float32))
    for name in COUNTERS:
        setattr(learner, name, about.counters[name])
    games = [_unpacked(one) for one in content["games"]]
    mixed = ("editions", "mix", "free_repetition", "memory")  # another mix needs other games
    same = all(getattr(old, name) == getattr(new, name) for name in mixed)
    if same and learner.rank == 0 and games[0].shape == tuple(learner.games.batch.state.shape):
        learner.games.load(games)
    if learner.rank == 0:
        torch.set_rng_state(content["generator"]["cpu"])
        if learner.device != "cpu" and "cuda" in content["generator"]:
            torch.cuda.set_rng_state(content["generator"]["cuda"])


def _moved(tree: Any, dtype: Any = None) -> Any:
    """A nest of tensors on the CPU; half-precision ones in another precision, if one is named."""
    if isinstance(tree, torch.Tensor):
        moved = tree.detach().cpu()
        return moved.to(dtype) if dtype is not None and moved.dtype == torch.bfloat16 else moved
    if isinstance(tree, dict):
        return {key: _moved(value, dtype) for key, value in tree.items()}
    if isinstance(tree, list | tuple):
        return type(tree)(_moved(value, dtype) for value in tree)
    return tree


def _halved(tree: Any) -> Any:
    if isinstance(tree, torch.Tensor):
        return tree.bfloat16() if tree.ndim > 0 else tree
    if isinstance(tree, dict):
        return {key: _halved(value) for key, value in tree.items()}
    if isinstance(tree, list | tuple):
        return type(tree)(_halved(value) for value in tree)
    return tree


def _packed(array: Any) -> dict[str, Any]:
    data = zlib.compress(np.ascontiguousarray(array).tobytes(), 6)
    return {
        "shape": list(array.shape),
        "dtype": str(array.dtype),
        "data": torch.frombuffer(bytearray(data), dtype=torch.uint8),
    }


def _unpacked(packed: dict[str, Any]) -> Any:
    data = zlib.decompress(packed["data"].numpy().tobytes())
    return np.frombuffer(data, packed["dtype"]).reshape(packed["shape"]).copy()


def save_weights(learner: Learner, file: Path, note: dict[str, Any] | None = None) -> None:
    """Write the averaged weights alone, in half precision: enough to play, not to go on."""
    names = [name for name, _ in learner.net.named_parameters()]
    torch.save(
        {
            "width": learner.config.width,
            "depth": learner.config.depth,
            "memory": learner.config.memory,
            "note": {name: getattr(learner, name) for name in COUNTERS} | (note or {}),
            "weights": {name: value.half().cpu() for name, value in zip(names, learner.average, strict=True)},
        },
        file,
    )
