"""Tables of other processes, read from their logs: for questions that change nothing."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from flagfall.server.games import Games
from flagfall.server.storage.store import Store
from flagfall.server.storage.tables.table_logs import read_log
from flagfall.server.tables.log_entries import Opened
from flagfall.server.tables.table_state import TableState
from flagfall.server.time_and_chance import TimeAndChance

KEPT = 100
"""Tables kept at once; the one that was looked at longest ago goes first."""


class ReadOnlyTables:
    """Copies of tables that catch up with their logs whenever somebody looks."""

    def __init__(self, store: Store, games: Games, time_and_chance: TimeAndChance) -> None:
        self._store = store
        self._games = games
        self._time_and_chance = time_and_chance
        self._kept: OrderedDict[str, tuple[TableState, asyncio.Lock]] = OrderedDict()

    async def look(self, table: str) -> TableState:
        """A table as it is now; nothing may be changed in it."""
        if table not in self._kept:
            self._kept[table] = (TableState(table, self._games, self._time_and_chance.commit), asyncio.Lock())
        self._kept.move_to_end(table)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        table_state, turn = self._kept[table]
        async with turn:
            try:
                await self._follow(table_state)
            except BaseException:
                self._kept.pop(table, None)  # Half read: start over next time.
                raise
        return table_state

    async def _follow(self, table_state: TableState) -> None:
        table, known = table_state.id, table_state.length
        for at, body in await self._store.read(lambda db: read_log(db, table, known)):
            entry = table_state.read(body)
            if isinstance(entry, Opened):
                await self._games.fetch(entry.game)
            await asyncio.to_thread(table_state.take, entry, at, tell=False)
