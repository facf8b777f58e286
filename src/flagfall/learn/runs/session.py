"""A session of a run: train until a time is up, evaluate, save, and draw the curves."""

# ruff: noqa: E402 - what is missing is said before it is imported
from __future__ import annotations

from flagfall.core.extras import need

need("training", "learn", "torch", "numpy")

import json
import math
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from flagfall.learn.matches.learned_setups import SetupTrials
from flagfall.learn.matches.learned_setups import save as save_setups
from flagfall.learn.matches.match import Score, match
from flagfall.learn.matches.players import random_player, rivals
from flagfall.learn.network.policy import Player, Weights
from flagfall.learn.runs import state
from flagfall.learn.runs.curves import draw
from flagfall.learn.runs.manifest import write_whole
from flagfall.learn.selfplay.games import specs_of
from flagfall.learn.selfplay.learner import Learner
from flagfall.learn.selfplay.setups import Setups

MATCH_SHARES = (0.5, 0.2, 0.2, 0.04, 0.06)
"""Shares of the editions in matches, as far as a run has them."""


def say(text: str) -> None:
    """A line on the standard output, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


@dataclass
class Session:
    """One session of a run and what it notes down: a line of JSON for every log entry."""

    learner: Learner
    out: Path
    usual: Sequence[Setups | None]
    """By edition, the set-ups of matches: those of the training without what was mixed in."""
    began: float = field(default_factory=time.time)
    lines: list[dict[str, Any]] = field(default_factory=list)
    """What this session has noted down."""
    compact: bool = False
    """Whether momenta are saved in half precision."""

    def begin(self, log: Sequence[dict[str, Any]]) -> None:
        """Take over the log of the run so far."""
        if not self.learner.rank:
            write_whole(self.out / "log.jsonl", "".join(json.dumps(line) + "\n" for line in log).encode())

    def note(self, kind: str, **values: Any) -> None:
        """Add an entry to the log, and say it."""
        learner = self.learner
        entry = {"kind": kind, "spent": round(learner.spent, 1), "iteration": learner.iteration, **values}
        self.lines.append(entry)
        if learner.rank:
            return
        with (self.out / "log.jsonl").open("a") as file:
            file.write(json.dumps(entry) + "\n")

    def say(self, text: str) -> None:
        """A line with the time since the beginning, from the first process."""
        if self.learner.rank:
            return
        say(f"[{time.time() - self.began:6.1f}s] {text}")

    def train(
        self, seconds: float, every: float = 15.0, anneal: bool = False, save_every: float = math.inf
    ) -> None:
        """Train for so many seconds of training time; with ``anneal`` the steps shrink to 2 % at the end."""
        learner, saved = self.learner, self.learner.spent
        start, shown = learner.spent, learner.spent
        positions, samples, played, learned = learner.positions, learner.samples, 0.0, 0.0
        while learner.spent - start < seconds:
            if anneal:
                x = (learner.spent - start) / seconds
                learner.scale = 0.02 + 0.49 * (1 + math.cos(math.pi * x))
                learner.tau_scale = 1 - 0.5 * x
            numbers = learner.iterate()
            played, learned = played + numbers["play_s"], learned + numbers["learn_s"]
            if learner.spent - shown >= every or learner.spent - start >= seconds:
                shown = learner.spent
                acted = (learner.positions - positions) / max(played, 1e-9)
                trained = (learner.samples - samples) / max(learned, 1e-9)
                self.note(
                    "anneal" if anneal else "train",
                    positions=learner.positions,
                    samples=learner.samples,
                    updates=learner.updates,
                    acted=round(acted),
                    trained=round(trained),
                    **{key: round(value, 5) for key, value in numbers.items()},
                )
                self.say(
                    f"spent {learner.spent:6.0f} it {learner.iteration} pos {learner.positions / 1e6:.0f}M"
                    f" smp {learner.samples / 1e6:.0f}M act {acted / 1e6:.2f} train {trained / 1e6:.3f} |"
                    + " ".join(f"{key[:6]} {value:.4g}" for key, value in numbers.items())
                )
            if learner.spent - saved >= save_every and not learner.rank:
                saved = learner.spent
                self.save()
        learner.scale = learner.tau_scale = 1.0

    def weights(self) -> Weights:
        """A copy of the averaged weights."""
        return [w.clone() for w in self.learner.average]

    def play_match(
        self,
        name: str,
        rival: Player,
        mine: Weights | None = None,
        heat: float = 1.0,
        own_setups: Mapping[str, Setups] | None = None,
    ) -> Score:
        """A match of weights (the averaged ones) with a rival; noted, and the score of the first edition.

        ``own_setups`` are set-ups that only these weights play, not the rival.
        """
        learner, config = self.learner, self.learner.config
        kept = learner.policy.weights()
        weights = mine or self.weights()
        mix = [MATCH_SHARES[i] for i in range(len(config.editions))]
        scores = match(
            learner.policy.player(weights, heat),
            rival,
            specs_of(config, training=False),
            self.usual,
            config.games,
            [share / sum(mix) for share in mix],
            learner.device,
            seed=99 + len(self.lines),
            plies=config.match_plies,
            own_setups=own_setups,
            memory=bool(config.memory),
        )
        learner.policy.use(kept)
        self._score(name, heat, scores)
        return scores[config.editions[0]]

    def _score(self, name: str, heat: float, scores: Mapping[str, Score]) -> None:
        self.note(
            "match", rival=name, heat=heat, scores={key: score.plain() for key, score in scores.items()}
        )
        self.say(
            f"MATCH vs {name} (heat {heat}): " + "; ".join(f"{key} {score}" for key, score in scores.items())
        )

    def learn_setups(
        self, candidates: Mapping[str, Setups], rounds: int, keep: int = 48
    ) -> dict[str, Setups]:
        """Set-ups that win with the averaged weights, for each edition with candidates; written to a file."""
        learner, config = self.learner, self.learner.config
        kept, weights = learner.policy.weights(), self.weights()
        specs, learned = specs_of(config, training=False), {}
        for (name, spec), field_rows in zip(specs.items(), learner.tables, strict=True):
            if name not in candidates or field_rows is None:
                continue
            rng = np.random.default_rng(config.seed)
            some = field_rows[rng.permutation(len(field_rows))[: config.games]]
            trials = SetupTrials(
                learner.policy, weights, spec, some, config.games, min(800, config.match_plies)
            )
            pool = trials.learn(candidates[name], rounds, rng)
            best = pool.best(keep)
            learned[name] = pool.rows[best]
            save_setups(learned, self.out / "learned-setups.json")
            worth = {"first": pool.worth[best[0]], "last": pool.worth[best[-1]], "prior": pool.prior.mean()}
            self.note("setups", edition=name, **{key: round(float(value), 4) for key, value in worth.items()})
            self.say(f"SET-UPS {name}: {len(pool.rows)} tried, {int(pool.games.sum())} games, {worth}")
        learner.policy.use(kept)
        return learned

    def evaluate(self, earlier: Weights | None, scripted: Mapping[str, Path], chance: bool = False) -> None:
        """Matches with fixed rivals and with earlier weights, by which the rating goes on.

        The fixed rivals are networks; without any, the greedy player.
        """
        fixed = rivals(scripted, self.learner.policy)
        for name in scripted or fixed:
            self.play_match(name, fixed[name])
        if chance:
            self.play_match("random", random_player)
        if earlier is not None:
            kept = [w.clone() for w in earlier]
            score = self.play_match("earlier", self.learner.policy.player(kept))
            self.note("gain", elo=round(score.elo, 1))

    def save(self) -> None:
        """Save the run and its averaged weights, and draw the curves."""
        state.save(self.learner, self.out, self.compact)
        state.save_weights(self.learner, self.out / "weights.pt")
        self.draw()

    def draw(self) -> None:
        """Draw the curves of the whole log so far."""
        lines = [json.loads(line) for line in (self.out / "log.jsonl").read_text().splitlines()]
        (self.out / "curves.svg").write_text(draw(lines))


def cache_artifacts(file: Path, keep: bool) -> None:
    """Load compiled code from a file, or keep it there, so that the next session starts sooner."""
    if keep:
        found = torch.compiler.save_cache_artifacts()
        if found is not None:
            file.write_bytes(found[0])
    elif file.exists():
        torch.compiler.load_cache_artifacts(file.read_bytes())
