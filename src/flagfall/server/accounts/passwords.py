"""Passwords and the recovery codes for lost ones. Only hashes are stored.

An attempt costs the same whether the account exists or not.
"""

from __future__ import annotations

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, insert, select, update

from flagfall.server.accounts.names import name_key
from flagfall.server.accounts.sessions import digest, end_sessions
from flagfall.server.accounts.tokens import delete_tokens
from flagfall.server.storage import schema
from flagfall.server.time_and_chance import TimeAndChance

CODES = 8
"""Recovery codes of an account."""
people, recovery_codes = schema.people, schema.recovery_codes
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_NOBODY = _hasher.hash("nobody has this password")


def hash_password(password: str) -> str:
    """A password as it is stored. Takes a while: not on the event loop, not in a transaction."""
    return _hasher.hash(password)


def fits(password: str, stored: str | None) -> bool:
    """Whether a password is right; takes as long if there is no account."""
    try:
        return _hasher.verify(stored or _NOBODY, password) and stored is not None
    except (VerificationError, InvalidHashError):
        return False


def outdated(stored: str) -> bool:
    """Whether a password was hashed with other parameters than today's."""
    return _hasher.check_needs_rehash(stored)


def renew(db: Connection, person: str, stored: str, hashed: str) -> None:
    """Store the same password hashed again, unless it has been changed meanwhile; sessions go on."""
    same = (people.c.id == person, people.c.password == stored)
    db.execute(update(people).where(*same).values(password=hashed))


def stored_password(db: Connection, name: str) -> tuple[str, str] | None:
    """The id and the hashed password of an account, unless it is banned."""
    row = db.execute(
        select(people.c.id, people.c.password).where(
            people.c.name_key == name_key(name), people.c.banned.is_(False)
        )
    ).first()
    return (row.id, row.password) if row else None


def set_password(db: Connection, person: str, hashed: str, and_tokens: bool) -> None:
    """Store a new (hashed) password; all sessions end, and the API tokens if ``and_tokens``."""
    db.execute(update(people).where(people.c.id == person).values(password=hashed))
    end_sessions(db, person)
    if and_tokens:
        delete_tokens(db, person)


def new_codes(db: Connection, time_and_chance: TimeAndChance, person: str) -> tuple[str, ...]:
    """Fresh recovery codes for a person; older ones are void."""
    db.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
    codes = tuple(
        "-".join("".join(_ALPHABET[time_and_chance.draw(len(_ALPHABET))] for _ in range(5)) for _ in range(4))
        for _ in range(CODES)
    )
    for code in codes:
        db.execute(insert(recovery_codes).values(hash=digest(code), person=person))
    return codes


def recover(db: Connection, name: str, code: str, hashed: str) -> str | None:
    """Set a new (hashed) password by a recovery code, which is used up; the person's id if the code fits."""
    found = stored_password(db, name)
    person = found[0] if found else ""
    used = db.execute(
        delete(recovery_codes).where(
            recovery_codes.c.hash == digest(code.strip().lower()), recovery_codes.c.person == person
        )
    )
    if used.rowcount != 1:
        return None
    # The password may be lost to somebody else: no session and no token stays open.
    set_password(db, person, hashed, and_tokens=True)
    return person
