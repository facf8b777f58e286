"""Closes websockets whose sign-in has ended: a websocket lives longer than the session it was opened with.

A session can end in another process, a token can be taken back, an account can be banned from the command
line. So the database is asked, for all open websockets at once, every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Protocol

from flagfall.server.accounts import sessions
from flagfall.server.accounts.identity import Identity
from flagfall.server.storage.store import Store
from flagfall.server.time_and_chance import TimeAndChance

EVERY = 10.0
"""Seconds between two checks."""
CHUNK = 500
"""Sessions and tokens asked for in one query."""

logger = logging.getLogger("flagfall.socket_expiry")


class Socket(Protocol):
    """A websocket that can be closed."""

    def close(self, code: int, reason: str, /) -> None:
        """Close the websocket, with a code and a reason for the client."""


class SocketExpiry:
    """The websockets of this process that belong to somebody."""

    def __init__(self, store: Store, time_and_chance: TimeAndChance) -> None:
        self._store = store
        self._time_and_chance = time_and_chance
        self._open: dict[Socket, str] = {}

    @contextmanager
    def watch(self, identity: Identity | None, socket: Socket) -> Iterator[None]:
        """Have a websocket closed as soon as its session or token is no longer valid."""
        if identity is not None:
            self._open[socket] = identity.session or identity.token
        try:
            yield
        finally:
            self._open.pop(socket, None)

    async def check(self) -> None:
        """Close the websockets of all whose session or token has ended, or who are banned."""
        wanted = sorted(set(self._open.values()))
        now = self._time_and_chance.now()
        valid: set[str] = set()
        for start in range(0, len(wanted), CHUNK):
            some = wanted[start : start + CHUNK]
            valid |= await self._store.read(partial(sessions.still_valid, hashes=some, now=now))
        asked = set(wanted)
        for socket, secret in list(self._open.items()):
            if secret in asked and secret not in valid:
                # The client comes back if it has a new sign-in: a password change gives browsers a new one.
                socket.close(1012, "signed out")

    async def run(self) -> None:
        """Check again and again, as long as the server runs."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.check()
            except Exception as error:
                logger.error("sign-ins could not be checked: %s", type(error).__name__)
