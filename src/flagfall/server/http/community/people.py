"""HTTP: what everybody may see of other people: profiles and the ladder."""

from __future__ import annotations

from typing import Literal

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from flagfall.server.accounts import people, ratings
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.refusal import Refusal
from flagfall.server.wire.people import LadderRow, OwnRank, Profile
from flagfall.server.wire.tables import Speed


@get("/api/people/{person:str}")
async def see_person(tables: NamedDependency[Tables], person: FromPath[str]) -> Profile:
    """What everybody may see of somebody, by id or by the name of an account."""
    now = tables.time_and_chance.now()
    found = await tables.store.read(lambda db: people.profile(db, person[:64], now))
    if found is None:
        raise Refusal("not-found", "there is no such person")
    return found


@get("/api/ladder")
async def ladder(
    tables: NamedDependency[Tables],
    game: FromQuery[str] = "original",
    speed: FromQuery[Speed | Literal["any"]] = "any",
) -> list[LadderRow]:
    """The best players of a game, those whose rating is sure."""
    now = tables.time_and_chance.now()
    wanted = None if speed == "any" else speed
    return await tables.store.read(lambda db: ratings.ladder(db, game, wanted, now))


@get("/api/me/ranks")
async def own_ranks(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    game: FromQuery[str] = "original",
) -> list[OwnRank]:
    """Where you stand on the ladders of a game, at each speed at which you are rated."""
    who = signed_in(identity, "tables")
    now = tables.time_and_chance.now()
    return await tables.store.read(lambda db: ratings.own_ranks(db, who.person, game, now))


HANDLERS = [see_person, ladder, own_ranks]
