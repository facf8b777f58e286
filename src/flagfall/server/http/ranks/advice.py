"""HTTP: hints, beliefs and chances in hidden-rank games, from what the asking seat may know.

While a game goes on they are for its players, each for their own seat, in casual games only, and not where
the table plays from memory. Between people they have to be part of what the table was opened with, so that
everybody who sits down agrees. After the end they are for everybody who may see the replay. The others at the
table are not told of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.advice_access import SeatAsked, advised_table
from flagfall.server.refusal import Refusal
from flagfall.server.tables import records
from flagfall.server.tables.seat_events import heard, own_actions
from flagfall.server.tables.table_access import TableAccess
from flagfall.server.wire.advice import BeliefsSeen, Chances, Hints
from flagfall.server.wire.tables import BotSitter
from flagfall.server.workers.advice_client import GameHeard

Upto = Annotated[int | None, QueryParameter(ge=0, le=100_000)]


async def heard_by(
    tables: Tables, access: TableAccess, seats: Sequence[int], upto: int | None = None
) -> list[GameHeard]:
    """What some seats have heard of a game: of all of it, or of so many actions."""
    info = access.info
    game = await tables.games.fetch(info.game)
    log = await tables.store.read(lambda db: records.entries(db, info.id, game))
    entries = [entry for _, entry in log]
    text = tables.games.text(info.game)
    return [
        GameHeard(
            info.game,
            info.options,
            seat,
            heard(entries, seat)[:upto],
            text,
            own_actions(entries, seat)[:upto],
        )
        for seat in seats
    ]


def _asker(identity: Identity | None) -> str:
    return identity.person if identity else ""


@get("/api/tables/{table:str}/advice/hints")
async def ask_hints(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: SeatAsked,
    upto: Upto = None,
) -> Hints:
    """The best moves of a seat with reasons: now, or in a finished game after some actions."""
    access = await advised_table(tables, identity, table, seat, "ranks")
    (one,) = await heard_by(tables, access, (seat,), upto)
    return await tables.advisor.hints(_asker(identity), one)


@get("/api/tables/{table:str}/advice/beliefs")
async def ask_beliefs(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: SeatAsked,
    upto: Upto = None,
    bot: FromQuery[bool] = False,
) -> BeliefsSeen:
    """What the hidden enemies of a seat may be; after the end also what its bot believed."""
    access = await advised_table(tables, identity, table, seat, "ranks")
    sitter = access.info.seats[seat]
    if bot and (access.info.status != "over" or not isinstance(sitter, BotSitter)):
        raise Refusal("forbidden", "a bot says what it believed only when the game is over", field="bot")
    level = int(sitter.id) if bot and isinstance(sitter, BotSitter) else 0
    (one,) = await heard_by(tables, access, (seat,), upto)
    return await tables.advisor.beliefs(_asker(identity), one, level)


@get("/api/tables/{table:str}/advice/chances")
async def ask_chances(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], table: FromPath[str]
) -> Chances:
    """Who was ahead in a finished game, and where it turned."""
    access = await advised_table(tables, identity, table, None, "ranks")
    first, second = await heard_by(tables, access, (0, 1))
    outcome = access.info.outcome
    assert outcome is not None
    return await tables.advisor.chances(_asker(identity), access.info.id, (first, second), outcome.scores)


HANDLERS = [ask_hints, ask_beliefs, ask_chances]
