"""The processes of the built-in bots, and the queue before them.

A process that crashes or hangs is replaced; the seat that waited for it plays a simple move instead, so
that it costs one move's delay and never a game. When many wait, each gets less time to think, so that
nobody has to wait much longer.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Sequence

from msgspec import UNSET, Raw
from msgspec.structs import replace

from flagfall.bots.base import Clock
from flagfall.bots.processes.client import BotClient, Limits
from flagfall.bots.processes.protocol import AskMove, AskSetup, Observe, Start, content
from flagfall.core import Action, Event, OfferedActions, View
from flagfall.server.workers.shared_process import LIMITS, SharedProcess

LEAST_SECONDS = 0.02
"""Seconds of thought that a bot gets however many wait."""


class BotPool:
    """A few processes that play for all built-in bots."""

    def __init__(self, processes: int = 1, command: Sequence[str] = (), limits: Limits = LIMITS) -> None:
        own = (sys.executable, "-m", "flagfall.server.workers.bot_worker")
        self._processes = [SharedProcess(command or own, limits) for _ in range(max(1, processes))]

    @property
    def replaced(self) -> int:
        """How many processes had to be replaced so far."""
        return sum(process.client.replaced for process in self._processes)

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
        view: View,
        events: Sequence[Event],
        legal: Sequence[Action],
        clock: Clock,
        whole: bool,
        offers: Sequence[OfferedActions] = (),
        edition: str = "",
        person: str = "",
    ) -> Raw:
        """The action of a bot, encoded.

        ``events`` are what the seat has heard since it was asked last, or, if ``whole``, all of it; while
        setting up there are no ``legal`` actions, and instead of many there are ``offers``. `ForgottenSeat`
        if the bot has to hear everything, `NoAnswer` if it cannot decide. Those who play against many bots,
        by ``person``, take turns with those who play against one.
        """
        start = Start(game, seat, level, seed, {"hurry": True}, rules=edition or UNSET, key=key)
        told = Observe(content(tuple(events)), key)
        seen = content(view)
        moves = content(tuple(legal)) if legal else None
        offered = content(tuple(offers)) if offers else UNSET

        async def talk(client: BotClient, behind: int) -> Raw:
            seconds = min(clock.move, max(LEAST_SECONDS, clock.move / (1 + behind)))
            if whole:
                await client.take_seat(start, [told], seconds)
            else:
                client.tell(told)
            question: AskSetup | AskMove = AskSetup(seen, key)
            if moves is not None or offers:
                listed = moves or content(())
                question = AskMove(seen, listed, replace(clock, move=seconds), key, offers=offered)
            return (await client.choose(question, seconds)).action

        process = self._processes[zlib.crc32(key.encode()) % len(self._processes)]
        return await process.ask(person or key, talk)

    async def warm(self) -> None:
        """Start the processes, so that the first who plays a bot need not wait for that."""
        for process in self._processes:
            await process.client.start()

    async def stop(self) -> None:
        """End all processes."""
        for process in self._processes:
            await process.client.stop()
