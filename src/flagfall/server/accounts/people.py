"""People as they see themselves and as others see them; bans."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, func, select, update

from flagfall.server.accounts.blocks import blocked_by
from flagfall.server.accounts.identity import Identity
from flagfall.server.accounts.names import name_key
from flagfall.server.accounts.ratings import ratings_of, shown_rating
from flagfall.server.accounts.sessions import end_sessions
from flagfall.server.accounts.tokens import delete_tokens
from flagfall.server.storage import schema
from flagfall.server.storage.tables import table_rows
from flagfall.server.wire.people import Me, Profile
from flagfall.server.wire.tables import PersonSitter

RECENT = 10
"""Games that a profile shows."""

people, seats, tables = schema.people, schema.seats, schema.tables


def me(db: Connection, person: str, now: int) -> Me:
    """Everything that a person's own pages show of them."""
    row = db.execute(select(people).where(people.c.id == person)).one()
    return Me(
        row.id,
        row.name,
        row.name_key is None,
        row.created,
        msgspec.json.decode(row.preferences),
        ratings_of(db, person, now),
        blocked_by(db, person),
        row.moderator,
        row.games_shown,
    )


def profile(db: Connection, who: str, now: int) -> Profile | None:
    """What others may see of a person, by id or by the name of an account; None if there is none."""
    row = find(db, who)
    if row is None:
        return None
    games = db.execute(
        select(func.count())
        .select_from(seats.join(tables, tables.c.id == seats.c.table_id))
        .where(seats.c.person == row.id, tables.c.status == "over")
    ).scalar_one()
    return Profile(
        row.id,
        row.name,
        row.name_key is None,
        row.created,
        ratings_of(db, row.id, now),
        games,
        # A list under the name would tell whose the games without a name are.
        tuple(table_rows.public_games_of(db, row.id, RECENT)) if row.games_shown == "named" else (),
    )


def sitter(db: Connection, identity: Identity, game: str, speed: str, now: int) -> PersonSitter:
    """A person as a table shows them, with their rating."""
    known = shown_rating(db, identity.person, game, speed, now)
    return PersonSitter(
        identity.person,
        identity.name,
        identity.guest,
        identity.bot,
        known.rating if known else None,
        known.provisional if known else False,
    )


def set_preferences(db: Connection, person: str, text: str) -> None:
    """Keep what the client wants to remember, as JSON."""
    db.execute(update(people).where(people.c.id == person).values(preferences=text))


def notice_kinds(db: Connection, person: str) -> tuple[str, ...]:
    """What somebody is told by push or e-mail, where they have asked for one of these."""
    kinds = db.execute(select(people.c.notices).where(people.c.id == person)).scalar()
    return tuple((kinds or "").split())


def set_notice_kinds(db: Connection, person: str, kinds: Iterable[str]) -> None:
    """Keep what somebody wants to be told."""
    db.execute(update(people).where(people.c.id == person).values(notices=" ".join(kinds)))


def find(db: Connection, who: str) -> schema.AnyRow | None:
    """The row of a person, by id or by the name of an account; None if there is none."""
    row = db.execute(select(people).where(people.c.id == who)).first()
    return row or db.execute(select(people).where(people.c.name_key == name_key(who))).first()


def set_banned(db: Connection, person: str, banned: bool) -> None:
    """Ban a person, or lift the ban. A ban ends all sessions and tokens."""
    db.execute(update(people).where(people.c.id == person).values(banned=banned))
    if banned:
        end_sessions(db, person)
        delete_tokens(db, person)
