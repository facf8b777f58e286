"""Learn to beat random play in `barrage` by PPO, on one CPU core, in minutes.

    pip install "flagfall[research]" torch
    python examples/ppo_barrage.py --minutes 6 --curve curve.svg --save policy.pt

Proximal policy optimization (Schulman et al., 2017) on `BatchEnv`: 256 games side by side against random
play, with random set-ups for both. The only help besides the result of the game is a potential: the
difference in pieces, which leaves the best policy as it is (Ng, Harada and Russell, 1999).
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
CLIP, ENTROPY, RATE = 0.2, 0.01, 4e-3
"""The last two fall to nothing, and to a tenth, over the time given."""
SHARPNESS = 2.0
"""In the examination, likely actions are made likelier by this power."""
WORTH = 0.1
"""The potential of one piece more than the opponent has."""
SIGNS, PIECES, CHANNELS = 66, 16, 16


class Policy(nn.Module):
    """From bytes to one number for each action and the value of the position.

    Every legal action looks at every piece on the board: what the moving piece and that piece are to each
    other, times where the piece lies as seen from the goal of the action. So what is learned in one corner
    of the board holds in all of them, and only legal actions cost time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.relation = nn.Embedding(SIGNS * 16, CHANNELS)
        self.bearing = nn.Embedding(4 * 19 * 19, CHANNELS)
        self.clash = nn.Embedding(16 * SIGNS, CHANNELS)
        self.place = nn.Embedding(16 * 10, CHANNELS)
        self.score = nn.Linear(CHANNELS, 1)
        self.value = nn.Sequential(nn.Linear(48, 64), nn.Tanh(), nn.Linear(64, 1))
        for table in (self.relation, self.bearing):
            nn.init.normal_(table.weight, std=0.4)
        for table in (self.clash, self.place):
            nn.init.normal_(table.weight, std=0.1)
        nn.init.normal_(self.score.weight, std=0.2)

    def forward(self, planes: torch.Tensor, vector: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of the 400 actions, illegal ones at minus infinity, and the values."""
        occupant, north, south = planes[:, 0].long(), planes[:, 1].long(), planes[:, 2].long()
        ranks = torch.stack((north & 15, north >> 4, south & 15, south >> 4), 1).flatten(1)
        game, action = ranks.nonzero(as_tuple=True)
        rank, way, goal = ranks[game, action], action // 100, action % 100
        # The pieces first; what follows them is empty or blocked and tells nothing.
        cells = (occupant > 1).float().topk(PIECES, 1).indices
        signs, cells = occupant.gather(1, cells)[game], cells[game]
        rows, columns = goal[:, None] // 10 - cells // 10, goal[:, None] % 10 - cells % 10
        bearing = self.bearing((way[:, None] * 19 + rows + 9) * 19 + columns + 9)
        relation = self.relation(signs * 16 + rank[:, None])
        told = (relation * bearing * (signs > 1)[:, :, None]).sum(1)
        told = told + self.clash(rank * SIGNS + occupant[game, goal]) + self.place(rank * 10 + goal // 10)
        logits = torch.full(ranks.shape, -torch.inf)
        logits = logits.index_put((game, action), self.score(functional.relu(told)).squeeze(1))
        return logits, self.value(vector[:, :48].float() / 2).squeeze(1)


def potential(vector: np.ndarray) -> np.ndarray:
    """What a lead in pieces is worth."""
    mine, theirs = vector[:, 24:36].sum(1, dtype=np.int64), vector[:, :12].sum(1, dtype=np.int64)
    return WORTH * (mine - theirs)


class Learner:
    """Plays, remembers, improves."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        self.policy = Policy()
        self.optimizer = torch.optim.Adam(self.policy.parameters(), RATE, eps=1e-5)
        self.envs = BatchEnv("barrage", GAMES)
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
            choice = torch.distributions.Categorical(logits=logits, validate_args=False)
            actions[t] = choice.sample()
            chances[t] = choice.log_prob(actions[t])
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
    envs = BatchEnv("barrage", games)
    seen, _ = envs.reset(seed=seed)
    results, over = np.zeros(games), np.zeros(games, bool)
    while not over.all():
        with torch.no_grad():
            logits, _ = policy(torch.from_numpy(seen["planes"]), torch.from_numpy(seen["vector"]))
        actions = torch.distributions.Categorical(logits=SHARPNESS * logits, validate_args=False).sample()
        seen, reward, ended, _, _ = envs.step(actions.numpy())
        results = np.where(ended & ~over, reward, results)
        over |= ended
    return float((results > 0).mean()), float((results == 0).mean())


def main() -> None:
    """Train, examine, draw."""
    asked = argparse.ArgumentParser(description="PPO on barrage against random play")
    asked.add_argument("--minutes", type=float, default=6.0, help="of CPU time")
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
