"""Who may see a table, by what its row shows, without asking its owner."""

from __future__ import annotations

import hmac

import msgspec
from sqlalchemy import Connection

from flagfall.server.refusal import Refusal
from flagfall.server.storage.tables import table_rows
from flagfall.server.storage.tables.seat_names import for_strangers, unnamed_seats
from flagfall.server.tables.short_codes import short_code
from flagfall.server.wire.tables import PersonSitter, Seated, TableInfo


class TableAccess(msgspec.Struct, frozen=True):
    """A table as one person may have it."""

    info: TableInfo
    code: str
    seats: tuple[int, ...]
    """The person's seats."""
    played: tuple[int, ...]
    """The same, or those of a finished game that the person played as a guest, before signing in."""
    unnamed: frozenset[int] = frozenset()
    """Seats of a finished game whose people are not named to those who did not play."""

    def seated(self) -> Seated:
        """The table, the person's seats, and for players while a seat is free the code of the invite link."""
        if not self.seats or self.info.status != "open":
            return Seated(self.info, self.seats)
        return Seated(self.info, self.seats, self.code, short_code(self.info.id, self.code))


def read_access(db: Connection, table: str, person: str | None) -> TableAccess:
    """A table for a person; refused if there is none."""
    found = table_rows.info_and_code(db, table)
    if found is None:
        raise Refusal("not-found", "there is no such table")
    info, code = found
    held = played = tuple(
        seat
        for seat, sitter in enumerate(info.seats)
        if isinstance(sitter, PersonSitter) and person is not None and sitter.id == person
    )
    if person is not None and not held and info.status in ("over", "aborted"):
        played = table_rows.seats_at(db, table, person)
    if info.status == "over" and not played:
        unnamed = unnamed_seats(db, [info.id])[info.id]
        return TableAccess(for_strangers(info, unnamed), code, held, played, unnamed)
    return TableAccess(info, code, held, played)


def may_enter(private: bool, own: str, code: str) -> bool:
    """Whether somebody without a seat may know of a table: it is public, or they have its code."""
    return hmac.compare_digest(code.encode(), own.encode()) or not private


def may_watch(info: TableInfo, own: str, code: str) -> bool:
    """Whether somebody without a seat may follow a table, or see its replay."""
    if info.status == "over":
        return not info.private or info.shared
    return info.watch and may_enter(info.private, own, code)
