"""The websockets of this process: each has a socket to the owner of its table, wherever that is."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from flagfall.server.cluster.bus_messages import (
    ClientSent,
    CloseSocket,
    SendText,
    SocketClosed,
    SocketOpened,
    UnreadableSent,
)
from flagfall.server.cluster.connection import Connection
from flagfall.server.wire.tables import ClientMessage, Problem

if TYPE_CHECKING:
    from flagfall.server.tables.tables import Tables

PATIENCE = 5.0
"""Seconds after which a socket that the owner has not answered is given up."""


class LocalSocket:
    """The way from a websocket to its table."""

    __slots__ = ("answered", "connection", "id", "opened", "owner")

    def __init__(self, id: int, owner: str, connection: Connection) -> None:
        self.id = id
        self.owner = owner
        self.connection = connection
        self.opened = time.monotonic()
        self.answered = False


class LocalSockets:
    """All sockets of this process."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._local_sockets: dict[int, LocalSocket] = {}
        self._next = 0

    def __len__(self) -> int:
        return len(self._local_sockets)

    def open(
        self, owner: str, table: str, connection: Connection, code: str, since: dict[int, int]
    ) -> LocalSocket:
        """A socket to a table's owner, who lets the socket in or closes it."""
        self._next += 1
        socket = self._local_sockets[self._next] = LocalSocket(self._next, owner, connection)
        blocked = tuple(connection.blocked)
        message = SocketOpened(socket.id, table, connection.person, connection.name, blocked, code, since)
        self._tables.bus.send(owner, message)
        return socket

    def hear(self, socket: LocalSocket, message: ClientMessage | Problem) -> None:
        """Pass on what the client says, or that it could not be read."""
        if socket.id in self._local_sockets:
            said = (
                UnreadableSent(socket.id, message)
                if isinstance(message, Problem)
                else ClientSent(socket.id, message)
            )
            self._tables.bus.send(socket.owner, said)

    def close(self, socket: LocalSocket) -> None:
        """The client has gone."""
        if self._local_sockets.pop(socket.id, None) is not None:
            self._tables.bus.send(socket.owner, SocketClosed(socket.id))

    def close_all(self, most: int | None = None) -> None:
        """Let everybody go, or so many."""
        for socket in list(self._local_sockets.values())[:most]:
            self._give_up(socket)

    # ---- from the owners ------------------------------------------------------------------------

    def tell(self, owner: str, message: SendText) -> None:
        """Pass on what the table tells; a socket that is not known any more is ended there too."""
        socket = self._local_sockets.get(message.socket)
        if socket is None or socket.owner != owner:
            self._tables.bus.send(owner, SocketClosed(message.socket))
        else:
            socket.answered = True
            socket.connection.send(message.text)

    def shut(self, owner: str, message: CloseSocket) -> None:
        """The owner ends a socket."""
        socket = self._local_sockets.get(message.socket)
        if socket is not None and socket.owner == owner:
            del self._local_sockets[message.socket]
            socket.connection.close(message.code, message.reason)

    def cut(self, owner: str) -> None:
        """The way to an owner is broken: its clients come back, and go on by their numbers."""
        for socket in [socket for socket in self._local_sockets.values() if socket.owner == owner]:
            self._give_up(socket)

    def sweep(self) -> None:
        """Give up sockets that an owner does not answer."""
        late = time.monotonic() - PATIENCE
        for socket in [one for one in self._local_sockets.values() if not one.answered and one.opened < late]:
            self._give_up(socket)

    def _give_up(self, socket: LocalSocket) -> None:
        self.close(socket)
        socket.connection.close(1012, "moved")
