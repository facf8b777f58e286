"""How often a table tells who is there: at once where few are, once a second where many come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

FEW = 8
"""Connections up to which every change is told at once; each one more would multiply what is sent."""
SECONDS = 1.0
"""Between two tellings where more are connected."""


class PresenceNews:
    """Calls ``tell`` when the presence has changed, and not too often."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._timer: asyncio.TimerHandle | None = None

    def changed(self, connected: int) -> bool:
        """Note a change; whether it is to be told now. If not, it is told within a second."""
        if connected <= FEW:
            self.stop()
            return True
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SECONDS, self._due)
        return False

    def _due(self) -> None:
        self._timer = None
        self._tell()

    def stop(self) -> None:
        """Tell nothing more of what has changed so far."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
