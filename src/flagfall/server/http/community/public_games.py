"""HTTP: the database of finished public games: search, statistics, and the games found as one file.

Only games that ended, at public tables, are in it (`after_game.public_game`); none of somebody who keeps
theirs out, and no name of somebody who does not want to be named (`storage.game_search`).
"""

from __future__ import annotations

import asyncio
import io
import re
import zipfile
from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar import get, put
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from flagfall.core import FlagfallError
from flagfall.server.accounts.identity import Identity
from flagfall.server.accounts.names import name_key
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.asgi import HttpRequest
from flagfall.server.http.request_limits import RequestLimits
from flagfall.server.http.tables import finished
from flagfall.server.refusal import Refusal
from flagfall.server.storage.games import game_search, public_games
from flagfall.server.tables import records
from flagfall.server.tables.table_state import RulesChanged
from flagfall.server.wire.game_search import (
    FoundGames,
    GameFilter,
    GameStatistics,
    OpponentKind,
    ResultWish,
    ShowGames,
)

PAGE = 30
"""Games told at a time."""
_CURSOR = re.compile(r"(\d{1,16})\.([A-Za-z0-9_-]{1,32})")
_SQUARE = re.compile(r"[a-z](?:[1-9]\d?)")

Rating = Annotated[int, QueryParameter(ge=0, le=10_000)]
Count = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
Moment = Annotated[int, QueryParameter(ge=0, le=1 << 53)]
Word = Annotated[str, QueryParameter(max_length=64)]
SeatWish = Annotated[int | None, QueryParameter(ge=0, le=1)]


async def read_filter(
    game: Word = "",
    kind: FromQuery[OpponentKind] = "any",
    level: Word = "",
    rating_from: Rating = 0,
    rating_to: Rating = 0,
    result: FromQuery[ResultWish] = "any",
    moves_from: Count = 0,
    moves_to: Count = 0,
    player: Word = "",
    since: Moment = 0,
    until: Moment = 0,
    flag: Word = "",
    flag_seat: SeatWish = None,
    source: Word = "",
) -> GameFilter:
    """What somebody searches for; refused if it cannot be meant."""
    if result in ("won", "lost") and not player.strip():
        raise Refusal("bad-message", "name a player to search for games won or lost", field="player")
    if flag and not _SQUARE.fullmatch(flag.lower()):
        raise Refusal("bad-message", "takes a square such as a1", field="flag")
    for field, least, most in (
        ("rating_to", rating_from, rating_to),
        ("moves_to", moves_from, moves_to),
        ("until", since, until),
    ):
        if most and least > most:
            raise Refusal("bad-message", "is before where the range begins", field=field)
    return GameFilter(
        game=game,
        kind=kind,
        level=level,
        rating_from=rating_from,
        rating_to=rating_to,
        result=result,
        moves_from=moves_from,
        moves_to=moves_to,
        player=name_key(player) if player.strip() else "",
        since=since,
        until=until,
        flag=flag.lower(),
        flag_seat=flag_seat,
        source=source,
    )


WISH = {"wish": Provide(read_filter)}


def _cursor(text: str) -> tuple[int, str] | None:
    if not text:
        return None
    found = _CURSOR.fullmatch(text)
    if found is None:
        raise Refusal("bad-message", "take it from the previous page", field="after")
    return int(found.group(1)), found.group(2)


@get("/api/public-games", dependencies=WISH)
async def search_games(
    request: HttpRequest,
    tables: NamedDependency[Tables],
    request_limits: NamedDependency[RequestLimits],
    wish: NamedDependency[GameFilter],
    after: Word = "",
) -> FoundGames:
    """Finished public games, newest first, a page at a time."""
    cursor = _cursor(after)
    request_limits.search(request)
    return await tables.store.read(lambda db: game_search.search(db, wish, cursor, PAGE))


@get("/api/public-games/statistics", dependencies=WISH)
async def count_games(
    request: HttpRequest,
    tables: NamedDependency[Tables],
    request_limits: NamedDependency[RequestLimits],
    wish: NamedDependency[GameFilter],
) -> GameStatistics:
    """Results of the games of one edition or scenario that fit, by flag squares and first moves too."""
    if not wish.game:
        raise Refusal("bad-message", "choose one edition or scenario for statistics", field="game")
    request_limits.search(request)
    async with request_limits.weighing:
        return await tables.store.read(lambda db: game_search.statistics(db, wish))


class _Pipe(io.RawIOBase):
    """Where a zip file is written to, a part at a time."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """What has been written since this was last asked."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


async def _zipped(tables: Tables, limits: RequestLimits, ids: list[str]) -> AsyncIterator[bytes]:
    """The records of games as a zip file; those that the rules of today cannot replay are left out."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as file:
        for id in ids:
            async with limits.downloading:  # Not while the part is sent: some take theirs slowly.
                try:
                    # As a stranger: whatever the person who asks has played, a file is for everybody.
                    table_state, log = await finished(tables, None, id)
                    text = await asyncio.to_thread(records.text, table_state, log)
                except (Refusal, RulesChanged, FlagfallError):
                    continue
                name = f"flagfall-{table_state.opened.game}-{id}.txt"
                await asyncio.to_thread(file.writestr, name, text)
            yield pipe.taken()
    yield pipe.taken()


@get("/api/public-games/download", dependencies=WISH, media_type="application/zip")
async def download_games(
    request: HttpRequest,
    tables: NamedDependency[Tables],
    request_limits: NamedDependency[RequestLimits],
    wish: NamedDependency[GameFilter],
) -> Stream:
    """The records of the newest games that fit as a zip file, a text file for each game."""
    request_limits.download(request)
    most = tables.settings.download_games
    ids = await tables.store.read(lambda db: game_search.found_ids(db, wish, most))
    return Stream(
        _zipped(tables, request_limits, ids),
        media_type="application/zip",
        headers={"content-disposition": 'attachment; filename="flagfall-games.zip"'},
    )


@put("/api/me/games-shown", status_code=204)
async def show_games(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], data: JSONBody[ShowGames]
) -> None:
    """How the database shows your games, old ones too: with your name, without it, or not at all."""
    who = signed_in(identity)
    if who.guest:
        raise Refusal("forbidden", "create an account first")
    await tables.store.write(lambda db: public_games.show_games(db, who.person, data.shown))


HANDLERS = [search_games, count_games, download_games, show_games]
