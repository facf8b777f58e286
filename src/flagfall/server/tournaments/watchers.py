"""Those who look at a tournament, and what they see of it: one text for all, sent whenever it changes."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from msgspec.structs import replace

from flagfall.server.cluster.connection import Connection
from flagfall.server.storage.store import Store
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.tournaments import tournament_views
from flagfall.server.wire.tournaments import TournamentNow

PAUSE = 0.5
"""Seconds between two messages about a tournament at least."""
AGAIN = 10.0
"""Seconds after which all are looked at: news may get lost, and the operator's command sends none."""

logger = logging.getLogger("flagfall.tournaments")


class Rooms:
    """The tournaments that somebody of this process looks at."""

    def __init__(self, store: Store, time_and_chance: TimeAndChance, no_show: float) -> None:
        self._no_show = no_show
        self._store = store
        self._time_and_chance = time_and_chance
        self._rooms: dict[str, dict[Connection, None]] = {}
        self._last: dict[str, TournamentNow] = {}
        self._changed: set[str] = set()
        self._news = asyncio.Event()
        self._sending = asyncio.Lock()
        """Held from reading to sending, so that nobody is sent an older state after a newer one."""

    def changed(self, id: str) -> None:
        """Something of a tournament has changed."""
        if id in self._rooms:
            self._changed.add(id)
            self._news.set()

    async def enter(self, id: str, connection: Connection) -> None:
        """Show somebody a tournament, now and whenever it changes."""
        self._rooms.setdefault(id, {})[connection] = None
        async with self._sending:
            now = await self._seen(id)
            if now is not None:
                connection.send(msgspec.json.encode(now).decode())

    def leave(self, id: str, connection: Connection) -> None:
        """Forget somebody who has gone."""
        here = self._rooms.get(id, {})
        here.pop(connection, None)
        if not here:
            self._rooms.pop(id, None)
            self._last.pop(id, None)

    async def _seen(self, id: str) -> TournamentNow | None:
        at = self._time_and_chance.now()
        return await self._store.read(lambda db: tournament_views.seen(db, id, at, self._no_show))

    async def run(self) -> None:
        """Tell of changes as long as the server runs."""
        while True:
            try:
                async with asyncio.timeout(AGAIN):
                    await self._news.wait()
            except TimeoutError:
                self._changed.update(self._rooms)
            self._news.clear()
            changed, self._changed = self._changed, set()
            for id in changed & self._rooms.keys():
                try:
                    async with self._sending:
                        await self._tell(id)
                except Exception:
                    logger.exception("tournament %s cannot be shown", id)
            await asyncio.sleep(PAUSE)

    async def _tell(self, id: str) -> None:
        now = await self._seen(id)
        if now is None or id not in self._rooms:
            return
        last = self._last.get(id)
        if last is not None and replace(last, now=now.now) == now:
            return
        self._last[id] = now
        text = msgspec.json.encode(now).decode()
        for connection in self._rooms[id]:
            connection.send(text)

    def close(self) -> None:
        """Close all websockets; their clients come back."""
        for room in list(self._rooms.values()):
            for connection in list(room):
                connection.close(1012, "restart")
