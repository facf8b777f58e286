"""Whom a notice reaches, and what people were told already, so that nobody is told twice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from flagfall.core.words import LANGUAGES
from flagfall.server.storage import schema
from flagfall.server.storage.notices.addresses import address_of
from flagfall.server.storage.notices.devices import Device, devices_of

told, people, seats, tables = schema.notices_told, schema.people, schema.seats, schema.tables
tournaments, players = schema.tournaments, schema.tournament_players


class Ways(NamedTuple):
    """How somebody can be told."""

    person: str
    language: str
    """What they have chosen; empty for the language of each browser."""
    devices: tuple[Device, ...]
    address: str
    address_language: str


def ways_to(db: Connection, person: str, kind: str, now: int) -> Ways | None:
    """How somebody can be told of a kind of thing; None if they do not want to, or have given no way."""
    row = db.execute(select(people).where(people.c.id == person, people.c.banned.is_(False))).first()
    if row is None or kind not in row.notices.split():
        return None
    mail = address_of(db, person)
    confirmed = mail if mail is not None and mail.confirmed else None
    found = tuple(devices_of(db, person, now))
    if not found and confirmed is None:
        return None
    return Ways(
        person,
        _language(row.preferences),
        found,
        confirmed.address if confirmed else "",
        confirmed.language if confirmed else "",
    )


def _language(preferences: str) -> str:
    """The language that somebody has chosen in their preferences, which are whatever the client keeps."""
    chosen = json.loads(preferences)
    language = chosen.get("language") if isinstance(chosen, dict) else None
    return language if isinstance(language, str) and language in LANGUAGES else ""


def note(db: Connection, person: str, about: str, number: int, now: int) -> bool:
    """Note that somebody is told of something; false if they were told that, or something newer, before.

    It is noted before it is sent: what gets lost with the process is not sent again, so that nobody is
    told twice.
    """
    here = (told.c.person == person, told.c.about == about)
    newer = update(told).where(*here, told.c.number < number).values(number=number, at=now)
    if db.execute(newer).rowcount:
        return True
    if db.execute(select(told.c.number).where(*here)).first() is not None:
        return False
    try:
        with db.begin_nested():
            db.execute(insert(told).values(person=person, about=about, number=number, at=now))
    except IntegrityError:
        return False  # Another process was faster, or the account is gone.
    return True


def forget_old(db: Connection, before: int) -> None:
    """Forget what was told before a moment of tables that are over, and of tournaments."""
    live = select(tables.c.id).where(tables.c.status.in_(("setup", "play")))
    db.execute(delete(told).where(told.c.at < before, told.c.about.not_in(live)))


def _asked_before(at: ColumnElement[int]) -> list[ColumnElement[bool]]:
    """Whether somebody had asked to be told when something happened: what is older they have seen."""
    devices, mail = schema.push_devices, schema.mail_addresses
    by_push = exists().where(devices.c.person == people.c.id, devices.c.created <= at)
    by_mail = exists().where(mail.c.person == people.c.id, mail.c.confirmed <= at)
    return [people.c.banned.is_(False), or_(by_push, by_mail)]


def untold_tables(db: Connection, since: int, until: int) -> list[str]:
    """Slow games in which something happened between two moments and somebody is due who was not told since.

    They are found here after a restart; while a process runs, its tables tell it.
    """
    known = exists().where(told.c.person == seats.c.person, told.c.about == tables.c.id)
    newer = exists().where(
        told.c.person == seats.c.person, told.c.about == tables.c.id, told.c.at < tables.c.updated
    )
    found = (
        select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .join(people, people.c.id == seats.c.person)
        .where(
            tables.c.status.in_(("setup", "play")),
            tables.c.updated.between(since, until),
            tables.c.info.contains('"speed":"days"', autoescape=True),
            seats.c.due.is_(True),
            or_(~known, newer),
            *_asked_before(tables.c.updated),
        )
        .distinct()
    )
    return list(db.execute(found).scalars())


def untold_challenges(db: Connection, since: int) -> Sequence[tuple[str, str]]:
    """Challenges made since a moment of which somebody was not told: the person and the table."""
    invitations = schema.invitations
    known = and_(told.c.person == invitations.c.person, told.c.about == invitations.c.table_id)
    found = (
        select(invitations.c.person, invitations.c.table_id)
        .join(people, people.c.id == invitations.c.person)
        .join(tables, tables.c.id == invitations.c.table_id)
        .where(
            tables.c.status == "open",
            invitations.c.at > since,
            ~exists().where(known),
            *_asked_before(invitations.c.at),
        )
    )
    return [(row.person, row.table_id) for row in db.execute(found)]


class SoonPlayer(NamedTuple):
    """Somebody who takes part in a tournament that begins soon."""

    tournament: str
    wish: str
    starts: int
    person: str


def tournaments_soon(db: Connection, now: int, until: int) -> list[SoonPlayer]:
    """Those who take part in tournaments that begin between two moments and were not told so."""
    known = and_(told.c.person == players.c.person, told.c.about == tournaments.c.id)
    found = (
        select(tournaments.c.id, tournaments.c.wish, tournaments.c.starts, players.c.person)
        .join(players, players.c.tournament_id == tournaments.c.id)
        .join(people, people.c.id == players.c.person)
        .where(
            tournaments.c.status == "open",
            tournaments.c.starts.between(now, until),
            players.c.away.is_(False),
            players.c.api.is_(False),
            ~exists().where(known),
            *_asked_before(tournaments.c.starts),
        )
    )
    return [SoonPlayer(row.id, row.wish, row.starts, row.person) for row in db.execute(found)]
