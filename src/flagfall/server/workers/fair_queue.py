"""A queue in which everybody is served in turn: somebody who wants much does not keep others waiting."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class Full(Exception):  # noqa: N818 - a state of affairs
    """Too many wait already."""


class FairQueue:
    """One at a time; of those who wait, each person's first before anybody's second."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._busy = False
        self._waiting = 0
        self._rows: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def __len__(self) -> int:
        return self._waiting

    @property
    def busy(self) -> bool:
        """Whether it is somebody's turn."""
        return self._busy

    async def take(self, who: str) -> None:
        """Wait for one's turn, which `release` ends; `Full` if too many wait."""
        if not self._busy:
            self._busy = True
            return
        if self._waiting >= self._most:
            raise Full
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._rows.setdefault(who, deque()).append(future)
        self._waiting += 1
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.release()  # The turn had come: it goes to the next.
            raise

    def release(self) -> None:
        """The turn is over: somebody else's."""
        while self._rows:
            who, row = self._rows.popitem(last=False)
            future = row.popleft()
            self._waiting -= 1
            if row:
                self._rows[who] = row
            if not future.done():
                future.set_result(None)
                return
        self._busy = False
