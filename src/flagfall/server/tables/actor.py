"""The owner of one table: takes one request after another, writes to the log, then tells.

Nothing else changes the table's state. A request changes it, the change is stored, and only then is anybody
told; if it cannot be stored the actor gives the table up, and the next one reads the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from flagfall.core import PUBLIC, Action, Event, State, Step
from flagfall.server.accounts.identity import Identity
from flagfall.server.cluster.connection import Connection
from flagfall.server.games import Games
from flagfall.server.metrics import Metrics
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings
from flagfall.server.storage.store import Append, Fenced, Store
from flagfall.server.storage.tables.seat_names import (
    for_strangers,
    seat_names,
    unnamed_seats,
)
from flagfall.server.tables import after_game, client_messages, log_entries, referee, time_up
from flagfall.server.tables.bot_seat import BotSeat
from flagfall.server.tables.chat import Chat
from flagfall.server.tables.log_entries import (
    Aborted,
    Acted,
    Entry,
    Handed,
    Sat,
    write_entry,
)
from flagfall.server.tables.presence_news import PresenceNews
from flagfall.server.tables.short_codes import short_code
from flagfall.server.tables.table_access import may_enter, may_watch
from flagfall.server.tables.table_state import TableState, list_actions
from flagfall.server.tables.work_queue import WorkQueue
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.messages import (
    PROTOCOL,
    ClockNow,
    Done,
    Presence,
    ReadMessage,
    Resumed,
    Said,
    TableNow,
    Welcome,
)
from flagfall.server.wire.tables import BotSitter, PersonSitter, TableInfo
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
        self.idle_since = self._since = tables.time_and_chance.now()
        self._unnamed: frozenset[int] = frozenset()
        """Of a finished game: the seats whose people are not named to those who did not play."""
        self._came: set[int] = set()
        """The seats whose players have been at the table since this actor has it."""
        self._timer: asyncio.TimerHandle | None = None
        self._bots: dict[int, BotSeat] = {}
        self._presence_news = PresenceNews(self._tell_presence)
        self._work = WorkQueue(f"table {table_state.id}", self._failed)
        self._arm()

    # ---- one thing after the other --------------------------------------------------------------

    def post(self, work: Callable[[], Awaitable[None]]) -> None:
        """Have something done when it is its turn."""
        self._work.post(work)

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Have something done and wait for what it gives; a refusal comes back as `Refusal`."""
        return await self._work.ask(work)

    def _failed(self, error: Exception) -> None:
        """Give the table up after something went wrong: the log is the truth, the next owner reads it."""
        if isinstance(error, Fenced):
            logger.warning("table %s has another owner", self.table_state.id)
            self.tables.metrics.fenced.inc()
            self.give_up(1012, "moved")
        else:
            logger.error("table %s is reloaded", self.table_state.id, exc_info=error)
            self.give_up(1012, "reloaded")

    @property
    def gone(self) -> bool:
        """Whether the table was given up: what is in memory may be ahead of the log."""
        return self._work.stopped

    def give_up(self, code: int = 1012, reason: str = "restart") -> None:
        """Let the table go: connections are closed, to come back and resume."""
        if self.gone:
            return
        self._work.stop()
        if self._timer is not None:
            self._timer.cancel()
        self._presence_news.stop()
        for bot in self._bots.values():
            bot.stop()
        for connection in list(self.connections):
            connection.close(code, reason)
        self.connections.clear()
        self.tables.forget(self)

    # ---- entries --------------------------------------------------------------------------------

    async def judge(
        self, seat: int, action: Action, last: int | None = None
    ) -> tuple[Acted[Action, Event], Step[State]]:
        """A seat's action as the rules take it, and what may be done after it; `Refusal` if they refuse."""
        whole = any(connection.seats and not connection.offers for connection in self.connections)

        def work() -> tuple[Acted[Action, Event], Step[State]]:
            entry, step = referee.act(self.table_state, seat, action, last)
            list_actions(step.state, whole)
            return entry, step

        return await asyncio.to_thread(work) if self.table_state.game.slow_to_list else work()

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
        info = table_state.stored_info()
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
            after_game.results(table_state) if before != table_state.status else (),
            after_game.public_game(table_state) if before != table_state.status else None,
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
            for seat, due in enumerate(table_state.due):
                if due:
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
        strange = text
        if isinstance(message, TableNow) and self._unnamed:
            strange = msgspec.json.encode(TableNow(self._for_strangers(message.table))).decode()
        for connection in self.connections:
            connection.send(text if connection.seats else strange)

    def _for_strangers(self, info: TableInfo) -> TableInfo:
        return for_strangers(info, self._unnamed)

    def line_for(self, connection: Connection, said: Said) -> Said:
        """A line of chat, to a stranger without the name of a player who does not want to be named."""
        strange = not connection.seats and said.seat in self._unnamed
        return replace(said, name="", person="") if strange else said

    def _demand(self, seat: int) -> None:
        for offered in (True, False):
            holders = [one for one in self.connections if seat in one.seats and one.offers == offered]
            if holders and (demand := self.table_state.demand(seat, offered)) is not None:
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
            self.table_state, self.tables.time_and_chance.now(), lambda: self.presence().seats
        ):
            await self.commit(*entry)
            fell = True
        return fell

    async def end_no_show(self, patience: int) -> bool:
        """End the game if a player has not come within so many milliseconds; whether nobody is waited for."""
        came = self._came | {
            seat for seat, sitter in enumerate(self.table_state.sitters) if isinstance(sitter, BotSitter)
        }
        if not self.table_state.live or came == {0, 1}:
            return True
        if self.tables.time_and_chance.now() - max(self._since, self.table_state.created) < patience:
            return False
        entry = time_up.no_show(self.table_state, came)
        if entry is not None:
            await self.commit(*entry)
        return entry is not None

    # ---- people ---------------------------------------------------------------------------------

    async def sit(self, sitter: PersonSitter, code: str, present: bool = False) -> int:
        """Give the free seat to somebody; ``present``: only if the other player is at the table now."""
        table_state = self.table_state
        held = referee.seats_of(table_state, sitter.id)
        if held:
            return held[0]
        if not may_enter(table_state.opened.private, self.code, code):
            raise Refusal("not-found", "there is no such table")
        if table_state.status != "open":
            raise Refusal("taken", "both seats are taken")
        seat = table_state.sitters.index(None)
        if present and not self.presence().seats[1 - seat]:
            raise Refusal("absent", "nobody is at the table now")
        await self.commit(Sat(seat, sitter), sits=(seat, sitter.id))
        return seat

    async def hand_over(self, person: str, identity: Identity) -> None:
        """Give a guest's seats to the account that the guest has become, or to the guest's new name."""
        for seat in referee.seats_of(self.table_state, person):
            sitter = self.table_state.sitters[seat]
            assert isinstance(sitter, PersonSitter)
            new = replace(sitter, id=identity.person, name=identity.name, guest=identity.guest)
            await self.commit(Handed(seat, new), sits=(seat, identity.person))
        for connection in list(self.connections):
            if connection.person == person and not identity.guest:
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
        if not table_state.live:
            await self._join_names()  # Names of finished games may have changed.
        now = self.tables.time_and_chance.now()
        self.connections[connection] = None
        self._came.update(connection.seats)
        presence = self.presence()
        info = table_state.info() if connection.seats else self._for_strangers(table_state.info())
        missed = [
            table_state.missed(seat, since[seat]) if seat in since else None for seat in connection.streams
        ]
        if all(part is not None for part in missed):
            marks = tuple(table_state.mark(seat) for seat in connection.streams)
            connection.tell(
                Resumed(info, connection.seats, marks, table_state.clocks.face(now), presence, now)
            )
            for part in missed:
                for text in part or ():
                    connection.send(text)
        else:
            lines = await self.tables.chat.said(table_state, connection)
            said = tuple(self.line_for(connection, line) for line in lines)
            waits = connection.seats and table_state.status == "open"
            connection.tell(
                Welcome(
                    info,
                    connection.seats,
                    tuple(table_state.stream(seat) for seat in connection.streams),
                    table_state.clocks.face(now),
                    presence,
                    now,
                    PROTOCOL,
                    said,
                    self.code if waits else "",
                    short_code(table_state.id, self.code) if waits else "",
                )
            )
        if connection.seats and table_state.game.slow_to_list:
            await asyncio.to_thread(list_actions, table_state.state, not connection.offers)
        for seat in connection.seats:
            if (demand := table_state.demand(seat, connection.offers)) is not None:
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
        await client_messages.hear(self, connection, message)

    def taken_back(self) -> None:
        """Have the bots think again after a move was taken back."""
        for bot in self._bots.values():
            bot.forget()
        self._arm()

    async def rate(self) -> None:
        """Store the ratings after a rated game, once, and tell everybody."""
        at = max(self.tables.time_and_chance.now(), self.table_state.updated)
        changes = await after_game.rate(self.tables.store, self.table_state, self.epoch, at)
        if changes is not None:
            self.table_state.take(log_entries.Rated(changes), at)
            self.everybody(TableNow(self.table_state.info()))

    async def leave(self, person: str) -> None:
        """Have a person give up the game, if it goes on; if not, their name may have gone."""
        for seat in referee.seats_of(self.table_state, person)[:1]:
            if self.table_state.status == "open":
                await self.commit(referee.abort(self.table_state, seat))
            elif self.table_state.live:
                await self.commit(*referee.resign(self.table_state, seat))
            elif await self._join_names():
                self.everybody(TableNow(self.table_state.info()))

    async def _join_names(self) -> bool:
        """Read the names on the seats again; True if one has changed."""
        id, before = self.table_state.id, self.table_state.names
        names, unnamed = await self.tables.store.read(
            lambda db: (seat_names(db, [id]), unnamed_seats(db, [id]))
        )
        self.table_state.names = names[id]
        self._unnamed = unnamed[id] if self.table_state.status == "over" else frozenset()
        return before != names[id]

    async def close(self) -> None:
        """Abort the table because the rules have changed under it."""
        await self.commit(Aborted("rules"))
