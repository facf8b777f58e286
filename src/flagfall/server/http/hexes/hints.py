"""HTTP: what a planning player would do in a hex game, for those who may ask for advice."""

from __future__ import annotations

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath

from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.advice_access import SeatAsked, advised_table
from flagfall.server.wire.advice import HexPlanned


@get("/api/tables/{table:str}/advice/plan")
async def ask_plan(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: SeatAsked,
) -> HexPlanned:
    """What to do now with the acting unit of a seat, and why; nothing after the end."""
    info = (await advised_table(tables, identity, table, seat, "hexes")).info
    if info.status == "over":
        return HexPlanned()
    view = (await tables.look(info.id)).state.view(seat)
    asker = identity.person if identity else ""
    return await tables.advisor.plan(asker, info.game, view, seat, tables.games.text(info.game))


HANDLERS = [ask_plan]
