"""One websocket at a table, as the table sees it: who it is, and a queue of texts to be sent."""

from __future__ import annotations

import msgspec

from flagfall.core import PUBLIC
from flagfall.server.cluster.mailbox import Mailbox
from flagfall.server.wire.messages import SentMessage

WAITING = 512
"""Texts that may wait for a slow client; with one more it is disconnected, to come back and resume."""


class Connection:
    """What a table knows of a websocket."""

    __slots__ = ("blocked", "name", "offers", "out", "over", "person", "seats", "streams")

    def __init__(
        self,
        person: str | None = None,
        name: str = "",
        blocked: frozenset[str] = frozenset(),
        offers: bool = False,
    ) -> None:
        self.person = person
        self.name = name
        self.blocked = blocked
        self.offers = offers
        """Whether the client takes legal actions as offers where a game has them, and not as a list."""
        self.seats: tuple[int, ...] = ()
        self.streams: tuple[int, ...] = (PUBLIC,)
        self.out: Mailbox[str | None] = Mailbox()
        self.over: tuple[int, str] | None = None

    def send(self, text: str) -> None:
        """Queue a text; a client that reads too slowly is disconnected."""
        if self.over is None:
            if len(self.out) >= WAITING:
                self.close(4408, "too slow")
            else:
                self.out.put(text)

    def tell(self, message: SentMessage) -> None:
        """Queue a message for this client alone."""
        self.send(msgspec.json.encode(message).decode())

    def close(self, code: int, reason: str) -> None:
        """Close the websocket, after what is queued is sent."""
        if self.over is None:
            self.over = (code, reason)
            self.out.put(None)
