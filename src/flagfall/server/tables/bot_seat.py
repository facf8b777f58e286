"""A built-in bot at a table: asks the pool for its moves, and plays them at an even pace."""

from __future__ import annotations

import asyncio
import hashlib
import random
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from flagfall.bots.base import Clock
from flagfall.bots.levels import ready_setup
from flagfall.bots.processes.client import ForgottenSeat
from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.tables import log_entries, referee
from flagfall.server.tables.seat_events import heard
from flagfall.server.wire.tables import BankClock, BotSitter, PersonSitter
from flagfall.server.workers.shared_process import NoAnswer

if TYPE_CHECKING:
    from flagfall.server.tables.actor import Actor


class BotSeat:
    """One seat that a built-in bot plays."""

    def __init__(self, actor: Actor, seat: int, sitter: BotSitter) -> None:
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
        """Let it be."""
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
        lives = self.lives
        begun = tables.loop_time()
        clock, pace = self._clock()
        try:
            with tables.metrics.thoughts.time():
                raw = await self._ask(clock)
            action = msgspec.json.decode(raw, type=table_state.game.action_type)
        except (NoAnswer, msgspec.DecodeError):
            action = self._any()
        # At whole multiples of the pace, so that the time taken does not tell how hard the choice was.
        if pace > 0:
            steps = int((tables.loop_time() - begun) / pace) + 1
            await asyncio.sleep(begun + steps * pace - tables.loop_time())

        async def play() -> None:
            if self.lives != lives or not table_state.due[self.seat]:
                return
            if await actor.time_up():
                return
            self._task = None
            try:
                entry, step = referee.act(table_state, self.seat, action, None)
            except Refusal:
                entry, step = referee.act(table_state, self.seat, self._any(), None)
            await actor.commit(entry, step)

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
            try:
                raw = await actor.tables.bots.decide(
                    key=f"{table_state.id}:{self.seat}:{self.lives}:{actor.epoch}",
                    game=table_state.opened.game,
                    seat=self.seat,
                    level=self.level,
                    seed=self._seed,
                    view=table_state.state.view(self.seat),
                    events=events,
                    legal=table_state.state.legal(self.seat),
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

        rows = await actor.tables.store.read(
            lambda connection: connection.execute(
                select(schema.log.c.body)
                .where(schema.log.c.table_id == table, schema.log.c.number >= first)
                .order_by(schema.log.c.number)
            ).all()
        )
        # A takeback makes a new bot, which hears everything: so what is undone in these rows was in them.
        acts = heard((log_entries.read_entry(body) for (body,) in rows), self.seat)
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
