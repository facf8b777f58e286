"""Who is here: people who look at a page of a process that lives."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, insert, literal, select

from flagfall.server.storage import schema
from flagfall.server.storage.tables.leases import lease_clock
from flagfall.server.time_and_chance import TimeAndChance

here, people, pulse = schema.people_here, schema.people, schema.pulse


def note_here(db: Connection, process: str, came: Collection[str], left: Collection[str]) -> None:
    """Note who has come to a process and who has left it; people who were deleted meanwhile are left out."""
    gone = [*came, *left]
    db.execute(delete(here).where(here.c.process == process, here.c.person.in_(gone)))
    found = select(people.c.id, literal(process)).where(people.c.id.in_(list(came)))
    db.execute(insert(here).from_select(["person", "process"], found))


def who_is_here(db: Connection, time_and_chance: TimeAndChance, persons: Collection[str]) -> set[str]:
    """Those of some people who are at a process that lives."""
    alive = pulse.c.lease > lease_clock(db, time_and_chance)
    found = select(here.c.person).join(pulse, pulse.c.owner == here.c.process)
    return set(db.execute(found.where(here.c.person.in_(list(persons)), alive)).scalars())


def forget_ended(db: Connection, time_and_chance: TimeAndChance) -> None:
    """Delete what processes noted that live no more."""
    living = select(pulse.c.owner).where(pulse.c.lease > lease_clock(db, time_and_chance))
    db.execute(delete(here).where(here.c.process.not_in(living)))
