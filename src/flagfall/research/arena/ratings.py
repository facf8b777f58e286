"""Ratings from results: Elo with confidence intervals, and the sequential test that stops a match early."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

PER_ELO = math.log(10) / 400
NORMAL_95 = 1.959963984540054
DRAWISH = 0.5
"""Half a drawn game is added to every pairing that was played, so that no rating runs away to infinity."""


class ArenaRating(NamedTuple):
    """A player's rating: the average of all is 0; ``margin`` is half the width of its 95 % interval."""

    name: str
    elo: float
    margin: float
    points: float
    games: int


def expected(difference: float) -> float:
    """The expected score of a player who is rated so much higher."""
    return 1 / (1 + 10 ** (-difference / 400))


def difference(score: float) -> float:
    """The rating difference that an expected score stands for."""
    score = min(max(score, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / score - 1)


def elo(names: Sequence[str], results: Sequence[tuple[str, str, float]]) -> list[ArenaRating]:
    """Ratings that make the results (first, second, score of the first) most likely, the best first."""
    index = {name: i for i, name in enumerate(names)}
    count = len(names)
    points, games = np.zeros((count, count)), np.zeros((count, count))
    for first, second, score in results:
        i, j = index[first], index[second]
        points[i, j] += score
        points[j, i] += 1 - score
        games[i, j] += 1
        games[j, i] += 1
    played = games > 0
    weights = games + np.where(played, DRAWISH, 0.0)
    wins = points + np.where(played, DRAWISH / 2, 0.0)
    rating = np.zeros(count)
    curvature = np.zeros((count, count))
    for _ in range(200):
        chance = 1 / (1 + np.exp(-(rating[:, None] - rating[None, :])))
        slope = (wins - weights * chance).sum(1)
        spread = weights * chance * (1 - chance)
        curvature = np.diag(spread.sum(1)) - spread
        step = np.linalg.pinv(curvature) @ slope
        rating += np.clip(step, -1.0, 1.0)
        rating -= rating.mean()
        if np.abs(step).max(initial=0.0) < 1e-9:
            break
    margins = NORMAL_95 * np.sqrt(np.maximum(np.diag(np.linalg.pinv(curvature)), 0.0)) / PER_ELO
    found = [
        ArenaRating(
            name, float(rating[i] / PER_ELO), float(margins[i]), float(points[i].sum()), int(games[i].sum())
        )
        for i, name in enumerate(names)
    ]
    return sorted(found, key=lambda one: -one.elo)


def score_margin(scores: Sequence[float]) -> float:
    """Half the width of the 95 % interval of a mean score (Wilson's, which is honest for few games)."""
    n = len(scores)
    if n == 0:
        return 1.0
    mean = sum(scores) / n
    square = NORMAL_95**2
    return NORMAL_95 * math.sqrt(mean * (1 - mean) / n + square / (4 * n * n)) / (1 + square / n)


class Sprt(NamedTuple):
    """A sequential probability ratio test of mean scores: at least ``high``, against at most ``low``."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def ratio(self, scores: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio, by the normal approximation with the scores' own spread."""
        n = len(scores)
        if n < 2:
            return 0.0
        mean = sum(scores) / n
        # A prior game of each result keeps the spread above 0 when all results are alike.
        spread = (sum((score - mean) ** 2 for score in scores) + 0.5) / (n + 2)
        return n * (self.high - self.low) * (2 * mean - self.low - self.high) / (2 * spread)

    def verdict(self, scores: Sequence[float]) -> str:
        """``pass``, ``fail``, or ``open`` while more games are needed."""
        ratio = self.ratio(scores)
        if ratio >= math.log((1 - self.beta) / self.alpha):
            return "pass"
        if ratio <= math.log(self.beta / (1 - self.alpha)):
            return "fail"
        return "open"
