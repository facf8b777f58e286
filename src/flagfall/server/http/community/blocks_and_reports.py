"""HTTP: blocking somebody, and reporting them to the operator."""

from __future__ import annotations

from litestar import delete, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from flagfall.server.accounts import blocks
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.request_limits import RequestLimits
from flagfall.server.storage.reports import add_report
from flagfall.server.wire.people import Report


@put("/api/me/blocks/{person:str}", status_code=204)
async def block(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], person: FromPath[str]
) -> None:
    """Block somebody: you neither meet them nor hear them talk."""
    who = signed_in(identity)
    await tables.store.write(lambda db: blocks.block(db, who.person, person))


@delete("/api/me/blocks/{person:str}", status_code=204)
async def unblock(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], person: FromPath[str]
) -> None:
    """Block somebody no more."""
    who = signed_in(identity)
    await tables.store.write(lambda db: blocks.unblock(db, who.person, person))


@post("/api/reports", status_code=204)
async def report(
    tables: NamedDependency[Tables],
    request_limits: NamedDependency[RequestLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Report],
) -> None:
    """Tell the operator about somebody."""
    who = signed_in(identity)
    request_limits.report(who.person)
    now = tables.time_and_chance.now()
    await tables.store.write(lambda db: add_report(db, who.person, data, now))


HANDLERS = [block, unblock, report]
