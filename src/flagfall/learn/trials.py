"""Matches of look-ahead with weights that are finished: annealed, or those that ship."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import torch
from torch import Tensor

from flagfall.learn.actor import Actor, filled_up
from flagfall.learn.ahead import Ahead, Look
from flagfall.learn.config import BadConfig, Config
from flagfall.learn.games import specs_of
from flagfall.learn.match import Score, match
from flagfall.learn.players import Player
from flagfall.learn.setups import Setups


@dataclass(frozen=True)
class Trial:
    """What is to be measured: twice ``half`` games of an edition, each side with either colour."""

    edition: str
    half: int
    how: Look
    other: Look | str
    """Another way of looking ahead, or a rival by name; ``policy`` are the same weights without."""

    @classmethod
    def parse(cls, words: str, config: Config, rivals: Set[str] = frozenset()) -> Trial:
        """From words such as ``duel 256 pairs=8 / pairs=4`` or ``duel 256 / greedy``."""
        one, _, two = words.partition("/")
        edition, half, *how = (*one.split(), "", "")
        if edition not in config.editions:
            raise BadConfig(f"{words!r}: the edition is one of {', '.join(config.editions)}")
        if not half.isdecimal() or int(half) == 0:
            raise BadConfig(f"{words!r}: behind the edition comes half the number of games")
        look = Look.parse([word for word in how if word])
        if "=" in two:
            return cls(edition, int(half), look, Look.parse(two.split()))
        rival = two.strip() or "policy"
        if rival not in (known := {"policy", "greedy", *rivals}):
            raise BadConfig(f"{words!r}: there is no rival {rival!r}, only {', '.join(sorted(known))}")
        return cls(edition, int(half), look, rival)

    def play(
        self,
        actor: Actor,
        config: Config,
        tables: Sequence[Setups | None],
        rivals: Mapping[str, Player],
    ) -> Score:
        """How looking ahead did, with the weights that the actor has."""
        specs, weights, shape = specs_of(config, training=False), actor.weights(), config.games
        plain = actor.player(weights)

        def policy(planes: Tensor, vector: Tensor) -> Tensor:
            return plain(filled_up(planes, shape), filled_up(vector, shape))[: len(planes)]

        def looking(one: Look) -> Ahead:
            return Ahead(actor, weights, specs, shape, one, config.draw)

        known: dict[str, Player] = {"policy": policy, **rivals}
        other = known[self.other] if isinstance(self.other, str) else looking(self.other)
        # All editions are named, so that a rival who is told which one it is hears its own number.
        mix = [float(name == self.edition) for name in specs]
        torch.manual_seed(config.seed)
        return match(
            looking(self.how),
            other,
            specs,
            tables,
            self.half,
            mix,
            actor.device,
            seed=config.seed + 99,
            plies=config.match_plies,
        )[self.edition]
