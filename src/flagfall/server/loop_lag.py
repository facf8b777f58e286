"""How late the event loop is: a sign that a process has more to do than it can."""

from __future__ import annotations

import asyncio
from collections import deque
from statistics import median

STEP = 0.25
"""Seconds between two looks."""
LOOKS = 9
"""Of which the median counts: one long pause is no overload, two seconds of them are."""


class LoopLag:
    """Looks how much later than asked for the loop of a process wakes it."""

    def __init__(self) -> None:
        self._late: deque[float] = deque([0.0] * LOOKS, LOOKS)

    @property
    def seconds(self) -> float:
        """How late things are done now."""
        return median(self._late)

    async def run(self) -> None:
        """Look as long as the process runs."""
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            await asyncio.sleep(STEP)
            self._late.append(loop.time() - begun - STEP)
