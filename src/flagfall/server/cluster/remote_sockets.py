"""Those who are at the tables of this process, from wherever their websockets are."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

from flagfall.server.cluster.bus_messages import (
    ClientSent,
    CloseSocket,
    SendText,
    SocketClosed,
    SocketOpened,
    UnreadableSent,
)
from flagfall.server.cluster.connection import Connection
from flagfall.server.cluster.mailbox import Mailbox
from flagfall.server.cluster.ownership import Elsewhere
from flagfall.server.refusal import Refusal
from flagfall.server.tables.actor import Actor, Gone
from flagfall.server.tables.referee import seats_of
from flagfall.server.tables.table_access import may_watch
from flagfall.server.wire.tables import ClientMessage, Goodbye, Problem, Refused

if TYPE_CHECKING:
    from flagfall.server.tables.tables import Tables

WAITING = 1_000
"""Messages of one client that may wait for their turn."""
CODES = {"unauthorized": 4401, "forbidden": 4403, "not-found": 4404, "too-many": 4429}
"""How websockets are closed that are turned away."""

logger = logging.getLogger("flagfall.tables")


class RemoteSocket(Connection):
    """A websocket at a table, reached by messages."""

    __slots__ = ("_tables", "box", "peer", "socket")

    def __init__(self, tables: Tables, peer: str, enter: SocketOpened) -> None:
        super().__init__(enter.person, enter.name, frozenset(enter.blocked))
        self.peer = peer
        self.socket = enter.socket
        self.box: Mailbox[ClientMessage | Problem | None] = Mailbox()
        """What the client says, in order."""
        self._tables = tables

    def send(self, text: str) -> None:
        """Send a text to where the websocket is."""
        if self.over is None:
            self._tables.bus.send(self.peer, SendText(self.socket, text))

    def close(self, code: int, reason: str) -> None:
        """Have the websocket closed."""
        if self.over is None:
            self.over = (code, reason)
            self._tables.bus.send(self.peer, CloseSocket(self.socket, code, reason))
            self.box.put(None)

    def left(self) -> None:
        """The websocket has gone."""
        self.over = self.over or (1006, "gone")
        self.box.put(None)


class RemoteSockets:
    """All who are at our tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._visitors: dict[tuple[str, int], RemoteSocket] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._visitors)

    def enter(self, peer: str, message: SocketOpened) -> None:
        """Somebody comes."""
        visitor = self._visitors[peer, message.socket] = RemoteSocket(self._tables, peer, message)
        task = asyncio.create_task(self._visit(visitor, message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def hear(self, peer: str, message: ClientSent | UnreadableSent) -> None:
        """Somebody says something."""
        visitor = self._visitors.get((peer, message.socket))
        if visitor is None:
            self._tables.bus.send(peer, CloseSocket(message.socket, 1012, "moved"))
        elif len(visitor.box) >= WAITING:
            visitor.close(4429, "too many messages")
        else:
            visitor.box.put(message.message if isinstance(message, ClientSent) else message.problem)

    def leave(self, peer: str, message: SocketClosed) -> None:
        """Somebody has gone."""
        if visitor := self._visitors.get((peer, message.socket)):
            visitor.left()

    def cut(self, peer: str) -> None:
        """Nobody comes from a process any more."""
        for visitor in [one for one in self._visitors.values() if one.peer == peer]:
            visitor.left()

    async def stop(self) -> None:
        """End all remote_sockets."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _visit(self, visitor: RemoteSocket, message: SocketOpened) -> None:
        actor: Actor | None = None
        try:
            actor = await self._tables.table(message.table)
            await self._attend(actor, visitor, message)
        except Refusal as refusal:
            visitor.tell(Goodbye(refusal.problem, False))
            visitor.close(CODES.get(refusal.problem.code, 4400), refusal.problem.code)
        except (Gone, Elsewhere):
            visitor.close(1012, "restart")
        except DBAPIError as error:
            logger.warning("table %s cannot be read: %s", message.table, type(error).__name__)
            visitor.close(1013, "busy")
        finally:
            self._visitors.pop((visitor.peer, visitor.socket), None)
            if actor is not None:
                here = actor
                here.post(lambda: here.disconnect(visitor))

    async def _attend(self, actor: Actor, visitor: RemoteSocket, message: SocketOpened) -> None:
        seated = seats_of(actor.table_state, visitor.person)
        if not seated and not may_watch(actor.table_state.info(), actor.code, message.code):
            # The same answer as for a table that is not there.
            raise Refusal("not-found", "there is no such table")
        await actor.ask(lambda: actor.connect(visitor, message.since))
        while await self._hear_one(actor, visitor):
            pass

    async def _hear_one(self, actor: Actor, visitor: RemoteSocket) -> bool:
        """Deal with the next thing that is said: a frame of its own holds none of it while nothing is."""
        said = await visitor.box.get()
        if isinstance(said, Problem):
            visitor.tell(Refused(said))
        elif said is not None:
            await actor.ask(lambda: actor.hear(visitor, said))
        return said is not None
