"""What is minimised: a regularised policy gradient, the outcome, and the beliefs, as one module.

It is a module so that PyTorch's DistributedDataParallel can wrap it.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from flagfall.learn.config import Config
from flagfall.learn.network.net import Network, legal
from flagfall.learn.network.policy import ILLEGAL

PARTS = ("policy", "divergence", "entropy", "outcome", "belief", "clipped")
"""The names of the numbers that come with the loss."""


class Objective(nn.Module):
    """The loss of a batch of positions, and its parts."""

    def __init__(self, net: Network, config: Config) -> None:
        super().__init__()
        self.net = net
        self.clip, self.kl = config.clip, config.kl
        self.weights = config.policy, config.value, config.belief

    def forward(
        self,
        planes: Tensor,
        vector: Tensor,
        truth: Tensor,
        action: Tensor,
        old: Tensor,
        chosen: Tensor,
        advantage: Tensor,
        outcome: Tensor,
        tau: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """``old`` are the log-probabilities of all moves when it was played, ``chosen`` that of the move."""
        logits, value, belief = self.net(planes, vector)
        able = legal(planes)
        logp = functional.log_softmax(logits.masked_fill(~able, ILLEGAL), -1)
        p = logp.exp()
        ratio = (logp.gather(1, action[:, None])[:, 0] - chosen).exp()
        near = ratio.clamp(1 - self.clip, 1 + self.clip)
        gain = torch.min(advantage * ratio, advantage * near).mean()
        divergence = (p * (logp - old.float()).masked_fill(~able, 0)).sum(-1).mean()
        entropy = -(p * logp.masked_fill(~able, 0)).sum(-1).mean()
        magnet = able.sum(-1).float().log().mean() - entropy  # divergence from the uniform policy
        miss = -(outcome * functional.log_softmax(value, -1)).sum(-1).mean()
        hidden = (truth > 0).float()
        wrong = functional.cross_entropy(
            belief.transpose(1, 2), (truth.long() - 1).clamp(min=0), reduction="none"
        )
        unknown = (wrong * hidden).sum() / hidden.sum().clamp(min=1)
        a, b, c = self.weights
        total = a * (tau * magnet + self.kl * divergence - gain) + b * miss + c * unknown
        clipped = ((ratio - 1).abs() > self.clip).float().mean()
        return total, torch.stack([-gain, divergence, entropy, miss, unknown, clipped]).detach()
