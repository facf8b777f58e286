"""The processes that read uploads, and the queue before them."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from flagfall.bots.processes.line_process import ProcessFailed
from flagfall.hexes.maps.map_generator import Generator
from flagfall.server.refusal import Refusal
from flagfall.server.wire.people import Upload
from flagfall.server.wire.workshop import (
    MapDraft,
    MapDrawing,
    MapFile,
    OwnScenario,
    ScenarioChecked,
    ScenarioDraft,
    ScenarioOpened,
)
from flagfall.server.workers.answering_process import AnsweringProcess
from flagfall.server.workers.fair_queue import Full
from flagfall.server.workers.upload_checks import ReadEdition, ReadScenario
from flagfall.server.workers.upload_worker import TOO_MUCH, Question, Reading

WAITING = 32
"""Uploads that may wait for one process; more are told to come again."""
OF_ONE = 4
"""Uploads of one sender that may be on their way at once."""
SECONDS = 60.0
"""After which an upload is given up; on a machine with time to spare the process ends long before."""
START = 180.0
"""The same for the first upload, for which everything is imported."""
LONGEST = 16 << 20
"""Bytes of an answer: a map of ten thousand hexes, and much to spare."""
OWN = (sys.executable, "-m", "flagfall.server.workers.upload_worker")

T = TypeVar("T")
logger = logging.getLogger("flagfall.uploads")


class UploadReaders:
    """A few processes that read what people upload, with limits of memory and time."""

    def __init__(self, processes: int = 2, command: Sequence[str] = OWN) -> None:
        self._readers = [
            AnsweringProcess(command, LONGEST, WAITING, START, SECONDS) for _ in range(processes)
        ]
        self._of: dict[str, int] = {}
        self._asked: set[asyncio.Task[object]] = set()
        self.replaced = 0
        """How many processes failed."""

    async def edition(self, who: str, upload: Upload) -> ReadEdition:
        """An edition from its text."""
        return await self._ask(who, "edition", upload, ReadEdition)

    async def scenario(self, who: str, own: OwnScenario) -> ReadScenario:
        """A scenario from its texts."""
        return await self._ask(who, "scenario", own, ReadScenario)

    async def scenario_draft(self, who: str, drawn: ScenarioDraft) -> ScenarioChecked:
        """A scenario in the making as one file, with its faults."""
        return await self._ask(who, "scenario-draft", drawn, ScenarioChecked)

    async def scenario_opened(self, who: str, own: OwnScenario) -> ScenarioOpened:
        """A scenario from its texts, to be worked on."""
        return await self._ask(who, "scenario-opened", own, ScenarioOpened)

    async def map_file(self, who: str, file: MapFile) -> MapDraft:
        """A map from its file or a MegaMek board."""
        return await self._ask(who, "map-file", file, MapDraft)

    async def map_drawing(self, who: str, drawing: MapDrawing) -> MapDraft:
        """A map as it was drawn."""
        return await self._ask(who, "map-drawing", drawing, MapDraft)

    async def map_made(self, who: str, spec: Generator) -> MapDraft:
        """A generated map."""
        return await self._ask(who, "map-made", spec, MapDraft)

    async def _ask(self, who: str, what: str, body: object, wanted: type[T]) -> T:
        """The answer of a process to one sender; refused where it has none."""
        if self._of.get(who, 0) >= OF_ONE:
            raise Refusal("busy", "your other files are being read", retry=2)
        self._of[who] = self._of.get(who, 0) + 1
        line = msgspec.json.encode(Question(what, msgspec.Raw(msgspec.json.encode(body)))) + b"\n"
        # A sender who goes away does not take the process along.
        task = asyncio.create_task(self._turn(who, line))
        self._asked.add(task)
        task.add_done_callback(self._done)
        task.add_done_callback(lambda _: self._count_down(who))
        answer: Reading = msgspec.json.decode(await asyncio.shield(task), type=Reading)
        if answer.problem is not None:
            refusal = Refusal("")
            refusal.problem = answer.problem
            raise refusal
        return msgspec.json.decode(answer.found, type=wanted)  # type: ignore[arg-type]

    def _done(self, task: asyncio.Task[object]) -> None:
        self._asked.discard(task)
        if not task.cancelled():
            task.exception()  # Seen: perhaps nobody waits for it any more.

    def _count_down(self, who: str) -> None:
        self._of[who] -= 1
        if not self._of[who]:
            del self._of[who]

    async def _turn(self, who: str, line: bytes) -> bytes:
        reader = min(self._readers, key=lambda one: (one.queue.busy, len(one.queue)))
        try:
            await reader.queue.take(who)
        except Full:
            raise Refusal("busy", "others are uploading too", retry=5) from None
        try:
            return await reader.answer(line)
        except ProcessFailed as failure:
            self.replaced += 1
            logger.warning("a process that reads uploads is replaced: %s", failure)
            raise Refusal("too-large", TOO_MUCH) from None
        finally:
            reader.queue.release()

    async def stop(self) -> None:
        """End the processes."""
        for task in list(self._asked):
            task.cancel()
        await asyncio.gather(*self._asked, return_exceptions=True)
        for reader in self._readers:
            await reader.stop()
