"""Websockets live longer than the sign-in they were opened with: who has lost it is let go.

A session can end in another process, a token be taken back, an account be banned from the command line. So
the database is asked, for all open websockets at once, every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection as Database
from sqlalchemy import select

from flagfall.server.accounts.people import Identity
from flagfall.server.cluster.connection import Connection
from flagfall.server.storage import schema
from flagfall.server.storage.store import Store
from flagfall.server.time_and_chance import TimeAndChance

EVERY = 10.0
"""Seconds between two looks."""
CHUNK = 500

logger = logging.getLogger("flagfall.use_limits")


class SignIns:
    """The websockets of this process that belong to somebody."""

    def __init__(self, store: Store, time_and_chance: TimeAndChance) -> None:
        self._store = store
        self._time_and_chance = time_and_chance
        self._open: dict[Connection, str] = {}

    @contextmanager
    def watch(self, identity: Identity | None, connection: Connection) -> Iterator[None]:
        """Let a websocket go as soon as its sign-in is no longer good."""
        if identity is not None:
            self._open[connection] = identity.session or identity.token
        try:
            yield
        finally:
            self._open.pop(connection, None)

    async def look(self) -> None:
        """Let go of all whose session or token has ended, or who are banned."""
        wanted = sorted(set(self._open.values()))
        now = self._time_and_chance.now()
        good: set[str] = set()
        for start in range(0, len(wanted), CHUNK):
            some = wanted[start : start + CHUNK]
            good |= await self._store.read(lambda db, some=some: _good(db, some, now))  # type: ignore[misc]
        asked = set(wanted)
        for connection, secret in list(self._open.items()):
            if secret in asked and secret not in good:
                # To come back, if there is a new sign-in: a browser's secret changes with the password.
                connection.close(1012, "signed out")

    async def run(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except Exception as error:
                logger.error("nobody knows who is still signed in: %s", type(error).__name__)


def _good(db: Database, hashes: list[str], now: int) -> set[str]:
    """Which of some sessions and tokens are still good."""
    found: set[str] = set()
    for table in (schema.sessions, schema.tokens):
        rows = db.execute(
            select(table.c.hash)
            .join(schema.people, schema.people.c.id == table.c.person)
            .where(table.c.hash.in_(hashes), table.c.expires > now, schema.people.c.banned.is_(False))
        )
        found |= set(rows.scalars())
    return found
