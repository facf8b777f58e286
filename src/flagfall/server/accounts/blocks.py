"""Whom a person has blocked: neither meets the other at a table, nor hears them talk."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, or_, select

from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema

blocks = schema.blocks
MOST = 500
"""People whom one person may block: each of their websockets brings the list along."""


def blocked_by(db: Connection, person: str) -> tuple[str, ...]:
    """Whom a person blocks."""
    return tuple(db.execute(select(blocks.c.blocked).where(blocks.c.person == person)).scalars())


def block(db: Connection, person: str, other: str) -> None:
    """Block somebody; nothing happens if there is no such person, or it is the person themselves."""
    there = db.execute(select(schema.people.c.id).where(schema.people.c.id == other)).first()
    known = db.execute(select(blocks).where(blocks.c.person == person, blocks.c.blocked == other)).first()
    if there and other != person and not known:
        if len(blocked_by(db, person)) >= MOST:
            raise Refusal("too-many", f"at most {MOST} people")
        db.execute(insert(blocks).values(person=person, blocked=other))
        # They are friends no more, and neither has invited the other.
        for table, one, two in (
            (schema.friends, schema.friends.c.person, schema.friends.c.friend),
            (schema.invitations, schema.invitations.c.person, schema.invitations.c.inviter),
        ):
            both = or_((one == person) & (two == other), (one == other) & (two == person))
            db.execute(delete(table).where(both))


def unblock(db: Connection, person: str, other: str) -> None:
    """Block somebody no more."""
    db.execute(delete(blocks).where(blocks.c.person == person, blocks.c.blocked == other))
