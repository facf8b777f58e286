"""HTTP: the games of the server, of all families, and their bots."""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from flagfall.bots.levels import levels_of
from flagfall.core import AnyGame, UnknownGame
from flagfall.server.accounts.ratings import bot_ratings
from flagfall.server.game_cards import card
from flagfall.server.hosting.tables import Tables
from flagfall.server.refusal import Refusal
from flagfall.server.wire.people import BotInfo, GameCard


async def fetch_any(tables: Tables, id: str) -> AnyGame:
    """The game with an id, or a refusal."""
    try:
        return await tables.games.fetch(id[:64])
    except UnknownGame as error:
        raise Refusal("not-found", str(error)) from None


@get("/api/games")
async def list_games(tables: NamedDependency[Tables]) -> list[GameCard]:
    """All games of the server, as the gallery shows them."""
    # Games are built when they are first asked for, which takes longer than the event loop has.
    return await asyncio.to_thread(lambda: [card(tables.games(id)) for id in tables.games.ids()])


@get("/api/games/{game:str}/card")
async def one_card(tables: NamedDependency[Tables], game: FromPath[str]) -> GameCard:
    """What lists show of a game, also of an uploaded one, which the gallery does not have."""
    return card(await fetch_any(tables, game))


@get("/api/bots")
async def list_bots(tables: NamedDependency[Tables], game: FromQuery[str] = "original") -> list[BotInfo]:
    """The built-in bots of a game, the easiest first."""
    found = await fetch_any(tables, game)
    now = tables.time_and_chance.now()
    ratings = await tables.store.read(lambda db: bot_ratings(db, game, now))
    return [
        BotInfo(str(one.number), one.number, one.names, one.about, ratings.get(str(one.number)))
        for one in levels_of(found)
    ]


HANDLERS = [list_games, one_card, list_bots]
