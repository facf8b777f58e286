"""E-mail addresses for notices: asked for, confirmed by a link, removed."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from flagfall.server.storage import schema

addresses, people = schema.mail_addresses, schema.people


class StoredAddress(NamedTuple):
    """An address, in which language its owner reads, and whether they have confirmed it."""

    address: str
    language: str
    confirmed: bool


def address_of(db: Connection, person: str) -> StoredAddress | None:
    """The address that somebody has given."""
    row = db.execute(select(addresses).where(addresses.c.person == person)).first()
    return None if row is None else StoredAddress(row.address, row.language, row.confirmed is not None)


def ask(
    db: Connection, person: str, address: str, language: str, hashed: str, now: int, expires: int
) -> None:
    """Keep an address that is not confirmed yet, in place of the one before, with the hash of its link."""
    remove(db, person)
    db.execute(
        insert(addresses).values(
            person=person,
            address=address,
            language=language,
            asked=now,
            confirmed=None,
            hash=hashed,
            expires=expires,
        )
    )


def confirm(db: Connection, hashed: str, now: int) -> str | None:
    """Confirm an address by the hash of its link, which works once; the name of its account."""
    there = (addresses.c.hash == hashed, addresses.c.expires > now)
    row = db.execute(
        select(addresses.c.person, people.c.name)
        .join(people, people.c.id == addresses.c.person)
        .where(*there, people.c.banned.is_(False))
    ).first()
    if row is None:
        return None
    done = update(addresses).where(addresses.c.person == row.person, *there).values(confirmed=now, hash=None)
    return str(row.name) if db.execute(done).rowcount else None


def remove(db: Connection, person: str) -> None:
    """Forget the address of a person."""
    db.execute(delete(addresses).where(addresses.c.person == person))


def forget_unconfirmed(db: Connection, now: int) -> None:
    """Delete addresses whose link has expired without being used: perhaps they are somebody else's."""
    db.execute(delete(addresses).where(addresses.c.confirmed.is_(None), addresses.c.expires < now))
