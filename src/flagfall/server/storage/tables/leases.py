"""Leases of the processes that share the database: who lives, and until when each has to show it again."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, text, update

from flagfall.server.storage import schema
from flagfall.server.time_and_chance import TimeAndChance

pulse = schema.pulse


def lease_clock(db: Connection, time_and_chance: TimeAndChance) -> int:
    """The time by which leases end, in milliseconds: the database's, which all processes share."""
    if db.dialect.name != "postgresql":
        return time_and_chance.now()
    now = db.execute(text("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"))
    return int(now.scalar_one())


def renew(
    db: Connection, time_and_chance: TimeAndChance, owner: str, milliseconds: int
) -> tuple[frozenset[str], bool]:
    """Renew a process's lease, or end it (0); the processes that live, and whether the lease had run out."""
    now = lease_clock(db, time_and_chance)
    mine = pulse.c.owner == owner
    # As the others see it: this write may have waited long before it was carried out.
    until = db.execute(select(pulse.c.lease).where(mine)).scalar()
    late = until is not None and until <= now
    values: dict[str, object] = {
        "at": time_and_chance.now(),
        "lease": now + milliseconds if milliseconds else 0,
    }
    if not db.execute(update(pulse).where(mine).values(values)).rowcount:
        db.execute(insert(pulse).values(owner=owner, **values))
    living = select(pulse.c.owner).where(pulse.c.lease > now)
    return frozenset(db.execute(living).scalars()), late


def forget_ended(db: Connection, before: int) -> None:
    """Delete the leases of processes that were last alive before a moment."""
    db.execute(delete(pulse).where(pulse.c.at < before))
