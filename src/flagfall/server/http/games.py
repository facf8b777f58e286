"""HTTP: the games of the server, their bots, and set-ups drawn by style or read from text."""

from __future__ import annotations

import asyncio
import random
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from flagfall.bots.levels import levels_of
from flagfall.bots.ranks import setups
from flagfall.core import AnyGame, BadText, IllegalAction, UnknownGame
from flagfall.ranks.game import RankGame
from flagfall.server import games
from flagfall.server.accounts.ratings import bot_ratings
from flagfall.server.game_cards import card
from flagfall.server.refusal import Refusal
from flagfall.server.tables.tables import Tables
from flagfall.server.wire.faults import in_text
from flagfall.server.wire.people import BotInfo, GameCard
from flagfall.server.wire.ranks import GameInfo, SetupText

SeatQuery = Annotated[int, QueryParameter(ge=0, le=1)]


class SetupToRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up as text."""

    text: Annotated[str, msgspec.Meta(max_length=1_000)]


async def fetch_any(tables: Tables, id: str) -> AnyGame:
    """The game with an id, or a refusal."""
    try:
        return await tables.games.fetch(id[:64])
    except UnknownGame as error:
        raise Refusal("not-found", str(error)) from None


async def fetch(tables: Tables, id: str) -> RankGame:
    """The hidden-rank game with an id, or a refusal."""
    found = await fetch_any(tables, id)
    if not isinstance(found, RankGame):
        raise Refusal("not-found", f"{id} is a scenario of the hex game: ask /api/hexes/{id}")
    return found


@get("/api/games")
async def list_games(tables: NamedDependency[Tables]) -> list[GameCard]:
    """All games of the server, as the gallery shows them."""
    return [card(tables.games(id)) for id in tables.games.ids()]


@get("/api/games/{game:str}")
async def one_game(tables: NamedDependency[Tables], game: FromPath[str]) -> GameInfo:
    """Everything about a game."""
    found = await fetch(tables, game)
    styles = ("random", *(style.id for style in setups.styles_of(found)))
    return games.info(found, styles, bool(tables.games.text(game)))


@get("/api/games/{game:str}/card")
async def one_card(tables: NamedDependency[Tables], game: FromPath[str]) -> GameCard:
    """What lists show of a game, also of an uploaded one, which the gallery does not have."""
    return card(await fetch_any(tables, game))


@get("/api/games/{game:str}/setup")
async def draw_setup(
    tables: NamedDependency[Tables], game: FromPath[str], seat: SeatQuery = 0, style: FromQuery[str] = "any"
) -> SetupText:
    """A fresh set-up in a style."""
    found = await fetch(tables, game)
    rng = random.Random(tables.time_and_chance.draw(1 << 62))
    if style == "random":
        decision = next(one for one in found.new().pending() if one.seat == seat)
        action: Any = decision.sample(rng)
    elif style == "any" or style in {one.id for one in setups.styles_of(found)}:
        action = await asyncio.to_thread(setups.generate, found, seat, rng, style)
    else:
        raise Refusal("not-found", "there is no such style", field="style")
    return SetupText(found.write_setup(action, seat) or "", action.pieces)


def read_setup(game: RankGame, text: str, seat: int) -> SetupText:
    """A set-up from text; refused at the character that is wrong."""
    try:
        action = game.setup(text, seat)
        game.new().apply(seat, action)
    except BadText as error:
        raise Refusal("bad-text", error.reason, faults=(in_text(error),)) from None
    except IllegalAction as error:
        raise Refusal("illegal", str(error), rule=error.rule, params=dict(error.params)) from None
    return SetupText(game.write_setup(action, seat) or "", action.pieces)


@post("/api/games/{game:str}/setup", status_code=200)
async def parse_setup(
    tables: NamedDependency[Tables], game: FromPath[str], data: JSONBody[SetupToRead], seat: SeatQuery = 0
) -> SetupText:
    """Read a set-up from text."""
    return read_setup(await fetch(tables, game), data.text, seat)


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


HANDLERS = [list_games, one_game, one_card, draw_setup, parse_setup, list_bots]
