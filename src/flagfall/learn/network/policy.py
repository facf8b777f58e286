"""A network that acts: one compiled function of one shape, whose weights are exchanged in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import torch
from torch import Tensor
from torch.nn import functional

from flagfall.learn.network.net import Network, legal, parameters_of

Player: TypeAlias = Callable[[Tensor, Tensor], Tensor]
"""From planes and vectors to an action for every game."""
Weights: TypeAlias = list[Tensor]
ILLEGAL = -1e4


def drawn(logits: Tensor, able: Tensor, temperature: Any) -> Tensor:
    """An action for every game, by chance as the logits say (by the highest of logit plus Gumbel noise)."""
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-9, 1 - 1e-7)))
    return (logits / temperature + noise).masked_fill(~able, -1e9).argmax(-1)


def filled_up(seen: Tensor, shape: int) -> Tensor:
    """So many rows, in the one shape that is compiled: empty ones follow those that were seen."""
    rest = shape - len(seen)
    return torch.cat([seen, seen.new_zeros(rest, *seen.shape[1:])]) if rest else seen


class Policy:
    """Plays with a network's present weights, or for a while with others."""

    def __init__(self, net: Network, device: str, fast: bool) -> None:
        self.net, self.device = net, device
        self.parameters = parameters_of(net)
        self.amp = device != "cpu"
        self.one = torch.ones((), device=device)
        self._act = torch.compile(self.act, dynamic=False) if fast else self.act

    def mixed(self) -> Any:
        """Half precision on a GPU."""
        return torch.autocast("cpu" if self.device == "cpu" else "cuda", torch.bfloat16, enabled=self.amp)

    def act(
        self, planes: Tensor, vector: Tensor, temperature: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Actions, log-probabilities of all and of the chosen, and probabilities of the outcomes."""
        logits, outcome, _ = self.net(planes, vector)
        able = legal(planes)
        logp = functional.log_softmax(logits.masked_fill(~able, ILLEGAL), -1)
        action = drawn(logits, able, temperature)
        return action, logp.half(), logp.gather(1, action[:, None])[:, 0], outcome.softmax(-1)

    @torch.no_grad()
    def pick(
        self, planes: Tensor, vector: Tensor, temperature: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """`act`, compiled, in mixed precision."""
        with self.mixed():
            found: tuple[Tensor, Tensor, Tensor, Tensor] = self._act(
                planes, vector, self.one if temperature is None else temperature
            )
        return found

    def weights(self) -> Weights:
        """A copy of the present weights."""
        return [p.detach().clone() for p in self.parameters]

    @torch.no_grad()
    def use(self, weights: Weights) -> None:
        """Take other weights, in place."""
        torch._foreach_copy_(self.parameters, weights)

    def player(self, weights: Weights, temperature: float = 1.0) -> Player:
        """A player with certain weights; it leaves them in the network."""
        heat = torch.tensor(temperature, device=self.device)

        def play(planes: Tensor, vector: Tensor) -> Tensor:
            self.use(weights)
            return self.pick(planes, vector, heat)[0]

        return play
