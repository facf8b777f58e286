"""A process that answers one line at a time, and the queue of those who wait for it."""

from __future__ import annotations

from collections.abc import Sequence

from flagfall.bots.processes.line_process import LineProcess
from flagfall.server.workers.fair_queue import FairQueue


class AnsweringProcess:
    """One process, started when it is first asked and replaced when it fails."""

    def __init__(
        self, command: Sequence[str], longest: int, waiting: int, first_seconds: float, seconds: float
    ) -> None:
        self.queue = FairQueue(waiting)
        self._command = command
        self._longest = longest
        """Bytes of an answer at most."""
        self._first_seconds = first_seconds
        """How long the first answer may take, for which everything is imported."""
        self._seconds = seconds
        self._process: LineProcess | None = None

    async def answer(self, line: bytes) -> bytes:
        """The answer to a line, for who has taken their turn in the queue; a process without one is ended."""
        fresh = self._process is None or not self._process.running
        try:
            if self._process is None or fresh:
                self._process = await LineProcess.started(self._command, self._longest)
            self._process.write(line)
            return await self._process.read(self._first_seconds if fresh else self._seconds)
        except BaseException:  # A cancelled question too: its answer would be taken for the next one's.
            await self.stop()
            raise

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            await process.end()
