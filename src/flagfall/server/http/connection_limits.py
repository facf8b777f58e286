"""Limits on connections before there is a request: how many, how large a head, how slow.

A proxy in front does this too; a server that people run at home has none.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from flagfall.server.http.middleware import security_headers
from flagfall.server.settings import Settings
from flagfall.server.wire.tables import Problem

HEAD: Final = 65_536
"""Bytes of a request line with its headers, and of the lines behind a body."""
SECONDS: Final = 10.0
"""Within which a head has to be complete, and after it the body."""


LEAST: Final = 8_192
"""Bytes of an answer that a client takes in that time, if it has not taken all of them."""


class TooLarge(Exception):  # noqa: N818 - said of a head
    """The head of a request is too large."""


class LimitedConnection(HttpToolsProtocol):
    """A connection of a client. One that is slow, too large or one too many is answered and closed."""

    settings: ClassVar[Settings]
    answer_headers: ClassVar[list[tuple[bytes, bytes]]]
    open: ClassVar[Counter[str]]
    """How many there are of each address, those that became websockets left out: `Guard` counts them."""
    _where = ""
    _timer: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _asked: Sequence[RequestResponseCycle] = ()
    """Requests of this connection that are not answered yet."""
    _head = 0
    _in_head = True
    _refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, unless the address has too many connections."""
        super().connection_made(transport)
        # Behind a proxy all come from its address, and it has to count.
        where = str(self.client[0]) if self.client and not self.settings.proxies else ""
        if where and self.open[where] >= self.settings.requests_at_once_per_address:
            self._refuse(429, Problem("too-many", detail="too many connections from here", retry=1))
            return
        if where:
            self._where = where
            self.open[where] += 1
        self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._unwatch()
        for cycle in self._asked:  # uvicorn tells only the last one that there is nobody to answer.
            cycle.disconnected = True
        self._leave()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for a client that takes its answer more slowly than it is written, but not for ever."""
        super().pause_writing()
        self._watch(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Go on: the client has taken nearly all."""
        self._unwatch()
        super().resume_writing()

    def _watch(self, left: int) -> None:
        self._unwatch()
        self._reading = self.loop.call_later(SECONDS, self._look, left)

    def _look(self, before: int) -> None:
        left = self.transport.get_write_buffer_size()
        if before - left < LEAST:
            self.transport.abort()  # What it does not read cannot be answered either.
        else:
            self._watch(left)

    def _unwatch(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def handle_websocket_upgrade(self) -> None:
        """Become a websocket, which has limits of its own."""
        self._leave()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """Take bytes, if they are not too many for a head and do not come too slowly."""
        if self._refused:
            return
        if self._timer is None and (self.cycle is None or self.cycle.response_complete):
            self._arm()  # Another request on the same connection, or blank lines before it.
        if self._in_head:
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > HEAD and not self.transport.is_closing():
            self._too_large()

    def on_message_begin(self) -> None:
        """Begin to read a head."""
        self._in_head, self._lines = True, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Take a part of the address that is asked for."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header, or a line behind a body."""
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        # Counted again by line: a large head may come in one piece, with what follows it.
        self._lines += size
        if self._lines > HEAD:
            raise TooLarge

    def on_headers_complete(self) -> None:
        """Go on to the body."""
        self._in_head, self._head = False, 0
        self._arm()
        super().on_headers_complete()
        if self.cycle is not None:
            self._asked = [*(one for one in self._asked if not one.response_complete), self.cycle]

    def on_message_complete(self) -> None:
        """Stop the clock: the client has said all."""
        self._in_head, self._head = True, 0
        self._disarm()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer what is not a request."""
        if self._lines > HEAD:
            self._too_large()
        else:
            self._refuse(400, Problem("bad-message", detail="this is not a valid request"))

    _lines = 0

    def _too_large(self) -> None:
        self._refuse(431, Problem("too-large", detail=f"the head of a request has at most {HEAD} bytes"))

    def _late(self) -> None:
        self._timer = None
        self._refuse(408, Problem("bad-message", detail=f"a request has {SECONDS:.0f} seconds to come"))

    def _refuse(self, status: int, problem: Problem) -> None:
        """Answer, if nothing was answered yet, and close."""
        self._refused = True
        self._disarm()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            body = msgspec.json.encode(problem)
            lines = [
                *self.answer_headers,
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                (b"cache-control", b"no-store"),
                (b"connection", b"close"),
            ]
            head = b"".join(name + b": " + value + b"\r\n" for name, value in lines)
            self.transport.write(STATUS_LINE[status] + head + b"\r\n" + body)
        self.transport.close()

    def _arm(self) -> None:
        self._disarm()
        self._timer = self.loop.call_later(SECONDS, self._late)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _leave(self) -> None:
        self._disarm()
        if self._where:
            self.open[self._where] -= 1
            if not self.open[self._where]:
                del self.open[self._where]
            self._where = ""


def connections(server: Settings) -> type[LimitedConnection]:
    """The class of all connections of a server, which counts them."""

    class Connection(LimitedConnection):
        settings = server
        answer_headers = security_headers(server)
        open: ClassVar[Counter[str]] = Counter()

    return Connection
