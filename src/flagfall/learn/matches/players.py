"""Players for comparison, over whole batches: random, greedy, and networks from files."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from flagfall.fast.observation_bytes import RANK_WORTHS
from flagfall.fast.rules import BOMB, battle_result
from flagfall.learn.network.net import legal, parameters_of, with_weights
from flagfall.learn.network.policy import Player, Policy, Weights, drawn
from flagfall.learn.network.restore import weights_in

FLAG_WORTH = 2.0


def random_player(planes: Tensor, vector: Tensor) -> Tensor:
    """A random legal move for each game."""
    able = legal(planes)
    return (torch.rand(able.shape, device=able.device) * able).argmax(1)


class Greedy:
    """Takes what it knows to win, weighs attacks on the unknown by material, flees, else advances."""

    def __init__(self, device: str) -> None:
        worth = torch.tensor([FLAG_WORTH, *RANK_WORTHS[1:]], device=device)
        result = torch.tensor([[battle_result(a, d) for d in range(12)] for a in range(12)], device=device)
        self.worth = worth
        self.gain = worth[None] * (result >= 0) - worth[:, None] * (result <= 0)
        cell = torch.arange(100, device=device)
        row, column = cell // 10, cell % 10
        inside = (row < 9, column < 9, row > 0, column > 0)
        steps = (10, 1, -10, -1)
        self.beside = torch.stack(
            [torch.where(ok, cell + step, 100) for ok, step in zip(inside, steps, strict=True)]
        )
        self.origin = self.beside[[2, 3, 0, 1]]
        self.forward = torch.tensor([0.6, 0.15, -0.3, 0.15], device=device)[None, :, None]

    def __call__(self, planes: Tensor, vector: Tensor) -> Tensor:
        """A move for every game."""
        games = planes.shape[0]
        stands = planes[:, 0].long()
        mover = torch.stack([planes[:, 1] & 15, planes[:, 1] >> 4, planes[:, 2] & 15, planes[:, 2] >> 4], 1)
        mover = mover.long()
        unmoved = vector[:, 12:24].float()
        moved = unmoved.clone()
        moved[:, [0, BOMB]] = 0
        unmoved[:, 1:BOMB] *= 0.6  # what has not moved is rather a bomb or the flag
        expected = torch.zeros(games, 64, 12, device=planes.device)
        for place, odds in ((50, unmoved), (51, moved)):
            expected[:, place] = odds @ self.gain.T / odds.sum(1, keepdim=True).clamp(min=1)
        expected[:, 52:] = self.gain.T
        goal = stands[:, None].expand(games, 4, 100)
        hope = expected.view(games, -1).gather(1, (goal * 12 + mover).view(games, -1)).view(games, 4, 100)
        known = torch.where((stands > 52) & (stands < 63), stands - 52, 0)
        known = torch.cat([known, known.new_zeros(games, 1)], 1)
        threat = known[:, self.beside.view(-1)].view(games, 4, 100).amax(1)
        padded = torch.cat([threat, threat.new_zeros(games, 1)], 1)
        behind = padded[:, self.origin.view(-1)].view(games, 4, 100)
        worth = self.worth[mover]
        noise = 0.8 * torch.rand(games, 4, 100, device=planes.device)
        flight = 5 * (behind > mover) * worth - 6 * (threat[:, None] > mover) * worth
        attack = 10 * hope + 0.3 + 2 * ((goal >= 52) & (hope > 0))
        score = noise + torch.where(goal >= 50, attack, self.forward + flight)
        return score.view(games, 400).masked_fill(~legal(planes), -1e9).argmax(1)


class Scripted:
    """A network kept as TorchScript: from (planes, vector) to logits of the 400 moves first."""

    def __init__(self, file: Path, device: str, temperature: float = 1.0) -> None:
        self.net: Any = torch.jit.load(str(file), map_location=device)
        self.temperature = temperature
        self.amp = device != "cpu"

    @torch.no_grad()
    def __call__(self, planes: Tensor, vector: Tensor) -> Tensor:
        """A move for every game, drawn from the policy."""
        half = torch.autocast(planes.device.type, torch.bfloat16, enabled=self.amp)
        with half, torch.jit.optimized_execution(False):
            logits = self.net(planes, vector)[0]
        return drawn(logits.float(), legal(planes), self.temperature)


def weights_for(policy: Policy, file: Path) -> Weights:
    """The weights in a file, as the policy's network takes them: it may have more blocks and inputs."""
    known = {name: value.float() for name, value in weights_in(file)["weights"].items()}
    net = with_weights(deepcopy(policy.net), known)
    return [weight.detach().to(policy.device) for weight in parameters_of(net)]


def rival(file: Path, policy: Policy, temperature: float = 1.0) -> Player:
    """A network from a file: TorchScript (``.ts``), saved weights or ONNX, which the policy plays with."""
    if file.suffix == ".ts":
        return Scripted(file, policy.device, temperature)
    return policy.player(weights_for(policy, file), temperature)


def rivals(networks: Mapping[str, Path], policy: Policy) -> dict[str, Player]:
    """Rivals that never change: the greedy player, and networks by name."""
    found: dict[str, Player] = {"greedy": Greedy(policy.device)}
    return found | {name: rival(file, policy) for name, file in networks.items()}
