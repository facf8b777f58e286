"""The owner of a table in the database: one process at a time, counted by an epoch that every append names.

A process that wants a table raises its epoch by compare-and-set, and may do so only if the owner's lease has
run out or the owner has released the table. From then on the database refuses whatever the previous owner
still tries to write.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from flagfall.server.storage import schema
from flagfall.server.storage.tables.leases import lease_clock
from flagfall.server.time_and_chance import TimeAndChance

tables, pulse = schema.tables, schema.pulse


class Elsewhere(Exception):  # noqa: N818 - a state of affairs
    """Another process owns the table; ``owner`` is empty if that has changed this very moment."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


class Claim(NamedTuple):
    """A table that has become ours."""

    epoch: int
    code: str
    before: str
    """The previous owner."""
    alive: int | None
    """When the previous owner was last known to be alive."""
    rows: list[schema.AnyRow]
    """The log."""


def living_owner(db: Connection, time_and_chance: TimeAndChance, table: str, alone: bool) -> str | None:
    """The owner of a table whose lease holds; empty if there is none, None if there is no such table."""
    row = db.execute(
        select(tables.c.owner, pulse.c.lease)
        .outerjoin(pulse, pulse.c.owner == tables.c.owner)
        .where(tables.c.id == table)
    ).first()
    if row is None:
        return None
    living = not alone and row.lease is not None and row.lease > lease_clock(db, time_and_chance)
    return str(row.owner) if living else ""


def claim(db: Connection, time_and_chance: TimeAndChance, table: str, me: str, alone: bool) -> Claim | None:
    """Take a table and read its log; None if there is none, `Elsewhere` if its owner lives."""
    row = db.execute(
        select(tables.c.owner, tables.c.code, tables.c.epoch).where(tables.c.id == table)
    ).first()
    owner = living_owner(db, time_and_chance, table, alone)
    if row is None or owner is None:
        return None
    if owner not in ("", me):
        raise Elsewhere(owner)
    raised = db.execute(
        update(tables)
        .where(tables.c.id == table, tables.c.epoch == row.epoch)
        .values(epoch=row.epoch + 1, owner=me)
    )
    if raised.rowcount != 1:
        raise Elsewhere("")  # Another process was faster.
    alive = db.execute(select(pulse.c.at).where(pulse.c.owner == row.owner)).scalar()
    # Read after the epoch was raised: the previous owner cannot append any more.
    log = schema.log
    rows = db.execute(select(log.c.at, log.c.body).where(log.c.table_id == table).order_by(log.c.number))
    return Claim(row.epoch + 1, row.code, row.owner, alive, list(rows))


def release(db: Connection, time_and_chance: TimeAndChance, ids: Sequence[str], me: str) -> None:
    """Give tables up, for any process to take; their next owner learns when they were left."""
    left = f"{me}-left"
    values = {"at": time_and_chance.now(), "lease": 0}
    if not db.execute(update(pulse).where(pulse.c.owner == left).values(values)).rowcount:
        db.execute(insert(pulse).values(owner=left, **values))
    db.execute(update(tables).where(tables.c.id.in_(ids), tables.c.owner == me).values(owner=left))


def orphans(db: Connection, time_and_chance: TimeAndChance, me: str, alone: bool, most: int) -> list[str]:
    """Some tables that need an owner, since a clock runs or a bot is due, and have none that lives."""
    living = select(pulse.c.owner).where(pulse.c.lease > lease_clock(db, time_and_chance))
    lost = tables.c.owner != me if alone else tables.c.owner.not_in(living)
    waiting = select(tables.c.id).where(tables.c.wakes, lost)
    return list(db.execute(waiting.order_by(func.random()).limit(most)).scalars())
