"""Printed games: made by a process of their own, and kept while they are wanted."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import OrderedDict
from collections.abc import Sequence

import msgspec

from flagfall.bots.processes.line_process import ProcessFailed
from flagfall.server.refusal import Refusal
from flagfall.server.workers.answering_process import AnsweringProcess
from flagfall.server.workers.fair_queue import Full
from flagfall.server.workers.print_worker import PrintOrder, Printout

WAITING = 32
"""Games that may wait to be printed; more are told to come again."""
OF_ONE = 2
"""Games that one person may wait for at once."""
SECONDS = 120.0
"""After which a game is given up."""
START = 240.0
"""The same for the first one, for which everything is imported."""
LONGEST = 64 << 20
"""Bytes of an answer."""
KEPT = 48 << 20
"""Bytes of the PDFs that are kept; the one that was wanted longest ago goes first."""
OWN = (sys.executable, "-m", "flagfall.server.workers.print_worker")

logger = logging.getLogger("flagfall.printing")


class Printer:
    """Makes PDFs of games, each once for all who want it at the same time."""

    def __init__(self, command: Sequence[str] = OWN) -> None:
        self._process = AnsweringProcess(command, LONGEST, WAITING, START, SECONDS)
        self._kept: OrderedDict[PrintOrder, bytes] = OrderedDict()
        self._size = 0
        self._made: dict[PrintOrder, asyncio.Task[bytes]] = {}
        self._of: dict[str, int] = {}

    def kept(self, order: PrintOrder) -> bytes | None:
        """The PDF, if it was made lately."""
        found = self._kept.get(order)
        if found is not None:
            self._kept.move_to_end(order)
        return found

    async def print(self, who: str, order: PrintOrder) -> bytes:
        """The PDF of a game; refused where somebody waits for several, or where it cannot be made."""
        found = self.kept(order)
        if found is not None:
            return found
        if self._of.get(who, 0) >= OF_ONE:
            raise Refusal("busy", "your other games are being printed", retry=5)
        self._of[who] = self._of.get(who, 0) + 1
        try:
            task = self._made.get(order)
            if task is None:
                # Somebody who goes away takes neither the answer nor the process from the others.
                task = self._made[order] = asyncio.create_task(self._turn(who, order))
                task.add_done_callback(lambda done: self._done(order, done))
            return await asyncio.shield(task)
        finally:
            self._of[who] -= 1
            if not self._of[who]:
                del self._of[who]

    def _done(self, order: PrintOrder, task: asyncio.Task[bytes]) -> None:
        self._made.pop(order, None)
        if task.cancelled() or task.exception() is not None:
            return
        self._kept[order] = task.result()
        self._size += len(task.result())
        while self._size > KEPT and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._size -= len(oldest)

    async def _turn(self, who: str, order: PrintOrder) -> bytes:
        try:
            await self._process.queue.take(who)
        except Full:
            raise Refusal("busy", "others are printing too", retry=10) from None
        try:
            line = await self._process.answer(msgspec.json.encode(order) + b"\n")
        except ProcessFailed as failure:
            logger.warning("the process that prints games is replaced: %s", failure)
            raise Refusal("busy", "the game could not be printed", retry=10) from None
        finally:
            self._process.queue.release()
        # A line of some megabytes takes longer to read than the event loop has.
        answer = await asyncio.to_thread(msgspec.json.decode, line, type=Printout)
        if answer.problem is not None:
            refusal = Refusal("")
            refusal.problem = answer.problem
            raise refusal
        return answer.pdf

    async def stop(self) -> None:
        """End the process."""
        tasks = list(self._made.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._process.stop()
