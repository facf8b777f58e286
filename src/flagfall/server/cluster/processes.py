"""The processes that share a database: which of them live, told by leases that each has to renew.

A process whose lease has run out may lose its tables to others at any moment. It notices that by its own
clock no later than the others do by the database's, and then lets go of everything it has.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from flagfall.server.storage.store import Store
from flagfall.server.storage.tables import leases
from flagfall.server.time_and_chance import TimeAndChance

PULSE = 1.0
"""Seconds between two renewals: what a crash can cost a running clock."""

STALE = 3
"""Leases after which a database that does not answer counts as one that cannot be written to."""

logger = logging.getLogger("flagfall.members")


class Members:
    """This process among the others; alone, nobody else counts and no lease runs out.

    ``lost`` is called with the name of a process that is gone, ``lapsed`` when our own lease had run out.
    """

    def __init__(
        self,
        store: Store,
        time_and_chance: TimeAndChance,
        name: str,
        lease: float,
        alone: bool,
        lost: Callable[[str], None],
        lapsed: Callable[[], None],
    ) -> None:
        self.name = name
        self.alone = alone
        self.alive = frozenset({name})
        self._store = store
        self._time_and_chance = time_and_chance
        self._lease = lease
        self._lost = lost
        self._lapsed = lapsed
        self._renewed: float | None = None
        self._failed = False

    @property
    def can_write(self) -> bool:
        """Whether the database took our last note that we live, and not long ago; alone too."""
        recent = self._renewed is not None and time.monotonic() - self._renewed < STALE * self._lease
        return recent and not self._failed

    @property
    def lease_held(self) -> bool:
        """Whether our tables are still ours for sure."""
        if self.alone:
            return True
        return self._renewed is not None and time.monotonic() - self._renewed < self._lease

    async def renew(self, leaving: bool = False) -> None:
        """Renew the lease, or end it, and see which other processes live."""
        asked = time.monotonic()
        overdue = self._renewed is not None and not self.lease_held
        milliseconds = 0 if leaving else int(self._lease * 1_000)
        alive, late = await self._store.write(
            lambda db: leases.renew(db, self._time_and_chance, self.name, milliseconds)
        )
        if overdue or (late and not self.alone):
            # Others may have taken our tables over, and have forgotten who came to theirs through us.
            logger.warning("the lease of %s had run out: it starts over without its tables", self.name)
            self._lapsed()
        self._renewed, self._failed = asked, False
        before, self.alive = self.alive, frozenset({self.name}) if self.alone else alive | {self.name}
        for name in before - self.alive:
            logger.warning("%s is gone", name)
            self._lost(name)

    async def run(self, after: Callable[[], None]) -> None:
        """Renew the lease as long as the process lives; ``after`` is called each time."""
        while True:
            await asyncio.sleep(PULSE)
            try:
                await self.renew()
            except Exception as error:
                self._failed = True
                logger.error("the lease cannot be renewed: %s", type(error).__name__)
            after()
