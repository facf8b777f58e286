"""HTTP: the analyses that an account keeps, and those that are shared by a link."""

from __future__ import annotations

from litestar import delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import in_scope, signed_in
from flagfall.server.http.games import fetch_any
from flagfall.server.refusal import Refusal
from flagfall.server.storage import saved_analyses
from flagfall.server.wire.saved_analyses import ChangeAnalysis, OpenedAnalysis, SaveAnalysis, SavedAnalysis


def _account(identity: Identity | None) -> Identity:
    who = signed_in(identity, "setups")
    if who.guest:
        raise Refusal("forbidden", "analyses are kept for accounts; a guest's browser keeps them")
    return who


@get("/api/me/analyses")
async def list_analyses(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> list[SavedAnalysis]:
    """Your analyses, those changed last first; a guest has none here."""
    who = signed_in(identity, "setups")
    return await tables.store.read(lambda db: saved_analyses.analyses_of(db, who.person))


@post("/api/me/analyses", status_code=200)
async def keep_analysis(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], data: JSONBody[SaveAnalysis]
) -> SavedAnalysis:
    """Keep an analysis under a name."""
    who = _account(identity)
    await fetch_any(tables, data.study.game)
    id, now = tables.time_and_chance.id(), tables.time_and_chance.now()
    return await tables.store.write(lambda db: saved_analyses.save_analysis(db, id, who.person, data, now))


@patch("/api/me/analyses/{analysis:str}")
async def change_analysis(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    analysis: FromPath[str],
    data: JSONBody[ChangeAnalysis],
) -> SavedAnalysis:
    """Give an analysis another name, or share it by its link, or no longer."""
    who = _account(identity)
    return await tables.store.write(lambda db: saved_analyses.change_analysis(db, who.person, analysis, data))


@delete("/api/me/analyses/{analysis:str}", status_code=204)
async def drop_analysis(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], analysis: FromPath[str]
) -> None:
    """Throw an analysis away; its link ends."""
    who = _account(identity)
    await tables.store.write(lambda db: saved_analyses.delete_analysis(db, who.person, analysis))


@get("/api/analyses/{analysis:str}")
async def open_analysis(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], analysis: FromPath[str]
) -> OpenedAnalysis:
    """An analysis of yours, or one whose maker shares it; nobody is told who that is."""
    who = in_scope(identity, "setups")
    person = who.person if who else None
    return await tables.store.read(lambda db: saved_analyses.open_analysis(db, person, analysis))


HANDLERS = [list_analyses, keep_analysis, change_analysis, drop_analysis, open_analysis]
