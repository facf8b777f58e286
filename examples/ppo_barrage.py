"""Learn to beat random play in `barrage` by PPO, on one CPU core, in minutes.

    pip install "flagfall[research]" torch
    python examples/ppo_barrage.py --minutes 1.6 --curve curve.svg --save policy.pt

Proximal policy optimization (Schulman et al., 2017) on `BatchEnv`: 256 games side by side against random
play. The opponent is set up at random, and so is the learner but for its flag and bomb, since players
set up too. The only help besides the result of the game is a potential: the difference in pieces, which
leaves the best policy as it is (Ng, Harada and Russell, 1999).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from flagfall.research.chart import Axis, Line, chart
from flagfall.research.gym_env import BatchEnv

GAMES = 256
STEPS = 64
"""Moves of every game between two updates."""
EPOCHS, MINIBATCH = 2, 2048
DISCOUNT, TRACE = 0.99, 0.95
CLIP, ENTROPY, RATE = 0.2, 0.01, 3e-3
"""The last two fall to nothing, and to a tenth, over the time given."""
SHARPNESS = 2.0
"""In the examination, likely actions are made likelier by this power."""
WORTH = 0.05
"""The potential of one piece more than the opponent has."""
SIGNS, PIECES, RELATIONS, CHANNELS = 66, 16, 27, 32
CELL = torch.arange(100)
WINDOW = ((CELL[:, None] // 10 - CELL // 10 + 9) * 19 + CELL[:, None] % 10 - CELL % 10 + 9).flatten()
"""From a pair of cells to one of the 361 ways in which they lie to each other."""
MOBILE = torch.tensor([0.0] + 10 * [1.0] + [0.0])
"""The ranks of a piece that has moved: neither flag nor bomb."""


def relations() -> torch.Tensor:
    """What a piece on the board is to a moving piece of each rank, [sign * 16 + rank]: 0 stands for no piece.

    A piece of one's own, one's own flag, an enemy that loses, falls with it or wins; or a hidden enemy, that
    has moved or not, which is another thing for every rank.
    """
    table = torch.zeros((SIGNS, 16), dtype=torch.long)
    for rank in range(1, 11):
        for sign in range(2, 50):
            table[sign, rank] = 2 if (sign - 2) % 12 == 0 else 1
        for other in range(12):
            wins = other == 0 or (rank == 3 if other == 11 else rank > other or (rank, other) == (1, 10))
            table[52 + other, rank] = 3 if wins else 4 if rank == other else 5
        table[50, rank], table[51, rank] = 6 + rank, 16 + rank
    return table.flatten()


class Policy(nn.Module):
    """From bytes to one number for each action and the value of the position.

    Every legal action looks at every piece on the board: what it is to the moving piece, and where it lies as
    seen from the goal. So what is learned in one corner of the board holds in all of them, and only legal
    actions cost time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.relation = relations()
        self.bearing = nn.EmbeddingBag(RELATIONS * 361, CHANNELS, mode="sum", padding_idx=0)
        self.clash = nn.Embedding(16 * SIGNS, CHANNELS)
        self.place = nn.Embedding(16 * 10, CHANNELS)
        self.score = nn.Sequential(nn.ReLU(), nn.Linear(CHANNELS, 32), nn.ReLU(), nn.Linear(32, 1))
        self.value = nn.Sequential(nn.Linear(48, 64), nn.Tanh(), nn.Linear(64, 1))
        for table in (self.bearing, self.clash, self.place):
            nn.init.normal_(table.weight, std=0.1)
        nn.init.normal_(self.score[3].weight, std=0.05)

    def forward(self, planes: torch.Tensor, vector: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of the 400 actions, illegal ones at minus infinity, and the values."""
        occupant, north, south = planes[:, 0].long(), planes[:, 1].long(), planes[:, 2].long()
        ranks = torch.stack((north & 15, north >> 4, south & 15, south >> 4), 1).flatten(1)
        game, action = ranks.nonzero(as_tuple=True)
        rank, goal = ranks[game, action], action % 100
        # The pieces first; what follows them is empty or blocked and tells nothing.
        cells = (occupant > 1).byte().topk(PIECES, 1).indices
        kinds = self.relation[occupant.gather(1, cells)[game] * 16 + rank[:, None]]
        apart = WINDOW[goal[:, None] * 100 + cells[game]]
        told = self.bearing(torch.where(kinds > 0, kinds * 361 + apart, 0))
        told = told + self.place(rank * 10 + goal // 10)
        told = told + self.meeting(rank, occupant[game, goal], vector[:, 12:24][game])
        logits = torch.full(ranks.shape, -torch.inf)
        logits = logits.index_put((game, action), self.score(told).squeeze(1))
        return logits, self.value(vector[:, :48].float() / 2).squeeze(1)

    def meeting(self, rank: torch.Tensor, sign: torch.Tensor, unseen: torch.Tensor) -> torch.Tensor:
        """What it means to go where this sign is; a hidden enemy is a little of all that it may be."""
        told = self.clash(rank * SIGNS + sign)
        hidden = ((sign == 50) | (sign == 51)).nonzero().squeeze(1)
        may_be = unseen[hidden].float()
        may_be[sign[hidden] == 51] *= MOBILE
        may_be = may_be / may_be.sum(1, keepdim=True)
        rows = rank[hidden, None] * SIGNS + 52 + torch.arange(12)
        return told.index_add(0, hidden, (self.clash(rows) * may_be[:, :, None]).sum(1))


def formations(count: int, seed: int) -> np.ndarray:
    """Set-ups for the learner: at random, but the flag in the back row and the bomb in front of it."""
    rng, found = np.random.default_rng(seed), np.zeros((count, 40), np.uint8)
    for row in found:
        flag = rng.integers(10)
        row[flag], row[flag + 10] = 1, 12
        row[rng.choice(np.flatnonzero(row == 0), 6, replace=False)] = (2, 3, 3, 4, 10, 11)
    return found


def potential(vector: np.ndarray) -> np.ndarray:
    """What a lead in pieces is worth."""
    mine, theirs = vector[:, 24:36].sum(1, dtype=np.int64), vector[:, :12].sum(1, dtype=np.int64)
    return WORTH * (mine - theirs)


def drawn(logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """An action for each game, as likely as the policy has it, and the logarithm of its chance."""
    chances = functional.softmax(logits, 1)
    bounds = chances.cumsum(1)
    actions = torch.searchsorted(bounds, bounds[:, -1:] * torch.rand(len(logits), 1) * (1 - 1e-6), right=True)
    return actions.squeeze(1), chances.gather(1, actions).squeeze(1).log()


class Learner:
    """Plays, remembers, improves."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        self.policy = Policy()
        self.optimizer = torch.optim.Adam(self.policy.parameters(), RATE, eps=1e-5)
        self.envs = BatchEnv("barrage", GAMES, setups=formations(10_000, seed))
        self.seen, _ = self.envs.reset(seed=seed)
        self.results: list[float] = []

    def collect(self) -> tuple[torch.Tensor, ...]:
        """Some moves of all games, with advantages and returns."""
        planes = torch.zeros((STEPS, GAMES, 5, 100), dtype=torch.uint8)
        vectors = torch.zeros((STEPS, GAMES, 56), dtype=torch.uint8)
        actions = torch.zeros((STEPS, GAMES), dtype=torch.long)
        chances, values = torch.zeros((STEPS, GAMES)), torch.zeros((STEPS + 1, GAMES))
        rewards, goes_on = torch.zeros((STEPS, GAMES)), torch.zeros((STEPS, GAMES))
        for t in range(STEPS):
            planes[t], vectors[t] = (torch.from_numpy(self.seen[name]) for name in ("planes", "vector"))
            with torch.no_grad():
                logits, values[t] = self.policy(planes[t], vectors[t])
            actions[t], chances[t] = drawn(logits)
            before = potential(self.seen["vector"])
            self.seen, reward, ended, _, _ = self.envs.step(actions[t].numpy())
            after = np.where(ended, 0, DISCOUNT * potential(self.seen["vector"]))
            rewards[t] = torch.from_numpy(reward + after - before)
            goes_on[t] = torch.from_numpy(1.0 - ended)
            self.results += reward[ended].tolist()
        with torch.no_grad():
            last = (torch.from_numpy(self.seen[name]) for name in ("planes", "vector"))
            values[STEPS] = self.policy(*last)[1]
        advantages, running = torch.zeros((STEPS, GAMES)), torch.zeros(GAMES)
        for t in reversed(range(STEPS)):
            error = rewards[t] + DISCOUNT * goes_on[t] * values[t + 1] - values[t]
            running = error + DISCOUNT * TRACE * goes_on[t] * running
            advantages[t] = running
        found = (planes, vectors, actions, chances, advantages, advantages + values[:-1])
        return tuple(part.flatten(0, 1) for part in found)

    def improve(self, data: tuple[torch.Tensor, ...], left: float) -> None:
        """Some epochs over the moves, with this share of the time left."""
        self.optimizer.param_groups[0]["lr"] = RATE * max(left, 0.1)
        for _ in range(EPOCHS):
            for some in torch.randperm(len(data[0])).split(MINIBATCH):
                planes, vectors, actions, chances, gains, returns = (part[some] for part in data)
                logits, values = self.policy(planes, vectors)
                logs = functional.log_softmax(logits, 1)
                ratio = (logs.gather(1, actions[:, None]).squeeze(1) - chances).exp()
                gains = (gains - gains.mean()) / (gains.std() + 1e-8)
                policy = -torch.minimum(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
                legal = torch.isfinite(logs)
                entropy = -(logs.exp() * logs.masked_fill(~legal, 0.0)).sum(1).mean()
                loss = policy + 0.5 * functional.mse_loss(values, returns) - ENTROPY * left * entropy
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
                self.optimizer.step()


def examine(policy: Policy, games: int, seed: int) -> tuple[float, float]:
    """The shares of wins and draws against random play in fresh games.

    The first game of each of so many environments counts, to its end: no game is left out for its length.
    """
    envs = BatchEnv("barrage", games, setups=formations(10_000, seed))
    seen, _ = envs.reset(seed=seed)
    results, over = np.zeros(games), np.zeros(games, bool)
    while not over.all():
        with torch.no_grad():
            logits, _ = policy(torch.from_numpy(seen["planes"]), torch.from_numpy(seen["vector"]))
        actions, _ = drawn(SHARPNESS * logits)
        seen, reward, ended, _, _ = envs.step(actions.numpy())
        results = np.where(ended & ~over, reward, results)
        over |= ended
    return float((results > 0).mean()), float((results == 0).mean())


def main() -> None:
    """Train, examine, draw."""
    asked = argparse.ArgumentParser(description="PPO on barrage against random play")
    asked.add_argument("--minutes", type=float, default=1.6, help="of CPU time")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--games", type=int, default=1000, help="of the examination at the end")
    asked.add_argument("--curve", type=Path, help="draw the learning curve to this SVG file")
    asked.add_argument("--save", type=Path, help="keep the policy in this file")
    args = asked.parse_args()
    torch.set_num_threads(1)
    learner = Learner(args.seed)
    start, moves = time.process_time(), 0
    curve = []
    while (left := 1 - (time.process_time() - start) / (60 * args.minutes)) > 0:
        learner.improve(learner.collect(), left)
        moves += GAMES * STEPS
        if len(learner.results) >= 200:
            won = float(np.mean(np.array(learner.results) > 0))
            minutes = (time.process_time() - start) / 60
            curve.append((minutes, 100 * won))
            print(
                f"{minutes:5.2f} min {moves:9,d} moves {len(learner.results):5d} games won {won:6.1%}",
                flush=True,
            )
            learner.results.clear()
    if args.save:
        torch.save(learner.policy.state_dict(), args.save)
    won, drawn = examine(learner.policy, args.games, args.seed + 1000)
    print(f"examination: {args.games} games, won {won:.1%}, drawn {drawn:.1%}, lost {1 - won - drawn:.1%}")
    if args.curve:
        text = f"PPO on barrage against random play: {won:.1%} of {args.games} fresh games won"
        across = Axis("minutes of CPU time, one core", low=0)
        up = Axis("games won, per cent", low=40, high=100)
        args.curve.write_text(chart(text, across, up, [Line("games while learning", curve)], goal=95.0))


if __name__ == "__main__":
    main()
