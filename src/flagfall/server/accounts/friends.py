"""Friends: two people who have added each other; what each lets the other see, and challenges."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from flagfall.server.accounts.blocks import blocked_by
from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.storage.presence import who_is_here
from flagfall.server.storage.tables import table_rows
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.friends import Friend, Friends, Invited, PersonSeen

people, friends, seats, tables = schema.people, schema.friends, schema.seats, schema.tables
invitations, blocks = schema.invitations, schema.blocks
MOST = 500
"""People whom somebody may add."""
RECENT = 12
"""Opponents that a list shows, and..."""
LOOKED_AT = 60
"""...games in which they are looked for."""
INVITED = 5
"""People who may be invited to a table."""
QUIET = 3_600_000
"""Milliseconds after which somebody whose game stands still does not count as playing."""


def _seen(row: schema.AnyRow) -> PersonSeen:
    return PersonSeen(row.id, row.name, row.name_key is None)


def _added(db: Connection, person: str, other: str) -> bool:
    row = select(friends.c.at).where(friends.c.person == person, friends.c.friend == other)
    return db.execute(row).first() is not None


def are_friends(db: Connection, one: str, other: str) -> bool:
    """Whether two people have added each other."""
    return _added(db, one, other) and _added(db, other, one)


def add(db: Connection, person: str, other: schema.AnyRow, now: int) -> bool:
    """Add somebody, given by their row; whether they are to be told.

    Somebody who has blocked the asker is not told and does not see it, and to the asker it looks as if they
    had not answered yet.
    """
    if other.id == person:
        raise Refusal("bad-message", "that is yourself", field="person")
    if other.name_key is None:
        raise Refusal("forbidden", "only accounts can have friends", field="person")
    if other.id in blocked_by(db, person):
        raise Refusal("forbidden", "you have blocked this person", field="person")
    if _added(db, person, other.id):
        return False
    count = select(func.count()).where(friends.c.person == person)
    if db.execute(count).scalar_one() >= MOST:
        raise Refusal("too-many", f"at most {MOST} friends")
    db.execute(insert(friends).values(person=person, friend=other.id, at=now))
    return person not in blocked_by(db, other.id)


def remove(db: Connection, person: str, other: str) -> None:
    """Have two people be friends no more; declines and withdraws as well."""
    both = or_(
        (friends.c.person == person) & (friends.c.friend == other),
        (friends.c.person == other) & (friends.c.friend == person),
    )
    db.execute(delete(friends).where(both))
    mutual = or_(
        (invitations.c.person == person) & (invitations.c.inviter == other),
        (invitations.c.person == other) & (invitations.c.inviter == person),
    )
    db.execute(delete(invitations).where(mutual))


def settings(db: Connection, person: str, seen: bool, friends_only: bool) -> None:
    """Keep whether friends see where a person is, and whether only they may challenge."""
    db.execute(update(people).where(people.c.id == person).values(seen=seen, friends_only=friends_only))


# ---- as they are shown ---------------------------------------------------------------------------------


def friends_of(db: Connection, time_and_chance: TimeAndChance, person: str) -> Friends:
    """Somebody's friends, those who may become some, and challenges."""
    mine = set(db.execute(select(friends.c.friend).where(friends.c.person == person)).scalars())
    theirs = set(db.execute(select(friends.c.person).where(friends.c.friend == person).limit(MOST)).scalars())
    blocked = set(blocked_by(db, person))
    recent = _recent(db, person, blocked)
    wanted = [*mine, *theirs, *recent]
    rows = {row.id: row for row in db.execute(select(people).where(people.c.id.in_(wanted)))}
    known = sorted(rows.values(), key=lambda row: row.name.casefold())
    me = db.execute(select(people.c.seen, people.c.friends_only).where(people.c.id == person)).one()
    return Friends(
        _present(db, time_and_chance, [row for row in known if row.id in mine & theirs]),
        tuple(_seen(row) for row in known if row.id in theirs - mine - blocked),
        tuple(_seen(row) for row in known if row.id in mine - theirs),
        tuple(_seen(rows[id]) for id in recent if id in rows),
        _invitations(db, person, blocked),
        me.seen,
        me.friends_only,
    )


def _present(
    db: Connection, time_and_chance: TimeAndChance, rows: Sequence[schema.AnyRow]
) -> tuple[Friend, ...]:
    """Friends with what they let be seen: of their games only those that everybody may know of."""
    here = who_is_here(db, time_and_chance, [row.id for row in rows if row.seen])
    playing: dict[str, str] = {}
    since = time_and_chance.now() - QUIET
    public = (
        select(seats.c.person, tables.c.info)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(
            seats.c.person.in_(list(here)),
            tables.c.status.in_(("setup", "play")),
            tables.c.private.is_(False),
            tables.c.updated > since,
        )
        .order_by(tables.c.updated)
        .limit(2 * MOST)
    )
    for row in db.execute(public):
        info = table_rows.read_info(row.info)
        playing[row.person] = info.id if info.watch else ""
    return tuple(
        Friend(row.id, row.name, "playing" if row.id in playing else "here", playing.get(row.id, ""))
        if row.id in here
        else Friend(row.id, row.name)
        for row in rows
    )


def _recent(db: Connection, person: str, blocked: set[str]) -> list[str]:
    """Whom somebody has played lately, the last one first."""
    own, other = seats.alias(), seats.alias()
    played = (
        select(other.c.person)
        .select_from(
            own.join(other, own.c.table_id == other.c.table_id).join(tables, tables.c.id == own.c.table_id)
        )
        .where(own.c.person == person, other.c.person != person, tables.c.status == "over")
        .order_by(tables.c.updated.desc())
        .limit(LOOKED_AT)
    )
    found = dict.fromkeys(db.execute(played).scalars())
    unwanted = set(db.execute(select(blocks.c.person).where(blocks.c.blocked == person)).scalars())
    return [one for one in found if one not in blocked | unwanted][:RECENT]


# ---- challenges ----------------------------------------------------------------------------------------


def reaches(db: Connection, person: str, other: schema.AnyRow) -> bool:
    """Whether a challenge comes to somebody, given by their row; refused if it may not be made.

    Somebody who has blocked the challenger is not told and does not see it: the challenger waits in vain.
    """
    if other.id == person:
        raise Refusal("bad-message", "that is yourself", field="person")
    if other.id in blocked_by(db, person):
        raise Refusal("forbidden", "you have blocked this person", field="person")
    if other.friends_only and not are_friends(db, person, other.id):
        raise Refusal("friends-only", "only friends may challenge this person", field="person")
    return person not in blocked_by(db, other.id)


def invite(db: Connection, person: str, table: str, other: schema.AnyRow, now: int) -> bool:
    """Invite somebody, given by their row, to a table; whether they are to be told."""
    if not reaches(db, person, other):
        return False
    here = invitations.c.table_id == table
    if db.execute(select(invitations).where(here, invitations.c.person == other.id)).first():
        return False
    if db.execute(select(func.count()).where(here)).scalar_one() >= INVITED:
        raise Refusal("too-many", f"at most {INVITED} invitations to a table")
    db.execute(insert(invitations).values(table_id=table, person=other.id, inviter=person, at=now))
    return True


def invitation(db: Connection, person: str, table: str) -> Invited | None:
    """The invitation of somebody to a table, while its seat is free."""
    found = _invitations(db, person, set(blocked_by(db, person)))
    return next((one for one in found if one.table.id == table), None)


def _invitations(db: Connection, person: str, blocked: set[str]) -> tuple[Invited, ...]:
    found = (
        select(tables.c.id, people.c.id.label("by"), people.c.name, people.c.name_key)
        .select_from(invitations.join(tables, tables.c.id == invitations.c.table_id))
        .join(people, people.c.id == invitations.c.inviter)
        .where(invitations.c.person == person, tables.c.status == "open", people.c.id.not_in(list(blocked)))
        .order_by(invitations.c.at.desc())
        .limit(MOST)
    )
    told = []
    for row in db.execute(found).all():
        access = table_rows.info_and_code(db, row.id)
        if access is not None:
            told.append(Invited(*access, PersonSeen(row.by, row.name, row.name_key is None)))
    return tuple(told)


def decline(db: Connection, person: str, table: str) -> str | None:
    """Turn an invitation down; who had made it, or None if there was none."""
    here = (invitations.c.table_id == table, invitations.c.person == person)
    by = db.execute(select(invitations.c.inviter).where(*here)).scalar()
    db.execute(delete(invitations).where(*here))
    return by
