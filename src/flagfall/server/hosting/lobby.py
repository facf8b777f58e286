"""The lobby: who waits, what may be watched, who is here, and notices for people who are elsewhere."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import msgspec
from sqlalchemy import Connection as Database

from flagfall.server.cluster.connection import Connection
from flagfall.server.storage.presence import note_here
from flagfall.server.storage.store import Store
from flagfall.server.storage.tables import table_rows
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.people import FriendNews, Here, Lobby, Notice
from flagfall.server.wire.tables import DaysClock, PersonSitter, TableInfo

SHOWN = 50
LOOKED_AT = 4 * SHOWN
"""Running games of which those to be shown are chosen."""
PAUSE = 0.5
"""Seconds between two snapshots at least."""
HERE_PAUSE = 3.0
"""Seconds between two counts of the people at least."""
HOUR = 3_600_000
QUIET = HOUR
"""Milliseconds after which a table where nothing happens counts as left, unless it is played over days."""

logger = logging.getLogger("flagfall.lobby")


def _by_people(info: TableInfo) -> bool:
    return all(isinstance(seat, PersonSitter) for seat in info.seats)


def _left(info: TableInfo, now: int) -> bool:
    """Whether nothing has happened at a table for so long that nobody waits there any more."""
    patience = 24 * HOUR * info.clock.days if isinstance(info.clock, DaysClock) else QUIET
    return now - max(info.updated, info.created) > patience


class LobbyRoom:
    """Those who look at the lobby, and the snapshot that they see.

    ``tell`` is called with the number of people at this process, for the other processes.
    """

    def __init__(
        self, store: Store, time_and_chance: TimeAndChance, tell: Callable[[int], None] | None = None
    ) -> None:
        self._store = store
        self._time_and_chance = time_and_chance
        self._tell = tell
        self._changed = asyncio.Event()
        self._crowd_changed = asyncio.Event()
        self._people_changed = asyncio.Event()
        self._here: dict[Connection, None] = {}
        self._counts: dict[str, int] = {}
        self._last = ""

    def changed(self) -> None:
        """Something that the lobby shows has changed."""
        self._changed.set()

    def counted(self, process: str, people: int) -> None:
        """So many people are at a process."""
        before = self.here
        self._counts[process] = people
        if not people:
            del self._counts[process]
        if self.here != before:
            self._crowd_changed.set()

    @property
    def here(self) -> int:
        """How many people are on the server."""
        return sum(self._counts.values())

    def has(self, person: str) -> bool:
        """Whether a person looks at a page of this process."""
        return any(connection.person == person for connection in self._here)

    async def snapshot(self) -> Lobby:
        """The lobby now: games of people before games against bots, and none that was left."""

        def work(db: Database) -> tuple[list[TableInfo], list[TableInfo]]:
            return (
                table_rows.public_tables(db, ("open",), SHOWN),
                table_rows.public_tables(db, ("play",), LOOKED_AT),
            )

        waiting, playing = await self._store.read(work)
        now = self._time_and_chance.now()
        watched = [info for info in playing if info.watch and not _left(info, now)]
        watched.sort(key=_by_people, reverse=True)
        return Lobby(
            tuple(info for info in waiting if not _left(info, now)), tuple(watched[:SHOWN]), self.here
        )

    async def enter(self, connection: Connection) -> None:
        """Show somebody the lobby, now and whenever it changes."""
        self._here[connection] = None
        self.tell_here()
        connection.send(msgspec.json.encode(await self.snapshot()).decode())

    def leave(self, connection: Connection) -> None:
        """Forget somebody who has gone."""
        self._here.pop(connection, None)
        self.tell_here()

    def tell_here(self) -> None:
        """Tell how many people are here: somebody with two windows is one person."""
        self._people_changed.set()
        if self._tell is not None:
            self._tell(len({connection.person or id(connection) for connection in self._here}))

    def notice(self, person: str, notice: Notice | FriendNews) -> None:
        """Tell a person who is looking at the lobby that something waits for them."""
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
                    self._send(text)
            await asyncio.sleep(PAUSE)

    async def run_here(self) -> None:
        """Say how many people are here as long as the server runs, when that changes."""
        while True:
            await self._crowd_changed.wait()
            self._crowd_changed.clear()
            self._send(msgspec.json.encode(Here(self.here)).decode())
            await asyncio.sleep(HERE_PAUSE)

    async def run_presence(self, process: str) -> None:
        """Keep note of who is at this process as long as it runs, for their friends at any process."""
        noted: set[str] = set()
        while True:
            await self._people_changed.wait()
            self._people_changed.clear()
            here = {connection.person for connection in self._here if connection.person is not None}
            came, left = here - noted, noted - here
            if came or left:
                try:
                    await self._store.write(partial(note_here, process=process, came=came, left=left))
                    noted = here
                except Exception as error:
                    logger.warning("who is here cannot be noted: %s", type(error).__name__)
                    self._people_changed.set()
            await asyncio.sleep(PAUSE)

    def _send(self, text: str) -> None:
        for connection in self._here:
            connection.send(text)

    def close(self) -> None:
        """Close all websockets of the lobby; their clients come back."""
        for connection in self._here:
            connection.close(1012, "restart")
