"""A person's own data: all of it to take away, or deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select, update

from flagfall.server.storage import schema


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
    """Delete a person and all their data; games stay, for the opponents."""
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
