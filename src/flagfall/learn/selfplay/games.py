"""Batches of the simulator as tensors, on whichever device the network is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from flagfall.fast import Batch, Spec
from flagfall.learn.config import Config
from flagfall.learn.selfplay.setups import Setups


def specs_of(config: Config, training: bool) -> dict[str, Spec]:
    """The editions of a run; in training with its own limit of quiet half-moves."""
    found = {name: Spec.of(name) for name in config.editions}
    if not training:
        return found
    return {name: spec.changed(quiet=config.quiet) for name, spec in found.items()}


def shared(mix: Sequence[float], games: int) -> Any:
    """The edition of each game, in shares of ``mix``."""
    return np.searchsorted(np.cumsum(mix) - 1e-9, (np.arange(games) + 0.5) / games).clip(0, len(mix) - 1)


def with_free_repetition(
    specs: dict[str, Spec], tables: Sequence[Setups | None], editions: Any, share: float
) -> tuple[dict[str, Spec], list[Setups | None], Any]:
    """Specs, set-ups and the edition of each game, where a share of each edition's games may repeat itself.

    Those games are an edition of their own for the simulator, behind the others.
    """
    if not share:
        return specs, list(tables), editions
    free = {
        f"{name} without repetition rules": spec.changed(two_square=0, more_square=False)
        for name, spec in specs.items()
    }
    found = np.array(editions)
    for index in range(len(specs)):
        own = np.flatnonzero(found == index)
        found[own[: round(share * len(own))]] += len(specs)
    return specs | free, [*tables, *tables], found


class SelfPlayGames:
    """Games in tensors: `planes`, `vector` and `truth` are the present, `result` what a step brought."""

    def __init__(
        self,
        specs: dict[str, Spec],
        tables: Sequence[Setups | None],
        editions: Any,
        seed: int,
        device: str,
        again: bool = True,
        memory: bool = False,
    ) -> None:
        self.editions = np.asarray(editions)
        self.count = len(self.editions)
        self.device = device
        self.batch = Batch(
            list(specs.values()),
            self.count,
            variants=self.editions,
            setups=list(tables),
            seed=seed,
            device=device,
            again=again,
            memory=memory,
        )
        self.batch.observe()
        self.planes, self.vector = self._tensor(self.batch.planes), self._tensor(self.batch.vector)
        self.truth, self.result = self._tensor(self.batch.truth), self._tensor(self.batch.result)

    def _tensor(self, array: Any) -> Tensor:
        return torch.from_numpy(array) if self.device == "cpu" else array

    def deal(self, first: Any, second: Any) -> None:
        """Deal all games again, with chosen set-ups of their tables (-1: by chance), and look."""
        self.batch.deal(first, second)
        self.batch.observe()

    def step(self, actions: Tensor) -> None:
        """Play an action in every game and look again."""
        self.batch.step(actions.numpy() if self.device == "cpu" else actions)
        self.batch.observe()

    def save(self) -> list[Any]:
        """The games as they are now, as NumPy arrays."""
        host = self.batch.place.host
        now = self.batch.snapshot()
        return [np.ascontiguousarray(host(array)) for array in (now.state, now.mask)]

    def load(self, arrays: Sequence[Any]) -> None:
        """Go on from saved games."""
        place = self.batch.place
        place.assign(self.batch.state, place.array(arrays[0], np.int64))
        place.assign(self.batch.mask, place.array(arrays[1], np.int64))
        self.batch.observe()
