"""All tables of this process: made, found, woken after a restart, watched by the lobby."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import socket
from functools import partial
from typing import Any

from sqlalchemy import Connection as Database
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from flagfall.core import BadOption
from flagfall.server.accounts import people
from flagfall.server.accounts.people import Identity
from flagfall.server.cluster import ownership
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
from flagfall.server.cluster.members import Members
from flagfall.server.cluster.mirrors import Mirrors
from flagfall.server.cluster.ownership import Elsewhere
from flagfall.server.cluster.remote_sockets import RemoteSockets
from flagfall.server.cluster.table_calls import HandOver, Leave, TableCalls
from flagfall.server.games import Games
from flagfall.server.metrics import Metrics
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings
from flagfall.server.storage import schema
from flagfall.server.storage.store import Store
from flagfall.server.tables import seating, table_access
from flagfall.server.tables.actor import Actor, Gone
from flagfall.server.tables.chat import Chat
from flagfall.server.tables.lobby import LobbyRoom
from flagfall.server.tables.log_entries import Acted, Entry, Opened, Revived, read_entry
from flagfall.server.tables.table_state import RulesChanged, TableState
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.people import Notice
from flagfall.server.wire.tables import (
    PersonSitter,
)
from flagfall.server.workers.advisor import Advisor
from flagfall.server.workers.bot_pool import BotPool

ADOPTED = 50
"""Tables of a process that is gone that are taken over at a time, so that others may take some too."""

FEW = 20
"""Tables that a process which ends lets go at a time, so that nobody waits long for who takes them."""
ROUNDS = 40
"""In how many times at most it does so: somebody waits for its end."""
BREATH = 0.2
"""Seconds between two of them."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")

logger = logging.getLogger("flagfall.tables")


def _bus(settings: Settings) -> Bus:
    if not settings.redis:
        return LocalBus()
    if not settings.database.startswith("postgresql"):
        raise BadOption("redis", "several processes need a PostgreSQL database")
    from flagfall.server.cluster.redis_bus import RedisBus

    return RedisBus(settings.redis)


class Tables:
    """The tables, and what they share."""

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
        self.chat = Chat(store, self.time_and_chance, settings.says_per_minute, settings.chat)
        self.lobby = LobbyRoom(store)
        self.bus = _bus(settings)
        alone = not settings.redis
        self.members = Members(
            store, self.time_and_chance, self.name, settings.lease_seconds, alone, self._cut, self._begin_anew
        )
        self.local_sockets = LocalSockets(self)
        self.remote_sockets = RemoteSockets(self)
        self.table_calls = TableCalls(self)
        self.actors: dict[str, Actor] = {}
        self.leaving = False
        """Whether newcomers should go elsewhere."""
        self.draining = False
        """Whether the tables go elsewhere."""
        self.metrics = Metrics(self)
        self._mirrors = Mirrors(store, self.games, self.time_and_chance)
        self._loading: dict[str, asyncio.Future[Actor]] = {}
        self._broken: set[str] = set()
        self._dropped: set[str] = set()
        self._orphaned = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def _played(self) -> set[str]:
        """The games of all tables that are awake here."""
        return {actor.table_state.opened.game for actor in list(self.actors.values())}

    def loop_time(self) -> float:
        """Seconds that only ever grow, for waiting."""
        return asyncio.get_running_loop().time()

    # ---- life -----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin: tell that we are alive, and wake the tables whose clocks run or whose bots are due."""
        await self.bus.start(self.name, self._hear, self._broken_way)
        await self.members.pulse()
        now = self.time_and_chance.now()
        await self.store.write(lambda db: people.sweep(db, now))
        if self.settings.bot_warm:
            await self.bots.warm()
        self._tasks = [
            asyncio.create_task(self.members.run(self._after_pulse)),
            asyncio.create_task(self._adopt()),
            asyncio.create_task(self._sweep()),
            asyncio.create_task(self.lobby.run()),
        ]

    async def drain(self) -> None:
        """Let the tables go to other processes, and everybody here come back there."""
        if self.draining:
            return
        self.leaving = self.draining = True
        renewing, *others = self._tasks or (None,)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        if not self.members.alone:
            await self._hand_on()
        if renewing is not None:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)
        # First the lease, then the sockets: whoever comes back finds that somebody else may take the table.
        with contextlib.suppress(Exception):
            await self.members.pulse(leaving=True)
        self._begin_anew()
        self.bus.broadcast(TablesReleased())
        self.lobby.close()

    async def _hand_on(self) -> None:
        """Let tables and sockets go a few at a time, so that nobody waits long for whoever takes them."""
        ids = list(self.actors)
        few = max(FEW, len(ids) // ROUNDS)
        with contextlib.suppress(Exception):  # Without the database everything ends with the lease.
            while ids:
                some, ids = ids[:few], ids[few:]
                await self.store.write(partial(self._release, some))
                for id in some:
                    if id in self.actors:
                        self.actors[id].give_up(1012, "moved")
                self.bus.broadcast(TablesReleased())
                await asyncio.sleep(BREATH)
        few = max(2 * FEW, len(self.local_sockets) // ROUNDS)
        while len(self.local_sockets):
            self.local_sockets.close_all(few)
            await asyncio.sleep(BREATH)

    def _release(self, ids: list[str], db: Database) -> None:
        ownership.release(db, self.time_and_chance, ids, self.name)

    async def stop(self) -> None:
        """End: let everybody go, to come back later."""
        await self.drain()
        await self.remote_sockets.stop()
        await self.bots.stop()
        await self.advisor.stop()
        await self.bus.stop()

    @property
    def ready(self) -> bool:
        """Whether this process can do its work: it has its lease, messages get through, and it stays."""
        return not self.leaving and bool(self._tasks) and self.members.held and self.bus.healthy

    def _after_pulse(self) -> None:
        self.local_sockets.sweep()
        self.bus.heartbeat(self.members.alive)
        self._orphaned.set()

    def _begin_anew(self) -> None:
        """Let go of our tables, and of our sockets to the tables of others."""
        for actor in list(self.actors.values()):
            actor.give_up(1012, "moved")
        self.local_sockets.close_all()

    def _broken_way(self, peer: str) -> None:
        """Messages between a process and us were lost."""
        self.metrics.breaks.inc()
        self._cut(peer)

    def _cut(self, peer: str) -> None:
        """Nothing goes on any more between a process and us."""
        self.local_sockets.cut(peer)
        self.remote_sockets.cut(peer)
        self.table_calls.cut(peer)

    def _hear(self, peer: str, message: BusMessage) -> None:
        """Take a message to where it belongs."""
        match message:
            case SendText():
                self.local_sockets.tell(peer, message)
            case CloseSocket():
                self.local_sockets.shut(peer, message)
            case SocketOpened():
                self.remote_sockets.enter(peer, message)
            case ClientSent() | UnreadableSent():
                self.remote_sockets.hear(peer, message)
            case SocketClosed():
                self.remote_sockets.leave(peer, message)
            case TableRequest():
                self.table_calls.serve(peer, message)
            case TableReply():
                self.table_calls.reply(peer, message)
            case LobbyChanged():
                self.lobby.changed()
            case NotifyPlayer(person=person, notice=notice):
                self.lobby.notice(person, notice)
            case TablesReleased():
                self._orphaned.set()

    async def _adopt(self) -> None:
        """Wake tables whose owner is gone and whose clocks run or whose bots are due."""
        while True:
            self._orphaned.clear()
            found: list[str] = []
            try:
                found = await self.store.read(self._orphans)
            except Exception as error:
                logger.error("nobody can be woken: %s", type(error).__name__)
            dropped, self._dropped = self._dropped, set()
            for id in [*found, *dropped]:
                if id not in self._broken:
                    await self._wake(id)
            if len(found) < ADOPTED or self._broken.issuperset(found):
                await self._orphaned.wait()

    def _orphans(self, db: Database) -> list[str]:
        return ownership.orphans(db, self.time_and_chance, self.name, self.members.alone, ADOPTED)

    async def _wake(self, id: str) -> None:
        try:
            await self.table(id)
        except (Elsewhere, Refusal, Gone):
            pass  # Somebody else has it, or wants it gone.
        except DBAPIError as error:
            logger.error("table %s cannot be woken: %s", id, type(error).__name__)
            self._dropped.add(id)
        except Exception:
            logger.exception("table %s cannot be woken", id)
            self._broken.add(id)

    async def _sweep(self) -> None:
        """Put tables out of memory that nobody looks at and that wait for nobody."""
        while True:
            await asyncio.sleep(min(30, self.settings.idle_seconds))
            long_ago = self.time_and_chance.now() - self.settings.idle_seconds * 1_000
            for actor in list(self.actors.values()):
                if not actor.connections and not actor.table_state.wakes and actor.idle_since < long_ago:
                    actor.post(self._sleeper(actor))

    def _sleeper(self, actor: Actor) -> Any:
        async def sleep() -> None:
            if not actor.connections and not actor.table_state.wakes:
                actor.give_up()

        return sleep

    def forget(self, actor: Actor) -> None:
        """An actor has given its table up; where a clock runs or a bot is due it is read again soon."""
        if self.actors.get(actor.table_state.id) is actor:
            del self.actors[actor.table_state.id]
            if actor.table_state.wakes:
                self._dropped.add(actor.table_state.id)

    # ---- finding --------------------------------------------------------------------------------

    async def table(self, id: str) -> Actor:
        """The actor of a table, from memory or from the log; refused if there is no such table."""
        if id in self.actors:
            if not self.members.held:
                raise Gone  # It may have another owner by now, and what we remember may be old.
            return self.actors[id]
        if not _ID.fullmatch(id):
            raise Refusal("not-found", "there is no such table")
        if id in self._loading:
            return await asyncio.shield(self._loading[id])
        future: asyncio.Future[Actor] = asyncio.get_running_loop().create_future()
        self._loading[id] = future
        try:
            actor = await self._load(id)
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
        """The process that has a table: this one if no other lives that has it."""
        try:
            await self.table(id)
        except Elsewhere as elsewhere:
            if not elsewhere.owner:
                raise Gone from None
            return elsewhere.owner
        return self.name

    async def look(self, id: str) -> TableState:
        """A table as it is now, wherever it is, to be read and not to be changed."""
        try:
            return (await self.table(id)).table_state
        except Elsewhere:
            return await self._mirrors.look(id)

    async def _load(self, id: str) -> Actor:
        """Take a table over and read its log."""
        alone = self.members.alone
        owner = await self.store.read(lambda db: ownership.whose(db, self.time_and_chance, id, alone))
        if owner is None:
            raise Refusal("not-found", "there is no such table")
        if owner not in ("", self.name):
            raise Elsewhere(owner)
        if self.draining or not self.members.held:
            raise Gone
        claim = await self.store.write(
            lambda db: ownership.claim(db, self.time_and_chance, id, self.name, alone)
        )
        if claim is None:
            raise Refusal("not-found", "there is no such table")
        self.metrics.takeovers.inc(claim.before != self.name)
        rows = claim.rows
        table_state = TableState(id, self.games, self.time_and_chance.commit)
        first = read_entry(rows[0].body)
        assert isinstance(first, Opened)
        await self.games.fetch(first.game)
        changed = False
        for row in rows:
            try:
                table_state.take(read_entry(row.body), row.at, tell=False)
            except RulesChanged:
                logger.error("table %s cannot go on under the rules of today", id)
                changed = True
                break
        table_state.length = len(rows)
        if self.draining:
            raise Gone
        actor = Actor(self, table_state, claim.epoch, claim.code)
        self.actors[id] = actor
        if changed:
            actor.post(actor.close)
        elif table_state.live and claim.before != self.name and table_state.clocks.deadline() is not None:
            # Nobody's time ran while the server was away.
            at = max(claim.alive or table_state.updated, table_state.clocks.since)
            left = table_state.clocks.at(min(at, self.time_and_chance.now()))
            await actor.ask(lambda: actor.commit(Revived(left)))
        if table_state.status == "over" and table_state.opened.rated and table_state.ratings == (None, None):
            actor.post(actor.rate)
        return actor

    def may_enter(self, actor: Actor, code: str) -> bool:
        """Whether somebody without a seat may know of a table: it is public, or he has its code."""
        return table_access.may_enter(actor.table_state.opened.private, actor.code, code)

    async def rematch(self, table_state: TableState) -> str:
        """Another table with the same players and the seats changed; its id."""
        return await seating.rematch(self, table_state)

    # ---- after an entry ---------------------------------------------------------------------------

    def moved(self, actor: Actor, entry: Entry, changed: bool) -> None:
        """A table went on: the lobby, and those of its players who are elsewhere, may want to know."""
        table_state = actor.table_state
        self.metrics.moves.inc(isinstance(entry, Acted))
        if changed:
            self.bus.broadcast(LobbyChanged())
        what = (
            {"setup": "began", "over": "over", "aborted": "over"}.get(table_state.status) if changed else None
        )
        here = {connection.person for connection in actor.connections}
        for seat, sitter in enumerate(table_state.sitters):
            if isinstance(sitter, PersonSitter) and sitter.id not in here:
                told = what or ("turn" if table_state.due[seat] else None)
                if told is not None:
                    notice = Notice(told, table_state.info())  # type: ignore[arg-type]
                    self.bus.broadcast(NotifyPlayer(sitter.id, notice))

    async def hand_over(self, person: str, identity: Identity) -> None:
        """Let a guest's live games go on under the account that he has become."""
        for id in await self._live_tables(person):
            await self.table_calls.ask(id, HandOver(person, identity))

    async def forget_person(self, person: str) -> None:
        """Delete a person: his live games end first, then all that is his goes."""
        for id in await self._live_tables(person):
            await self.table_calls.ask(id, Leave(person))
        await self.store.write(lambda db: people.forget(db, person))

    async def _live_tables(self, person: str) -> list[str]:
        seats = schema.seats
        ids = await self.store.read(
            lambda db: list(
                db.execute(
                    select(seats.c.table_id)
                    .join(schema.tables, schema.tables.c.id == seats.c.table_id)
                    .where(
                        seats.c.person == person,
                        schema.tables.c.status.in_(("open", "setup", "play")),
                    )
                ).scalars()
            )
        )
        return list(dict.fromkeys(ids))
