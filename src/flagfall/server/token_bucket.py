"""Limits on how often something may be done, as token buckets."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

KEPT = 50_000
"""Buckets kept at once; the one that was used longest ago goes first."""


class Limiter:
    """A bucket for each key: ``burst`` at once, ``rate`` a second on average."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = max(1.0, burst)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Whether it may be done now; if so, it is counted."""
        now = self._clock()
        level, since = self._buckets.pop(key, (self.burst, now))
        level = min(self.burst, level + (now - since) * self.rate)
        allowed = level >= cost
        self._buckets[key] = (level - cost if allowed else level, now)
        while len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return allowed

    def wait(self, key: str, cost: float = 1.0) -> int:
        """Seconds, rounded up, until it may be done again."""
        level, since = self._buckets.get(key, (self.burst, self._clock()))
        missing = cost - level - (self._clock() - since) * self.rate
        return max(1, int(missing / self.rate) + 1) if missing > 0 else 0
