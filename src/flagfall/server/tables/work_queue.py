"""What a table has to do, one thing after the other: nothing happens at a table at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from flagfall.server.cluster.mailbox import Mailbox
from flagfall.server.cluster.ownership import Gone
from flagfall.server.fair_threads import asker
from flagfall.server.refusal import Refusal

T = TypeVar("T")


class WorkQueue:
    """Works off what is posted, in order of arrival; ``failed`` hears of errors."""

    def __init__(self, name: str, failed: Callable[[Exception], None]) -> None:
        self.stopped = False
        self._failed = failed
        self._mailbox: Mailbox[Callable[[], Awaitable[None]] | None] = Mailbox()
        self.task = asyncio.create_task(self._run(name), name=name)

    async def _run(self, name: str) -> None:
        asker.set(name)  # Not the person who happened to open it.
        while await self._do_one():
            pass

    async def _do_one(self) -> bool:
        """Do the next thing: a frame of its own holds none of it while there is nothing to do."""
        work = await self._mailbox.get()
        if work is None:
            return False
        try:
            await work()
        except Gone:
            pass
        except Exception as error:
            self._failed(error)
        return True

    def post(self, work: Callable[[], Awaitable[None]]) -> None:
        """Have something done when it is its turn."""

        async def run() -> None:
            if not self.stopped:
                await work()

        if not self.stopped:
            self._mailbox.put(run)

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Have something done and wait for what it gives; a refusal comes back as `Refusal`."""
        if self.stopped:
            raise Gone
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                if self.stopped:
                    raise Gone
                result = await work()
            except Refusal as refusal:
                if not future.cancelled():
                    future.set_exception(refusal)
            except BaseException:
                if not future.cancelled():
                    future.set_exception(Gone())
                raise
            else:
                if not future.cancelled():
                    future.set_result(result)

        self._mailbox.put(run)
        return await future

    def stop(self) -> None:
        """Do nothing more; what was asked and has not begun is `Gone`."""
        self.stopped = True
        self._mailbox.put(None)
