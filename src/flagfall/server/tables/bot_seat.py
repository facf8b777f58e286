"""A built-in bot at a table: asks the pool for its moves, and plays them at an even pace."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from flagfall.bots.base import Clock
from flagfall.bots.levels import ready_setup
from flagfall.bots.processes.client import ForgottenSeat
from flagfall.core import Action, Event, State, Step
from flagfall.server.games import Games
from flagfall.server.metrics import Metrics
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings
from flagfall.server.storage.store import Store
from flagfall.server.storage.tables import table_logs
from flagfall.server.tables import log_entries
from flagfall.server.tables.log_entries import Acted, Entry
from flagfall.server.tables.seat_events import heard
from flagfall.server.tables.table_state import TableState
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.tables import BankClock, BotSitter, PersonSitter
from flagfall.server.workers.bot_pool import BotPool
from flagfall.server.workers.shared_process import NoAnswer


class BotHost(Protocol):
    """What a bot's seat needs of the process that it is in."""

    settings: Settings
    store: Store
    time_and_chance: TimeAndChance
    games: Games
    bots: BotPool
    metrics: Metrics


class BotTable(Protocol):
    """What a bot's seat needs of its table."""

    table_state: TableState
    epoch: int

    @property
    def tables(self) -> BotHost:
        """The process that the table is in."""

    def post(self, work: Callable[[], Awaitable[None]], /) -> None:
        """Have something done when it is its turn."""

    async def judge(self, seat: int, action: Action, /) -> tuple[Acted[Action, Event], Step[State]]:
        """A seat's action as the rules take it; refused if they refuse it."""

    async def commit(self, entry: Entry, step: Step[State] | None = None, /) -> None:
        """Move the table on by an entry."""

    async def time_up(self) -> bool:
        """Do what follows from clocks that have run out; whether any has."""


class BotSeat:
    """One seat that a built-in bot plays."""

    def __init__(self, actor: BotTable, seat: int, sitter: BotSitter) -> None:
        self.actor = actor
        self.seat = seat
        self.level = int(sitter.id)
        self.known: int | None = None
        """The length of the log up to which the bot has been told; None if it knows nothing yet."""
        self.lives = 0
        self._task: asyncio.Task[None] | None = None

    def ask(self) -> None:
        """Let the bot decide, unless it is deciding already."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._decide())

    def stop(self) -> None:
        """Stop deciding; what the bot is thinking about now is not played."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None

    def forget(self) -> None:
        """After a takeback: begin again with a fresh bot, which hears the game as it stands now."""
        self.stop()
        self.known = None
        self.lives += 1

    @property
    def _seed(self) -> int:
        # From a secret, so that nobody can play the bot's part at home and see its set-up; and one way, so
        # that the bot learns neither that secret nor the seed of the game.
        secret = self.actor.table_state.opened.nonces[1 + self.seat]
        return int.from_bytes(hashlib.sha256(f"bot {secret}".encode()).digest()[:6])

    async def _decide(self) -> None:
        actor, table_state = self.actor, self.actor.table_state
        tables = actor.tables
        loop = asyncio.get_running_loop()
        lives = self.lives
        begun = loop.time()
        clock, pace = self._clock()
        try:
            with tables.metrics.thoughts.time():
                raw = await self._ask(clock)
            action = msgspec.json.decode(raw, type=table_state.game.action_type)
        except (NoAnswer, msgspec.DecodeError):
            action = await asyncio.to_thread(self._any)
        # At whole multiples of the pace, so that the time taken does not tell how hard the choice was.
        if pace > 0:
            steps = int((loop.time() - begun) / pace) + 1
            await asyncio.sleep(begun + steps * pace - loop.time())

        async def play() -> None:
            if self.lives != lives or not table_state.due[self.seat]:
                return
            if await actor.time_up():
                return
            self._task = None
            try:
                judged = await actor.judge(self.seat, action)
            except Refusal:
                judged = await actor.judge(self.seat, await asyncio.to_thread(self._any))
            await actor.commit(*judged)

        actor.post(play)

    def _clock(self) -> tuple[Clock, float]:
        """The bot's time for this decision, and its pace: both from what everybody sees."""
        settings = self.actor.tables.settings
        table_state = self.actor.table_state
        left = table_state.clocks.at(self.actor.tables.time_and_chance.now())[self.seat]
        if left is None or table_state.status != "play":
            return Clock(settings.bot_seconds), settings.bot_pace
        spec = table_state.opened.clock
        increment = float(spec.increment) if isinstance(spec, BankClock) else 0.0
        share = left / 40_000 + increment / 2
        return (
            Clock(min(settings.bot_seconds, share), left / 1_000, increment),
            min(settings.bot_pace, share),
        )

    async def _ask(self, clock: Clock) -> msgspec.Raw:
        actor, table_state = self.actor, self.actor.table_state
        for _ in range(2):
            whole = self.known is None
            length, events = await self._heard(self.known or 0)
            state = table_state.state
            offers = state.offers(self.seat)
            try:
                raw = await actor.tables.bots.decide(
                    key=f"{table_state.id}:{self.seat}:{self.lives}:{actor.epoch}",
                    game=table_state.opened.game,
                    seat=self.seat,
                    level=self.level,
                    seed=self._seed,
                    view=state.view(self.seat),
                    events=events,
                    legal=() if offers else state.legal(self.seat),
                    offers=offers,
                    clock=clock,
                    whole=whole,
                    edition=actor.tables.games.text(table_state.opened.game),
                    person=next((one.id for one in table_state.sitters if isinstance(one, PersonSitter)), ""),
                )
            except ForgottenSeat:
                self.known = None
                continue
            except NoAnswer:
                self.known = None
                raise
            self.known = length
            return raw
        raise NoAnswer

    async def _heard(self, first: int) -> tuple[int, list[Any]]:
        """The length of the log, and what the seat has heard from an entry on, less what was taken back."""
        actor = self.actor
        table = actor.table_state.id
        rows = await actor.tables.store.read(lambda db: table_logs.read_log(db, table, first))
        # A takeback makes a new bot, which hears everything: so what is undone in these rows was in them.
        game = actor.table_state.game
        acts = heard((log_entries.read_entry(body, game) for _, body in rows), self.seat)
        return first + len(rows), [event for events in acts for event in events]

    def _any(self) -> Any:
        """What is played for a bot that cannot decide."""
        table_state = self.actor.table_state
        legal = table_state.state.legal(self.seat)
        rng = random.Random(self._seed + table_state.length)
        if legal:
            return rng.choice(legal)
        return ready_setup(
            table_state.game.id, table_state.state.view(self.seat), self.seat, rng.randrange(1 << 30)
        )
