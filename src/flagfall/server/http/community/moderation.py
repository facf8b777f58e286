"""HTTP: what moderators see and do. The operator makes moderators: ``flagfall admin moderator``."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from sqlalchemy import Connection as Database

from flagfall.server.accounts import moderation, people
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.refusal import Refusal
from flagfall.server.wire.moderation import Moderate, PersonModerated, Reports

After = Annotated[int, QueryParameter(ge=0, le=2_147_483_647)]


def _check(db: Database, who: Identity) -> None:
    if not moderation.is_moderator(db, who.person):
        raise Refusal("forbidden", "this is for moderators")


@get("/api/moderation/reports")
async def see_reports(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    closed: FromQuery[bool] = False,
    after: After = 0,
) -> Reports:
    """Reports that wait, or that are done with, the oldest first."""
    who = signed_in(identity)

    def work(db: Database) -> Reports:
        _check(db, who)
        return moderation.queue(db, who.person, closed, after)

    return await tables.store.read(work)


@get("/api/moderation/people/{person:str}")
async def see_moderated(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], person: FromPath[str]
) -> PersonModerated:
    """Somebody with what moderators did about them, by id or by the name of an account."""
    who = signed_in(identity)

    def work(db: Database) -> PersonModerated:
        _check(db, who)
        row = people.find(db, person[:64])
        if row is None:
            raise Refusal("not-found", "there is no such person", field="person")
        if row.id == who.person:
            raise Refusal("forbidden", "moderators cannot see notes about themselves", field="person")
        return moderation.person_moderated(db, row.id)

    return await tables.store.read(work)


@post("/api/moderation/acts", status_code=204)
async def moderate(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], data: JSONBody[Moderate]
) -> None:
    """Mute, ban, note, or be done with a report; all of it is kept in a log."""
    who = signed_in(identity)
    now = tables.time_and_chance.now()

    def work(db: Database) -> None:
        _check(db, who)
        moderation.moderate(db, who.person, data, now)

    await tables.store.write(work)


HANDLERS = [see_reports, see_moderated, moderate]
