"""The names of those who sit at tables: joined when a table is shown, never stored with it.

So a name that was changed is changed everywhere, and one that was deleted is gone everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import replace
from sqlalchemy import Connection, select

from flagfall.server.storage import schema
from flagfall.server.wire.tables import PersonSitter, Sitter, TableInfo

people, seats = schema.people, schema.seats
NOBODY: Mapping[int, str] = {}


def named(sitter: Sitter | None, name: str = "") -> Sitter | None:
    """A sitter under a name; without one as it is stored."""
    return replace(sitter, name=name) if isinstance(sitter, PersonSitter) else sitter


def with_seat_names(info: TableInfo, names: Mapping[int, str] = NOBODY) -> TableInfo:
    """A table with the names of its seats; without names as it is stored."""
    first, second = info.seats
    return replace(info, seats=(named(first, names.get(0, "")), named(second, names.get(1, ""))))


def without_person(sitter: Sitter | None) -> Sitter | None:
    """A sitter of whom nobody is told who it is."""
    return replace(sitter, id="", name="") if isinstance(sitter, PersonSitter) else sitter


def unnamed_seats(db: Connection, tables: Collection[str]) -> dict[str, frozenset[int]]:
    """The seats at some tables whose people show their finished games without their names."""
    found: dict[str, frozenset[int]] = {table: frozenset() for table in tables}
    joined = select(seats.c.table_id, seats.c.seat).join(people, people.c.id == seats.c.person)
    for row in db.execute(joined.where(seats.c.table_id.in_(found), people.c.games_shown == "unnamed")):
        found[row.table_id] |= {row.seat}
    return found


def for_strangers(info: TableInfo, unnamed: Collection[int]) -> TableInfo:
    """A finished table for somebody who did not play, without those who do not want to be named."""
    first, second = (without_person(one) if seat in unnamed else one for seat, one in enumerate(info.seats))
    return replace(info, seats=(first, second)) if unnamed else info


def seat_names(db: Connection, tables: Collection[str]) -> dict[str, dict[int, str]]:
    """The names at some tables, by table and seat; people who deleted their account have none."""
    found: dict[str, dict[int, str]] = {table: {} for table in tables}
    joined = select(seats.c.table_id, seats.c.seat, people.c.name).join(people, people.c.id == seats.c.person)
    for row in db.execute(joined.where(seats.c.table_id.in_(found))):
        found[row.table_id][row.seat] = row.name
    return found
