"""The processes that share a database: which of them live, told by leases that each has to renew.

A process whose lease has run out may lose its tables to others at any moment. It knows that by its own clock
no later than the others know it by the database's, and then lets go of all it has.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, insert, select, text, update

from flagfall.server.storage import schema
from flagfall.server.storage.store import Store
from flagfall.server.time_and_chance import TimeAndChance

PULSE = 1.0
"""Seconds between two signs of life: what a crash can cost a running clock."""

logger = logging.getLogger("flagfall.members")


def clock(db: Connection, time_and_chance: TimeAndChance) -> int:
    """The time that leases go by: the database's, which all share."""
    if db.dialect.name != "postgresql":
        return time_and_chance.now()
    now = db.execute(text("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"))
    return int(now.scalar_one())


class Members:
    """This process among the others; alone, nobody else counts and no lease runs out."""

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

    @property
    def held(self) -> bool:
        """Whether our tables are still ours for sure."""
        if self.alone:
            return True
        return self._renewed is not None and time.monotonic() - self._renewed < self._lease

    async def pulse(self, leaving: bool = False) -> None:
        """Renew the lease, or end it, and see who else lives."""
        asked = time.monotonic()
        overdue = self._renewed is not None and not self.held

        def work(db: Connection) -> tuple[frozenset[str], bool]:
            now = clock(db, self._time_and_chance)
            # As the others see it: this write may have waited long before it was carried out.
            until = db.execute(select(schema.pulse.c.lease).where(schema.pulse.c.owner == self.name)).scalar()
            late = until is not None and until <= now
            values: dict[str, Any] = {
                "at": self._time_and_chance.now(),
                "lease": 0 if leaving else now + int(self._lease * 1_000),
            }
            mine = schema.pulse.c.owner == self.name
            if not db.execute(update(schema.pulse).where(mine).values(values)).rowcount:
                db.execute(insert(schema.pulse).values(owner=self.name, **values))
            living = select(schema.pulse.c.owner).where(schema.pulse.c.lease > now)
            return frozenset(db.execute(living).scalars()), late

        alive, late = await self._store.write(work)
        if overdue or (late and not self.alone):
            # Others may have taken our tables over, and have forgotten who came to theirs through us.
            logger.warning("%s was away for too long, and begins anew", self.name)
            self._lapsed()
        self._renewed = asked
        gone, self.alive = self.alive, frozenset({self.name}) if self.alone else alive | {self.name}
        for name in gone - self.alive:
            logger.warning("%s is gone", name)
            self._lost(name)

    async def run(self, after: Callable[[], None]) -> None:
        """Renew the lease as long as the process lives; ``after`` is called each time."""
        while True:
            await asyncio.sleep(PULSE)
            try:
                await self.pulse()
            except Exception as error:
                logger.error("the database takes no sign of life: %s", type(error).__name__)
            after()
