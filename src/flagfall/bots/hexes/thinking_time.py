"""How long a decision may take: by its clock, and by the processor time that no decision goes beyond."""

from __future__ import annotations

import time

from flagfall.bots.base import Clock

PART = 0.8
"""The part of the time for a decision after which nothing more is begun."""
MOST = 3.0
"""Seconds of processor time that a decision takes at most, whatever its clock allows."""
UNLIMITED = Clock(move=float("inf"))


class ThinkingTime:
    """The time of one decision, which begins when this is made.

    How much is thought is a count of work, the same on every machine; this only stops it where a machine is
    slow, or a position needs far more than others. Processor time is the thread's own: what others do on a
    busy machine does not count.
    """

    def __init__(self, clock: Clock = UNLIMITED, most: float = MOST) -> None:
        now = time.perf_counter()
        self._wall = now + PART * clock.budget()
        self._own = time.thread_time() + PART * most
        self._look = now + PART * most
        """When to look at the processor time: it cannot be used up before, and to ask for it takes long."""

    @property
    def over(self) -> bool:
        """Whether nothing more should be begun."""
        now = time.perf_counter()
        if now > self._wall:
            return True
        if now < self._look:
            return False
        left = self._own - time.thread_time()
        self._look = now + left
        return left <= 0
