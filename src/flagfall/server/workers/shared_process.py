"""One process that many people's games ask, in turn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

from flagfall.bots.processes.client import BotClient, BotRefused, ForgottenSeat, Limits
from flagfall.bots.processes.line_process import ProcessFailed
from flagfall.server.workers.fair_queue import FairQueue, Full

LIMITS: Final = Limits(start=180.0, grace=5.0, first=180.0)
"""A process that takes longer counts as hanging."""
WAITING = 500
"""Questions that may wait for one process; there is no answer to more."""

T = TypeVar("T")
logger = logging.getLogger("flagfall.bots")


class NoAnswer(Exception):  # noqa: N818 - a state of affairs
    """The process did not answer, or said that it cannot."""


class SharedProcess:
    """A bot's process with a queue. One that crashes or hangs is replaced at the next question."""

    def __init__(self, command: Sequence[str], limits: Limits = LIMITS) -> None:
        self.client = BotClient(command, limits, tagged=True)
        self.queue = FairQueue(WAITING)

    async def ask(self, who: str, talk: Callable[[BotClient, int], Coroutine[Any, Any, T]]) -> T:
        """What comes of talking with the process in one's turn, given how many wait behind."""
        try:
            await self.queue.take(who)
        except Full:
            raise NoAnswer from None
        # The asker may lose interest. The answer is read nevertheless: until then the process is busy.
        task = asyncio.create_task(self._turn(talk(self.client, len(self.queue))))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _turn(self, talk: Coroutine[Any, Any, T]) -> T:
        try:
            return await talk
        except ForgottenSeat:
            raise
        except BotRefused as refused:
            # The kind of error is enough: its words may hold what only the seat knows.
            logger.warning("a bot process cannot answer: %s", refused.kind)
            raise NoAnswer from None
        except ProcessFailed as failure:
            logger.warning("a bot process is replaced: %s", failure)
            raise NoAnswer from None
        finally:
            self.queue.release()
