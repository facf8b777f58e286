"""How this process takes tables over, and lets them go to other processes.

The database decides (`storage.table_owners`): a table has one owner at a time, and an owner whose lease has
run out can lose it.
"""

from __future__ import annotations

from collections.abc import Sequence

from flagfall.server.cluster.processes import Members
from flagfall.server.storage.store import Store
from flagfall.server.storage.tables import table_owners
from flagfall.server.storage.tables.table_owners import Claim
from flagfall.server.time_and_chance import TimeAndChance


class Gone(Exception):  # noqa: N818 - a state of affairs
    """This process has given the table up, or may not take it now; ask again for the table."""


class Ownership:
    """Tables and their owners, as this process asks for them and changes them."""

    def __init__(self, store: Store, time_and_chance: TimeAndChance, members: Members) -> None:
        self._store = store
        self._time_and_chance = time_and_chance
        self._members = members

    async def living_owner(self, table: str) -> str | None:
        """The process that owns a table and lives; empty if none does, None if there is no such table."""
        chance, alone = self._time_and_chance, self._members.alone
        return await self._store.read(lambda db: table_owners.living_owner(db, chance, table, alone))

    async def claim(self, table: str) -> Claim | None:
        """Make a table ours, and read its log; None if there is none, `Elsewhere` if its owner lives."""
        chance, members = self._time_and_chance, self._members
        return await self._store.write(
            lambda db: table_owners.claim(db, chance, table, members.name, members.alone)
        )

    async def release(self, tables: Sequence[str]) -> None:
        """Give tables of ours up, for any process to take."""
        chance, name = self._time_and_chance, self._members.name
        await self._store.write(lambda db: table_owners.release(db, chance, tables, name))

    async def orphans(self, most: int) -> list[str]:
        """Some tables that wait for a clock or a bot and whose owner is gone."""
        chance, members = self._time_and_chance, self._members
        return await self._store.read(
            lambda db: table_owners.orphans(db, chance, members.name, members.alone, most)
        )
