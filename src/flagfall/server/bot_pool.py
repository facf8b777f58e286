"""The processes of the built-in bots, and the queue before them.

A process that crashes or hangs is replaced; the seat that waited for it plays a simple move instead, so
that it costs one move's delay and never a game.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import zlib

import msgspec

from flagfall.bots.base import Clock
from flagfall.server.bot_worker import Answer, Request

GRACE = 5.0
"""Seconds beyond its time after which a process counts as hanging."""
START = 60.0
"""Seconds that a process may take for its first answer: code is compiled then."""

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
        self.turn = asyncio.Lock()
        self.warm = False
        self.replaced = 0

    async def ask(self, line: bytes, seconds: float) -> Answer:
        """The answer to a line."""
        async with self.turn:
            await self.start()
            assert self.process is not None
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            try:
                self.process.stdin.write(line)
                await self.process.stdin.drain()
                wait = seconds + GRACE if self.warm else max(START, seconds + GRACE)
                reply = await asyncio.wait_for(self.process.stdout.readline(), wait)
                answer = msgspec.json.decode(reply, type=Answer)
            except (OSError, TimeoutError, msgspec.DecodeError, ValueError) as error:
                logger.warning("a bot process is replaced: %s", type(error).__name__)
                self.replaced += 1
                await self.stop()
                raise NoAnswer from None
            except asyncio.CancelledError:
                # The answer would come when nobody reads it any more.
                await asyncio.shield(self.stop())
                raise
            self.warm = True
            return answer

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
        self.command = command or (sys.executable, "-m", "flagfall.server.bot_worker")
        self._processes = [BotProcess(self.command) for _ in range(max(1, processes))]
        self._next = 0

    @property
    def replaced(self) -> int:
        """How many processes had to be replaced so far."""
        return sum(process.replaced for process in self._processes)

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
    ) -> msgspec.Raw:
        """The action of a bot, encoded; `Lost` if it has to hear everything, `NoAnswer` if it cannot."""
        self._next += 1
        raw = msgspec.Raw
        request = Request(
            self._next,
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
        answer = await process.ask(msgspec.json.encode(request) + b"\n", clock.move)
        if answer.lost:
            raise Lost
        if answer.trouble or answer.id != request.id:
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
