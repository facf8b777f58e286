"""Set-ups learned by results: which of them win against ordinary ones when one network plays both sides.

A pool of set-ups plays rounds of games. What the network thinks of a set-up counts like a few games; which of
them play next is drawn by what is known of each so far, so that good and little known ones play most. After
each round the best have children with a few pieces exchanged.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from flagfall import core
from flagfall.bots.network.learned_setups import SIGNS
from flagfall.bots.ranks.setups import generate
from flagfall.fast import Spec
from flagfall.learn.matches.match import outcomes
from flagfall.learn.network.policy import Policy, Weights
from flagfall.learn.selfplay.games import SelfPlayGames
from flagfall.learn.selfplay.setups import Setups, mobile, shuffled
from flagfall.ranks.game import RankGame

PRIOR_GAMES = 24
"""How many games the network's opinion of a set-up counts for."""


@dataclass
class Pool:
    """Set-ups and what is known of each: the points that the network expects, games, points."""

    rows: Setups
    prior: Any
    games: Any
    points: Any

    @classmethod
    def of(cls, rows: Setups, prior: Any) -> Pool:
        """Set-ups that have not played yet."""
        return cls(rows, np.asarray(prior, np.float64), np.zeros(len(rows)), np.zeros(len(rows)))

    def joined(self, other: Pool) -> Pool:
        """Both pools in one."""
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return Pool(*(np.concatenate(pair) for pair in pairs))

    @property
    def worth(self) -> Any:
        """The share of points to expect from each."""
        return (self.points + PRIOR_GAMES * self.prior) / (self.games + PRIOR_GAMES)

    def drawn(self, count: int, rng: np.random.Generator) -> Any:
        """Set-ups to play next: those that come out on top when each is given a likely worth by chance."""
        likely = self.worth + rng.normal(size=len(self.rows)) * 0.5 / np.sqrt(self.games + PRIOR_GAMES)
        return np.argsort(-likely, kind="stable")[:count]

    def best(self, count: int) -> Any:
        """The places of the best, the very best first."""
        return np.argsort(-self.worth, kind="stable")[:count]


def generated(edition: str, count: int) -> Setups:
    """Set-ups of all styles, as rows."""
    rng = random.Random(f"{edition} {count}")
    game = core.game(edition)
    assert isinstance(game, RankGame)
    strength = {kind.id: kind.strength for kind in game.edition.armies[0].kinds}
    home = max(game.board.homes[0]) // 10 * 10 + 10
    rows = np.zeros((count, home), np.uint8)
    for row in rows:
        for square, kind in generate(game, 0, rng).pieces:
            row[square] = strength[kind] + 1
    return np.unique(rows, axis=0)


class SetupTrials:
    """Games of set-ups against a field, in rounds of ``2 * size``, played by one network."""

    def __init__(
        self, policy: Policy, weights: Weights, spec: Spec, field: Setups, size: int, plies: int
    ) -> None:
        self.policy, self.weights, self.spec, self.field = policy, weights, spec, field
        self.size, self.plies = size, plies

    def _games(self, rows: Setups, first: Any, second: Any, seed: int) -> SelfPlayGames:
        """Games with set-ups out of the rows and, behind them, the field."""
        table = np.concatenate([rows, self.field])
        zeros = np.zeros(len(first), np.int64)
        memory = bool(self.policy.net.memory)
        games = SelfPlayGames(
            {self.spec.id: self.spec}, [table], zeros, seed, self.policy.device, False, memory
        )
        games.deal(first, second)
        return games

    def prospects(self, rows: Setups, rng: np.random.Generator) -> Any:
        """The points that the network expects of each set-up before the first move."""
        self.policy.use(self.weights)
        found = []
        for start in range(0, len(rows), self.size):
            index = (start + np.arange(self.size)) % len(rows)
            rivals = len(rows) + rng.integers(0, len(self.field), self.size)
            games = self._games(rows, index, rivals, int(rng.integers(2**31)))
            outcome = self.policy.pick(games.planes, games.vector)[3]
            found.append((outcome[:, 0] + 0.5 * outcome[:, 1]).float().cpu().numpy())
        return np.concatenate(found)[: len(rows)]

    def play(self, pool: Pool, chosen: Any, rng: np.random.Generator) -> None:
        """A round: the chosen set-ups, each as often, against the field; the pool keeps the results."""
        half = self.size
        mine = np.resize(chosen, 2 * half)
        mine[half:] = np.resize(chosen, half)
        rivals = len(pool.rows) + rng.integers(0, len(self.field), 2 * half)
        upper = np.arange(2 * half) < half
        games = self._games(
            pool.rows,
            np.where(upper, mine, rivals),
            np.where(upper, rivals, mine),
            int(rng.integers(2**31)),
        )
        player = self.policy.player(self.weights)
        got = outcomes(player, player, games, self.plies)[0].cpu().numpy()
        points = np.array([0.5, 1.0, 0.5, 0.0])[got]
        np.add.at(pool.games, mine, 1)
        np.add.at(pool.points, mine, points)

    def learn(self, candidates: Setups, rounds: int, rng: np.random.Generator, playing: int = 512) -> Pool:
        """A pool after so many rounds, in each of which ``playing`` set-ups play."""
        pool = Pool.of(candidates, self.prospects(candidates, rng))
        for number in range(rounds):
            if number:
                pool = pool.joined(self._children(pool, rng, playing))
            self.play(pool, pool.drawn(playing, rng), rng)
        return pool

    def _children(self, pool: Pool, rng: np.random.Generator, count: int) -> Pool:
        """New set-ups near the best, those that the network likes most of four times as many."""
        parents = np.repeat(pool.rows[pool.best(max(1, count // 8))], 32, axis=0)
        rows = np.unique(shuffled(parents, rng, 3), axis=0)
        rows = rows[mobile(rows, self.spec)]
        prior = self.prospects(rows, rng)
        top = np.argsort(-prior, kind="stable")[:count]
        return Pool.of(rows[top], prior[top])


def written(rows: Iterable[Any]) -> list[str]:
    """Set-ups as words of `SIGNS`, each once."""
    return list(dict.fromkeys("".join(SIGNS[rank] for rank in row) for row in rows))


def save(setups: Mapping[str, Setups], file: Path) -> None:
    """Write set-ups by edition."""
    file.write_text(json.dumps({name: written(rows) for name, rows in setups.items()}, indent=1) + "\n")
