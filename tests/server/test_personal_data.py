"""No table is forgotten: what is kept of a person is exported, and goes when the account is deleted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import Column, Connection, Table, create_engine, insert, select, update

from flagfall.server.accounts import personal_data
from flagfall.server.accounts.guests import merge
from flagfall.server.storage import schema
from flagfall.server.storage.store import migrate, open_engine
from flagfall.server.wire.tables import NoClock, PersonSitter, TableInfo
from flagfall.server.wire.tournaments import NewTournament

ANN = "ann-the-person"
OTHER = "another-person"
NUMBERS = 7_000_000
"""Numbers in the database begin here, so that they are found again."""
PEOPLE = {"person", "who", "maker", "moderator", "inviter", "friend", "blocked", "about"}
"""The names of columns that hold a person; a new one is noticed by its foreign key."""
NOT_EXPORTED = {
    "recovery_codes.person": "hashes of secrets",
    "blocks.blocked": "whom others block is theirs",
    "friends.friend": "who adds somebody is theirs, until it is answered",
    "reports.about": "what others report",
    "moderation_log.moderator": "what somebody did as a moderator",
    "tables.maker": "a table is exported for those who sit there",
    "seats.person": "exported with the table",
}
KEPT = {"tables.maker": "the id, which names nobody", "reports.about": "the id, for the operator"}
"""Where the id of somebody stays whose account is deleted."""
NOTICE = {"notices_told.about": "a table or a tournament"}
"""Columns with such a name that hold something else."""


def person_columns() -> list[tuple[Table, Column[Any]]]:
    """All columns that hold people, but those of ``people`` itself."""
    found = []
    for table in schema.metadata.sorted_tables:
        for column in table.columns:
            to_people = any(key.column.table.name == "people" for key in column.foreign_keys)
            named = column.name in PEOPLE and table is not schema.people
            if (to_people or named) and f"{table.name}.{column.name}" not in NOTICE:
                found.append((table, column))
    return found


def _value(column: Column[Any], row: int) -> Any:
    """Something for a column: words and numbers that tell one row from another."""
    if column.type.python_type is str:
        return f"{column.name}{row}"[: getattr(column.type, "length", None) or 64]
    return bool(row % 2) if column.type.python_type is bool else column.type.python_type(NUMBERS + row)


def _info() -> str:
    seats = (PersonSitter(ANN, "", True), PersonSitter(OTHER, "", True))
    info = TableInfo("t", "duel", {}, "over", NoClock(), "free", seats, created=1, watch=True)
    return msgspec.json.encode(info).decode()


def _fill(db: Connection, table: Table, column: Column[Any], row: int) -> None:
    values = {one.name: _value(one, row) for one in table.columns}
    if table is schema.tournaments:
        wish = NewTournament(name="Spring cup", game="duel", kind="arena", starts=1)
        values |= {"wish": msgspec.json.encode(wish).decode(), "status": "over"}
    if table is schema.tables:
        values |= {"info": _info(), "status": "over"}
    db.execute(insert(table).values({**values, column.name: ANN}))


@pytest.fixture
def db(sqlite: str) -> Iterator[Connection]:
    """A database in which somebody is in every column that can hold a person; nothing goes by itself."""
    ready = open_engine(sqlite, 1, immediate=True)
    with ready.begin() as connection:
        migrate(connection)
    ready.dispose()
    engine = create_engine(sqlite)  # Without foreign keys, of which some would delete rows.
    with engine.begin() as connection:
        for number, id in enumerate((ANN, OTHER)):
            values = {"id": id, "name": f"The Name {number}", "created": 1}
            connection.execute(insert(schema.people).values(values))
        for row, (table, column) in enumerate(person_columns()):
            _fill(connection, table, column, row + 1)
        yield connection
    engine.dispose()


def test_every_column_that_holds_a_person_is_exported(db: Connection) -> None:
    told = msgspec.to_builtins(personal_data.export(db, ANN))
    for row, (table, column) in enumerate(person_columns()):
        name = f"{table.name}.{column.name}"
        if name in NOT_EXPORTED or table is schema.sessions or table is schema.tokens:
            continue
        marks = [
            str(_value(one, row + 1))
            for one in table.columns
            if one.name != column.name and one.type.python_type is not bool
        ]
        assert any(mark in str(told) for mark in marks), f"{name} is not exported"
    for part, table in (("sessions", schema.sessions), ("tokens", schema.tokens)):
        assert len(told[part]) == 1, table.name


def test_the_id_of_a_deleted_account_stays_nowhere_but_where_it_names_nobody(db: Connection) -> None:
    personal_data.forget(db, ANN)
    left = {
        f"{table.name}.{column.name}"
        for table in schema.metadata.sorted_tables
        for column in table.columns
        for value in db.execute(select(column)).scalars()
        if value == ANN
    }
    assert left == set(KEPT)
    whole = [row for table in schema.metadata.sorted_tables for row in db.execute(select(table))]
    assert "The Name 0" not in str(whole)
    assert "The Name 1" in str(whole)


def test_what_a_guest_left_goes_with_the_account_that_the_guest_signed_in_to(db: Connection) -> None:
    """Signing in leaves nothing behind that nobody sees, exports or deletes any more."""
    for number in (1, 2):  # One of a name that the account has too, one that it has not.
        row = {"id": f"s{number}", "game": "duel", "seat": 0, "name": f"plan {number}", "updated": 1}
        db.execute(insert(schema.setups).values(**row, person=ANN, text=f"mine {number}"))
    db.execute(update(schema.mission_results).values(goals="[]", damage="{}"))
    row = {"id": "s3", "game": "duel", "seat": 0, "name": "plan 1", "updated": 1}
    db.execute(insert(schema.setups).values(**row, person=OTHER, text="the account's"))
    db.execute(update(schema.people).where(schema.people.c.id == ANN).values(muted_until=NUMBERS))
    merge(db, ANN, OTHER)
    muted = select(schema.people.c.muted_until).where(schema.people.c.id == OTHER)
    assert db.execute(muted).scalar_one() == NUMBERS, "nobody shakes it off by signing in"
    assert "mine 1" not in str(db.execute(select(schema.setups)).all())
    told = str(msgspec.to_builtins(personal_data.export(db, OTHER)))
    said = db.execute(select(schema.chat.c.text)).scalars().all()
    assert said
    assert all(one in told for one in ("mine 2", *said))
    personal_data.forget(db, OTHER)
    left = {
        f"{table.name}.{column.name}"
        for table, column in person_columns()
        for value in db.execute(select(column)).scalars()
        if value in (ANN, OTHER)
    }
    # No guest is a moderator, or makes tournaments.
    assert left - {"moderation_log.moderator", "tournaments.maker"} == set(KEPT)
