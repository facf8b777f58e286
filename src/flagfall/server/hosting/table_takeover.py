"""Taking over tables whose process is gone: those are woken whose clocks run or whose bots are due.

The other tables wait in the database until somebody asks for them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import DBAPIError

from flagfall.server.cluster.ownership import Gone, Ownership
from flagfall.server.refusal import Refusal
from flagfall.server.storage.tables.table_owners import Elsewhere
from flagfall.server.tables.actor import Actor

AT_ONCE = 50
"""Tables taken over at a time, so that other processes may take some too."""

logger = logging.getLogger("flagfall.tables")


class Takeover:
    """Looks for tables without an owner whenever there may be some; ``find`` wakes one."""

    def __init__(self, ownership: Ownership, find: Callable[[str], Awaitable[Actor]]) -> None:
        self._ownership = ownership
        self._find = find
        self._look_again = asyncio.Event()
        self._dropped: set[str] = set()
        self._broken: set[str] = set()
        """Tables that cannot be woken: not tried again."""

    def look(self) -> None:
        """Look for tables soon."""
        self._look_again.set()

    def dropped(self, table: str) -> None:
        """Wake a table that was given up here, at the next look."""
        self._dropped.add(table)

    async def run(self) -> None:
        """Look for tables as long as the server runs."""
        while True:
            self._look_again.clear()
            found: list[str] = []
            try:
                found = await self._ownership.orphans(AT_ONCE)
            except Exception as error:
                logger.error("tables without an owner cannot be looked for: %s", type(error).__name__)
            dropped, self._dropped = self._dropped, set()
            for id in [*found, *dropped]:
                if id not in self._broken:
                    await self._wake(id)
            if len(found) < AT_ONCE or self._broken.issuperset(found):
                await self._look_again.wait()

    async def _wake(self, id: str) -> None:
        try:
            await self._find(id)
        except (Elsewhere, Refusal, Gone):
            pass  # Another process has it, or it is not to be had now.
        except DBAPIError as error:
            logger.error("table %s cannot be woken: %s", id, type(error).__name__)
            self._dropped.add(id)
        except Exception:
            logger.exception("table %s cannot be woken", id)
            self._broken.add(id)
