"""Self-play: play for some half-moves in all games, learn from them once, and so on.

Positions of both players alternate in a game; a position's value is compared with the same player's next one,
two half-moves on, never with the opponent's, which knows other things.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, distributed
from torch.nn.parallel import DistributedDataParallel

from flagfall.learn.config import Config
from flagfall.learn.network.net import Network
from flagfall.learn.network.policy import Policy, Weights
from flagfall.learn.selfplay.games import SelfPlayGames, shared, specs_of, with_free_repetition
from flagfall.learn.selfplay.objective import PARTS, Objective
from flagfall.learn.selfplay.optimize import Optimizers
from flagfall.learn.selfplay.setups import Setups

SAMPLED = 65536
"""Advantages looked at to find the bar for learning."""
WIN, DRAW, LOSS = 0, 1, 2


class Learner:
    """A network, its games, and how they make it better."""

    def __init__(
        self,
        config: Config,
        tables: Sequence[Setups | None],
        device: str = "cpu",
        fast: bool = False,
    ) -> None:
        self.config, self.device, self.tables = config, device, list(tables)
        self.rank = distributed.get_rank() if distributed.is_initialized() else 0
        self.ranks = distributed.get_world_size() if distributed.is_initialized() else 1
        torch.manual_seed(config.seed)
        self.net = Network(config.width, config.depth, config.memory).to(device)
        torch.manual_seed(config.seed + 7919 * self.rank)
        self.policy = Policy(self.net, device, fast)
        self.parameters = self.policy.parameters
        self.optimizers = Optimizers(self.net, config.optimizer, config.lr, config.muon_lr, device != "cpu")
        self.average: Weights = self.policy.weights()
        objective: Any = Objective(self.net, config)
        if self.ranks > 1:
            objective = DistributedDataParallel(objective)
        self.objective: Any = torch.compile(objective, dynamic=False) if fast else objective
        editions = shared(config.mix, config.games)
        self.games = SelfPlayGames(
            *with_free_repetition(
                specs_of(config, training=True), self.tables, editions, config.free_repetition
            ),
            config.seed * 7919 + 13 + 104729 * self.rank,
            device,
            memory=bool(config.memory),
        )
        rows, n = config.plies + 2, config.games
        self.planes = self._new(rows, *self.games.planes.shape, dtype=torch.uint8)
        self.vector = self._new(rows, n, 56, dtype=torch.uint8)
        self.truth = self._new(rows, n, 100, dtype=torch.uint8)
        self.action = self._new(rows, n, dtype=torch.int64)
        self.result = self._new(rows, n, dtype=torch.int8)
        self.logp = self._new(rows, n, 400, dtype=torch.float16)
        self.chosen, self.value = self._new(rows, n), self._new(rows, n, 3)
        self.worth = torch.tensor([1.0, config.draw, -1.0], device=device)
        self.filled = 0
        self.iteration = self.updates = self.positions = self.samples = 0
        self.spent = 0.0
        """Seconds of training so far, over all sessions."""
        self.scale = 1.0
        """What the step sizes are multiplied by; annealing lowers it."""
        self.tau_scale = 1.0

    def _new(self, *shape: int, dtype: Any = torch.float32) -> Tensor:
        return torch.zeros(shape, dtype=dtype, device=self.device)

    def warm_up(self) -> None:
        """Compile what is to be compiled without learning anything, so that clocks measure training."""
        c = self.config
        self.policy.pick(self.planes[0], self.vector[0])
        few = [x[: c.plies].flatten(0, 1)[: c.batch] for x in self._rows()]
        planes, vector, truth, action, _, logp, chosen, value = few
        with self.policy.mixed():
            total, _ = self.objective(
                planes,
                vector,
                truth,
                action,
                logp,
                chosen,
                chosen.clone(),  # the same tensor twice would be compiled as such, and all again for two
                value,
                torch.zeros((), device=self.device),
            )
        total.backward()
        for weight in self.parameters:
            weight.grad = None
        self._now()

    def _rows(self) -> tuple[Tensor, ...]:
        return (
            self.planes,
            self.vector,
            self.truth,
            self.action,
            self.result,
            self.logp,
            self.chosen,
            self.value,
        )

    def play(self) -> None:
        """Fill the rows; the last two of the time before are the first two now."""
        games, rows = self.games, self.config.plies + 2
        for t in range(self.filled, rows):
            self.planes[t].copy_(games.planes)
            self.vector[t].copy_(games.vector)
            self.truth[t].copy_(games.truth)
            action, logp, chosen, value = self.policy.pick(self.planes[t], self.vector[t])
            self.action[t], self.logp[t], self.chosen[t], self.value[t] = action, logp, chosen, value
            games.step(action)
            self.result[t].copy_(games.result)
        self.positions += (rows - self.filled) * games.count * self.ranks
        self.filled = 2

    @torch.no_grad()
    def targets(self) -> tuple[Tensor, Tensor]:
        """For every position the outcome to expect [plies * games, 3] and the advantage of its move."""
        c, plies = self.config, self.config.plies
        mine, theirs = self.result[:plies], self.result[1 : plies + 1]
        over = (mine > 0) | (theirs > 0)
        after_mine = torch.where(mine == 1, WIN, DRAW)
        after_theirs = torch.where(theirs == 1, LOSS, DRAW)
        final = torch.eye(3, device=self.device)[torch.where(mine > 0, after_mine, after_theirs)]
        worth = self.value @ self.worth
        draw = torch.eye(3, device=self.device)[DRAW] * (1 - c.discount)
        later_on = c.discount * self.value[2:] + draw
        target = self.value.clone()
        target[:plies] = torch.where(over[..., None], final, (1 - c.td) * later_on + c.td * draw)
        advantage = torch.zeros_like(self.chosen)
        advantage[:plies] = torch.where(over, final @ self.worth, later_on @ self.worth) - worth[:plies]
        going = (~over).float()
        # A player's next position is two rows on, so two rows are done at a time.
        for last in range(plies, 0, -2):
            rows, later = slice(max(0, last - 2), last), slice(max(2, last), last + 2)
            target[rows].addcmul_(going[rows, :, None], target[later], value=c.td * c.discount)
            advantage[rows].addcmul_(going[rows], advantage[later], value=c.gae * c.discount)
        return target[:plies].flatten(0, 1), advantage[:plies].flatten()

    def chosen_positions(self, advantage: Tensor) -> Tensor:
        """Where to learn from, in random order: large advantages, and some of all."""
        c, size = self.config, advantage.abs()
        looked = size[torch.randint(len(size), (min(SAMPLED, len(size)),), device=self.device)]
        bar = looked.quantile(1 - c.keep)
        chosen = (size >= bar) | (torch.rand_like(size) < c.extra)
        index = chosen.nonzero()[:, 0]
        return index[torch.randperm(len(index), device=self.device)]

    def tau(self) -> float:
        """The weight of the entropy now."""
        c = self.config
        now: float = self.tau_scale * max(
            c.entropy_end, c.entropy_start / (1 + self.iteration / 20) ** c.entropy_decay
        )
        return now

    def learn(self) -> dict[str, float]:
        """One pass over what was played; the means of the parts of the loss, and more for the log."""
        c = self.config
        outcome, advantage = self.targets()
        index = self.chosen_positions(advantage)
        batches = self._agreed(len(index) // c.batch)
        tau = torch.tensor(self.tau(), device=self.device)
        rows = [x[: c.plies].flatten(0, 1) for x in self._rows()]
        planes, vector, truth, action, _, logp, chosen, _ = rows
        seen = []
        for k in range(batches):
            i = index[k * c.batch : (k + 1) * c.batch]
            with self.policy.mixed():
                total, parts = self.objective(
                    planes[i],
                    vector[i],
                    truth[i],
                    action[i],
                    logp[i],
                    chosen[i],
                    advantage[i],
                    outcome[i],
                    tau,
                )
            total.backward()
            norm = torch.nn.utils.clip_grad_norm_(self.parameters, c.norm)
            self.optimizers.step(self.scale * min(1.0, (self.updates + 1) / c.warmup))
            seen.append(torch.cat([parts, norm.detach()[None]]))
            self.updates += 1
            self.samples += c.batch * self.ranks
        decay = min(c.ema, (1 + self.iteration) / (10 + self.iteration))
        torch._foreach_lerp_(self.average, [p.detach() for p in self.parameters], 1 - decay)
        self.iteration += 1
        found = self._numbers(torch.stack(seen).mean(0), advantage)
        for row in self._rows():
            row[:2].copy_(row[c.plies :].clone())
        return found

    def _agreed(self, batches: int) -> int:
        """As many batches as every process has."""
        if self.ranks == 1:
            return batches
        least = torch.tensor(batches, device=self.device)
        distributed.all_reduce(least, op=distributed.ReduceOp.MIN)
        return int(least)

    def told(self, number: float) -> float:
        """What the first process says, so that all of them stop at the same time."""
        if self.ranks == 1:
            return number
        told = torch.tensor(number, dtype=torch.float64, device=self.device)
        distributed.broadcast(told, 0)
        return float(told)

    def _numbers(self, means: Tensor, advantage: Tensor) -> dict[str, float]:
        result = self.result[2:]
        numbers = dict(zip((*PARTS, "norm"), means.tolist(), strict=True))
        wins, draws, illegal = (int((result == k).sum()) for k in (1, 3, -1))
        if illegal:
            raise RuntimeError(f"{illegal} illegal moves were played")
        numbers["ended"] = wins + draws
        numbers["draws"] = draws / max(1, wins + draws)
        numbers["length"] = result.numel() / max(1, wins + draws)
        numbers["advantage"] = float(advantage.abs().mean())
        numbers["tau"] = self.tau()
        return numbers

    def iterate(self) -> dict[str, float]:
        """Play and learn once; the numbers of it, with the seconds that both took."""
        began = self._now()
        self.play()
        played = self._now()
        numbers = self.learn()
        learned = self._now()
        self.spent = self.told(self.spent + learned - began)
        return {**numbers, "play_s": played - began, "learn_s": learned - played}

    def _now(self) -> float:
        if self.device != "cpu":
            torch.cuda.synchronize()
        return time.perf_counter()
