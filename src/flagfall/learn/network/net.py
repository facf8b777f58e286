"""The network: from what a player sees to moves, outcome and beliefs.

Input are the bytes of `flagfall.fast.observation_bytes`. Which edition it is, the network is not told: board,
armies and counters are in the bytes. Convolutions with pre-norm residual blocks; every second block
hears the mean of the whole board. For a move there are two numbers, one from its goal and one from the cell a
step before.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from flagfall.fast.observation_bytes import (
    BOARD_INPUTS,
    BOARD_PARTS,
    CELL_INPUTS,
    EVEN,
    FIRST_RANK,
    HIDDEN,
    LAST_RANK,
    MEMORY,
    MEMORY_INPUTS,
    MINE,
    MY_HIDDEN,
    MY_LIVING,
    NORTH_EAST,
    RANK_WORTHS,
    SOUTH_WEST,
    STANDING,
    STANDINGS,
    STOOD_BESIDE,
    THEIR_HIDDEN,
    THEIR_LIVING,
    TRAVELLED,
    WENT_FROM,
    WENT_TO,
    WENT_UP,
)
from flagfall.fast.rules import RANKS


def legal(planes: Tensor) -> Tensor:
    """The legal moves, bool [games, 400], out of planes 1 and 2."""
    first, second = planes[:, NORTH_EAST], planes[:, SOUTH_WEST]
    return torch.cat([(first & 15) > 0, first > 15, (second & 15) > 0, second > 15], 1)


def cell_features(planes: Tensor, dtype: torch.dtype, memory: int = 0) -> Tensor:
    """One-hot features of every cell: occupant, arriving ranks, last moves; with ``memory`` what it did.

    [games, 100, 120], with ``memory`` 242. Own pieces and enemies have numbers of their own in the last part.
    """

    def numbers(low: int, high: int) -> Tensor:
        return torch.arange(low, high, device=planes.device, dtype=torch.uint8)

    cells = planes.unsqueeze(-1)
    ids, ranks, bits = numbers(0, STANDINGS), numbers(FIRST_RANK, LAST_RANK + 1), numbers(0, MEMORY)
    parts = [
        cells[:, STANDING] == ids,
        (cells[:, NORTH_EAST] & 15) == ranks,
        (cells[:, NORTH_EAST] >> 4) == ranks,
        (cells[:, SOUTH_WEST] & 15) == ranks,
        (cells[:, SOUTH_WEST] >> 4) == ranks,
        ((cells[:, WENT_FROM] >> bits) & 1) > 0,
        ((cells[:, WENT_TO] >> bits) & 1) > 0,
    ]
    if memory:
        mine = ((cells[:, STANDING] >= MINE) & (cells[:, STANDING] < HIDDEN)).to(torch.uint8) << 4
        known = torch.cat([ranks, ranks + 16])
        counts, few = numbers(1, 16), numbers(1, 4)
        counts, few = torch.cat([counts, counts + 16]), torch.cat([few, few + 16])
        parts += [((cells[:, plane] & 15) | mine) == known for plane in (WENT_UP, STOOD_BESIDE)]
        parts += [((cells[:, plane] >> 4) | mine) == known for plane in (WENT_UP, STOOD_BESIDE)]
        parts += [((cells[:, TRAVELLED] & 15) | mine) == counts]
        parts += [(((cells[:, TRAVELLED] >> shift) & 3) | mine) == few for shift in (4, 6)]
    return torch.cat(parts, -1).to(dtype)


def board_features(vector: Tensor, worth: Tensor) -> tuple[Tensor, Tensor]:
    """Features of the whole board [games, 56], and the balance of material from -1 to 1."""
    v = vector.float()
    theirs = (v[:, THEIR_LIVING:THEIR_HIDDEN] * worth).sum(1)
    mine = (v[:, MY_LIVING:MY_HIDDEN] * worth).sum(1)
    balance = (mine - theirs) / (mine + theirs + EVEN)
    parts = [v[:, low:high].clamp(max=most) / divisor for low, high, divisor, most in BOARD_PARTS]
    return torch.cat([*parts, balance.unsqueeze(1)], 1), balance


def moves(numbers: Tensor) -> Tensor:
    """Logits [games, 400] from [games, 100, 8]: four ways to arrive, four ways to set out one step before."""
    games = numbers.shape[0]
    goal = numbers[..., :4].transpose(1, 2).reshape(games, 400)
    out = functional.pad(numbers[..., 4:].reshape(games, 10, 10, 4), (0, 0, 1, 1, 1, 1))
    before = torch.stack(
        [out[:, 0:10, 1:11, 0], out[:, 1:11, 0:10, 1], out[:, 2:12, 1:11, 2], out[:, 1:11, 2:12, 3]], 1
    )
    return goal.float() + before.reshape(games, 400).float()


class Norm(nn.Module):
    """Each cell scaled to a root mean square of one."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x: Tensor) -> Tensor:
        """The cells, each scaled to a mean square of one, times the weights."""
        y = x.float()
        return (y * torch.rsqrt(y.square().mean(-1, keepdim=True) + 1e-6) * self.weight).to(x.dtype)


class ResidualBlock(nn.Module):
    """Two convolutions around which the input goes past; cells are [games, 10, 10, width]."""

    def __init__(self, width: int, pooled: bool) -> None:
        super().__init__()
        self.norm1, self.norm2 = Norm(width), Norm(width)
        self.conv1 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.conv2 = nn.Conv2d(width, width, 3, padding=1)
        self.pool = nn.Linear(width, width) if pooled else None
        nn.init.normal_(self.conv2.weight, std=0.01)
        nn.init.zeros_(self.conv2.bias)

    def forward(self, x: Tensor) -> Tensor:
        """The cells, one block further."""
        seen = functional.relu(self.norm1(x))
        y = self.conv1(seen.permute(0, 3, 1, 2)).permute(0, 2, 3, 1)
        if self.pool is not None:
            y = y + self.pool(seen.mean((1, 2)))[:, None, None]
        return x + self.conv2(functional.relu(self.norm2(y)).permute(0, 3, 1, 2)).permute(0, 2, 3, 1)


class Network(nn.Module):
    """Policy logits [games, 400], outcome logits [games, 3] (win, draw, loss), beliefs [games, 100, 12]."""

    def __init__(self, width: int = 128, depth: int = 5, memory: int = 0) -> None:
        super().__init__()
        self.width, self.depth, self.memory = width, depth, memory
        self.cells = nn.Linear(CELL_INPUTS + memory * MEMORY_INPUTS, width)
        self.place = nn.Parameter(torch.randn(100, width) * 0.1)
        self.board = nn.Linear(BOARD_INPUTS, width)
        self.blocks = nn.ModuleList([ResidualBlock(width, index % 2 == 1) for index in range(depth)])
        self.norm = Norm(width)
        self.policy = nn.Linear(width, 8)
        self.belief = nn.Linear(width, RANKS)
        self.outcome1, self.outcome2 = nn.Linear(width + BOARD_INPUTS, 128), nn.Linear(128, 3)
        self.prior = nn.Parameter(torch.tensor(4.0))
        self.register_buffer("worth", torch.tensor(RANK_WORTHS), persistent=False)
        nn.init.normal_(self.policy.weight, std=0.01)
        nn.init.zeros_(self.policy.bias)
        nn.init.zeros_(self.outcome2.weight)
        with torch.no_grad():
            self.outcome2.bias.copy_(torch.tensor([0.0, -1.0, 0.0]))
        self.to(memory_format=torch.channels_last)

    def forward(self, planes: Tensor, vector: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of moves (not masked), outcome and beliefs, from bytes."""
        dtype = torch.bfloat16 if planes.is_cuda else torch.float32
        return self.body(cell_features(planes, dtype, self.memory), *board_features(vector, self.worth))

    def body(self, cells: Tensor, board: Tensor, balance: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The same from features."""
        x = self.cells(cells) + self.place.to(cells.dtype) + self.board(board).to(cells.dtype)[:, None]
        x = x.reshape(-1, 10, 10, self.width)
        for block in self.blocks:
            x = block(x)
        x = self.norm(x).reshape(-1, 100, self.width)
        seen = torch.cat([x.mean(1).float(), board], 1)
        outcome = self.outcome2(functional.silu(self.outcome1(seen))).float()
        lead = self.prior * balance
        outcome = outcome + torch.stack([lead, torch.zeros_like(lead), -lead], 1)
        return moves(self.policy(x)), outcome, self.belief(x).float()


def parameters_of(net: nn.Module) -> list[Any]:
    """The parameters in the order in which lists of weights hold them."""
    return list(net.parameters())


def with_weights(net: Network, weights: dict[str, Tensor]) -> Network:
    """The network with named weights, of any precision; blocks and inputs it has beyond them change nothing.

    A fresh block's second convolution is set to zero, so a network can grow deeper without a change of play;
    so are the weights of further inputs of the cells.
    """
    own = net.state_dict()
    missing = [name for name in own if name not in weights]
    if any(not name.startswith("blocks.") for name in missing) or set(weights) - set(own):
        raise ValueError("the weights are of another kind of network")
    with torch.no_grad():
        for name, value in own.items():
            if name in weights:
                value.copy_(widened(name, weights[name], value.shape).to(value.dtype))
            elif ".conv2." in name:
                value.zero_()
    return net


def widened(name: str, weight: Tensor, shape: torch.Size) -> Tensor:
    """A weight, or a momentum of it, for a network whose cells may have more inputs; those have zeroes."""
    if name != "cells.weight":
        return weight
    return functional.pad(weight, (0, shape[1] - weight.shape[1]))
