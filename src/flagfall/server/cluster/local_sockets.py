"""The websockets of this process, and the way from each to the owner of its table, wherever that is."""

from __future__ import annotations

import time

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
from flagfall.server.wire.messages import ReadMessage
from flagfall.server.wire.tables import Problem

PATIENCE = 5.0
"""Seconds after which a socket that the owner has not answered is given up."""


class LocalSocket:
    """A websocket of this process, at a table of ours or of another process."""

    __slots__ = ("answered", "connection", "id", "opened", "owner")

    def __init__(self, id: int, owner: str, connection: Connection) -> None:
        self.id = id
        self.owner = owner
        self.connection = connection
        self.opened = time.monotonic()
        self.answered = False


class LocalSockets:
    """All websockets of this process that are at tables."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._sockets: dict[int, LocalSocket] = {}
        self._next = 0

    def __len__(self) -> int:
        return len(self._sockets)

    def open(
        self, owner: str, table: str, connection: Connection, code: str, since: dict[int, int]
    ) -> LocalSocket:
        """A socket to a table's owner, who lets it in or closes it."""
        self._next += 1
        socket = self._sockets[self._next] = LocalSocket(self._next, owner, connection)
        blocked = tuple(connection.blocked)
        person, name, offers = connection.person, connection.name, connection.offers
        self._bus.send(owner, SocketOpened(socket.id, table, person, name, blocked, code, since, offers))
        return socket

    def pass_on(self, socket: LocalSocket, message: ReadMessage | Problem) -> None:
        """Send the table what the client has sent, or that it could not be read."""
        if socket.id not in self._sockets:
            return
        if isinstance(message, Problem):
            self._bus.send(socket.owner, UnreadableSent(socket.id, message))
        else:
            self._bus.send(socket.owner, ClientSent(socket.id, message))

    def close(self, socket: LocalSocket) -> None:
        """Forget a socket whose client has gone, here and at its table."""
        if self._sockets.pop(socket.id, None) is not None:
            self._bus.send(socket.owner, SocketClosed(socket.id))

    def close_all(self, most: int | None = None) -> None:
        """Close all websockets, or so many of them; their clients come back."""
        for socket in list(self._sockets.values())[:most]:
            self._give_up(socket)

    # ---- from the owners ------------------------------------------------------------------------

    def send_text(self, owner: str, message: SendText) -> None:
        """Send the client what the table tells it; a socket that is not here any more ends there too."""
        socket = self._sockets.get(message.socket)
        if socket is None or socket.owner != owner:
            self._bus.send(owner, SocketClosed(message.socket))
        else:
            socket.answered = True
            socket.connection.send(message.text)

    def close_socket(self, owner: str, message: CloseSocket) -> None:
        """Close a websocket because the owner of its table says so."""
        socket = self._sockets.get(message.socket)
        if socket is not None and socket.owner == owner:
            del self._sockets[message.socket]
            socket.connection.close(message.code, message.reason)

    def link_lost(self, owner: str) -> None:
        """Close all websockets at tables of a process: their clients come back and resume."""
        for socket in [socket for socket in self._sockets.values() if socket.owner == owner]:
            self._give_up(socket)

    def give_up_late(self) -> None:
        """Close the websockets that their table's owner has not answered in time."""
        late = time.monotonic() - PATIENCE
        for socket in [one for one in self._sockets.values() if not one.answered and one.opened < late]:
            self._give_up(socket)

    def _give_up(self, socket: LocalSocket) -> None:
        self.close(socket)
        socket.connection.close(1012, "moved")
