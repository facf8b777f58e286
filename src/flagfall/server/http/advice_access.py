"""Who may ask for advice at a table, of any family, and which games nobody may have analysed.

While a game goes on, its players may, each for their own seat, in casual games only, and not where the table
plays from memory. Between people it has to be part of what the table was opened with, so that everybody who
sits down agrees. After the end everybody may who may see the replay. The others at the table are not told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Final

from litestar.params import QueryParameter

from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import in_scope
from flagfall.server.refusal import Refusal
from flagfall.server.storage.tables import table_rows
from flagfall.server.tables.table_access import TableAccess, may_enter, may_watch, read_access
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.tables import BotSitter, TableInfo

SeatAsked = Annotated[int, QueryParameter(ge=0, le=1)]
MOST: Final = 200
"""Running games of one person that are compared with what is to be analysed."""


async def advised_table(
    tables: Tables, identity: Identity | None, table: str, seat: int | None, family: str
) -> TableAccess:
    """A table about which somebody may ask, from what a seat knows; ``seat`` is None for both."""
    who = in_scope(identity, "play")
    person = who.person if who else None
    access = await tables.store.read(lambda db: read_access(db, table[:64], person))
    info = access.info
    watched = may_watch(info, access.code, "")
    if not (access.played or may_enter(info.private, access.code, "") or watched):
        raise Refusal("not-found", "there is no such table")
    if (await tables.games.fetch(info.game)).family != family:
        raise Refusal("not-found", "this table plays another game")
    if info.status == "over":
        if not (access.played or watched):
            raise Refusal("not-found", "there is no such table")
        return access
    if seat is None:
        raise Refusal("not-over", "the game is not over yet")
    if seat not in access.seats:
        raise Refusal("forbidden", "that seat is not yours", field="seat")
    if info.status != "play":
        raise Refusal("waiting", "play has not begun")
    if info.rated:
        raise Refusal("rated", "no advice in a rated game")
    if info.options.get("memory") == "table":
        raise Refusal("memory", "this table plays from memory")
    if not info.advice:
        raise Refusal("no-advice", "this table was opened without hints")
    return access


def _without_help(info: TableInfo) -> bool:
    """Whether a game is one in which nobody may have help: against people, or rated."""
    return info.status == "play" and (info.rated or not any(isinstance(one, BotSitter) for one in info.seats))


async def refuse_running(
    tables: Tables,
    person: str,
    compared: Callable[[TableState, int], object],
    same: Callable[[object, int], bool],
) -> None:
    """Refuse what is the same as something of the person's own running games.

    ``compared`` takes from a table what never changes, a state or a set-up, and ``same`` looks at it in a
    thread: somebody with many games asks for much work, and others wait for the event loop.
    """
    held = await tables.store.read(lambda db: table_rows.tables_of(db, person, table_rows.LIVE, 0, MOST))
    found: list[tuple[object, int]] = []
    for one in held:
        if _without_help(one.info):
            table_state = await tables.look(one.info.id)
            found += [(compared(table_state, seat), seat) for seat in one.seats]
    if await asyncio.to_thread(lambda: any(same(thing, seat) for thing, seat in found)):
        raise Refusal("running", "you are still playing this game", field="text")
