"""HTTP: looking back on a finished hidden-rank game, for everybody who may see its replay.

Every decision is judged from what its player knew, in the process that advises people. A long game is looked
through in parts: each request goes a part further, and tells what was found so far.
"""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.advice_access import SeatAsked, advised_table
from flagfall.server.http.ranks.advice import heard_by
from flagfall.server.refusal import Refusal
from flagfall.server.wire.learning.review import GameReview, ReviewMoment, ReviewTried, ReviewTry
from flagfall.server.workers.advice_client import GameHeard

Upto = Annotated[int, QueryParameter(ge=0, le=100_000)]


@get("/api/tables/{table:str}/review")
async def review_game(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], table: FromPath[str]
) -> GameReview:
    """How well both sides decided, and where luck came in; ask again until all of the game is done."""
    who = signed_in(identity, "play")
    access = await advised_table(tables, identity, table, None, "ranks")

    async def hear() -> tuple[GameHeard, GameHeard]:
        first, second = await heard_by(tables, access, (0, 1))
        return first, second

    return await tables.advisor.review(who.person, access.info.id, hear)


@get("/api/tables/{table:str}/review/moment")
async def review_moment(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    seat: SeatAsked,
    upto: Upto,
) -> ReviewMoment:
    """What a seat saw after some actions, and what it could do."""
    who = signed_in(identity, "play")
    access = await advised_table(tables, identity, table, None, "ranks")
    (one,) = await heard_by(tables, access, (seat,), upto)
    return await tables.advisor.moment(who.person, one)


@post("/api/tables/{table:str}/review/try", status_code=200)
async def try_again(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    data: JSONBody[ReviewTry],
) -> ReviewTried:
    """What another move would have been worth at a moment."""
    who = signed_in(identity, "play")
    access = await advised_table(tables, identity, table, None, "ranks")
    (one,) = await heard_by(tables, access, (data.seat,), data.upto)
    found = await tables.advisor.tried(who.person, one, data.action)
    if found is None:
        raise Refusal("illegal", "this move was not possible then", field="action")
    return ReviewTried(found)


HANDLERS = [review_game, review_moment, try_again]
