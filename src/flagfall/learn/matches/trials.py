"""Matches of look-ahead with weights that are finished: annealed, or those that ship."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import torch
from torch import Tensor

from flagfall.learn.config import BadConfig, Config
from flagfall.learn.matches.look_ahead import LookAheadConfig, LookAheadPlayer
from flagfall.learn.matches.match import Score, match
from flagfall.learn.network.policy import Player, Policy, filled_up
from flagfall.learn.selfplay.games import specs_of
from flagfall.learn.selfplay.setups import Setups


@dataclass(frozen=True)
class TrialMatch:
    """What is to be measured: twice ``half`` games of an edition, each side with either colour."""

    edition: str
    half: int
    first: LookAheadConfig | str
    """A way of looking ahead, or a player by name: ``policy`` are the same weights without."""
    second: LookAheadConfig | str

    @classmethod
    def parse(cls, words: str, config: Config, rivals: Set[str] = frozenset()) -> TrialMatch:
        """From words such as ``duel 256 pairs=8 / pairs=4``, ``duel 256 / greedy``, ``duel 9 policy / old``.

        A first side that says nothing looks ahead as usual; a second one is the policy.
        """
        known = {"policy", "greedy", *rivals}

        def side(text: str) -> LookAheadConfig | str:
            name = text.strip()
            if "=" in name or not name:
                return LookAheadConfig.parse(name.split())
            if name not in known:
                raise BadConfig(f"{words!r}: there is no player {name!r}, only {', '.join(sorted(known))}")
            return name

        one, _, two = words.partition("/")
        edition, half, first = (*one.split(maxsplit=2), "", "", "")[:3]
        if edition not in config.editions:
            raise BadConfig(f"{words!r}: the edition is one of {', '.join(config.editions)}")
        if not half.isdecimal() or not 0 < int(half) <= config.games:
            raise BadConfig(f"{words!r}: then comes half the number of games, from 1 to {config.games}")
        return cls(edition, int(half), side(first), side(two.strip() or "policy"))

    def play(
        self,
        policy: Policy,
        config: Config,
        tables: Sequence[Setups | None],
        rivals: Mapping[str, Player],
    ) -> Score:
        """How the first side did, with the weights that the policy has."""
        specs, weights, shape = specs_of(config, training=False), policy.weights(), config.games
        plain = policy.player(weights)

        def plain_player(planes: Tensor, vector: Tensor) -> Tensor:
            return plain(filled_up(planes, shape), filled_up(vector, shape))[: len(planes)]

        known: dict[str, Player] = {"policy": plain_player, **rivals}

        def player(one: LookAheadConfig | str) -> Player | LookAheadPlayer:
            if isinstance(one, str):
                return known[one]
            return LookAheadPlayer(policy, weights, specs, shape, one, config.draw)

        # All editions are named, so that a rival who is told which one it is hears its own number.
        mix = [float(name == self.edition) for name in specs]
        torch.manual_seed(config.seed)
        return match(
            player(self.first),
            player(self.second),
            specs,
            tables,
            self.half,
            mix,
            policy.device,
            seed=config.seed + 99,
            plies=config.match_plies,
            memory=bool(policy.net.memory),
        )[self.edition]
