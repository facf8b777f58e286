"""HTTP: how far somebody is: ladders of bots, badges, statistics, the history of ratings.

Of oneself by all games, of others by those that everybody may see.
"""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from sqlalchemy import Connection as Database

from flagfall.bots.levels import levels
from flagfall.server.accounts import bot_ladders, people, statistics
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import in_scope
from flagfall.server.refusal import Refusal
from flagfall.server.storage.schema import AnyRow
from flagfall.server.wire.learning.progress import Progress, RatingHistory, Statistics
from flagfall.server.wire.tables import Speed

Before = Annotated[int, QueryParameter(ge=0, le=1 << 53)]


@cache
def _levels(game: str) -> tuple[str, ...]:
    return tuple(str(one.number) for one in levels(game))


def _ladders(games: list[str]) -> dict[str, tuple[str, ...]]:
    return {game: _levels(game) for game in games}


def _person(db: Database, person: str, asker: Identity | None) -> tuple[AnyRow, bool]:
    """A person's row, and whether only their public games may be counted; refused if there is nobody."""
    row = people.find(db, person[:64])
    if row is None:
        raise Refusal("not-found", "there is no such person")
    return row, asker is None or asker.person != row.id


@get("/api/people/{person:str}/progress")
async def see_progress(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    person: FromPath[str],
    game: FromQuery[str] = "",
) -> Progress:
    """Somebody's ladders against the bots, of all games or one, and badges."""
    who = in_scope(identity, "play", "tables")
    games = [id for id in tables.games.ids() if game in ("", id)]
    ladders = await asyncio.to_thread(_ladders, games)

    def work(db: Database) -> Progress:
        row, public = _person(db, person, who)
        return bot_ladders.progress(db, row.id, ladders, public)

    return await tables.store.read(work)


@get("/api/people/{person:str}/statistics")
async def see_statistics(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    person: FromPath[str],
    game: FromQuery[str] = "",
) -> Statistics:
    """Somebody's finished games in numbers, of all games or one."""
    who = in_scope(identity, "play", "tables")

    def work(db: Database) -> Statistics:
        row, public = _person(db, person, who)
        return statistics.statistics(db, row.id, public, game[:64])

    return await tables.store.read(work)


@get("/api/people/{person:str}/ratings/{game:str}/{speed:str}")
async def see_rating_history(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    person: FromPath[str],
    game: FromPath[str],
    speed: FromPath[Speed],
    before: Before = 0,
) -> RatingHistory:
    """How somebody's rating went."""
    who = in_scope(identity, "play", "tables")

    def work(db: Database) -> RatingHistory:
        row, public = _person(db, person, who)
        if public and row.games_shown != "named":
            return RatingHistory(game[:64], speed, ())  # Its points are games, which are not to be named.
        return statistics.rating_history(db, row.id, game[:64], speed, public, before)

    return await tables.store.read(work)


HANDLERS = [see_progress, see_statistics, see_rating_history]
