"""Glicko-2: a rating, how sure it is, and how steady; after Mark Glickman's description of the system."""

from __future__ import annotations

import math

import msgspec

SCALE = 173.7178
TAU = 0.5
"""How quickly the volatility may change."""
START = 1_500.0
START_DEVIATION = 350.0
SURE_DEVIATION = 45.0
"""The deviation never gets lower, so that a rating can always move."""
PROVISIONAL = 110.0
"""Above this deviation a rating is provisional."""
PERIOD = 7 * 86_400_000
"""Milliseconds of absence that count as one rating period without games."""


class Rating(msgspec.Struct, frozen=True):
    """The rating of a player in one game at one speed."""

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = 0.06
    games: int = 0
    updated: int = 0

    @property
    def provisional(self) -> bool:
        """Whether there were too few games lately to be sure."""
        return self.deviation > PROVISIONAL

    def rested(self, now: int) -> Rating:
        """The rating after a time without games: the same, and less sure."""
        periods = max(0, now - self.updated) / PERIOD if self.updated else 0.0
        grown = math.hypot(self.deviation, SCALE * self.volatility * math.sqrt(periods))
        return msgspec.structs.replace(self, deviation=min(START_DEVIATION, grown))


def _g(deviation: float) -> float:
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def after(player: Rating, opponent: Rating, score: float, now: int) -> Rating:
    """A player's rating after one game against an opponent: 1 won, ½ drawn, 0 lost."""
    player, opponent = player.rested(now), opponent.rested(now)
    mu, phi = (player.rating - START) / SCALE, player.deviation / SCALE
    g = _g(opponent.deviation / SCALE)
    expected = 1 / (1 + math.exp(-g * (mu - (opponent.rating - START) / SCALE)))
    variance = 1 / (g**2 * expected * (1 - expected))
    delta = variance * g * (score - expected)
    sigma = new_volatility(player.volatility, phi, variance, delta)
    spread = math.hypot(phi, sigma)
    phi = 1 / math.sqrt(1 / spread**2 + 1 / variance)
    mu += phi**2 * g * (score - expected)
    return Rating(
        START + SCALE * mu,
        min(START_DEVIATION, max(SURE_DEVIATION, SCALE * phi)),
        sigma,
        player.games + 1,
        now,
    )


def new_volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The new volatility: the root of Glickman's function, by the Illinois method."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        top = e * (delta**2 - phi**2 - variance - e)
        return top / (2 * (phi**2 + variance + e) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
