"""The owner of one table: takes one request after another, writes to the log, then tells.

Nothing else changes the table's state. A request changes it, the change is stored, and only then is anybody
told; if it cannot be stored the actor gives the table up, and the next one reads the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from flagfall.core import PUBLIC, State, Step
from flagfall.server.accounts.identity import Identity
from flagfall.server.cluster.connection import Connection
from flagfall.server.cluster.mailbox import Mailbox
from flagfall.server.cluster.ownership import Gone
from flagfall.server.games import Games
from flagfall.server.metrics import Metrics
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings
from flagfall.server.storage.store import Append, Fenced, Store
from flagfall.server.tables import after_game, log_entries, referee, time_up
from flagfall.server.tables.bot_seat import BotSeat
from flagfall.server.tables.chat import Chat
from flagfall.server.tables.log_entries import Aborted, Declined, Entry, Handed, Rematched, Sat, write_entry
from flagfall.server.tables.presence_news import PresenceNews
from flagfall.server.tables.table_access import may_enter, may_watch
from flagfall.server.tables.table_state import TableState
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.tables import (
    PROTOCOL,
    Abort,
    Act,
    BotSitter,
    ClockNow,
    Decline,
    Done,
    Offer,
    PersonSitter,
    Ping,
    Pong,
    Presence,
    ReadMessage,
    Refused,
    Resign,
    Resumed,
    Say,
    Share,
    TableNow,
    Typed,
    Welcome,
)
from flagfall.server.workers.bot_pool import BotPool

T = TypeVar("T")
logger = logging.getLogger("flagfall.tables")


class TableHost(Protocol):
    """What a table needs of the process that it is in."""

    settings: Settings
    store: Store
    time_and_chance: TimeAndChance
    games: Games
    bots: BotPool
    chat: Chat
    metrics: Metrics

    @property
    def crowded(self) -> bool:
        """Whether there is room for those who play only."""

    def forget(self, actor: Actor, /) -> None:
        """Take note that an actor has given its table up."""

    def moved(self, actor: Actor, entry: Entry, changed: bool, /) -> None:
        """Tell those who may want to know of a table that has gone on."""

    async def rematch(self, table_state: TableState, /) -> str:
        """Make another table with the same players and the seats changed; its id."""


class Actor:
    """One table and all who are connected to it."""

    def __init__(self, tables: TableHost, table_state: TableState, epoch: int, code: str) -> None:
        self.tables = tables
        self.table_state = table_state
        self.epoch = epoch
        self.code = code
        self.connections: dict[Connection, None] = {}
        self.gone = False
        self.idle_since = tables.time_and_chance.now()
        self._mailbox: Mailbox[Callable[[], Awaitable[None]] | None] = Mailbox()
        self._timer: asyncio.TimerHandle | None = None
        self._bots: dict[int, BotSeat] = {}
        self._presence_news = PresenceNews(self._tell_presence)
        self._task = asyncio.create_task(self._run(), name=f"table {table_state.id}")
        self._arm()

    # ---- the mailbox ----------------------------------------------------------------------------

    async def _run(self) -> None:
        while await self._do_one():
            pass

    async def _do_one(self) -> bool:
        """Do the next thing: a frame of its own holds none of it while there is nothing to do."""
        work = await self._mailbox.get()
        if work is None:
            return False
        try:
            await work()
        except Gone:
            pass
        except Fenced:
            logger.warning("table %s has another owner", self.table_state.id)
            self.tables.metrics.fenced.inc()
            self.give_up(1012, "moved")
        except Exception:
            # The log is the truth: start again from there.
            logger.exception("table %s is reloaded", self.table_state.id)
            self.give_up(1012, "reloaded")
        return True

    def post(self, work: Callable[[], Awaitable[None]]) -> None:
        """Have something done when it is its turn."""

        async def run() -> None:
            if not self.gone:
                await work()

        if not self.gone:
            self._mailbox.put(run)

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Have something done and wait for what it gives; a refusal comes back as `Refusal`."""
        if self.gone:
            raise Gone
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                if self.gone:  # Given up since: what is in memory may be ahead of the log.
                    raise Gone
                result = await work()
            except Refusal as refusal:
                if not future.cancelled():
                    future.set_exception(refusal)
            except BaseException:
                if not future.cancelled():
                    future.set_exception(Gone())
                raise
            else:
                if not future.cancelled():
                    future.set_result(result)

        self._mailbox.put(run)
        return await future

    def give_up(self, code: int = 1012, reason: str = "restart") -> None:
        """Let the table go: connections are closed, to come back and resume."""
        if self.gone:
            return
        self.gone = True
        if self._timer is not None:
            self._timer.cancel()
        self._presence_news.stop()
        for bot in self._bots.values():
            bot.stop()
        for connection in list(self.connections):
            connection.close(code, reason)
        self.connections.clear()
        self._mailbox.put(None)
        self.tables.forget(self)

    # ---- entries --------------------------------------------------------------------------------

    async def commit(
        self,
        entry: Entry,
        step: Step[State] | None = None,
        sender: Connection | None = None,
        ref: int | None = None,
        sits: tuple[int, str] | None = None,
    ) -> None:
        """Move the table on by an entry: state, database, then everybody who may hear of it."""
        table_state = self.table_state
        before = table_state.status
        at = max(self.tables.time_and_chance.now(), table_state.updated)
        number = table_state.length
        told = table_state.take(entry, at, step)
        info = table_state.info()
        append = Append(
            table_state.id,
            number,
            self.epoch,
            at,
            write_entry(entry, table_state.game),
            info.status,
            msgspec.json.encode(info).decode(),
            table_state.wakes,
            table_state.due,
            sits,
        )
        with self.tables.metrics.appends.time():
            await self.tables.store.append(append)
        for audience, text in told.items():
            for connection in self.connections:
                if audience in connection.streams:
                    connection.send(text)
        if sender is not None and ref is not None:
            sender.tell(Done(ref))
        self._after(entry, before != table_state.status)

    def _after(self, entry: Entry, changed: bool) -> None:
        """Tell what follows from an entry: the table, whose turn it is; set the clock, wake the bots."""
        table_state = self.table_state
        if changed or not isinstance(entry, log_entries.Acted):
            self.everybody(TableNow(table_state.info()))
        if isinstance(entry, log_entries.Acted) and not changed:
            self._offers_gone()
        if not isinstance(entry, (log_entries.Offered, log_entries.Declined, log_entries.Shared)):
            for seat in (0, 1):
                self._demand(seat)
            self._arm()
        self.tables.moved(self, entry, changed)
        if changed and table_state.status == "over":
            self.post(lambda: after_game.count_setups(self.tables.store, table_state))
            if table_state.opened.rated:
                self.post(self.rate)

    def _offers_gone(self) -> None:
        # A move answers offers: only then does a plain move change what the table shows.
        offers = (tuple(self.table_state.offers[0]), tuple(self.table_state.offers[1]))
        if offers != self._offers_told:
            self.everybody(TableNow(self.table_state.info()))

    _offers_told: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    def everybody(self, message: TableNow | Presence | ClockNow) -> None:
        """Send a snapshot to all connections, encoded once."""
        if isinstance(message, TableNow):
            self._offers_told = message.table.offers
        text = msgspec.json.encode(message).decode()
        for connection in self.connections:
            connection.send(text)

    def _demand(self, seat: int) -> None:
        holders = [connection for connection in self.connections if seat in connection.seats]
        if holders and (demand := self.table_state.demand(seat)) is not None:
            text = msgspec.json.encode(demand).decode()
            for connection in holders:
                connection.send(text)

    # ---- clocks and bots ------------------------------------------------------------------------

    def _arm(self) -> None:
        """Set the timer to the next flag, and ask the bots that are due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        table_state = self.table_state
        if not table_state.live:
            for bot in self._bots.values():
                bot.stop()
            return
        deadline = table_state.clocks.deadline()
        if deadline is not None:
            wait = max(0, deadline - self.tables.time_and_chance.now()) / 1_000
            self._timer = asyncio.get_running_loop().call_later(wait, self.post, self._flag)
        for seat, sitter in enumerate(table_state.sitters):
            if isinstance(sitter, BotSitter) and table_state.due[seat]:
                if seat not in self._bots:
                    self._bots[seat] = BotSeat(self, seat, sitter)
                self._bots[seat].ask()

    async def _flag(self) -> None:
        if not await self.time_up():
            self._arm()

    async def time_up(self) -> bool:
        """End the game, or place a set-up, for every clock that has run out; whether any had."""
        fell = False
        while entry := time_up.time_up(
            self.table_state, self.tables.time_and_chance.now(), self.presence().seats
        ):
            await self.commit(*entry)
            fell = True
        return fell

    # ---- people ---------------------------------------------------------------------------------

    async def sit(self, sitter: PersonSitter, code: str) -> int:
        """Give the free seat to a person."""
        table_state = self.table_state
        held = referee.seats_of(table_state, sitter.id)
        if held:
            return held[0]
        if not may_enter(table_state.opened.private, self.code, code):
            raise Refusal("not-found", "there is no such table")
        if table_state.status != "open":
            raise Refusal("taken", "both seats are taken")
        seat = table_state.sitters.index(None)
        await self.commit(Sat(seat, sitter), sits=(seat, sitter.id))
        return seat

    async def hand_over(self, person: str, identity: Identity) -> None:
        """Give a guest's seats to the account that the guest has become."""
        for seat in referee.seats_of(self.table_state, person):
            sitter = self.table_state.sitters[seat]
            assert isinstance(sitter, PersonSitter)
            new = replace(sitter, id=identity.person, name=identity.name, guest=identity.guest)
            await self.commit(Handed(seat, new), sits=(seat, identity.person))
        for connection in list(self.connections):
            if connection.person == person:
                connection.close(1012, "signed in")

    async def admit(self, connection: Connection, code: str, since: dict[int, int]) -> None:
        """Let a connection in, if it has a seat or may watch."""
        seated = referee.seats_of(self.table_state, connection.person)
        if not seated and not may_watch(self.table_state.info(), self.code, code):
            # The same answer as for a table that is not there.
            raise Refusal("not-found", "there is no such table")
        if not seated and self.tables.crowded:
            raise Refusal("busy", "the server is full: only players for the moment", retry=30)
        await self.connect(connection, since)

    async def connect(self, connection: Connection, since: dict[int, int]) -> None:
        """Let a connection in: everything it needs, or what it missed since a number."""
        table_state = self.table_state
        connection.seats = referee.seats_of(table_state, connection.person)
        connection.streams = connection.seats or (PUBLIC,)
        now = self.tables.time_and_chance.now()
        self.connections[connection] = None
        presence = self.presence()
        missed = [
            table_state.missed(seat, since[seat]) if seat in since else None for seat in connection.streams
        ]
        if all(part is not None for part in missed):
            marks = tuple(table_state.mark(seat) for seat in connection.streams)
            connection.tell(
                Resumed(
                    table_state.info(), connection.seats, marks, table_state.clocks.face(now), presence, now
                )
            )
            for part in missed:
                for text in part or ():
                    connection.send(text)
        else:
            said = await self.tables.chat.said(table_state, connection)
            connection.tell(
                Welcome(
                    table_state.info(),
                    connection.seats,
                    tuple(table_state.stream(seat) for seat in connection.streams),
                    table_state.clocks.face(now),
                    presence,
                    now,
                    PROTOCOL,
                    said,
                    self.code if connection.seats and table_state.status == "open" else "",
                )
            )
        for seat in connection.seats:
            if (demand := table_state.demand(seat)) is not None:
                connection.tell(demand)
        self._presence_changed(connection)

    async def disconnect(self, connection: Connection) -> None:
        """A connection has ended."""
        if self.connections.pop(connection, connection) is None:
            self.idle_since = self.tables.time_and_chance.now()
            self._presence_changed(connection)

    def presence(self) -> Presence:
        """Who is at the table now."""
        there = {seat for connection in self.connections for seat in connection.seats}
        there |= {
            seat for seat, sitter in enumerate(self.table_state.sitters) if isinstance(sitter, BotSitter)
        }
        watchers = sum(not connection.seats for connection in self.connections)
        return Presence((0 in there, 1 in there), watchers)

    def _presence_changed(self, but: Connection) -> None:
        if self._presence_news.changed(len(self.connections)):
            self._tell_presence(but)

    def _tell_presence(self, but: Connection | None = None) -> None:
        text = msgspec.json.encode(self.presence()).decode()
        for connection in self.connections:
            if connection is not but:
                connection.send(text)

    # ---- messages -------------------------------------------------------------------------------

    async def hear(self, connection: Connection, message: ReadMessage) -> None:
        """Do what a client asks; refusals go to that client alone."""
        if isinstance(message, Ping):
            connection.tell(Pong(self.tables.time_and_chance.now()))
            return
        try:
            with self.tables.metrics.answers.time():
                await self._hear(connection, message)
        except Refusal as refusal:
            self.tables.metrics.refusals.labels(refusal.problem.code).inc()
            connection.tell(Refused(refusal.problem, message.ref))

    async def _hear(self, connection: Connection, message: ReadMessage) -> None:
        table_state = self.table_state
        if isinstance(message, Say):
            await self._say(connection, message)
            return
        assert not isinstance(message, Ping)
        if isinstance(message, Share):
            await self._share(connection, message.ref)
            return
        seat = self._seat(connection, getattr(message, "seat", None))
        await self.time_up()
        ref = message.ref
        match message:
            case Act(action=content, n=last):
                action = referee.take_action(table_state, content)
                entry, step = referee.act(table_state, seat, action, last)
                await self.commit(entry, step, connection, ref)
            case Typed(text=text, n=last):
                entry, step = referee.act(
                    table_state, seat, referee.read_action(table_state, seat, text), last
                )
                await self.commit(entry, step, connection, ref)
            case Resign():
                await self.commit(*referee.resign(table_state, seat), connection, ref)
            case Offer(what=what):
                await self._offer(connection, seat, what, ref)
            case Decline(what=what):
                await self.commit(referee.decline(table_state, seat, what), None, connection, ref)
            case Abort():
                await self.commit(referee.abort(table_state, seat), None, connection, ref)

    async def _share(self, connection: Connection, ref: int | None) -> None:
        """Open the replay; whoever has a seat may, also one who has both (nobody's turn says which)."""
        if not connection.seats:
            raise Refusal("forbidden", "that seat is not yours")
        await self.time_up()
        await self.commit(referee.share(self.table_state), None, connection, ref)

    def _seat(self, connection: Connection, wanted: int | None) -> int:
        if wanted is not None and wanted in connection.seats:
            return wanted
        if wanted is not None or not connection.seats:
            raise Refusal("forbidden", "that seat is not yours")
        if len(connection.seats) == 1:
            return connection.seats[0]
        turn = self.table_state.turn
        if turn is None:
            raise Refusal("bad-message", "name the seat", field="seat")
        return turn

    async def _offer(self, connection: Connection, seat: int, what: Any, ref: int | None) -> None:
        granted, step = referee.offer(self.table_state, seat, what)
        entry: Entry = granted or Rematched(await self.tables.rematch(self.table_state))
        await self.commit(entry, step, connection, ref)
        if what == "takeback" and isinstance(entry, log_entries.TookBack):
            for bot in self._bots.values():
                bot.forget()
            self._arm()
        if isinstance(entry, log_entries.Offered) and isinstance(
            self.table_state.sitters[1 - seat], BotSitter
        ):
            await self.commit(Declined(seat, entry.what))

    async def _say(self, connection: Connection, message: Say) -> None:
        said = await self.tables.chat.say(self.table_state, connection, message)
        for other in self.connections:
            if self.tables.chat.hears(self.table_state, other, said):
                other.tell(said)
        if message.ref is not None:
            connection.tell(Done(message.ref))

    async def rate(self) -> None:
        """Store the ratings after a rated game, once, and tell everybody."""
        at = max(self.tables.time_and_chance.now(), self.table_state.updated)
        changes = await after_game.rate(self.tables.store, self.table_state, self.epoch, at)
        if changes is not None:
            self.table_state.take(log_entries.Rated(changes), at)
            self.everybody(TableNow(self.table_state.info()))

    async def leave(self, person: str) -> None:
        """Have a person give up the game, if it goes on."""
        for seat in referee.seats_of(self.table_state, person)[:1]:
            if self.table_state.status == "open":
                await self.commit(referee.abort(self.table_state, seat))
            elif self.table_state.live:
                await self.commit(*referee.resign(self.table_state, seat))

    async def close(self) -> None:
        """Abort the table because the rules have changed under it."""
        await self.commit(Aborted("rules"))
