"""A person's own data: all of it to take away, or deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, Table, delete, or_, select, update

from flagfall.server.storage import schema, tournament_rows
from flagfall.server.storage.games import public_games
from flagfall.server.storage.tables import table_rows

OWN: Final[tuple[tuple[Table, ColumnElement[str]], ...]] = (
    (schema.push_devices, schema.push_devices.c.person),
    (schema.mail_addresses, schema.mail_addresses.c.person),
    (schema.notices_told, schema.notices_told.c.person),
    (schema.sessions, schema.sessions.c.person),
    (schema.recovery_codes, schema.recovery_codes.c.person),
    (schema.tokens, schema.tokens.c.person),
    (schema.setups, schema.setups.c.person),
    (schema.analyses, schema.analyses.c.person),
    (schema.lesson_stars, schema.lesson_stars.c.person),
    (schema.mission_results, schema.mission_results.c.person),
    (schema.puzzle_tries, schema.puzzle_tries.c.person),
    (schema.puzzle_ratings, schema.puzzle_ratings.c.who),
    (schema.blocks, schema.blocks.c.person),
    (schema.blocks, schema.blocks.c.blocked),
    (schema.friends, schema.friends.c.person),
    (schema.friends, schema.friends.c.friend),
    (schema.invitations, schema.invitations.c.person),
    (schema.invitations, schema.invitations.c.inviter),
    (schema.people_here, schema.people_here.c.person),
    (schema.moderation_log, schema.moderation_log.c.person),
    (schema.ratings, schema.ratings.c.who),
    (schema.chat, schema.chat.c.person),
    (schema.seats, schema.seats.c.person),
)
"""What is somebody's own, each with the column that says whose."""


def export(db: Connection, person: str) -> Mapping[str, object]:
    """Everything that is stored about a person, without hashes of secrets."""

    def rows(statement: Select[Any]) -> list[dict[str, Any]]:
        return [dict(row._mapping) for row in db.execute(statement)]

    about = rows(select(schema.people).where(schema.people.c.id == person))
    for row in about:
        row["password"] = bool(row["password"])
    found = table_rows.all_tables_of(db, person)
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
        "analyses": rows(select(schema.analyses).where(schema.analyses.c.person == person)),
        "lessons": rows(select(schema.lesson_stars).where(schema.lesson_stars.c.person == person)),
        "missions": rows(select(schema.mission_results).where(schema.mission_results.c.person == person)),
        "puzzles": rows(select(schema.puzzle_tries).where(schema.puzzle_tries.c.person == person)),
        "puzzle_rating": rows(select(schema.puzzle_ratings).where(schema.puzzle_ratings.c.who == person)),
        "ratings": rows(select(schema.ratings).where(schema.ratings.c.who == person)),
        "results": rows(
            select(schema.results)
            .join(
                schema.seats,
                (schema.seats.c.table_id == schema.results.c.table_id)
                & (schema.seats.c.seat == schema.results.c.seat),
            )
            .where(schema.seats.c.person == person)
        ),
        "blocks": rows(select(schema.blocks).where(schema.blocks.c.person == person)),
        "friends": rows(select(schema.friends).where(schema.friends.c.person == person)),
        "here": rows(select(schema.people_here).where(schema.people_here.c.person == person)),
        "invitations": rows(
            select(schema.invitations).where(
                or_(schema.invitations.c.person == person, schema.invitations.c.inviter == person)
            )
        ),
        # What moderators wrote about a person, and their names, are not the person's data.
        "moderation": rows(
            select(
                schema.moderation_log.c.at, schema.moderation_log.c.act, schema.moderation_log.c.until
            ).where(schema.moderation_log.c.person == person, schema.moderation_log.c.act != "note")
        ),
        "mail_address": rows(
            select(
                schema.mail_addresses.c.address,
                schema.mail_addresses.c.language,
                schema.mail_addresses.c.asked,
                schema.mail_addresses.c.confirmed,
            ).where(schema.mail_addresses.c.person == person)
        ),
        "push_devices": rows(
            select(
                schema.push_devices.c.endpoint,
                schema.push_devices.c.language,
                schema.push_devices.c.created,
            ).where(schema.push_devices.c.person == person)
        ),
        "notices_told": rows(select(schema.notices_told).where(schema.notices_told.c.person == person)),
        "reports": rows(select(schema.reports).where(schema.reports.c.person == person)),
        "chat": [
            {name: value for name, value in row.items() if name != "id"}  # it counts what all others say
            for row in rows(select(schema.chat).where(schema.chat.c.person == person))
        ],
        "editions": rows(select(schema.editions).where(schema.editions.c.person == person)),
        "tournaments": rows(
            select(schema.tournament_players).where(schema.tournament_players.c.person == person)
        ),
        "tournaments_made": [
            {name: row[name] for name in ("id", "wish", "status", "created", "starts")}
            for row in rows(select(schema.tournaments).where(schema.tournaments.c.maker == person))
        ],
        "tables": [
            {"id": info.id, "status": info.status, "info": msgspec.to_builtins(info)} for info in found
        ],
    }


def forget_own(db: Connection, person: str) -> None:
    """Delete what is somebody's own; what they are part of stays."""
    for table, column in OWN:
        db.execute(delete(table).where(column == person))


def forget(db: Connection, person: str) -> None:
    """Delete a person and all their data; games stay, for the opponents, without the name."""
    table_rows.remove_stored_names(db, person)
    public_games.leave_out(db, person)
    tournament_rows.forget(db, person)
    forget_own(db, person)
    db.execute(update(schema.editions).where(schema.editions.c.person == person).values(person=None))
    db.execute(update(schema.reports).where(schema.reports.c.person == person).values(person=None))
    log = schema.moderation_log
    db.execute(update(log).where(log.c.moderator == person).values(moderator=None))
    db.execute(delete(schema.people).where(schema.people.c.id == person))
