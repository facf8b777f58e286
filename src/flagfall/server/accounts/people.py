"""People: guests, accounts, sessions, recovery codes and API tokens. Everything here runs in a transaction.

Secrets are stored as hashes only. What a stranger can ask for costs the same whether it exists or not.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, func, insert, select, update

from flagfall.core import complaint
from flagfall.server.accounts.glicko import Rating
from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.faults import said
from flagfall.server.wire.people import Me, Profile, RatingInfo, Scope, TokenInfo
from flagfall.server.wire.tables import PersonSitter

DAY = 86_400_000
CODES = 8
"""Recovery codes of an account."""
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_NOBODY = _hasher.hash("nobody has this password")


class Identity(msgspec.Struct, frozen=True):
    """Who table_calls."""

    person: str
    name: str
    guest: bool
    scopes: tuple[Scope, ...] | None = None
    """What an API token allows; None for a person in a browser, who may do everything of his own."""
    session: str = ""
    """The hash of the session's secret, for a person in a browser."""
    token: str = ""
    """The hash of the token, for a program."""

    @property
    def bot(self) -> bool:
        """Whether it is a program with an API token."""
        return self.scopes is not None


def digest(secret: str) -> str:
    """A secret as it is stored: it has 256 bits, so that a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def name_key(name: str) -> str:
    """A name as it is compared: without case, width, accents or look-alike spaces."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(sign for sign in plain if sign.isalnum())


def check_name(name: str) -> str:
    """A name that may be shown; refused if it has odd characters or too few letters."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    odd = [sign for sign in name if not (sign.isalnum() or sign in " -_.'")]
    if odd or len(name_key(name)) < 2 or not 2 <= len(name) <= 24:
        what = said(complaint("person.name", low=2, high=24), "name")
        raise Refusal("bad-message", what.reason, field="name", faults=(what,))
    return name


# ---- sessions ------------------------------------------------------------------------------------


def new_guest(db: Connection, time_and_chance: TimeAndChance) -> str:
    """A new guest's id."""
    id = time_and_chance.id()
    db.execute(
        insert(schema.people).values(
            id=id,
            name=f"Guest {1_000 + time_and_chance.draw(9_000)}",
            created=time_and_chance.now(),
            preferences="{}",
            banned=False,
        )
    )
    return id


def new_session(db: Connection, time_and_chance: TimeAndChance, person: str, days: int) -> str:
    """The secret of a new session."""
    secret = time_and_chance.secret()
    now = time_and_chance.now()
    db.execute(
        insert(schema.sessions).values(
            hash=digest(secret), person=person, created=now, expires=now + days * DAY
        )
    )
    return secret


def by_session(db: Connection, secret: str, now: int) -> Identity | None:
    """Whose session it is."""
    row = db.execute(
        select(schema.people.c.id, schema.people.c.name, schema.people.c.name_key)
        .join(schema.sessions, schema.sessions.c.person == schema.people.c.id)
        .where(
            schema.sessions.c.hash == digest(secret),
            schema.sessions.c.expires > now,
            schema.people.c.banned.is_(False),
        )
    ).first()
    return Identity(row.id, row.name, row.name_key is None, session=digest(secret)) if row else None


def by_token(db: Connection, secret: str, now: int) -> Identity | None:
    """Whose API token it is, and what it allows."""
    row = db.execute(
        select(schema.people.c.id, schema.people.c.name, schema.people.c.name_key, schema.tokens.c.scopes)
        .join(schema.tokens, schema.tokens.c.person == schema.people.c.id)
        .where(
            schema.tokens.c.hash == digest(secret),
            schema.tokens.c.expires > now,
            schema.people.c.banned.is_(False),
        )
    ).first()
    if row is None:
        return None
    return Identity(row.id, row.name, row.name_key is None, tuple(row.scopes.split()), token=digest(secret))


def end_session(db: Connection, session: str) -> None:
    """Forget a session."""
    db.execute(delete(schema.sessions).where(schema.sessions.c.hash == session))


def end_sessions(db: Connection, person: str) -> None:
    """Forget all sessions of a person."""
    db.execute(delete(schema.sessions).where(schema.sessions.c.person == person))


def sweep(db: Connection, now: int) -> None:
    """Forget sessions and tokens that have expired, and servers that ended long ago."""
    db.execute(delete(schema.sessions).where(schema.sessions.c.expires < now))
    db.execute(delete(schema.tokens).where(schema.tokens.c.expires < now))
    db.execute(delete(schema.pulse).where(schema.pulse.c.at < now - 90 * DAY))


# ---- accounts ------------------------------------------------------------------------------------


def hash_password(password: str) -> str:
    """A password as it is stored. Takes a while: not on the event loop, not in a transaction."""
    return _hasher.hash(password)


def fits(password: str, stored: str | None) -> bool:
    """Whether a password fits; takes as long for nobody's."""
    try:
        return _hasher.verify(stored or _NOBODY, password) and stored is not None
    except (VerificationError, InvalidHashError):
        return False


def stored_password(db: Connection, name: str) -> tuple[str, str] | None:
    """The id and the hashed password of an account."""
    row = db.execute(
        select(schema.people.c.id, schema.people.c.password).where(
            schema.people.c.name_key == name_key(name), schema.people.c.banned.is_(False)
        )
    ).first()
    return (row.id, row.password) if row else None


def _new_codes(db: Connection, time_and_chance: TimeAndChance, person: str) -> tuple[str, ...]:
    db.execute(delete(schema.recovery_codes).where(schema.recovery_codes.c.person == person))
    codes = tuple(
        "-".join("".join(_ALPHABET[time_and_chance.draw(len(_ALPHABET))] for _ in range(5)) for _ in range(4))
        for _ in range(CODES)
    )
    for code in codes:
        db.execute(insert(schema.recovery_codes).values(hash=digest(code), person=person))
    return codes


def register(
    db: Connection, time_and_chance: TimeAndChance, person: str, name: str, password: str
) -> tuple[str, ...]:
    """Make an account of a guest (``password`` is hashed already); gives its recovery codes."""
    name = check_name(name)
    row = db.execute(select(schema.people.c.name_key).where(schema.people.c.id == person)).first()
    if row is None or row.name_key is not None:
        raise Refusal("conflict", "you have an account already")
    taken = db.execute(select(schema.people.c.id).where(schema.people.c.name_key == name_key(name))).first()
    if taken:
        raise Refusal("taken", "that name is taken", field="name")
    db.execute(
        update(schema.people)
        .where(schema.people.c.id == person)
        .values(name=name, name_key=name_key(name), password=password)
    )
    return _new_codes(db, time_and_chance, person)


def merge(db: Connection, guest: str, account: str) -> None:
    """Give a guest's finished games, set-ups and blocks to the account that he has signed in to."""
    names = select(schema.setups.c.name).where(schema.setups.c.person == account)
    db.execute(
        update(schema.setups)
        .where(schema.setups.c.person == guest, schema.setups.c.name.not_in(names))
        .values(person=account)
    )
    db.execute(update(schema.seats).where(schema.seats.c.person == guest).values(person=account))
    db.execute(update(schema.editions).where(schema.editions.c.person == guest).values(person=account))
    blocked = select(schema.blocks.c.blocked).where(schema.blocks.c.person == account)
    db.execute(
        update(schema.blocks)
        .where(schema.blocks.c.person == guest, schema.blocks.c.blocked.not_in(blocked))
        .values(person=account)
    )


def recover(db: Connection, name: str, code: str, password: str) -> str | None:
    """Set a new (hashed) password by a recovery code, which is used up; the person's id, if it fits."""
    found = stored_password(db, name)
    person = found[0] if found else ""
    used = db.execute(
        delete(schema.recovery_codes).where(
            schema.recovery_codes.c.hash == digest(code.strip().lower()),
            schema.recovery_codes.c.person == person,
        )
    )
    if used.rowcount != 1:
        return None
    # Whoever has lost the password may have lost it to somebody: nothing of before stays open.
    set_password(db, person, password)
    db.execute(delete(schema.tokens).where(schema.tokens.c.person == person))
    return person


def set_password(db: Connection, person: str, password: str) -> None:
    """A new (hashed) password; all sessions end."""
    db.execute(update(schema.people).where(schema.people.c.id == person).values(password=password))
    end_sessions(db, person)


# ---- what is known about somebody ------------------------------------------------------------------


def rating_info(row: Any, now: int) -> RatingInfo:
    """A row of ratings, as it is shown."""
    rating = Rating(row.rating, row.deviation, row.volatility, row.games, row.updated).rested(now)
    return RatingInfo(
        row.game, row.speed, round(rating.rating), round(rating.deviation), rating.games, rating.provisional
    )


def ratings_of(db: Connection, who: str, now: int) -> tuple[RatingInfo, ...]:
    """All ratings of a person or a bot."""
    rows = db.execute(select(schema.ratings).where(schema.ratings.c.who == who))
    return tuple(rating_info(row, now) for row in rows)


def blocked_by(db: Connection, person: str) -> tuple[str, ...]:
    """Whom a person blocks."""
    rows = db.execute(select(schema.blocks.c.blocked).where(schema.blocks.c.person == person))
    return tuple(row.blocked for row in rows)


def me(db: Connection, person: str, now: int) -> Me:
    """Who somebody is to himself."""
    row = db.execute(select(schema.people).where(schema.people.c.id == person)).one()
    return Me(
        row.id,
        row.name,
        row.name_key is None,
        row.created,
        msgspec.json.decode(row.preferences),
        ratings_of(db, person, now),
        blocked_by(db, person),
    )


def profile(db: Connection, person: str, now: int) -> Profile | None:
    """What others may see of somebody."""
    row = db.execute(select(schema.people).where(schema.people.c.id == person)).first()
    if row is None:
        return None
    games = db.execute(
        select(func.count())
        .select_from(schema.seats.join(schema.tables, schema.tables.c.id == schema.seats.c.table_id))
        .where(schema.seats.c.person == person, schema.tables.c.status == "over")
    ).scalar_one()
    return Profile(row.id, row.name, row.name_key is None, row.created, ratings_of(db, person, now), games)


def sitter(db: Connection, identity: Identity, game: str, speed: str, now: int) -> PersonSitter:
    """A person as he sits down."""
    row = db.execute(
        select(schema.ratings).where(
            schema.ratings.c.who == identity.person,
            schema.ratings.c.game == game,
            schema.ratings.c.speed == speed,
        )
    ).first()
    known = rating_info(row, now) if row else None
    return PersonSitter(
        identity.person,
        identity.name,
        identity.guest,
        identity.bot,
        known.rating if known else None,
        known.provisional if known else False,
    )


# ---- API tokens ------------------------------------------------------------------------------------


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
    count = db.execute(
        select(func.count()).select_from(schema.tokens).where(schema.tokens.c.person == person)
    ).scalar_one()
    if count >= 20:
        raise Refusal("too-many", "at most 20 tokens")
    made = TokenInfo(time_and_chance.id(), name, scopes, now, now + days * DAY, secret)
    db.execute(
        insert(schema.tokens).values(
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


def tokens_of(db: Connection, person: str) -> tuple[TokenInfo, ...]:
    """The tokens of a person, without their secrets."""
    rows = db.execute(
        select(schema.tokens).where(schema.tokens.c.person == person).order_by(schema.tokens.c.created)
    )
    return tuple(
        TokenInfo(row.id, row.name, tuple(row.scopes.split()), row.created, row.expires) for row in rows
    )


# ---- my data ---------------------------------------------------------------------------------------


def export(db: Connection, person: str) -> Mapping[str, Any]:
    """Everything that is stored about a person, without hashes of secrets."""
    tables = schema.tables
    seats = schema.seats

    def rows(statement: Any) -> list[dict[str, Any]]:
        return [dict(row._mapping) for row in db.execute(statement)]

    about = rows(select(schema.people).where(schema.people.c.id == person))
    for row in about:
        row["password"] = bool(row["password"])
    mine = select(seats.c.table_id).where(seats.c.person == person)
    found = rows(select(tables.c.id, tables.c.info, tables.c.status).where(tables.c.id.in_(mine)))
    return {
        "person": about,
        "sessions": rows(
            select(schema.sessions.c.created, schema.sessions.c.expires).where(
                schema.sessions.c.person == person
            )
        ),
        "tokens": rows(
            select(schema.tokens.c.name, schema.tokens.c.scopes, schema.tokens.c.created).where(
                schema.tokens.c.person == person
            )
        ),
        "setups": rows(select(schema.setups).where(schema.setups.c.person == person)),
        "ratings": rows(select(schema.ratings).where(schema.ratings.c.who == person)),
        "blocks": rows(select(schema.blocks).where(schema.blocks.c.person == person)),
        "chat": rows(select(schema.chat).where(schema.chat.c.person == person)),
        "editions": rows(select(schema.editions).where(schema.editions.c.person == person)),
        "tables": [
            {"id": row["id"], "status": row["status"], "info": msgspec.json.decode(row["info"])}
            for row in found
        ],
    }


def forget(db: Connection, person: str) -> None:
    """Delete a person and all that is his; games stay, for the opponents, without him."""
    for table, column in (
        (schema.sessions, schema.sessions.c.person),
        (schema.recovery_codes, schema.recovery_codes.c.person),
        (schema.tokens, schema.tokens.c.person),
        (schema.setups, schema.setups.c.person),
        (schema.blocks, schema.blocks.c.person),
        (schema.blocks, schema.blocks.c.blocked),
        (schema.ratings, schema.ratings.c.who),
        (schema.chat, schema.chat.c.person),
        (schema.seats, schema.seats.c.person),
    ):
        db.execute(delete(table).where(column == person))
    db.execute(update(schema.editions).where(schema.editions.c.person == person).values(person=None))
    db.execute(update(schema.reports).where(schema.reports.c.person == person).values(person=None))
    db.execute(delete(schema.people).where(schema.people.c.id == person))
