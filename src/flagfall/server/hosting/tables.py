"""All tables of this process: made, found, woken after a restart, watched by the lobby."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import socket
from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeAlias

from sqlalchemy import Connection as Database

from flagfall.core import BadOption
from flagfall.server.accounts import personal_data, sessions
from flagfall.server.accounts.identity import Identity
from flagfall.server.cluster.bus import Bus, LocalBus
from flagfall.server.cluster.bus_messages import (
    BusMessage,
    ClientSent,
    CloseSocket,
    LobbyChanged,
    NotifyPlayer,
    SendText,
    SocketClosed,
    SocketOpened,
    TableReply,
    TableRequest,
    TablesReleased,
    UnreadableSent,
)
from flagfall.server.cluster.local_sockets import LocalSockets
from flagfall.server.cluster.ownership import Gone, Ownership
from flagfall.server.cluster.processes import Members
from flagfall.server.cluster.remote_sockets import RemoteSockets
from flagfall.server.cluster.table_calls import TableCalls
from flagfall.server.games import Games
from flagfall.server.hosting import new_table
from flagfall.server.hosting.lobby import LobbyRoom
from flagfall.server.hosting.new_table import MadeTable, PairedTable
from flagfall.server.hosting.owner_requests import HandOver, Leave
from flagfall.server.hosting.read_only_tables import ReadOnlyTables
from flagfall.server.hosting.table_handover import hand_on
from flagfall.server.hosting.table_loading import load_table
from flagfall.server.hosting.table_takeover import Takeover
from flagfall.server.loop_lag import LoopLag
from flagfall.server.metrics import Metrics
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings
from flagfall.server.storage import presence
from flagfall.server.storage.store import Store
from flagfall.server.storage.tables import leases, table_rows
from flagfall.server.storage.tables.table_owners import Elsewhere
from flagfall.server.tables.actor import Actor
from flagfall.server.tables.chat import Chat
from flagfall.server.tables.log_entries import Acted, Entry
from flagfall.server.tables.table_state import TableState
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.people import FriendNews, Notice
from flagfall.server.wire.tables import NewTable, PersonSitter
from flagfall.server.workers.advice_client import Advisor
from flagfall.server.workers.bot_pool import BotPool
from flagfall.server.workers.print_pool import Printer
from flagfall.server.workers.upload_pool import UploadReaders

TableNews: TypeAlias = Literal["began", "over", "turn"]
NEWS: Final[dict[str, TableNews]] = {"setup": "began", "over": "over", "aborted": "over"}
"""What a player who is elsewhere is told when their table gets a new status."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


def _bus(settings: Settings) -> Bus:
    if not settings.redis:
        return LocalBus()
    if not settings.database.startswith("postgresql"):
        raise BadOption("redis", "several processes need a PostgreSQL database")
    from flagfall.server.cluster.redis_bus import RedisBus

    return RedisBus(settings.redis)


class Tables:
    """The tables of this process, and what they share."""

    def __init__(
        self, settings: Settings, store: Store, time_and_chance: TimeAndChance | None = None
    ) -> None:
        self.settings = settings
        self.store = store
        self.time_and_chance = time_and_chance or TimeAndChance()
        self.name = f"{socket.gethostname()[:24]}-{os.getpid()}-{self.time_and_chance.id()}"
        """Of this process, among those that share the database."""
        self.games = Games(store, self._played)
        self.bots = BotPool(settings.bot_processes)
        self.advisor = Advisor()
        self.upload_readers = UploadReaders()
        self.printer = Printer()
        self.chat = Chat(store, self.time_and_chance, settings.says_per_minute, settings.chat)
        self.lobby = LobbyRoom(store, self.time_and_chance, self._tell_here)
        self.metrics = Metrics()
        self.loop_lag = LoopLag()
        self.actors: dict[str, Actor] = {}
        self.leaving = False
        """Whether newcomers should go to other processes."""
        self.draining = False
        """Whether the tables go to other processes."""
        self.bus = _bus(settings)
        alone = not settings.redis
        self.members = Members(
            store,
            self.time_and_chance,
            self.name,
            settings.lease_seconds,
            alone,
            self._link_lost,
            self._start_over,
        )
        self.local_sockets = LocalSockets(self.bus)
        self.remote_sockets = RemoteSockets(self.bus, self.table)
        self.table_calls = TableCalls(self.bus, self.owner_of, self.table)
        self.ownership = Ownership(store, self.time_and_chance, self.members)
        self._takeover = Takeover(self.ownership, self.table)
        self._read_only_tables = ReadOnlyTables(store, self.games, self.time_and_chance)
        self.on_tournament: Callable[[str], None] = lambda _: None
        """Called with the id of a tournament of which something has changed, at any process."""
        self.on_moved: Callable[[Actor], None] = lambda _: None
        """Called with a table of this process that was made or has gone on."""
        self.on_challenge: Callable[[str, str], None] = lambda _person, _table: None
        """Called with somebody who is challenged, and the table."""
        self.at_drain: list[Callable[[], None]] = [self.lobby.close]
        """What closes websockets that are at no table, when this process lets everything go."""
        self._loading: dict[str, asyncio.Future[Actor]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._measure()

    def _played(self) -> set[str]:
        """The games of all tables that are awake here."""
        return {actor.table_state.opened.game for actor in list(self.actors.values())}

    def _measure(self) -> None:
        gauge = self.metrics.gauge
        gauge("tables", "Tables in memory", lambda: len(self.actors))
        gauge(
            "tables_live",
            "Those whose game goes on",
            lambda: sum(actor.table_state.live for actor in self.actors.values()),
        )
        gauge("lines", "Websockets to tables here", lambda: len(self.local_sockets))
        gauge("visitors", "Websockets at tables of this process", lambda: len(self.remote_sockets))
        gauge("members", "Processes that live, this one included", lambda: len(self.members.alive))
        gauge("ready", "Whether this process can do its work", lambda: self.ready)
        gauge("loop_lag_seconds", "How late the event loop is", lambda: self.loop_lag.seconds)
        gauge("bot_queue", "Decisions that wait for a bot process", lambda: self.bots.waiting)
        gauge("bot_replaced", "Bot processes that had to be replaced", lambda: self.bots.replaced)
        gauge(
            "upload_replaced",
            "Processes that read uploads and had to be replaced",
            lambda: self.upload_readers.replaced,
        )

    # ---- start and end --------------------------------------------------------------------------

    async def start(self) -> None:
        """Join the other processes, and wake the tables whose clocks run or whose bots are due."""
        await self.bus.start(self.name, self._on_message, self._on_broken)
        await self.members.renew()
        now = self.time_and_chance.now()
        await self.store.write(lambda db: _delete_old(db, now))
        await self.store.write(lambda db: presence.forget_ended(db, self.time_and_chance))
        if self.settings.bot_warm:
            await self.bots.warm()
        self._tasks = [
            asyncio.create_task(self.members.run(self._after_renewal)),
            asyncio.create_task(self._takeover.run()),
            asyncio.create_task(self._sleep_idle_tables()),
            asyncio.create_task(self.lobby.run()),
            asyncio.create_task(self.loop_lag.run()),
            asyncio.create_task(self.lobby.run_here()),
            asyncio.create_task(self.lobby.run_presence(self.name)),
        ]

    async def drain(self) -> None:
        """Let the tables go to other processes, and close all websockets, to be opened again there."""
        if self.draining:
            return
        self.leaving = self.draining = True
        renewing, *others = self._tasks or (None,)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        if not self.members.alone:
            await hand_on(self.actors, self.ownership, self.local_sockets, self.bus)
        if renewing is not None:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)
        # First the lease, then the sockets: clients who come back must find that another may take the table.
        with contextlib.suppress(Exception):
            await self.members.renew(leaving=True)
        self._start_over()
        self.bus.broadcast(TablesReleased())
        for close in self.at_drain:
            close()

    async def stop(self) -> None:
        """Let everything go, and end the processes of the bots."""
        await self.drain()
        await self.remote_sockets.stop()
        await self.bots.stop()
        await self.advisor.stop()
        await self.upload_readers.stop()
        await self.printer.stop()
        await self.bus.stop()

    @property
    def ready(self) -> bool:
        """Whether this process can do its work: it has its lease, can write, the bus is healthy, it stays."""
        members = self.members
        stays = not self.leaving and bool(self._tasks)
        return stays and members.lease_held and members.can_write and self.bus.healthy

    @property
    def crowded(self) -> bool:
        """Whether there is room for those who play only: neither new tables nor onlookers."""
        full = 5 * len(self.local_sockets) > 4 * self.settings.sockets_at_most
        return full or self.loop_lag.seconds > self.settings.lag_at_most

    def _after_renewal(self) -> None:
        self.local_sockets.give_up_late()
        self.bus.heartbeat(self.members.alive)
        self._takeover.look()
        if not self.members.alone:
            self.lobby.tell_here()  # A process that has just joined has not heard it yet.

    def _start_over(self) -> None:
        """Let go of our tables, and of our websockets to the tables of others."""
        for actor in list(self.actors.values()):
            actor.give_up(1012, "moved")
        self.local_sockets.close_all()

    # ---- the bus --------------------------------------------------------------------------------

    def _on_broken(self, peer: str) -> None:
        """Note that messages between a process and us were lost."""
        self.metrics.breaks.inc()
        self._link_lost(peer)

    def _link_lost(self, peer: str) -> None:
        """End everything that goes on between a process and us."""
        self.local_sockets.link_lost(peer)
        self.remote_sockets.link_lost(peer)
        self.lobby.counted(peer, 0)
        self.table_calls.link_lost(peer)

    def _on_message(self, peer: str, message: BusMessage) -> None:
        """Take a message to where it belongs."""
        match message:
            case SendText():
                self.local_sockets.send_text(peer, message)
            case CloseSocket():
                self.local_sockets.close_socket(peer, message)
            case SocketOpened():
                self.remote_sockets.opened(peer, message)
            case ClientSent() | UnreadableSent():
                self.remote_sockets.sent(peer, message)
            case SocketClosed():
                self.remote_sockets.closed(peer, message)
            case TableRequest():
                self.table_calls.requested(peer, message)
            case TableReply():
                self.table_calls.replied(peer, message)
            case LobbyChanged(here=here, tournament=tournament):
                if here >= 0:
                    self.lobby.counted(peer, here)
                else:
                    self.lobby.changed()
                if tournament:
                    self.on_tournament(tournament)
            case NotifyPlayer(person=person, notice=notice):
                self.lobby.notice(person, notice)
            case TablesReleased():
                self._takeover.look()

    def _tell_here(self, people: int) -> None:
        self.bus.broadcast(LobbyChanged(people))

    # ---- memory ---------------------------------------------------------------------------------

    async def _sleep_idle_tables(self) -> None:
        """Put tables out of memory that nobody looks at and that wait for nobody."""
        while True:
            await asyncio.sleep(min(30, self.settings.idle_seconds))
            long_ago = self.time_and_chance.now() - self.settings.idle_seconds * 1_000
            for actor in list(self.actors.values()):
                if not actor.connections and not actor.table_state.wakes and actor.idle_since < long_ago:
                    actor.post(self._sleeper(actor))

    def _sleeper(self, actor: Actor) -> Callable[[], Awaitable[None]]:
        async def sleep() -> None:
            if not actor.connections and not actor.table_state.wakes:
                actor.give_up()

        return sleep

    def forget(self, actor: Actor) -> None:
        """Forget an actor that has given its table up; if a clock runs or a bot is due it is woken soon."""
        if self.actors.get(actor.table_state.id) is actor:
            del self.actors[actor.table_state.id]
            if actor.table_state.wakes:
                self._takeover.dropped(actor.table_state.id)

    # ---- finding --------------------------------------------------------------------------------

    async def table(self, id: str) -> Actor:
        """The actor of a table, from memory or from the log; `Elsewhere` if another process owns it."""
        if id in self.actors:
            if not self.members.lease_held:
                raise Gone  # It may have another owner by now, and what is in memory may be old.
            return self.actors[id]
        if not _ID.fullmatch(id):
            raise Refusal("not-found", "there is no such table")
        if id in self._loading:
            return await asyncio.shield(self._loading[id])
        future: asyncio.Future[Actor] = asyncio.get_running_loop().create_future()
        self._loading[id] = future
        try:
            actor = await load_table(self, id)
        except BaseException as error:
            future.set_exception(error if isinstance(error, Exception) else Gone())
            future.exception()  # Seen: perhaps nobody else waits.
            raise
        else:
            future.set_result(actor)
            return actor
        finally:
            del self._loading[id]

    async def owner_of(self, id: str) -> str:
        """The process that owns a table: this one if no living process does."""
        try:
            await self.table(id)
        except Elsewhere as elsewhere:
            if not elsewhere.owner:
                raise Gone from None
            return elsewhere.owner
        return self.name

    async def look(self, id: str) -> TableState:
        """A table as it is now, whichever process owns it, to be read and not to be changed."""
        try:
            return (await self.table(id)).table_state
        except Elsewhere:
            return await self._read_only_tables.look(id)

    # ---- new tables -----------------------------------------------------------------------------

    async def create(self, wish: NewTable, maker: Identity, listed: bool = True) -> str:
        """A new table with its maker at a seat; its id. ``listed``: only for a game that lists show."""
        if listed:
            new_table.check_listed(wish.game)
        if self.crowded:
            raise Refusal("busy", "the server is full: no new tables for the moment", retry=30)
        return self._open(await new_table.create(self, wish, maker))

    async def rematch(self, table_state: TableState) -> str:
        """Another table with the same players and the seats changed; its id."""
        return self._open(await new_table.rematch(self, table_state))

    async def create_paired(self, wish: PairedTable, hold: Callable[[Database], bool]) -> bool:
        """A table for two players of a tournament who are told of it; whether it was not there yet.

        ``hold`` is asked within the transaction that stores the table, and says whether to store it.
        """
        made = await new_table.create_paired(self, wish, hold)
        if made is None:
            return False
        self._open(made)
        notice = Notice("began", made.table_state.info())
        for sitter in made.table_state.sitters:
            if isinstance(sitter, PersonSitter):
                self.bus.broadcast(NotifyPlayer(sitter.id, notice))
        return True

    def _open(self, made: MadeTable) -> str:
        """Begin to serve a table that was stored as ours."""
        id = made.table_state.id
        if id in self._loading:
            # Somebody has found the stored table before this, and it is being read from its log. A second
            # actor would never hear what happens at the first; it is woken again should reading it fail.
            self._takeover.dropped(id)
            self._takeover.look()
        elif not self.draining and id not in self.actors:
            self.actors[id] = Actor(self, made.table_state, 1, made.code)
            self.on_moved(self.actors[id])
        self.bus.broadcast(LobbyChanged(tournament=made.table_state.opened.tournament))
        return id

    # ---- after an entry ---------------------------------------------------------------------------

    def moved(self, actor: Actor, entry: Entry, changed: bool) -> None:
        """Tell the lobby, and players who look elsewhere, of a table that has gone on."""
        table_state = actor.table_state
        self.metrics.moves.inc(isinstance(entry, Acted))
        if changed:
            self.bus.broadcast(LobbyChanged(tournament=table_state.opened.tournament))
        what = NEWS.get(table_state.status) if changed else None
        here = {connection.person for connection in actor.connections}
        for seat, sitter in enumerate(table_state.sitters):
            if isinstance(sitter, PersonSitter) and sitter.id not in here:
                told: TableNews | None = what or ("turn" if table_state.due[seat] else None)
                if told is not None:
                    self.tell_person(sitter.id, Notice(told, table_state.info()))
        self.on_moved(actor)

    def tell_person(self, person: str, notice: Notice | FriendNews) -> None:
        """Tell a person something, whichever page they look at."""
        self.bus.broadcast(NotifyPlayer(person, notice))

    # ---- people -----------------------------------------------------------------------------------

    async def hand_over(self, person: str, identity: Identity) -> None:
        """Let a guest's live games go on under the account, or the name, that the guest has now."""
        for id in await self._live_tables(person):
            await self.table_calls.ask(id, HandOver(person, identity))

    async def forget_person(self, person: str) -> None:
        """Delete a person: their live games end first, then all their data goes."""
        live = await self._live_tables(person)
        for id in live:
            await self.table_calls.ask(id, Leave(person))
        await self.store.write(lambda db: personal_data.forget(db, person))
        for id in live:  # Now without the name, for those who look on; others read it again anyway.
            with contextlib.suppress(Refusal, Gone):
                await self.table_calls.ask(id, Leave(person))
        self.bus.broadcast(LobbyChanged())

    async def _live_tables(self, person: str) -> list[str]:
        return await self.store.read(lambda db: table_rows.live_ids_of(db, person))


def _delete_old(db: Database, now: int) -> None:
    """Delete sessions and tokens that have expired, and leases of processes that ended long ago."""
    sessions.delete_expired(db, now)
    leases.forget_ended(db, now - 90 * sessions.DAY)
