"""The results of finished games, stored with the last entry of each log."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, insert, update

from flagfall.server.storage import schema

results = schema.results


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended for one seat of a person."""

    table_id: str
    seat: int
    game: str
    speed: str
    level: str | None
    """Of the built-in bot opposite; None against a person."""
    score: float
    plies: int
    seconds: int
    ended: int
    rated: bool
    private: bool
    hints: bool
    """Whether hints could be asked for."""
    memory: bool
    program: bool
    """Whether a program played, by an API token."""
    feats: str
    """Names of `core.feats`, with a space around each; empty if there are none."""


def add_results(db: Connection, found: Sequence[Result]) -> None:
    """Store the results of a game that has ended."""
    db.execute(insert(results), [msgspec.structs.asdict(one) for one in found])


def keep_rating(db: Connection, table: str, seat: int, rating: int) -> None:
    """Note the rating that somebody has after a game."""
    db.execute(
        update(results).where(results.c.table_id == table, results.c.seat == seat).values(rating=rating)
    )
