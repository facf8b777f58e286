"""API tokens: what a program may do in a person's name. Only the hash of a token's secret is stored."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select

from flagfall.server.accounts.identity import Identity
from flagfall.server.accounts.sessions import DAY, digest
from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.people import Scope, TokenInfo

MOST = 20
"""Tokens that one person may have."""
people, tokens = schema.people, schema.tokens


def new_token(
    db: Connection,
    time_and_chance: TimeAndChance,
    person: str,
    name: str,
    scopes: tuple[Scope, ...],
    days: int,
) -> TokenInfo:
    """An API token with its secret, which is shown only now."""
    secret = "ff_" + time_and_chance.secret()
    now = time_and_chance.now()
    count = db.execute(select(func.count()).select_from(tokens).where(tokens.c.person == person)).scalar_one()
    if count >= MOST:
        raise Refusal("too-many", f"at most {MOST} tokens")
    made = TokenInfo(time_and_chance.id(), name, scopes, now, now + days * DAY, secret)
    db.execute(
        insert(tokens).values(
            id=made.id,
            hash=digest(secret),
            person=person,
            name=name,
            scopes=" ".join(scopes),
            created=made.created,
            expires=made.expires,
        )
    )
    return made


def by_token(db: Connection, secret: str, now: int) -> Identity | None:
    """Whose API token it is, and what it allows; None if it has expired or the person is banned."""
    row = db.execute(
        select(people.c.id, people.c.name, people.c.name_key, tokens.c.scopes)
        .join(tokens, tokens.c.person == people.c.id)
        .where(tokens.c.hash == digest(secret), tokens.c.expires > now, people.c.banned.is_(False))
    ).first()
    if row is None:
        return None
    return Identity(row.id, row.name, row.name_key is None, tuple(row.scopes.split()), token=digest(secret))


def tokens_of(db: Connection, person: str) -> tuple[TokenInfo, ...]:
    """The tokens of a person, without their secrets."""
    rows = db.execute(select(tokens).where(tokens.c.person == person).order_by(tokens.c.created))
    return tuple(
        TokenInfo(row.id, row.name, tuple(row.scopes.split()), row.created, row.expires) for row in rows
    )


def delete_token(db: Connection, person: str, id: str) -> None:
    """Take a token of a person back."""
    db.execute(delete(tokens).where(tokens.c.id == id, tokens.c.person == person))


def delete_tokens(db: Connection, person: str) -> None:
    """Take all tokens of a person back."""
    db.execute(delete(tokens).where(tokens.c.person == person))
