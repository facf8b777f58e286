"""What the processes of a server write to each other: about sockets far from their table, and requests."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from flagfall.server.wire.people import Notice
from flagfall.server.wire.tables import ClientMessage, Problem

# ---- from the process of a socket to the owner of its table ------------------------------------------


class SocketOpened(msgspec.Struct, frozen=True, tag="enter"):
    """Somebody comes to a table; ``socket`` is the number of his socket in the sender's process."""

    socket: int = msgspec.field(name="line")
    table: str
    person: str | None
    name: str
    blocked: tuple[str, ...]
    code: str
    since: dict[int, int]


class ClientSent(msgspec.Struct, frozen=True, tag="heard"):
    """He says something."""

    socket: int = msgspec.field(name="line")
    message: ClientMessage


class UnreadableSent(msgspec.Struct, frozen=True, tag="misread"):
    """He says something that cannot be read: in its place among the rest, so that answers keep order."""

    socket: int = msgspec.field(name="line")
    problem: Problem


class SocketClosed(msgspec.Struct, frozen=True, tag="left"):
    """He has gone."""

    socket: int = msgspec.field(name="line")


# ---- from the owner of a table to the process of a socket --------------------------------------------


class SendText(msgspec.Struct, frozen=True, tag="tell"):
    """A text for a socket."""

    socket: int = msgspec.field(name="line")
    text: str


class CloseSocket(msgspec.Struct, frozen=True, tag="shut"):
    """The end of a line: the socket is closed with this code."""

    socket: int = msgspec.field(name="line")
    code: int
    reason: str


# ---- requests that are answered once -----------------------------------------------------------------


class TableRequest(msgspec.Struct, frozen=True, tag="ask"):
    """A request to the owner of a table."""

    id: int
    table: str
    what: str
    request: bytes


class TableReply(msgspec.Struct, frozen=True, tag="reply"):
    """What a request gave: a value, a refusal, or neither if the table is not to be had here."""

    id: int
    value: bytes = b""
    problem: Problem | None = None


# ---- to all ------------------------------------------------------------------------------------------


class LobbyChanged(msgspec.Struct, frozen=True, tag="lobby"):
    """What the lobby shows has changed."""


class NotifyPlayer(msgspec.Struct, frozen=True, tag="wanted"):
    """A table wants a person, who may look at the lobby somewhere."""

    person: str
    notice: Notice


class TablesReleased(msgspec.Struct, frozen=True, tag="orphaned"):
    """A process lets its tables go: whoever can takes them."""


class LinkBroken(msgspec.Struct, frozen=True, tag="void"):
    """Something of yours was lost on the way: whatever goes on between us begins anew."""


BusMessage: TypeAlias = (
    SocketOpened
    | ClientSent
    | UnreadableSent
    | SocketClosed
    | SendText
    | CloseSocket
    | TableRequest
    | TableReply
    | LobbyChanged
    | NotifyPlayer
    | TablesReleased
    | LinkBroken
)
