"""The rows of tables and their seats: what lists, lobby and access checks need without reading a log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import Connection, func, insert, or_, select, update

from flagfall.server.storage import schema
from flagfall.server.storage.tables.seat_names import (
    for_strangers,
    seat_names,
    unnamed_seats,
    with_seat_names,
)
from flagfall.server.wire.tables import TableInfo

tables, seats, log = schema.tables, schema.seats, schema.log
LIVE = ("open", "setup", "play")
OVER = ("over", "aborted")

read_info = msgspec.json.Decoder(TableInfo).decode
"""A table from what is stored of it, without names."""


class NewTableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table to be stored, with the first entries of its log."""

    id: str
    info: str
    status: str
    private: bool
    code: str
    maker: str | None
    at: int
    wakes: bool
    owner: str
    entries: tuple[str, ...]
    people: tuple[tuple[int, str, bool], ...]
    """Seat, person, and whether the person has to decide something now."""


def insert_table(db: Connection, new: NewTableRow) -> None:
    """Store a new table, its seats and the beginning of its log."""
    db.execute(
        insert(tables).values(
            id=new.id,
            info=new.info,
            status=new.status,
            private=new.private,
            code=new.code,
            maker=new.maker,
            created=new.at,
            updated=new.at,
            wakes=new.wakes,
            length=len(new.entries),
            epoch=1,
            owner=new.owner,
        )
    )
    for number, body in enumerate(new.entries):
        db.execute(insert(log).values(table_id=new.id, number=number, epoch=1, at=new.at, body=body))
    for seat, person, due in new.people:
        db.execute(insert(seats).values(table_id=new.id, seat=seat, person=person, due=due))


def count_live_made_by(db: Connection, maker: str) -> int:
    """How many tables of a person's making are not over."""
    made = select(func.count()).select_from(tables)
    return int(db.execute(made.where(tables.c.maker == maker, tables.c.status.in_(LIVE))).scalar_one())


def table_row(db: Connection, table: str) -> schema.AnyRow | None:
    """The whole row of a table, or None."""
    return db.execute(select(tables).where(tables.c.id == table)).first()


def all_ids(db: Connection) -> list[str]:
    """The ids of all tables, oldest first."""
    return list(db.execute(select(tables.c.id).order_by(tables.c.created)).scalars())


def info_and_code(db: Connection, table: str) -> tuple[TableInfo, str] | None:
    """What everybody may see of a table, and the code of its invite link; None if there is no such table."""
    row = db.execute(select(tables.c.info, tables.c.code).where(tables.c.id == table)).first()
    return None if row is None else (_infos(db, [row.info])[0], row.code)


def _infos(db: Connection, bodies: Iterable[str]) -> list[TableInfo]:
    """Tables from what is stored of them, with the names of the people on their seats."""
    infos = [read_info(body) for body in bodies]
    names = seat_names(db, {info.id for info in infos})
    return [with_seat_names(info, names[info.id]) for info in infos]


def infos_for_strangers(db: Connection, bodies: Iterable[str]) -> list[TableInfo]:
    """The same of finished tables, for somebody who did not play there."""
    infos = _infos(db, bodies)
    unnamed = unnamed_seats(db, {info.id for info in infos})
    return [for_strangers(info, unnamed[info.id]) for info in infos]


def open_codes(db: Connection) -> list[tuple[str, str]]:
    """The ids of all tables with a free seat and the codes of their invite links, newest first."""
    found = (
        select(tables.c.id, tables.c.code).where(tables.c.status == "open").order_by(tables.c.updated.desc())
    )
    return [(row.id, row.code) for row in db.execute(found)]


def seats_at(db: Connection, table: str, person: str) -> tuple[int, ...]:
    """The seats of a table that belong to a person."""
    mine = select(seats.c.seat).where(seats.c.table_id == table, seats.c.person == person)
    return tuple(sorted(db.execute(mine).scalars()))


def public_tables(db: Connection, status: Sequence[str], most: int) -> list[TableInfo]:
    """Tables that are not private and have one of some statuses, those changed last first."""
    found = (
        select(tables.c.info)
        .where(tables.c.status.in_(status), tables.c.private.is_(False))
        .order_by(tables.c.updated.desc())
        .limit(most)
    )
    return _infos(db, db.execute(found).scalars())


class HeldTable(msgspec.Struct, frozen=True):
    """A table at which a person has a seat."""

    info: TableInfo
    updated: int
    seats: tuple[int, ...]
    due: bool
    """Whether the person has to decide something now."""


def tables_of(db: Connection, person: str, status: Sequence[str], before: int, most: int) -> list[HeldTable]:
    """A person's tables, those changed last first; ``before``: changed before then, 0 for all.

    There may be more than ``most``: what changed in the same millisecond is told together, so that nothing
    is lost between two pages.
    """
    held = select(seats.c.table_id).where(seats.c.person == person)
    found = (
        select(tables.c.id, tables.c.info, tables.c.updated)
        .where(tables.c.id.in_(held), tables.c.status.in_(status))
        .order_by(tables.c.updated.desc(), tables.c.id)
    )
    rows = list(db.execute((found.where(tables.c.updated < before) if before else found).limit(most)))
    if len(rows) == most:
        last = rows[-1].updated
        there = [row for row in rows if row.updated != last]
        rows = [*there, *db.execute(found.where(tables.c.updated == last))]
    mine: dict[str, list[schema.AnyRow]] = {row.id: [] for row in rows}
    for seat in db.execute(select(seats).where(seats.c.person == person, seats.c.table_id.in_(mine))):
        mine[seat.table_id].append(seat)
    infos = _infos(db, (row.info for row in rows))
    return [
        HeldTable(
            info,
            row.updated,
            tuple(sorted(seat.seat for seat in mine[row.id])),
            any(seat.due for seat in mine[row.id]),
        )
        for row, info in zip(rows, infos, strict=True)
    ]


def all_tables_of(db: Connection, person: str) -> list[TableInfo]:
    """All tables at which a person has or had a seat."""
    held = select(seats.c.table_id).where(seats.c.person == person)
    return _infos(db, db.execute(select(tables.c.info).where(tables.c.id.in_(held))).scalars())


def remove_stored_names(db: Connection, person: str) -> None:
    """Remove names from what is stored of a person's tables: programs before this one wrote them there."""
    held = select(seats.c.table_id).where(seats.c.person == person)
    for row in list(db.execute(select(tables.c.id, tables.c.info).where(tables.c.id.in_(held)))):
        info = with_seat_names(read_info(row.info))
        stored = msgspec.json.encode(info).decode()
        if stored != row.info:
            db.execute(update(tables).where(tables.c.id == row.id).values(info=stored))
    told = or_(log.c.body.like('{"type":"sat",%'), log.c.body.like('{"type":"handed",%'))
    for row in list(db.execute(select(log).where(log.c.table_id.in_(held), told))):
        entry = msgspec.json.decode(row.body)
        if entry["sitter"].get("name"):
            entry["sitter"]["name"] = ""
            here = (log.c.table_id == row.table_id, log.c.number == row.number)
            db.execute(update(log).where(*here).values(body=msgspec.json.encode(entry).decode()))


def public_games_of(db: Connection, person: str, most: int) -> list[TableInfo]:
    """Finished games of a person that everybody may see, newest first."""
    held = select(seats.c.table_id).where(seats.c.person == person)
    found = (
        select(tables.c.info)
        .where(tables.c.id.in_(held), tables.c.status == "over", tables.c.private.is_(False))
        .order_by(tables.c.updated.desc())
        .limit(most)
    )
    return infos_for_strangers(db, db.execute(found).scalars())


def live_ids_of(db: Connection, person: str) -> list[str]:
    """The ids of the tables at which a person sits and that are not over."""
    found = (
        select(seats.c.table_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.person == person, tables.c.status.in_(LIVE))
    )
    return list(dict.fromkeys(db.execute(found).scalars()))


def aborted_lately(db: Connection, person: str, since: int) -> list[tuple[TableInfo, int, int, str]]:
    """Tables of a person that were aborted since a moment, newest first.

    Of each: the table, the person's seat, when the entry was written, and its body.
    """
    rows = db.execute(
        select(tables.c.info, seats.c.seat, log.c.at, log.c.body)
        .join(seats, seats.c.table_id == tables.c.id)
        .join(log, log.c.table_id == tables.c.id)
        .where(
            seats.c.person == person,
            tables.c.status == "aborted",
            tables.c.updated > since,
            log.c.at > since,
            log.c.body.like('{"type":"aborted"%'),
        )
        .order_by(log.c.at.desc())
        .limit(100)
    )
    return [(read_info(row.info), row.seat, int(row.at), row.body) for row in rows]


def take_from_owner(db: Connection, table: str, owner: str, epoch: int) -> None:
    """Make somebody the owner of a table with a new epoch: the previous owner cannot append any more."""
    db.execute(update(tables).where(tables.c.id == table).values(epoch=epoch, owner=owner))
