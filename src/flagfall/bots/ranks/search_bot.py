"""Level 5: looks ahead in worlds that fit what it believes.

All moves are first tried one answer deep in every sampled world; the better ones are looked at again, ever
deeper and ever fewer, until the work that the clock allows is done. Work is counted in positions, not in
seconds, so that the same situation gives the same move; the clock itself only stops it on a slow machine.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import lru_cache

import numpy as np

from flagfall.bots.background_compile import ready
from flagfall.bots.base import Clock, Value
from flagfall.bots.ranks import square_values
from flagfall.bots.ranks.board_reading import Effect, without_idle_switches
from flagfall.bots.ranks.evaluation import Evaluation
from flagfall.bots.ranks.kind_counts import Floats, Ints
from flagfall.bots.ranks.tree import layout
from flagfall.bots.ranks.tree.layout import MOVE, PASS
from flagfall.bots.ranks.tree.position import TreePosition, sampled
from flagfall.bots.ranks.tree.powers import manner_of
from flagfall.bots.ranks.tree.search import look_ahead
from flagfall.bots.ranks.weighing_bot import GOES_BACK, WeighingBot
from flagfall.core import Action, AnyGame
from flagfall.ranks.view import RankView

RATE = 1_200_000
"""Positions a second that a slow core looks at."""
OVERHEAD = 0.01
"""Seconds that go into beliefs and fields before anything is looked at."""
STAGES = ((1, 999), (2, 16), (3, 10), (4, 8), (5, 6), (6, 5), (7, 4), (8, 3), (9, 3), (10, 2), (12, 2))
"""How deep the enemy's answer is followed, and how many root moves are still in the running."""
AT_ONCE = 0.5
"""What a sure gain is worth more now than a few moves later, by which time the tree counts it as much."""
DROPPED = 1e6
"""What is taken off the score of an action that was not followed any further."""


class SearchThreads:
    """Two threads that share the worlds, every second one each, with half of the work for each.

    Which worlds a thread has, and how far it gets, does not depend on when it runs: two cores only make it
    quicker. At the end of the time both are stopped where they are, but for the first look.
    """

    def __init__(self, world: TreePosition, kinds: Ints, seat: int, limit: int, until: float) -> None:
        self.threads = (world, world.twin())
        self.kinds = tuple(np.ascontiguousarray(kinds[tree::2]) for tree in (0, 1))
        self.seat = seat
        self.until = until
        for tree in self.threads:
            tree.whole(layout.COUNT, 2)[:] = 0, limit // 2

    @property
    def positions(self) -> int:
        """How many positions have been looked at."""
        return sum(int(tree.a[layout.COUNT]) for tree in self.threads)

    def look(self, roots: Ints, depth: int) -> tuple[Ints, Floats, Floats]:
        """The worlds that were finished, the worth of each move in each, and the part that comes at once."""
        parts = [np.zeros((2, len(kinds), len(roots))) for kinds in self.kinds]
        futures = [
            _threads().submit(look_ahead, tree.a, tree.f, tree.t, kinds, roots, self.seat, depth, *part)
            for tree, kinds, part in zip(self.threads, self.kinds, parts, strict=True)
        ]
        # The first look is short and has to be whole: without it there is nothing to choose by.
        timed = depth > 1 and self.until < math.inf
        left = max(0.0, self.until - time.perf_counter()) if timed else None
        if wait(futures, left).not_done:
            for tree in self.threads:
                tree.a[layout.LIMIT] = 0
        done = [future.result() for future in futures]
        if depth == 1 and not any(done):  # out of work or time in the very first worlds: better than nothing
            done = [1, 0]
        values, changes = (
            np.concatenate([part[k][:n] for part, n in zip(parts, done, strict=True)]) for k in (0, 1)
        )
        return np.concatenate([2 * np.arange(done[0]), 2 * np.arange(done[1]) + 1]), values, changes


@lru_cache(maxsize=1)
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(2, "search")


def compile_search() -> None:
    """Have the search compiled, or read from disk."""
    world, values = np.zeros(layout.WHOLE, np.int64), np.zeros(layout.VALUES)
    table, kinds = np.zeros(layout.TABLE, np.int64), np.zeros((1, layout.PIECES), np.int64)
    none, roots = np.zeros((1, 0)), np.zeros((0, layout.WIDTH), np.int64)
    look_ahead(world, values, table, kinds, roots, 0, 1, none, none.copy())


class SearchBot(WeighingBot):
    """Looks ahead. Parameters besides those of `WeighingBot`: ``worlds``, ``deepest``, ``rate``, ``hurry``.

    In a hurry it does not wait for its code to be compiled, and weighs actions as a `WeighingBot` until then.
    """

    def __init__(
        self, game: AnyGame, seat: int, seed: int = 0, params: Mapping[str, Value] | None = None
    ) -> None:
        super().__init__(game, seat, seed, params)
        self.hurry = bool(self.params.get("hurry", False))
        ready(compile_search, self.hurry)  # before the first move, whose clock must not pay for it
        self.work: dict[str, int] = {}
        """What the last decision took: positions, depth, worlds."""

    def choose(self, view: RankView, legal: Sequence[Action], clock: Clock) -> Action:
        """The action that is best on average over the worlds."""
        begun = time.perf_counter()
        evaluation = self.evaluation(view)
        effects = [evaluation.reading.effect(action) for action in without_idle_switches(legal)]
        scores, _ = self.weigh(evaluation, effects, clock.budget(), begun)
        rng = self.moment(view)
        noise = self.number("noise", 0.02)
        best = max((score + noise * rng.random(), -i) for i, score in enumerate(scores))
        return effects[-best[1]].action

    def weigh(
        self, evaluation: Evaluation, effects: list[Effect], seconds: float, begun: float, work: int = 0
    ) -> tuple[list[float], int]:
        """What each effect is worth; of those that dropped out on the way, that is at most the first look.

        ``work`` is how many positions to look at, however long that takes; else the seconds say how many.
        """
        if work:
            seconds = math.inf
        if not ready(compile_search, self.hurry, seconds):
            return [score for score, _ in self.scores(evaluation, [effect.action for effect in effects])], 0
        rate = self.number("rate", RATE) * self.number("cores", 1)
        limit = work or max(int((seconds - OVERHEAD) * rate), 2_000)
        count = int(self.number("worlds", min(64, max(16, limit // 2_500))))
        rng = np.random.default_rng(self.moment(evaluation.reading.view).getrandbits(63))
        world = TreePosition(
            self.game,
            evaluation,
            self.number("pull", 1.0),
            self.number("their_pull", 0.5),
            self.number("alarm", 1.0),
        )
        kinds = sampled(self.game, evaluation, world, count, rng)
        roots = np.array([self._root(evaluation, effect) for effect in effects], np.int64)
        extra = np.array([self._extra(evaluation, effect) for effect in effects])
        fights = np.array([bool(self._hidden(evaluation, effect)) for effect in effects])
        scores = np.full(len(effects), -1e9)
        running = np.arange(len(effects))
        found = np.zeros((count, len(effects)))
        threads = SearchThreads(world, kinds, evaluation.seat, limit, begun + seconds)
        deepest, reached = int(self.number("deepest", 12)), 0
        for depth, most in STAGES:
            if depth > deepest or (reached and time.perf_counter() - begun > seconds):
                break
            if reached and len(running) > most:
                ranked = np.argsort(-scores[running], kind="stable")
                scores[running[ranked[most:]]] -= DROPPED
                running = running[np.sort(ranked[:most])]
            if len(running) == 1 and reached:
                break
            done, values, changes = threads.look(roots[running], depth)
            # What a fight brings at once is known on average, better than a few worlds can tell.
            found[np.ix_(done, running)] = values - np.where(fights[running], changes, 0.0)
            seen = done if not reached else slice(None)
            # Where the work ran out, what was seen of a world less deep still counts.
            scores[running] = found[seen][:, running].mean(0) + extra[running]
            reached = depth
            if len(done) < count:
                break
        self.work = {"positions": threads.positions, "depth": reached, "worlds": count}
        return scores.tolist(), reached

    # ---- the moves at the root --------------------------------------------------------------

    def _root(self, evaluation: Evaluation, effect: Effect) -> list[int]:
        """An effect as a move of the tree."""
        struck, goal = effect.struck if effect.strikes else (), effect.target
        if effect.manner == "approach":
            struck = evaluation.best_strike(evaluation.column(effect.piece), effect.strike, struck)[1]
            if struck and effect.strike.advances:
                goal = struck[0].square
        if struck:
            power = evaluation.reading.facts.powers.get(effect.power)
            manner = manner_of(effect.strike, power is not None and power.asks)
        else:
            manner = MOVE if goal != effect.piece.square else PASS
        victims = [piece.id for piece in struck[:3]]
        row = [effect.piece.id, manner, square_values.cell(goal), *victims]
        route = effect.route
        counts = (-1, -1, 0)
        if route is not None:
            line = effect.line and evaluation.reading.board.span(*route) is not None
            counts = (square_values.cell(route[0]), square_values.cell(route[1]), int(line))
        return [*row, *[-1] * (6 - len(row)), int(effect.shows), *counts]

    def _hidden(self, evaluation: Evaluation, effect: Effect) -> bool:
        """Whether an effect fights somebody unknown."""
        theirs = evaluation.beliefs[1 - evaluation.seat]
        return effect.strikes and any(not theirs.ranked(piece.id) for piece in effect.struck)

    def _extra(self, evaluation: Evaluation, effect: Effect) -> float:
        """What the tree does not see of an effect: what is learned by looking, and going round in circles."""
        view = evaluation.reading.view
        score = evaluation.gain(effect) if self._hidden(evaluation, effect) else 0.0
        if effect.manner in ("look", "ask"):
            score += evaluation.gain(effect) + evaluation.showing(
                effect.piece, evaluation.reading.own(effect.piece)
            )
        elif effect.strikes and not score:
            gain = evaluation.gain(effect)
            if effect.strike.by_rank:
                score += min(0.0, gain)  # the tree knows what falls, not that the shot is pointless
            else:
                score += evaluation.urge()
            score += AT_ONCE if gain > 0 else 0.0
        elif effect.strikes and not effect.strike.by_rank:
            score += evaluation.urge()
        last = view.track.routes[evaluation.seat]
        if (
            last is not None
            and effect.manner == "move"
            and last[::2] == (effect.piece.id, effect.piece.square)
        ):
            score -= GOES_BACK if last[1] == effect.target else 0.0
        return score
