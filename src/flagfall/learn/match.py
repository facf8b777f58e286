"""Matches of two players over many games at once, each with either colour in half of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from flagfall.fast import Spec
from flagfall.learn.games import Games
from flagfall.learn.players import Player
from flagfall.learn.setups import Setups


@dataclass(frozen=True)
class Score:
    """How the first player did in one edition."""

    games: int
    won: int
    drawn: int
    lost: int
    open: int
    """Games not over at the limit of half-moves; they count as draws."""
    plies: float

    @property
    def points(self) -> float:
        """Won games and half the others, as a share."""
        return (self.won + 0.5 * (self.drawn + self.open)) / max(1, self.games)

    @property
    def elo(self) -> float:
        """The difference in rating that such points stand for."""
        p = min(max(self.points, 0.5 / max(1, self.games)), 1 - 0.5 / max(1, self.games))
        return 400 * math.log10(p / (1 - p))

    def plain(self) -> dict[str, float]:
        """As a dictionary for JSON."""
        return {
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "open": self.open,
            "points": round(self.points, 4),
            "plies": round(self.plies, 1),
        }

    def __str__(self) -> str:
        share = [100 * n / max(1, self.games) for n in (self.won, self.drawn + self.open, self.lost)]
        won, drawn, lost = (f"{n:.1f}" for n in share)
        return f"{100 * self.points:.1f} (+{won} ={drawn} -{lost}, {self.plies:.0f} plies)"


def match(
    first: Player,
    second: Player,
    specs: dict[str, Spec],
    tables: Sequence[Setups | None],
    half: int,
    mix: Sequence[float],
    device: str,
    seed: int = 99,
    plies: int = 1000,
) -> dict[str, Score]:
    """``2 * half`` games, the first player moving first in one half of them; scores by edition.

    At every half-move each player sees exactly ``half`` games, so networks act on one shape only.
    """
    one = np.searchsorted(np.cumsum(mix) - 1e-9, (np.arange(half) + 0.5) / half).clip(0, len(mix) - 1)
    games = Games(specs, tables, np.concatenate([one, one]), seed, device, again=False)
    got = torch.zeros(2 * half, dtype=torch.int8, device=device)  # 0 open, 1 won, 2 drawn, 3 lost
    length = torch.zeros(2 * half, dtype=torch.int32, device=device)
    upper, lower = slice(0, half), slice(half, 2 * half)
    actions = torch.zeros(2 * half, dtype=torch.int64, device=device)
    for ply in range(plies):
        mine, theirs = (upper, lower) if ply % 2 == 0 else (lower, upper)
        actions[mine] = first(games.planes[mine], games.vector[mine])
        actions[theirs] = second(games.planes[theirs], games.vector[theirs])
        games.step(actions)
        for part, won in ((mine, 1), (theirs, 3)):
            result = games.result[part]
            new = torch.where(result == 3, 2, torch.where(result == 1, won, 0)).to(torch.int8)
            got[part] = torch.where(got[part] == 0, new, got[part])
        length += (got == 0).to(torch.int32)
        if ply % 50 == 49 and bool((got > 0).all()):
            break
    return {
        name: _score(got, length, torch.as_tensor(games.editions == index, device=device))
        for index, name in enumerate(specs)
        if bool((games.editions == index).any())
    }


def _score(got: Any, length: Any, chosen: Any) -> Score:
    mine = got[chosen]
    won, drawn, lost, unfinished = (int((mine == k).sum()) for k in (1, 2, 3, 0))
    return Score(len(mine), won, drawn, lost, unfinished, float(length[chosen].float().mean()) + 1)
