"""What people have said at tables, as it is stored."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select

from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.wire.messages import Said
from flagfall.server.wire.tables import Preset, Room

chat, people = schema.chat, schema.people


def last_lines(db: Connection, table: str, most: int) -> list[Said]:
    """The last lines said at a table, oldest first."""
    place = func.row_number().over(partition_by=chat.c.room, order_by=chat.c.id).label("place")
    said = select(chat, place, people.c.name.label("who")).outerjoin(people, people.c.id == chat.c.person)
    rows = db.execute(said.where(chat.c.table_id == table).order_by(chat.c.id.desc()).limit(most))
    return [
        Said(
            number(row.room, row.place),
            row.at,
            row.room,
            row.who or "",
            row.seat,
            row.person,
            row.text,
            row.preset,
        )
        for row in reversed(list(rows))
    ]


class NewLine(NamedTuple):
    """A line as it is stored: said in words, or ready to be said (``preset``)."""

    at: int
    room: Room
    person: str
    seat: int
    text: str
    preset: Preset | None


def add_line(db: Connection, table: str, line: NewLine) -> tuple[int, str]:
    """Store a line; its number, and the name of who said it, which is not stored.

    Refused if a moderator has muted the person, who may still use what is ready to be said.
    """
    name, until = db.execute(
        select(people.c.name, people.c.muted_until).where(people.c.id == line.person)
    ).one()
    if line.text and until > line.at:
        raise Refusal("muted", "a moderator has muted you", retry=(until - line.at) // 1_000)
    db.execute(insert(chat).values(table_id=table, name="", **line._asdict()))
    there = select(func.count()).where(chat.c.table_id == table, chat.c.room == line.room)
    return number(line.room, int(db.execute(there).scalar_one())), name


def number(room: str, place: int) -> int:
    """The number of a line at its table: odd among the players, even among the onlookers.

    It tells nothing of other tables, and a gap tells the players nothing of the onlookers.
    """
    return 2 * place - (room == "players")
