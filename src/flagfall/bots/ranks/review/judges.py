"""What a decision was worth, from what the seat knew: by the trained network, or by the search of level 5.

Both tell it as a chance to win. The move that was played is compared with the moves that look best; a
difference that looks large, or tells nothing but noise, is looked at again with more work. Work is counted in
positions, never in seconds, so that the same game gets the same review on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from flagfall.bots.background_compile import ready
from flagfall.bots.levels import has_net, make_for
from flagfall.bots.network.bot import NetworkBot
from flagfall.bots.network.look_ahead import IN_WORLDS, TOGETHER, Rollouts, compile_rollouts
from flagfall.bots.network.network import Floats, quantized_net, softmax
from flagfall.bots.network.observation import turn_of
from flagfall.bots.network.worlds import pack_position, pack_worlds, sample_worlds
from flagfall.bots.ranks.advice import STEEPNESS
from flagfall.bots.ranks.board_reading import Effect, without_idle_switches
from flagfall.bots.ranks.evaluation import Evaluation
from flagfall.bots.ranks.kind_counts import Ints
from flagfall.bots.ranks.review.findings import JudgeName
from flagfall.bots.ranks.search_bot import SearchBot
from flagfall.core import Action, Event
from flagfall.fast import Spec
from flagfall.fast.rules import RANKS
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import RankView

RIVALS = 3
"""Moves that the one played is compared with."""
WORLDS, MORE_WORLDS = 5, 16
"""Worlds in which the network tries each move: at first, and where it matters."""
WORK, MORE_WORK = 40_000, 160_000
"""Positions that the search looks at: at first, and where it matters."""
MATTERS = 0.05
"""A difference in the chance to win from which a decision is looked at again."""
OBVIOUS = 0.9
"""A move that the network would play so surely needs no second look."""
DEEPEST = 7
"""How deep the search follows an answer; no move drops out before that where so few are compared."""
LEVEL = 5
CORES = 2


class Verdict(NamedTuple):
    """What a decision was worth."""

    best: Action
    """The best move that was found; the one played, where none was better."""
    chance: float
    """The chance to win after the best move, as the seat could know."""
    cost: float
    """How much of it the move played gave away."""
    gap: float
    """How much worse the best other move is, where the one played was the best."""
    careful: bool
    """Whether it was looked at twice."""


class Judge(Protocol):
    """What judges the decisions of one seat; it hears the game as the seat did."""

    name: JudgeName

    def observe(self, events: Sequence[Event]) -> None:
        """Take note of what happened."""

    def judge(
        self, view: RankView, legal: Sequence[Action], played: Action, careful: bool = False
    ) -> Verdict | None:
        """What the move played was worth; ``careful`` has it looked at twice. None if it cannot tell."""


def judge_for(game: RankGame, seat: int) -> Judge:
    """The judge of a seat: the network where it has learned the edition, else the search."""
    return NetworkJudge(game, seat) if has_net(game.id) else SearchJudge(game, seat)


def chance_of(lead: float, material: float) -> float:
    """How likely the side wins that is ahead by so much of all that is on the board."""
    return 1.0 / (1.0 + math.exp(-STEEPNESS * lead / (material + 1e-9)))


def _verdict(actions: Sequence[Action], chances: Floats, played: int, careful: bool) -> Verdict:
    """From the chances of some actions, as [actions, worlds], or [actions, 1] where they are exact."""
    mean = chances.mean(1)
    others = [i for i in range(len(actions)) if i != played]
    rival = max(others, key=lambda i: (mean[i], -i))
    apart = chances[rival] - chances[played]
    # In few worlds the better of two is often better by chance: only what goes beyond that counts.
    noise = float(apart.std(ddof=1)) / math.sqrt(len(apart)) if len(apart) > 1 else 0.0
    cost = max(0.0, float(apart.mean()) - noise)
    gap = max(0.0, -float(apart.mean()) - noise)
    best = actions[rival] if cost > 0 else actions[played]
    return Verdict(best, float(mean[played]) + cost, cost, gap, careful)


class NetworkJudge:
    """Tries moves in worlds that fit what the network believes, and has it say what they are worth."""

    name: JudgeName = "network"

    def __init__(self, game: RankGame, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.bot = NetworkBot(game, seat)
        self._rollouts: Rollouts | None = None

    def observe(self, events: Sequence[Event]) -> None:
        """Take note of what happened."""
        self.bot.observe(events)

    def judge(
        self, view: RankView, legal: Sequence[Action], played: Action, careful: bool = False
    ) -> Verdict | None:
        """What the move played was worth; None where it has no rivals, or the network does not know it."""
        seen, output = self.bot.judge(view, legal)
        codes = sorted(seen.moves)
        mine = next((i for i, code in enumerate(codes) if seen.moves[code] == played), None)
        if mine is None or len(codes) < 2:
            return None
        logits = output.moves[0, codes].astype(np.float32)
        order = np.argsort(-logits, kind="stable").tolist()
        if not careful and order[0] == mine and softmax(logits)[mine] >= OBVIOUS:
            outcome = output.outcome[0]
            return Verdict(played, float(outcome[0] + 0.5 * outcome[1]), 0.0, 0.0, False)
        tried = [mine, *[i for i in order if i != mine][:RIVALS]]
        actions = [seen.moves[codes[i]] for i in tried]
        position = pack_position(self.game, view, self.bot.memory)

        def looked(worlds: int) -> Floats | None:
            rng = np.random.default_rng([self.seat, view.track.ply, worlds])
            ranks = sample_worlds(output.beliefs[0], seen.planes, seen.vector[RANKS : 2 * RANKS], worlds, rng)
            if ranks is None:
                return None
            games = pack_worlds(position, ranks, self.seat, turn_of(self.game.board))
            return self._chances(view, games, [codes[i] for i in tried], rng)

        first = looked(MORE_WORLDS if careful else WORLDS)
        if first is None:
            return None
        verdict = _verdict(actions, first, 0, careful)
        if careful or max(verdict.cost, verdict.gap) < MATTERS:
            return verdict
        second = looked(MORE_WORLDS)
        assert second is not None
        return _verdict(actions, second, 0, True)

    def _chances(self, view: RankView, games: Ints, codes: Sequence[int], rng: np.random.Generator) -> Floats:
        """The chance to win after each move in each world, [moves, worlds]."""
        ready(compile_rollouts, False)
        if self._rollouts is None:
            spec = Spec.of(self.game, **{**view.options, **IN_WORLDS})
            self._rollouts = Rollouts(spec, quantized_net(CORES))
        each = TOGETHER // len(codes)
        found = []
        for first in range(0, games.shape[1], each):
            some = games[:, first : first + each]
            many = np.tile(some, (1, len(codes)))
            worth = self._rollouts.worth(many, np.repeat(codes, some.shape[1]).tolist(), rng)
            found.append(worth.reshape(len(codes), -1))
        chances: Floats = (1.0 + np.concatenate(found, 1)) / 2.0
        return chances


class SearchJudge:
    """Looks ahead as level 5 does, and tells what a move is worth by what it does to the lead in material."""

    name: JudgeName = "search"

    def __init__(self, game: RankGame, seat: int) -> None:
        bot = make_for(game, LEVEL, seat, deepest=DEEPEST)
        assert isinstance(bot, SearchBot)
        self.bot = bot

    def observe(self, events: Sequence[Event]) -> None:
        """Take note of what happened."""
        self.bot.observe(events)

    def judge(
        self, view: RankView, legal: Sequence[Action], played: Action, careful: bool = False
    ) -> Verdict | None:
        """What the move played was worth; None where it has no rivals."""
        if played not in legal or len(legal) < 2:
            return None
        evaluation = self.bot.evaluation(view)
        kept = list(without_idle_switches(legal))
        actions = kept if played in kept else [*kept, played]
        if len(actions) < 2:
            return None
        effects = [evaluation.reading.effect(action) for action in actions]
        scores, _ = self.bot.weigh(evaluation, effects, 0.0, 0.0, WORK)
        mine = actions.index(played)
        order = sorted((i for i in range(len(actions)) if i != mine), key=lambda i: -scores[i])
        tried = [effects[i] for i in (mine, *order[:RIVALS])]
        verdict = self._compared(evaluation, tried, MORE_WORK if careful else WORK, careful)
        if careful or max(verdict.cost, verdict.gap) < MATTERS:
            return verdict
        return self._compared(evaluation, tried, MORE_WORK, True)

    def _compared(self, evaluation: Evaluation, tried: list[Effect], work: int, careful: bool) -> Verdict:
        scores, _ = self.bot.weigh(evaluation, tried, 0.0, 0.0, work)
        best = max(scores)
        chances = [chance_of(evaluation.lead + score - best, evaluation.material) for score in scores]
        return _verdict([effect.action for effect in tried], np.array(chances)[:, None], 0, careful)
