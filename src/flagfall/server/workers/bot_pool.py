"""The processes of the built-in bots, and the queue before them.

A process that crashes or hangs is replaced; the seat that waited for it plays a simple move instead, so
that it costs one move's delay and never a game. When many wait, each gets less time to think, so that
nobody has to wait much longer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import zlib
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from flagfall.bots.base import Clock
from flagfall.server.workers.bot_worker import Answer, Request
from flagfall.server.workers.fair_queue import FairQueue, Full

GRACE = 5.0
"""Seconds beyond its time after which a process counts as hanging."""
START = 180.0
"""Seconds that a process may take for its first answer: much is imported then."""
WAITING = 500
"""Decisions that may wait for one process; beyond that simple moves are played."""
LEAST = 0.02
"""Seconds of thought that a bot gets however many wait."""

logger = logging.getLogger("flagfall.bots")


class NoAnswer(Exception):  # noqa: N818 - a state of affairs
    """The bot did not decide."""


class Lost(Exception):  # noqa: N818 - a state of affairs
    """The bot has forgotten its seat and has to hear everything."""


class BotProcess:
    """One process, with its own queue: a seat always asks the same one."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None
        self.queue = FairQueue(WAITING)
        self.warm = False
        self.replaced = 0

    async def ask(self, line: bytes, seconds: float) -> Answer:
        """The answer to a line, which may take some seconds."""
        return await self.ask_for("", lambda _: (line, seconds))

    async def ask_for(self, who: str, question: Callable[[int], tuple[bytes, float]]) -> Answer:
        """The answer to a person's question: a line and its seconds, given how many wait behind it."""
        try:
            await self.queue.take(who)
        except Full:
            raise NoAnswer from None
        # Whoever asked may lose interest; the answer is read nevertheless, so that the next gets his own.
        talk = asyncio.create_task(self._talk(*question(len(self.queue))))
        talk.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(talk)

    async def _talk(self, line: bytes, seconds: float) -> Answer:
        try:
            await self.start()
            assert self.process is not None
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.process.stdin.write(line)
            await self.process.stdin.drain()
            wait = seconds + GRACE if self.warm else max(START, seconds + GRACE)
            async with asyncio.timeout(wait):
                reply = await self.process.stdout.readline()
            answer = msgspec.json.decode(reply, type=Answer)
            self.warm = True
            return answer
        except (OSError, TimeoutError, msgspec.DecodeError, ValueError) as error:
            logger.warning("a bot process is replaced: %s", type(error).__name__)
            self.replaced += 1
            await self.stop()
            raise NoAnswer from None
        finally:
            self.queue.release()

    async def start(self) -> None:
        """Start the process, unless it runs."""
        if self.process is None or self.process.returncode is not None:
            self.warm = False
            self.process = await asyncio.create_subprocess_exec(
                *self.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=1 << 20,
            )

    async def stop(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class BotPool:
    """A few processes that play for all built-in bots."""

    def __init__(self, processes: int = 1, command: tuple[str, ...] = ()) -> None:
        self.command = command or (sys.executable, "-m", "flagfall.server.workers.bot_worker")
        self._processes = [BotProcess(self.command) for _ in range(max(1, processes))]
        self._next = 0

    @property
    def replaced(self) -> int:
        """How many processes had to be replaced so far."""
        return sum(process.replaced for process in self._processes)

    @property
    def waiting(self) -> int:
        """How many decisions wait for a process."""
        return sum(len(process.queue) for process in self._processes)

    async def decide(
        self,
        key: str,
        game: str,
        seat: int,
        level: int,
        seed: int,
        view: bytes,
        events: bytes,
        legal: bytes,
        clock: Clock,
        whole: bool,
        edition: str = "",
        person: str = "",
    ) -> msgspec.Raw:
        """The action of a bot, encoded; `Lost` if it has to hear everything, `NoAnswer` if it cannot.

        Those who play against many bots, by ``person``, take turns with those who play against one.
        """
        self._next += 1
        id = self._next
        raw = msgspec.Raw
        request = Request(
            id,
            key,
            game,
            seat,
            level,
            seed,
            raw(view),
            raw(events),
            raw(legal),
            clock,
            whole,
            edition,
        )
        process = self._processes[zlib.crc32(key.encode()) % len(self._processes)]

        def question(behind: int) -> tuple[bytes, float]:
            seconds = min(clock.move, max(LEAST, clock.move / (1 + behind)))
            now = replace(request, clock=replace(clock, move=seconds))
            return msgspec.json.encode(now) + b"\n", seconds

        answer = await process.ask_for(person or key, question)
        if answer.lost:
            raise Lost
        if answer.trouble or answer.id != id:
            logger.warning(
                "a bot of level %d in %s failed: %s", level, game, answer.trouble or "wrong answer"
            )
            raise NoAnswer
        return answer.action

    async def warm(self) -> None:
        """Start the processes, so that the first who plays a bot need not wait for that."""
        for process in self._processes:
            await process.start()

    async def stop(self) -> None:
        """End all processes."""
        for process in self._processes:
            await process.stop()
