"""Steps of learning: orthogonalised momentum for the convolutions, Adam for the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor, nn

A, B, C = 3.4445, -4.7750, 2.0315
"""A quintic that drives singular values towards one, fastest for small ones."""
STEPS = 5


def orthogonal(stack: Tensor) -> Tensor:
    """Matrices [n, rows, columns] with their singular values near one; rows <= columns."""
    x = stack.bfloat16() if stack.is_cuda else stack.float()
    x = x / (x.flatten(1).norm(dim=1)[:, None, None] + 1e-7)
    for _ in range(STEPS):
        square = x @ x.transpose(1, 2)
        x = A * x + (B * square + C * square @ square) @ x
    return x.float()


class Muon(torch.optim.Optimizer):
    """Momentum whose step has all singular values near one (for weights of one common shape)."""

    def __init__(self, weights: Iterable[Any], lr: float, momentum: float = 0.95) -> None:
        super().__init__(list(weights), {"lr": lr, "momentum": momentum})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:
        """One step for every weight with a gradient."""
        for group in self.param_groups:
            weights = [w for w in group["params"] if w.grad is not None]
            if not weights:
                continue
            for w in weights:
                if "momentum" not in self.state[w]:
                    self.state[w]["momentum"] = torch.zeros_like(w)
            gradients = [w.grad for w in weights]
            momenta = [self.state[w]["momentum"] for w in weights]
            torch._foreach_lerp_(momenta, gradients, 1 - group["momentum"])
            ahead = torch._foreach_lerp(gradients, momenta, group["momentum"])  # Nesterov's look ahead
            for members in by_shape(weights):
                stack = torch.stack([ahead[i].reshape(ahead[i].shape[0], -1) for i in members])
                for i, step in zip(members, orthogonal(stack), strict=True):
                    weights[i].add_(step.view(weights[i].shape), alpha=-group["lr"])


def by_shape(weights: list[Tensor]) -> list[list[int]]:
    """The places of the weights, those of one shape together."""
    found: dict[tuple[int, ...], list[int]] = {}
    for i, weight in enumerate(weights):
        found.setdefault(tuple(weight.shape), []).append(i)
    return list(found.values())


def names_of(net: nn.Module, kind: str) -> list[list[str]]:
    """The names of the weights of each optimizer: of Adam, and with ``muon`` those that take turned steps."""
    plain: list[str] = []
    turned: list[str] = []
    for name, weight in net.named_parameters():
        inner = name.startswith("blocks.") and weight.ndim >= 2
        (turned if inner and kind == "muon" else plain).append(name)
    return [plain, turned] if turned else [plain]


class Optimizers:
    """The optimizers of a network, stepped together."""

    def __init__(self, net: nn.Module, kind: str, lr: float, muon_lr: float, fused: bool) -> None:
        known = dict(net.named_parameters())
        plain, *turned = ([known[name] for name in names] for names in names_of(net, kind))
        self.parts: list[tuple[torch.optim.Optimizer, float]] = [
            (torch.optim.Adam(plain, lr=lr, betas=(0.9, 0.98), fused=fused), lr)
        ]
        if turned:
            self.parts.append((Muon(turned[0], muon_lr), muon_lr))

    def step(self, scale: float) -> None:
        """One step of all, with the step sizes times ``scale``; gradients are dropped."""
        for optimizer, lr in self.parts:
            for group in optimizer.param_groups:
                group["lr"] = lr * scale
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)

    def state(self) -> list[Any]:
        """All that is needed to go on."""
        return [optimizer.state_dict() for optimizer, _ in self.parts]

    def load(self, states: list[Any]) -> None:
        """Go on from such a state."""
        for (optimizer, _), state in zip(self.parts, states, strict=True):
            optimizer.load_state_dict(state)
