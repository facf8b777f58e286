"""Look-ahead in worlds that fit what is known, for whole batches of games: to measure what it would bring.

For every game worlds are drawn from the network's beliefs, with exact counts. In each of them the likeliest
moves are tried, the game goes on by the policy of both sides, each from what it would see there, and the
network says what the position is then worth to the player. The policy moves towards what was found worth
more: ``policy * exp(worth / eta)``.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor

from flagfall.fast import Batch, Spec
from flagfall.fast.layout import CLOCK, SLOT
from flagfall.fast.rules import RANKS
from flagfall.fast.square_sets import CELLS, WORD, square_of
from flagfall.learn.config import changes
from flagfall.learn.network.net import legal
from flagfall.learn.network.policy import ILLEGAL, Policy, Weights, filled_up
from flagfall.learn.selfplay.games import SelfPlayGames

HIDDEN, HIDDEN_MOVED = 50, 51
FLAG, BOMB = 0, 11
ORDER = (FLAG, BOMB, *range(10, 0, -1))
"""The order in which ranks are dealt: what fits the fewest pieces first, so that no deal gets stuck."""
THEIRS, BITS, SHOWN = 2, 4, 12
"""Words of a game: the enemy's pieces, the four bits of the ranks, what was shown; two words each."""


def gumbel(shape: Any, device: Any) -> Tensor:
    """Noise; the highest of logits with such noise is drawn as they say."""
    return -torch.log(-torch.log(torch.rand(shape, device=device).clamp(1e-9, 1 - 1e-7)))


def worlds(beliefs: Tensor, stands: Tensor, left: Tensor, count: int) -> Tensor:
    """Ranks of the hidden enemies in so many worlds, [games, count, 100], -1 elsewhere.

    ``beliefs`` [games, 100, 12] are logits, ``stands`` [games, 100] is what the player sees, ``left``
    [games, 12] how many hidden enemies there are of each rank. Every world has exactly these, and what has
    moved is neither flag nor bomb.
    """
    hidden = (stands == HIDDEN) | (stands == HIDDEN_MOVED)
    chance = beliefs.float().softmax(-1).clamp(min=1e-5) * hidden[..., None]
    still = torch.zeros(RANKS, device=stands.device)
    still[[FLAG, BOMB]] = 1
    chance = chance * (1 - still * (stands == HIDDEN_MOVED)[..., None]) * (left > 0)[:, None]
    wanted = left.float()
    for _ in range(20):  # rows to one, columns to the counts
        chance = chance * (wanted / chance.sum(1).clamp(min=1e-9))[:, None]
        chance = chance / chance.sum(2, keepdim=True).clamp(min=1e-9)
    games = len(stands)
    found = torch.full((games, count, CELLS), -1, dtype=torch.int64, device=stands.device)
    mass = chance.sum(2)
    place = torch.arange(RANKS, device=stands.device)
    for rank in ORDER:
        keys = chance[..., rank].clamp(min=1e-12).log() - mass.clamp(min=1e-12).log()
        keys = keys.masked_fill(chance[..., rank] <= 0, -1e4).masked_fill(~hidden, -1e9)
        scores = (keys[:, None] + gumbel((games, count, CELLS), stands.device)).masked_fill(found >= 0, -1e9)
        top = scores.topk(RANKS, -1).indices
        old = found.gather(-1, top)
        taken = place < left[:, None, rank, None]
        found.scatter_(-1, top, torch.where(taken, rank, old))
        mass = mass - chance[..., rank]
    return found


@dataclass(frozen=True)
class LookAheadConfig:
    """How to look ahead."""

    worlds: int = 12
    moves: int = 4
    """The likeliest moves of the policy, which are tried in every world."""
    floor: float = 0.0
    """Moves less likely than the likeliest by more than that are left out, as the bot does with 0.02."""
    eta: float = 0.01
    pairs: int = 8
    """Moves with their answers until the network judges; all but the first move by policy."""
    heat: float = 1.0
    """Temperature of that policy."""

    @classmethod
    def parse(cls, words: list[str]) -> LookAheadConfig:
        """From words such as ``worlds=32``."""
        return cls(**changes(cls(), words))

    def __str__(self) -> str:
        return " ".join(f"{name}={value:g}" for name, value in asdict(self).items())


class LookAheadPlayer:
    """A player that looks ahead in every game of a batch."""

    def __init__(
        self,
        policy: Policy,
        weights: Weights,
        specs: dict[str, Spec],
        shape: int,
        how: LookAheadConfig,
        draw: float = -0.1,
    ) -> None:
        """``shape`` is how many positions the policy was compiled for."""
        self.policy, self.weights, self.specs, self.shape, self.how = policy, weights, specs, shape, how
        device = policy.device
        self.heat = torch.tensor(how.heat, device=device)
        self.worth = torch.tensor([1.0, draw, -1.0], device=device)
        self.draw = draw
        squares = [square_of(cell) for cell in range(CELLS)]
        self.bit = torch.tensor([1 << square % WORD for square in squares], device=device)
        self.turn = torch.tensor([spec.turn for spec in specs.values()], device=device)
        self.batch: Any = None

    def look(self, games: SelfPlayGames, part: slice) -> Tensor:
        """A move for each game of a part, by chance as the improved policy says."""
        planes, vector = games.planes[part], games.vector[part]
        self.policy.use(self.weights)
        with torch.no_grad(), self.policy.mixed():
            logits, _, beliefs = self.policy.net(planes, vector)
        able = legal(planes)
        logp = logits.float().masked_fill(~able, ILLEGAL).log_softmax(-1)
        how = self.how
        best = logp.topk(how.moves, -1)
        at = able.any(1).nonzero()[:, 0]  # the games that are not over
        if not len(at):
            return best.indices[:, 0]
        state = torch.as_tensor(games.batch.state)[:, part][:, at]
        stands, left = planes[at, 0], vector[at, RANKS : 2 * RANKS].long()
        moves, chances = best.indices[at], best.values[at]
        least = chances[:, :1] + math.log(max(how.floor, 1e-30))
        chances = torch.where(chances < least.clamp(min=ILLEGAL / 2), -1e9, chances)
        tried = worlds(beliefs[at], stands, left, how.worlds)
        values = self._values(state, moves, tried, len(planes))
        scores = chances + values / how.eta + gumbel(values.shape, values.device)
        found = best.indices[:, 0].clone()
        found[at] = moves.gather(1, scores.argmax(1, keepdim=True))[:, 0]
        return found

    def _values(self, state: Tensor, moves: Tensor, tried: Tensor, most: int) -> Tensor:
        """What each move is worth on average over the worlds, [games, moves]; at most so many games."""
        count, number, pairs = moves.shape[1], tried.shape[1], self.how.pairs
        each = count * number
        size, room = len(moves) * each, most * each
        if self.batch is None or self.batch.games < size:
            memory = bool(self.policy.net.memory)
            self.batch = Batch(
                list(self.specs.values()), room, device=self.policy.device, again=False, memory=memory
            )
        batch, place = self.batch, self.batch.place
        words = self._filled(state, tried)[:, :, None].expand(-1, -1, count, -1)
        place.assign(batch.state[:, :size], words.reshape(len(state), size))
        batch.find()
        actions = moves.new_full((batch.games,), -1)
        actions[:size] = moves[:, :, None].expand(-1, -1, number).reshape(size)
        value = torch.zeros(size, device=moves.device)
        over = torch.zeros(size, dtype=torch.bool, device=moves.device)
        for ply in range(2 * pairs):
            mine = -1.0 if ply % 2 else 1.0
            batch.step(actions)
            result = torch.as_tensor(batch.result)[:size]
            for what, worth in ((1, mine), (3, self.draw)):
                value = torch.where(~over & (result == what), worth, value)
            over |= result > 0
            batch.observe()
            planes, vector = (torch.as_tensor(seen)[:size] for seen in (batch.planes, batch.vector))
            actions[:size], outcome = self._judged(planes, vector)
        value = torch.where(over, value, outcome @ self.worth)
        return value.view(len(moves), count, number).mean(-1)

    def _judged(self, planes: Tensor, vector: Tensor) -> tuple[Tensor, Tensor]:
        """Moves by the policy, and outcomes, in the compiled shape."""
        found = []
        for k in range(0, len(planes), self.shape):
            some = [filled_up(seen[k : k + self.shape], self.shape) for seen in (planes, vector)]
            found.append(self.policy.pick(*some, self.heat))
        moves, outcome = (torch.cat([one[what] for one in found])[: len(planes)] for what in (0, 3))
        return moves, outcome.float()

    def _filled(self, state: Tensor, tried: Tensor) -> Tensor:
        """The games with the ranks of worlds in place of the hidden ones, [words, games, worlds]."""
        number = tried.shape[1]
        turn = self.turn[state[SLOT] & 255]
        odd = (state[CLOCK] & 1) == 1
        cells = torch.arange(CELLS, device=tried.device)
        seen = torch.where(odd[:, None], turn[:, None] - cells, cells)  # the cell as the player sees it
        ranks = tried.gather(2, seen.clamp(min=0)[:, None].expand(-1, number, -1))
        ranks = torch.where((seen >= 0)[:, None], ranks, -1)
        new = state[:, :, None].expand(-1, -1, number).clone()
        for word in (0, 1):
            cells_here = slice(0, CELLS // 2) if word == 0 else slice(CELLS // 2, CELLS)
            unknown = state[THEIRS + word] & ~state[SHOWN + word]
            for bit in range(4):
                on = (ranks[..., cells_here] >= 0) & (ranks[..., cells_here] >> bit & 1 > 0)
                words = (on * self.bit[cells_here]).sum(-1)
                at = BITS + 2 * bit + word
                new[at] = new[at] & ~unknown[:, None] | words
        return new
