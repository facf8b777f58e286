"""The learned bot with look-ahead: what becomes of its moves in worlds that fit what it believes.

The likeliest moves are tried in every world; the game goes on for some moves by the policy of both sides,
each from what it would see there, and the network says what the position is then worth. The policy moves
towards what was found worth more: ``policy * exp(worth / eta)``. Work is counted in positions, not in
seconds, so that the same situation gives the same move; the clock itself only stops it on a slow machine.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from flagfall.bots.background_compile import ready
from flagfall.bots.base import Clock, Value
from flagfall.bots.network.bot import NetworkBot
from flagfall.bots.network.network import Floats, Net, quantized_net
from flagfall.bots.network.observation import turn_of
from flagfall.bots.network.worlds import PackedGames, pack_position, pack_worlds, sample_worlds
from flagfall.core import Action, AnyGame
from flagfall.core.options import Value as Setting
from flagfall.fast import Batch, Spec
from flagfall.fast.rules import RANKS
from flagfall.ranks.view import RankView

POSITIONS_A_SECOND = 800
"""Positions that one core judges in a second."""
MORE_CORES = 0.75
"""What each further core adds to that, as a share: not all of the work can be divided."""
TIME_SHARE = 0.95
"""The share of its time after which it begins nothing more: the last part may take longer than the first."""
TOGETHER = 32
"""Games that are looked at together."""
WORTH = np.array([1.0, -0.1, -1.0], np.float32)
"""What a win, a draw and a loss are worth, as in training."""
LEAST_WORLDS = 12
"""With fewer worlds chance would decide. Time for more is spent on looking further, until `MOST_PAIRS`."""
LEAST_POSITIONS = 96
"""With less work than that, 0.12 s of one core, the policy plays alone: so much do a dozen worlds take with
four moves and their answers. Fewer moves or more cores change nothing in that, so that one can rely on it."""
IN_WORLDS: dict[str, Setting] = {"bomb_move_loses": False, "captured": "open", "memory": "assisted"}
"""Options as worlds have them, whatever the table's are: all of a world is known, and what loses at once
(ST-MOVE-3) is never among the moves."""
MOST_PAIRS = 8
"""Pairs of a move and its answer that are played at most; more worlds are looked at then."""


class Rollouts:
    """Plays a move and what may follow in many worlds at once; the network says what that is worth."""

    def __init__(self, spec: Spec, net: Net) -> None:
        self.batch, self.net = Batch(spec, TOGETHER, again=False, memory=net.memory), net
        self.judged = 0
        """Positions so far."""

    def worth(
        self,
        games: PackedGames,
        actions: Sequence[int],
        rng: np.random.Generator,
        pairs: int = 1,
        until: float = math.inf,
    ) -> Floats:
        """What an action in each game, at most `TOGETHER`, is worth to the player who takes it.

        It is judged after so many ``pairs`` of a move and its answer, all else by the policy; or after fewer,
        for all of them, when another would last beyond ``until``.
        """
        count, batch = len(actions), self.batch
        batch.state[:, :count] = games[: len(batch.state)]  # a network without memory needs no records
        batch.find()
        moves = np.full(TOGETHER, -1, np.int64)
        moves[:count] = actions
        found, over = np.zeros(count, np.float32), np.zeros(count, bool)
        begun = time.perf_counter()
        for left in range(2 * pairs, 0, -1):
            batch.step(moves)
            result = batch.result[:count]
            found[~over & (result == 1)] = WORTH[2 * (left % 2)]  # the side that moved has won
            found[~over & (result == 3)] = WORTH[1]
            over |= result > 0
            if over.all():
                break
            planes, vector = batch.observe()
            going = np.flatnonzero(~over)
            judged = self.net.judge(planes[going], vector[going])
            self.judged += len(going)
            if left % 2:
                now = time.perf_counter()
                if left == 1 or now + (now - begun) > until:
                    found[going] = judged.outcome @ WORTH
                    break
                begun = now
            noise = rng.gumbel(size=judged.moves.shape)
            moves[going] = np.where(batch.legal()[going] > 0, judged.moves + noise, -np.inf).argmax(1)
        return found


def compile_rollouts() -> None:
    """Have the simulator compiled, or read from disk."""
    rollouts = Rollouts(Spec.of("barrage"), quantized_net())
    first = int(rollouts.batch.legal()[0].argmax())
    rollouts.worth(rollouts.batch.state[:, :1].copy(), [first], np.random.default_rng(0))


def worlds_and_pairs(work: int) -> tuple[int, int]:
    """In how many worlds to look ahead, and how many pairs of moves, with work for so many pairs in all."""
    pairs = max(1, min(MOST_PAIRS, work // LEAST_WORLDS))
    return work // pairs, pairs


class LookAheadBot(NetworkBot):
    """A network that looks ahead. More parameters than `NetworkBot`: ``moves``, ``eta``, ``rate``, ``cores``.

    In a ``hurry`` it does not wait for the simulator to be compiled, and plays the policy alone until then.
    In an ``endless`` game quiet play is no draw: where the view says that one is near, to urge it on, it
    looks ahead as if none were, or it would see nothing else.
    """

    def __init__(
        self, game: AnyGame, seat: int, seed: int = 0, params: Mapping[str, Value] | None = None
    ) -> None:
        super().__init__(game, seat, seed, params)
        self.rollouts: Rollouts | None = None
        self.options: dict[str, Setting] = {}
        self.pace = math.inf  # positions that this machine judged in a second, when it last looked ahead
        self.cores = max(1, int(self.number("cores", 1)))
        self.hurry = bool(self.params.get("hurry", False))
        ready(compile_rollouts, self.hurry)  # before the first move, whose clock must not pay for it

    def choose(self, view: RankView, legal: Sequence[Action], clock: Clock) -> Action:
        """A move by chance, as likely as the improved policy says."""
        began = time.perf_counter()
        seen, output = self.judge(view, legal)
        actions = sorted(seen.moves)
        logits = output.moves[0, actions]
        best = np.argsort(-logits, kind="stable")[: int(self.number("moves", 4))]
        best = best[logits[best] > logits[best[0]] + np.log(max(1e-9, self.number("floor", 0.02)))]
        budget = clock.budget()
        work = self._work(budget, len(best))
        if work and ready(compile_rollouts, self.hurry, budget):
            worlds, pairs = worlds_and_pairs(work)
            rng = np.random.default_rng(self.chance(view.track.ply, "worlds").getrandbits(64))
            ranks = sample_worlds(output.beliefs[0], seen.planes, seen.vector[RANKS : 2 * RANKS], worlds, rng)
            if ranks is not None:  # it is where captured pieces were not shown: who knows what is left?
                chosen = [actions[k] for k in best]
                games = pack_worlds(self._position(view), ranks, self.seat, turn_of(self.game.board))
                worth = self._tried(view, games, chosen, pairs, rng, began + TIME_SHARE * budget)
                scores = logits[best] + worth / self.number("eta", 0.01)
                return seen.moves[self.drawn(view, chosen, scores.astype(np.float32))]
        heat = max(0.01, self.number("heat", 0.5))
        return seen.moves[self.drawn(view, actions, (logits / heat).astype(np.float32))]

    def _work(self, budget: float, moves: int) -> int:
        """How many pairs of moves to play for each of so many moves, in all worlds; 0 if it does not pay."""
        rate = self.number("rate", POSITIONS_A_SECOND)
        pair = 2 * moves
        if moves == 1 or budget * rate < LEAST_POSITIONS:
            return 0
        rate *= 1 + MORE_CORES * (self.cores - 1)
        return max(LEAST_WORLDS, int(budget * min(rate, self.pace)) // pair)

    def _position(self, view: RankView) -> PackedGames:
        """The position to look ahead from."""
        if self.params.get("endless", False):
            view = replace(view, track=replace(view.track, quiet=0))
        return pack_position(self.game, view, self.memory)

    def _tried(
        self,
        view: RankView,
        games: PackedGames,
        actions: list[int],
        pairs: int,
        rng: np.random.Generator,
        until: float,
    ) -> Floats:
        """What each action is worth on average over the worlds, or over as many as there is time for."""
        if self.rollouts is None or self.options != view.options:  # a host may turn out not to know a rule
            spec = Spec.of(self.game, **{**view.options, **IN_WORLDS})
            self.rollouts = Rollouts(spec, quantized_net(self.cores))
            self.options = view.options
        each = TOGETHER // len(actions)
        found, seen, size = [], 0, max(1, each // 4)  # a few first, to see how fast this machine is
        start, before = time.perf_counter(), self.rollouts.judged
        while seen < games.shape[1]:
            begun = time.perf_counter()
            some = games[:, seen : seen + size]
            many = np.tile(some, (1, len(actions)))
            worth = self.rollouts.worth(many, np.repeat(actions, some.shape[1]).tolist(), rng, pairs, until)
            found.append(worth.reshape(len(actions), -1))
            now, seen = time.perf_counter(), seen + some.shape[1]
            size = min(each, games.shape[1] - seen)
            if now + size * (now - begun) / some.shape[1] > until:
                break
        self.pace = (self.rollouts.judged - before) / max(1e-9, now - start)
        means: Floats = np.concatenate(found, 1).mean(1)
        return means
