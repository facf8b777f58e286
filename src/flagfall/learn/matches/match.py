"""Matches of two players over many games at once, each with either colour in half of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch

from flagfall.fast import Spec
from flagfall.learn.network.policy import Player
from flagfall.learn.selfplay.games import SelfPlayGames
from flagfall.learn.selfplay.setups import Setups


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


class GamesPlayer(Protocol):
    """A player that looks ahead: it needs the games themselves, and must not read in them what is hidden."""

    def look(self, games: SelfPlayGames, part: slice) -> torch.Tensor:
        """A move for each game of a part."""


def match(
    first: Player | GamesPlayer,
    second: Player | GamesPlayer,
    specs: dict[str, Spec],
    tables: Sequence[Setups | None],
    half: int,
    mix: Sequence[float],
    device: str,
    seed: int = 99,
    plies: int = 1000,
    own_setups: Mapping[str, Setups] | None = None,
    memory: bool = False,
) -> dict[str, Score]:
    """``2 * half`` games, the first player moving first in one half of them; scores by edition.

    Both set up from the tables; ``own_setups`` are for the first player alone, for some of the editions.
    ``memory`` is for players who see what pieces did.
    """
    one = np.searchsorted(np.cumsum(mix) - 1e-9, (np.arange(half) + 0.5) / half).clip(0, len(mix) - 1)
    common = dict(zip(specs, tables, strict=True))
    own = {name: rows for name, rows in (own_setups or {}).items() if common.get(name) is not None}
    all_rows = [np.concatenate([rows, own[name]]) if name in own else rows for name, rows in common.items()]
    games = SelfPlayGames(
        specs, all_rows, np.concatenate([one, one]), seed, device, again=False, memory=memory
    )
    if own:
        sizes = [(0 if rows is None else len(rows), len(own.get(name, ()))) for name, rows in common.items()]
        _deal_apart(games, sizes, half, np.random.default_rng(seed))
    got, length = outcomes(first, second, games, plies)
    return {
        name: _score(got, length, torch.as_tensor(games.editions == index, device=device))
        for index, name in enumerate(specs)
        if bool((games.editions == index).any())
    }


def _deal_apart(
    games: SelfPlayGames, sizes: Sequence[tuple[int, int]], half: int, rng: np.random.Generator
) -> None:
    """Deal set-ups behind the common ones to the first player only, and common ones to the other."""
    common, own = np.array(sizes)[games.editions].T
    chance = rng.random((2, games.count))
    theirs = np.where(common > 0, (chance[0] * common).astype(np.int64), -1)
    shared = np.where(common > 0, (chance[1] * common).astype(np.int64), -1)
    mine = np.where(own > 0, common + (chance[1] * own).astype(np.int64), shared)
    upper = np.arange(games.count) < half
    games.deal(np.where(upper, mine, theirs), np.where(upper, theirs, mine))


def outcomes(
    first: Player | GamesPlayer, second: Player | GamesPlayer, games: SelfPlayGames, plies: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Play games to their ends: for each 1 won, 2 drawn, 3 lost by the first player, 0 open; and its length.

    The first player moves first in the first half of them. At every half-move each player sees exactly half
    of the games, so networks act on one shape only.
    """
    half, device = games.count // 2, games.device
    got = torch.zeros(games.count, dtype=torch.int8, device=device)
    length = torch.zeros(games.count, dtype=torch.int32, device=device)
    upper, lower = slice(0, half), slice(half, games.count)
    actions = torch.zeros(games.count, dtype=torch.int64, device=device)
    for ply in range(plies):
        mine, theirs = (upper, lower) if ply % 2 == 0 else (lower, upper)
        for player, part in ((first, mine), (second, theirs)):
            if callable(player):
                actions[part] = player(games.planes[part], games.vector[part])
            else:
                actions[part] = player.look(games, part)
        games.step(actions)
        for part, won in ((mine, 1), (theirs, 3)):
            result = games.result[part]
            new = torch.where(result == 3, 2, torch.where(result == 1, won, 0)).to(torch.int8)
            got[part] = torch.where(got[part] == 0, new, got[part])
        length += (got == 0).to(torch.int32)
        if ply % 50 == 49 and bool((got > 0).all()):
            break
    return got, length


def _score(got: Any, length: Any, chosen: Any) -> Score:
    mine = got[chosen]
    won, drawn, lost, unfinished = (int((mine == k).sum()) for k in (1, 2, 3, 0))
    return Score(len(mine), won, drawn, lost, unfinished, float(length[chosen].float().mean()) + 1)
