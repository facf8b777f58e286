"""A table as its row shows it: enough to answer who may see it, without asking its owner."""

from __future__ import annotations

import hmac

import msgspec
from sqlalchemy import Connection, select

from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.wire.tables import PersonSitter, Seated, TableInfo


class TableAccess(msgspec.Struct, frozen=True):
    """What is known of a table from its row, for one who table_calls."""

    info: TableInfo
    code: str
    seats: tuple[int, ...]
    """The seats that are his."""
    played: tuple[int, ...]
    """The same, or those of a finished game that he played as a guest, before he signed in."""

    def seated(self) -> Seated:
        """The table, his seats, and for players while a seat is free the code of the invite link."""
        return Seated(self.info, self.seats, self.code if self.seats and self.info.status == "open" else "")


def read_access(db: Connection, table: str, person: str | None) -> TableAccess:
    """A table for a person; refused if there is none."""
    tables, seats = schema.tables, schema.seats
    row = db.execute(select(tables.c.info, tables.c.code).where(tables.c.id == table)).first()
    if row is None:
        raise Refusal("not-found", "there is no such table")
    info = msgspec.json.decode(row.info, type=TableInfo)
    held = played = tuple(
        seat
        for seat, sitter in enumerate(info.seats)
        if isinstance(sitter, PersonSitter) and person is not None and sitter.id == person
    )
    if person is not None and not held and info.status in ("over", "aborted"):
        mine = select(seats.c.seat).where(seats.c.table_id == table, seats.c.person == person)
        played = tuple(sorted(db.execute(mine).scalars()))
    return TableAccess(info, row.code, held, played)


def may_enter(private: bool, own: str, code: str) -> bool:
    """Whether somebody without a seat may know of a table: it is public, or he has its code."""
    return hmac.compare_digest(code.encode(), own.encode()) or not private


def may_watch(info: TableInfo, own: str, code: str) -> bool:
    """Whether somebody without a seat may follow a table, or see its replay."""
    if info.status == "over":
        return not info.private or info.shared
    return info.watch and may_enter(info.private, own, code)
