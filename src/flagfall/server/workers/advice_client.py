"""Answers for people who ask what to make of a game, worked out in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter, OrderedDict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from flagfall.bots.processes.client import BotClient
from flagfall.bots.processes.protocol import AskAdvice, content
from flagfall.server.refusal import Refusal
from flagfall.server.wire.advice import BeliefsSeen, Chances, Hints
from flagfall.server.workers.shared_process import NoAnswer, SharedProcess

SECONDS = 0.5
"""How long a hint is thought about."""
WHOLE_GAME = 60.0
"""Seconds that looking through a whole game may take."""
WAITING = 16
"""Questions that may wait at once, of everybody, and of one person."""
OF_ONE = 2
KEPT = 200
"""Finished games whose curves are kept."""


class GameHeard(NamedTuple):
    """A game as one seat has heard it, up to the moment that is asked about."""

    game: str
    options: dict[str, Any]
    seat: int
    acts: list[list[Any]]
    """For each action the events that the seat heard of it."""
    edition: str = ""
    """The text of an uploaded game."""


class Advisor:
    """One process that thinks for people, and those who wait for it."""

    def __init__(self, command: tuple[str, ...] = ()) -> None:
        own = (sys.executable, "-m", "flagfall.server.workers.advice_worker")
        self._process = SharedProcess(command or own)
        self._waiting: Counter[str] = Counter()
        self._curves: OrderedDict[str, Chances] = OrderedDict()
        self._asked: set[asyncio.Task[Any]] = set()

    async def hints(self, asker: str, heard: GameHeard) -> Hints:
        """The best moves of a seat at a moment."""
        raw = await self._ask(asker, self._question("hints", heard), 4 * SECONDS)
        return msgspec.json.decode(raw, type=Hints)

    async def beliefs(self, asker: str, heard: GameHeard, bot: int) -> BeliefsSeen:
        """What the hidden enemies of a seat may be, by the best guess or by that of a bot."""
        raw = await self._ask(asker, self._question("beliefs", heard, bot), SECONDS)
        return msgspec.json.decode(raw, type=BeliefsSeen)

    async def chances(
        self, asker: str, table: str, heard: tuple[GameHeard, GameHeard], scores: tuple[float, ...]
    ) -> Chances:
        """Who was ahead in a finished game, from what each seat had heard."""
        if table in self._curves:
            self._curves.move_to_end(table)
            return self._curves[table]
        curves: list[tuple[int, ...]] = []
        for one in heard:
            raw = await self._ask(asker, self._question("curve", one), WHOLE_GAME)
            curves.append((*msgspec.json.decode(raw, type=tuple[int, ...]), round(100 * scores[one.seat])))
        # Both have seen the same half-moves, each from their own side: what turned the game did so for both.
        middle = [(mine + 100 - theirs) / 200 for mine, theirs in zip(*curves, strict=True)]
        found = Chances((curves[0], curves[1]), tuple(turning_points(middle[:-1])))
        self._curves[table] = found
        while len(self._curves) > KEPT:
            self._curves.popitem(last=False)
        return found

    def _question(
        self, what: Literal["hints", "beliefs", "curve"], heard: GameHeard, bot: int = 0
    ) -> AskAdvice:
        game, options, seat, acts, edition = heard
        return AskAdvice(what, game, seat, options, content(acts), bot, SECONDS, edition or UNSET)

    async def _ask(self, asker: str, question: AskAdvice, seconds: float) -> msgspec.Raw:
        if self._waiting[asker] >= OF_ONE or self._waiting.total() >= WAITING:
            raise Refusal("busy", "others are asking too", retry=2)
        self._waiting[asker] += 1

        async def talk(client: BotClient, _: int) -> msgspec.Raw:
            return await client.advise(question, seconds)

        # An asker who goes away does not take the process along, which may be answering somebody else.
        task = asyncio.create_task(self._process.ask("", talk))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        try:
            return await asyncio.shield(task)
        except NoAnswer:
            raise Refusal("busy", "there is no advice now", retry=5) from None
        finally:
            self._waiting[asker] -= 1

    async def stop(self) -> None:
        """End the process."""
        for task in list(self._asked):
            task.cancel()
        await self._process.client.stop()


def turning_points(chances: Sequence[float], most: int = 5, least: float = 0.12) -> list[int]:
    """The half-moves that changed the chances most, in order; none that changed them little."""
    steps = [(abs(after - before), ply) for ply, (before, after) in enumerate(pairwise(chances), 1)]
    return sorted(ply for change, ply in sorted(steps, reverse=True)[:most] if change >= least)
