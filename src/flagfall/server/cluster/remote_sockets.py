"""The sockets at the tables of this process; their websockets may be in any process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from sqlalchemy.exc import DBAPIError

from flagfall.server.cluster.bus import Bus
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
from flagfall.server.cluster.ownership import Gone
from flagfall.server.refusal import Refusal
from flagfall.server.storage.tables.table_owners import Elsewhere
from flagfall.server.wire.messages import Goodbye, ReadMessage, Refused
from flagfall.server.wire.tables import Problem

T = TypeVar("T")
WAITING = 1_000
"""Messages of one client that may wait for their turn."""
CODES = {"unauthorized": 4401, "forbidden": 4403, "not-found": 4404, "outdated": 4426, "too-many": 4429}
"""How websockets are closed that are turned away."""

logger = logging.getLogger("flagfall.tables")


class ServedTable(Protocol):
    """What sockets need of a table: it does one thing after another, and sockets come, talk and go."""

    def post(self, work: Callable[[], Awaitable[None]], /) -> None:
        """Have something done when it is its turn."""

    async def ask(self, work: Callable[[], Awaitable[T]], /) -> T:
        """Have something done and wait for the result."""

    async def admit(self, connection: Connection, code: str, since: dict[int, int], /) -> None:
        """Let a connection in; refused if it may not see the table."""

    async def hear(self, connection: Connection, message: ReadMessage, /) -> None:
        """Do what a client asks."""

    async def disconnect(self, connection: Connection, /) -> None:
        """Let a connection go."""


class RemoteSocket(Connection):
    """A socket at a table of ours, reached over the bus."""

    __slots__ = ("_bus", "inbox", "peer", "socket")

    def __init__(self, bus: Bus, peer: str, opened: SocketOpened) -> None:
        super().__init__(opened.person, opened.name, frozenset(opened.blocked), opened.offers)
        self.peer = peer
        self.socket = opened.socket
        self.inbox: Mailbox[ReadMessage | Problem | None] = Mailbox()
        """What the client has sent, in order; None at the end."""
        self._bus = bus

    def send(self, text: str) -> None:
        """Send a text to the process of the websocket."""
        if self.over is None:
            self._bus.send(self.peer, SendText(self.socket, text))

    def close(self, code: int, reason: str) -> None:
        """Have the websocket closed."""
        if self.over is None:
            self.over = (code, reason)
            self._bus.send(self.peer, CloseSocket(self.socket, code, reason))
            self.inbox.put(None)

    def closed(self) -> None:
        """Note that the websocket has gone."""
        self.over = self.over or (1006, "gone")
        self.inbox.put(None)


class RemoteSockets:
    """All sockets at our tables; ``find`` gives the table with an id."""

    def __init__(self, bus: Bus, find: Callable[[str], Awaitable[ServedTable]]) -> None:
        self._bus = bus
        self._find = find
        self._sockets: dict[tuple[str, int], RemoteSocket] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._sockets)

    def opened(self, peer: str, message: SocketOpened) -> None:
        """Begin to serve a client who comes to a table of ours."""
        socket = self._sockets[peer, message.socket] = RemoteSocket(self._bus, peer, message)
        task = asyncio.create_task(self._serve(socket, message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def sent(self, peer: str, message: ClientSent | UnreadableSent) -> None:
        """Queue what a client has sent."""
        socket = self._sockets.get((peer, message.socket))
        if socket is None:
            self._bus.send(peer, CloseSocket(message.socket, 1012, "moved"))
        elif len(socket.inbox) >= WAITING:
            socket.close(4429, "too many messages")
        else:
            socket.inbox.put(message.message if isinstance(message, ClientSent) else message.problem)

    def closed(self, peer: str, message: SocketClosed) -> None:
        """End a socket whose client has gone."""
        if socket := self._sockets.get((peer, message.socket)):
            socket.closed()

    def link_lost(self, peer: str) -> None:
        """End all sockets whose websockets are in a process."""
        for socket in [one for one in self._sockets.values() if one.peer == peer]:
            socket.closed()

    async def stop(self) -> None:
        """End all sockets."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, socket: RemoteSocket, opened: SocketOpened) -> None:
        table: ServedTable | None = None
        try:
            table = await self._find(opened.table)
            await self._attend(table, socket, opened)
        except Refusal as refusal:
            socket.tell(Goodbye(refusal.problem, False))
            socket.close(CODES.get(refusal.problem.code, 4400), refusal.problem.code)
        except (Gone, Elsewhere):
            socket.close(1012, "restart")
        except DBAPIError as error:
            logger.warning("table %s cannot be read: %s", opened.table, type(error).__name__)
            socket.close(1013, "busy")
        finally:
            self._sockets.pop((socket.peer, socket.socket), None)
            if table is not None:
                here = table
                here.post(lambda: here.disconnect(socket))

    async def _attend(self, table: ServedTable, socket: RemoteSocket, opened: SocketOpened) -> None:
        await table.ask(lambda: table.admit(socket, opened.code, opened.since))
        while await self._hear_one(table, socket):
            pass

    async def _hear_one(self, table: ServedTable, socket: RemoteSocket) -> bool:
        """Deal with the next message: a frame of its own holds nothing of it while none is there."""
        sent = await socket.inbox.get()
        if isinstance(sent, Problem):
            socket.tell(Refused(sent))
        elif sent is not None:
            await table.ask(lambda: table.hear(socket, sent))
        return sent is not None
