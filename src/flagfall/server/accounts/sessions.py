"""Sessions of people in browsers. Only the hash of a session's secret is stored."""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection, delete, insert, select

from flagfall.server.accounts.identity import Identity
from flagfall.server.storage import schema
from flagfall.server.time_and_chance import TimeAndChance

DAY = 86_400_000
"""Milliseconds."""
people, sessions = schema.people, schema.sessions


def digest(secret: str) -> str:
    """A secret as it is stored: it has 256 bits, so that a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_session(db: Connection, time_and_chance: TimeAndChance, person: str, days: int) -> str:
    """The secret of a new session."""
    secret = time_and_chance.secret()
    now = time_and_chance.now()
    db.execute(
        insert(sessions).values(hash=digest(secret), person=person, created=now, expires=now + days * DAY)
    )
    return secret


def by_session(db: Connection, secret: str, now: int) -> Identity | None:
    """Whose session it is; None if it has ended or the person is banned."""
    row = db.execute(
        select(people.c.id, people.c.name, people.c.name_key)
        .join(sessions, sessions.c.person == people.c.id)
        .where(sessions.c.hash == digest(secret), sessions.c.expires > now, people.c.banned.is_(False))
    ).first()
    return Identity(row.id, row.name, row.name_key is None, session=digest(secret)) if row else None


def end_session(db: Connection, session: str) -> None:
    """Delete a session, by the hash of its secret."""
    db.execute(delete(sessions).where(sessions.c.hash == session))


def end_sessions(db: Connection, person: str) -> None:
    """Delete all sessions of a person."""
    db.execute(delete(sessions).where(sessions.c.person == person))


def delete_expired(db: Connection, now: int) -> None:
    """Delete the sessions and API tokens that have expired."""
    for table in (sessions, schema.tokens):
        db.execute(delete(table).where(table.c.expires < now))


def still_valid(db: Connection, hashes: list[str], now: int) -> set[str]:
    """Which of some sessions and API tokens, given by their hashes, are still valid."""
    found: set[str] = set()
    for table in (sessions, schema.tokens):
        rows = db.execute(
            select(table.c.hash)
            .join(people, people.c.id == table.c.person)
            .where(table.c.hash.in_(hashes), table.c.expires > now, people.c.banned.is_(False))
        )
        found |= set(rows.scalars())
    return found
