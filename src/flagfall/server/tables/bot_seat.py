"""A built-in bot at a table: asks the pool for its moves, and plays them at an even pace."""

from __future__ import annotations

import asyncio
import hashlib
import random
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from flagfall.bots.base import Clock
from flagfall.server.storage import schema
from flagfall.server.tables import log_entries, referee
from flagfall.server.tables.referee import Refusal
from flagfall.server.tables.seat_events import heard
from flagfall.server.wire.tables import BankClock, BotSitter, PersonSitter
from flagfall.server.workers.bot_pool import Lost, NoAnswer

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
        secret = self.actor.ledger.opened.nonces[1 + self.seat]
        return int.from_bytes(hashlib.sha256(f"bot {secret}".encode()).digest()[:6])

    async def _decide(self) -> None:
        actor, ledger = self.actor, self.actor.ledger
        hall = actor.hall
        lives = self.lives
        begun = hall.loop_time()
        clock, pace = self._clock()
        try:
            with hall.metrics.thoughts.time():
                raw = await self._ask(clock)
            action = msgspec.json.decode(raw, type=ledger.game.action_type)
        except (NoAnswer, msgspec.DecodeError):
            action = self._any()
        # At whole multiples of the pace, so that the time taken does not tell how hard the choice was.
        if pace > 0:
            steps = int((hall.loop_time() - begun) / pace) + 1
            await asyncio.sleep(begun + steps * pace - hall.loop_time())

        async def play() -> None:
            if self.lives != lives or not ledger.due[self.seat]:
                return
            if await actor.time_up():
                return
            self._task = None
            try:
                entry, step = referee.act(ledger, self.seat, action, None)
            except Refusal:
                entry, step = referee.act(ledger, self.seat, self._any(), None)
            await actor.commit(entry, step)

        actor.post(play)

    def _clock(self) -> tuple[Clock, float]:
        """The bot's time for this decision, and its pace: both from what everybody sees."""
        settings = self.actor.hall.settings
        ledger = self.actor.ledger
        left = ledger.clocks.at(self.actor.hall.world.now())[self.seat]
        if left is None or ledger.status != "play":
            return Clock(settings.bot_seconds), settings.bot_pace
        spec = ledger.opened.clock
        increment = float(spec.increment) if isinstance(spec, BankClock) else 0.0
        share = left / 40_000 + increment / 2
        return (
            Clock(min(settings.bot_seconds, share), left / 1_000, increment),
            min(settings.bot_pace, share),
        )

    async def _ask(self, clock: Clock) -> msgspec.Raw:
        actor, ledger = self.actor, self.actor.ledger
        for _ in range(2):
            whole = self.known is None
            length, events = await self._heard(self.known or 0)
            try:
                raw = await actor.hall.bots.decide(
                    key=f"{ledger.id}:{self.seat}:{self.lives}:{actor.epoch}",
                    game=ledger.opened.game,
                    seat=self.seat,
                    level=self.level,
                    seed=self._seed,
                    view=msgspec.json.encode(ledger.state.view(self.seat)),
                    events=msgspec.json.encode(events),
                    legal=msgspec.json.encode(list(ledger.state.legal(self.seat))),
                    clock=clock,
                    whole=whole,
                    edition=actor.hall.games.text(ledger.opened.game),
                    person=next((one.id for one in ledger.sitters if isinstance(one, PersonSitter)), ""),
                )
            except Lost:
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
        table = actor.ledger.id

        rows = await actor.hall.store.read(
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
        from flagfall.server.workers.bot_worker import any_setup

        ledger = self.actor.ledger
        legal = ledger.state.legal(self.seat)
        rng = random.Random(self._seed + ledger.length)
        if legal:
            return rng.choice(legal)
        if ledger.game.family != "ranks":
            return next(one for one in ledger.state.pending() if one.seat == self.seat).sample(rng)
        return any_setup(ledger.game, self.seat, rng.randrange(1 << 30))
