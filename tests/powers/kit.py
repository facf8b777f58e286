"""The edition of the tests, its scenes, and the bots that play it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from flagfall.bots.base import Bot, Clock
from flagfall.bots.levels import make_for
from flagfall.ranks.editions.catalogue import load
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState


@cache
def spearmen() -> RankGame:
    """The edition with the spear."""
    return load(Path(__file__).with_name("spearmen.toml"))


def scene(picture: str) -> RankState:
    """A position in which seat 0 is to move; the rows above the picture are empty."""
    drawn = [line.split() for line in picture.strip().splitlines()]
    rows = [["."] * 8] * (8 - len(drawn)) + [row + ["."] * (8 - len(row)) for row in drawn]
    return spearmen().position("\n".join(" ".join(row) for row in rows))


def bot(level: int, seed: int, **params: Any) -> Bot:
    """The bot of a level; it looks before it moves, as levels 2 and 3 do most of the time."""
    return make_for(spearmen(), level, 0, seed, **{"slips": 0.0, **params})


def answers(level: int, state: RankState, seeds: int = 3) -> set[str]:
    """What a level plays, for a few seeds."""
    view, legal = state.view(0), state.legal(0)
    return {str(bot(level, seed).decide(view, legal, Clock(move=0.02))) for seed in range(seeds)}
