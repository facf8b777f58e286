"""The lobby: who waits, what may be watched, and notices for people who are elsewhere."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from sqlalchemy import Connection as Database

from flagfall.server.cluster.connection import Connection
from flagfall.server.storage import table_rows
from flagfall.server.storage.store import Store
from flagfall.server.wire.people import Lobby, Notice
from flagfall.server.wire.tables import TableInfo

SHOWN = 50
PAUSE = 0.5
"""Seconds between two snapshots at least."""

logger = logging.getLogger("flagfall.lobby")


class LobbyRoom:
    """Those who look at the lobby, and the snapshot that they see."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changed = asyncio.Event()
        self._here: dict[Connection, None] = {}
        self._last = ""

    def changed(self) -> None:
        """Something that the lobby shows has changed."""
        self._changed.set()

    async def snapshot(self) -> Lobby:
        """The lobby now."""

        def work(db: Database) -> tuple[list[TableInfo], list[TableInfo]]:
            return (
                table_rows.public_tables(db, ("open",), SHOWN),
                table_rows.public_tables(db, ("setup", "play"), SHOWN),
            )

        waiting, playing = await self._store.read(work)
        return Lobby(tuple(waiting), tuple(info for info in playing if info.watch))

    async def enter(self, connection: Connection) -> None:
        """Show somebody the lobby, now and whenever it changes."""
        self._here[connection] = None
        connection.send(msgspec.json.encode(await self.snapshot()).decode())

    def leave(self, connection: Connection) -> None:
        """Forget somebody who has gone."""
        self._here.pop(connection, None)

    def notice(self, person: str, notice: Notice) -> None:
        """Tell a person who is looking at the lobby that a table of theirs waits for them."""
        text = ""
        for connection in self._here:
            if connection.person == person:
                text = text or msgspec.json.encode(notice).decode()
                connection.send(text)

    async def run(self) -> None:
        """Send snapshots as long as the server runs."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._here:
                try:
                    text = msgspec.json.encode(await self.snapshot()).decode()
                except Exception:
                    logger.exception("the lobby cannot be read")
                    text = self._last
                if text != self._last:
                    self._last = text
                    for connection in self._here:
                        connection.send(text)
            await asyncio.sleep(PAUSE)

    def close(self) -> None:
        """Close all websockets of the lobby; their clients come back."""
        for connection in self._here:
            connection.close(1012, "restart")
