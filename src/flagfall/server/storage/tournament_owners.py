"""The owner of a tournament: one process at a time pairs its players, as long as its lease holds.

It is the same lease that makes a process the owner of tables (`storage.leases`).
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, or_, select, update

from flagfall.server.storage import schema
from flagfall.server.storage.tables.leases import lease_clock
from flagfall.server.time_and_chance import TimeAndChance

tournaments, pulse = schema.tournaments, schema.pulse


class Unowned(NamedTuple):
    """A tournament that needs an owner."""

    id: str
    epoch: int


def unowned(db: Connection, time_and_chance: TimeAndChance, me: str, alone: bool, now: int) -> list[Unowned]:
    """Tournaments that have begun, or are about to, and whose owner is gone."""
    living = select(pulse.c.owner).where(pulse.c.lease > lease_clock(db, time_and_chance))
    lost = tournaments.c.owner != me if alone else tournaments.c.owner.not_in(living)
    due = or_(
        tournaments.c.status == "running",
        (tournaments.c.status == "open") & (tournaments.c.starts <= now),
    )
    found = select(tournaments.c.id, tournaments.c.epoch).where(due, lost)
    return [Unowned(row.id, row.epoch) for row in db.execute(found.order_by(tournaments.c.id))]


def owned(db: Connection, me: str) -> list[str]:
    """The tournaments that a process owns and that are not over."""
    mine = select(tournaments.c.id).where(
        tournaments.c.owner == me, tournaments.c.status.in_(("open", "running"))
    )
    return list(db.execute(mine.order_by(tournaments.c.id)).scalars())


def claim(db: Connection, one: Unowned, me: str) -> bool:
    """Make a process the owner of a tournament; false if another one was faster."""
    row = update(tournaments).where(tournaments.c.id == one.id, tournaments.c.epoch == one.epoch)
    return bool(db.execute(row.values(owner=me, epoch=one.epoch + 1)).rowcount)
