"""A queue for one reader, small enough that thousands of them cost little."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """A queue in order of arrival; one task at a time may wait for the next item."""

    __slots__ = ("_items", "_next", "_waiter")

    def __init__(self) -> None:
        self._items: list[T] = []
        self._next = 0
        self._waiter: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._items) - self._next

    def put(self, item: T) -> None:
        """Add an item at the end."""
        self._items.append(item)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> T:
        """Take the first item, as soon as there is one."""
        while self._next == len(self._items):
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        item = self._items[self._next]
        self._next += 1
        # Items move up in bulk, so that each moves only a few times, even in a long queue.
        if self._next * 2 >= len(self._items):
            del self._items[: self._next]
            self._next = 0
        return item
