"""A program that is talked to by lines on its standard input and output, with time limits."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Coroutine, Sequence
from functools import cache
from typing import Any, TypeVar

from flagfall.core import FlagfallError

LONGEST_LINE = 1 << 20
"""Bytes of an answer: more is not an answer."""

T = TypeVar("T")


class ProcessFailed(FlagfallError):  # noqa: N818 - said of a process
    """A process did not answer as it should."""


class TooLate(ProcessFailed):
    """A process did not answer in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"did not answer in time ({seconds:g} s)")


class LineProcess:
    """One run of a program. What fails raises `ProcessFailed`; a new run is a new `LineProcess`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._in = process.stdin
        self._out = process.stdout

    @classmethod
    async def started(cls, command: Sequence[str], longest: int = LONGEST_LINE) -> LineProcess:
        """Start a program; `ProcessFailed` if it cannot be started."""
        try:
            # In a session of its own: Ctrl-C at the terminal is for the person who plays, not for the bot.
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=longest,
                start_new_session=True,
            )
        except OSError as error:
            raise ProcessFailed(f"cannot be started: {command[0]}: {error.strerror}") from None
        return cls(process)

    @property
    def running(self) -> bool:
        """Whether the program has not ended."""
        return self._process.returncode is None

    def write(self, lines: bytes) -> None:
        """Send lines, without waiting until they are read."""
        if self.running and not self._in.is_closing():
            self._in.write(lines)

    async def read(self, seconds: float) -> bytes:
        """The next line, which has to come within so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                found = await self._out.readline()
        except TimeoutError:
            raise TooLate(seconds) from None
        except (OSError, ValueError):
            raise ProcessFailed("writes lines without end") from None
        if not found:
            raise ProcessFailed("has gone")
        return found

    async def end(self, seconds: float = 0.0) -> None:
        """Wait so long for the program to end by itself, then end it."""
        self._in.close()
        if seconds and self.running:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._process.wait()
        self.kill()
        await self._process.wait()

    def kill(self) -> None:
        """End the program at once."""
        if self.running:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()


@cache
def _background_loop(process: int) -> asyncio.AbstractEventLoop:
    """An event loop in a thread of its own, for callers that have none; one for each process of Python."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="bot processes", daemon=True).start()
    return loop


def wait_for(work: Coroutine[Any, Any, T]) -> T:
    """The result of talking with a process, for callers that are not asynchronous."""
    future = asyncio.run_coroutine_threadsafe(work, _background_loop(os.getpid()))
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise
