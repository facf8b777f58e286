"""What the processes of a server send to each other: about sockets far from their table, and requests.

Tags and field names on the wire are those of older versions where they differ from the names here, so that
old and new processes understand each other during a rolling restart.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from flagfall.server.wire.messages import ReadMessage
from flagfall.server.wire.people import FriendNews, Notice
from flagfall.server.wire.tables import Problem

# ---- from the process of a socket to the owner of its table ------------------------------------------


class SocketOpened(msgspec.Struct, frozen=True, tag="enter"):
    """A client has opened a websocket to a table; ``socket`` is its number in the sender's process."""

    socket: int = msgspec.field(name="line")
    table: str
    person: str | None
    name: str
    blocked: tuple[str, ...]
    code: str
    since: dict[int, int]
    offers: bool = False
    """Whether the client takes legal actions as offers; older processes know only lists."""


class ClientSent(msgspec.Struct, frozen=True, tag="heard"):
    """The client has sent a message."""

    socket: int = msgspec.field(name="line")
    message: ReadMessage


class UnreadableSent(msgspec.Struct, frozen=True, tag="misread"):
    """The client has sent something unreadable: in its place among the rest, so that answers keep order."""

    socket: int = msgspec.field(name="line")
    problem: Problem


class SocketClosed(msgspec.Struct, frozen=True, tag="left"):
    """The client has gone."""

    socket: int = msgspec.field(name="line")


# ---- from the owner of a table to the process of a socket --------------------------------------------


class SendText(msgspec.Struct, frozen=True, tag="tell"):
    """A text to be sent to the client."""

    socket: int = msgspec.field(name="line")
    text: str


class CloseSocket(msgspec.Struct, frozen=True, tag="shut"):
    """The websocket is to be closed with this code."""

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
    """The result of a request: a value, a refusal, or neither if this process does not own the table."""

    id: int
    value: bytes = b""
    problem: Problem | None = None


# ---- to all ------------------------------------------------------------------------------------------


class LobbyChanged(msgspec.Struct, frozen=True, tag="lobby"):
    """What the lobby shows has changed, or how many people are at the sender."""

    here: int = -1
    """How many people are connected to the sender; -1 where only tables have changed."""
    tournament: str = ""
    """The tournament that has changed, or that the table belongs to."""


class NotifyPlayer(msgspec.Struct, frozen=True, tag="wanted"):
    """A person, who may look at the lobby of any process, is to be told something."""

    person: str
    notice: Notice | FriendNews


class TablesReleased(msgspec.Struct, frozen=True, tag="orphaned"):
    """A process has released its tables: any other may take them."""


class LinkBroken(msgspec.Struct, frozen=True, tag="void"):
    """Messages of yours were lost on the way: everything between us starts over."""


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
