"""HTTP: what everybody may see of other people: profiles and the ladder."""

from __future__ import annotations

from typing import Literal

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from flagfall.server.accounts import people, ratings
from flagfall.server.refusal import Refusal
from flagfall.server.tables.tables import Tables
from flagfall.server.wire.people import LadderRow, Profile
from flagfall.server.wire.tables import Speed


@get("/api/people/{person:str}")
async def see_person(tables: NamedDependency[Tables], person: FromPath[str]) -> Profile:
    """What everybody may see of somebody."""
    now = tables.time_and_chance.now()
    found = await tables.store.read(lambda db: people.profile(db, person, now))
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


HANDLERS = [see_person, ladder]
