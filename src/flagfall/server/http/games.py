"""HTTP: games, bots, set-ups by style, and editions of one's own."""

from __future__ import annotations

import asyncio
import random
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from sqlalchemy import func, insert, select

from flagfall.bots.levels import levels_of
from flagfall.bots.ranks import setups
from flagfall.core import AnyGame, BadText, IllegalAction, UnknownGame
from flagfall.hexes.scenarios.bundle import PREFIX
from flagfall.ranks.game import RankGame
from flagfall.server import games
from flagfall.server.accounts import people
from flagfall.server.accounts.people import Identity
from flagfall.server.http.identity import someone
from flagfall.server.http.use_limits import UseLimits
from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.tables.tables import Tables
from flagfall.server.wire.faults import in_text
from flagfall.server.wire.people import BotInfo, Checked, GameCard, GameInfo, SetupText, Upload

EDITIONS = 20
"""Editions that one person may have uploaded."""
SCENARIOS = 100
"""Scenarios that one person may have uploaded: every change of a map that is played makes another."""
SeatQuery = Annotated[int, QueryParameter(ge=0, le=1)]


class Letters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    """The gallery."""
    return [games.card(tables.games(id)) for id in tables.games.ids()]


@get("/api/games/{game:str}")
async def one_game(tables: NamedDependency[Tables], game: FromPath[str]) -> GameInfo:
    """Everything about a game."""
    found = await fetch(tables, game)
    styles = ("random", *(style.id for style in setups.styles_of(found)))
    return games.info(found, styles, bool(tables.games.text(game)))


@get("/api/games/{game:str}/card")
async def one_card(tables: NamedDependency[Tables], game: FromPath[str]) -> GameCard:
    """What lists show of a game, also of one that somebody has made and no gallery has."""
    return games.card(await fetch_any(tables, game))


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
        action = setups.generate(found, seat, rng, style)
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
    tables: NamedDependency[Tables], game: FromPath[str], data: JSONBody[Letters], seat: SeatQuery = 0
) -> SetupText:
    """Read a set-up from letters."""
    return read_setup(await fetch(tables, game), data.text, seat)


@get("/api/bots")
async def list_bots(tables: NamedDependency[Tables], game: FromQuery[str] = "original") -> list[BotInfo]:
    """The built-in bots of a game, the easiest first."""
    found = await fetch_any(tables, game)
    now = tables.time_and_chance.now()

    def rated(db: Any) -> dict[str, int]:
        rows = db.execute(
            select(schema.ratings).where(schema.ratings.c.game == game, schema.ratings.c.who.like("bot:%"))
        )
        return {row.who: people.rating_info(row, now).rating for row in rows}

    ratings = await tables.store.read(rated)
    return [
        BotInfo(str(one.number), one.number, one.names, one.about, ratings.get(f"bot:{one.number}"))
        for one in levels_of(found)
    ]


@post("/api/editions/check", status_code=200)
async def check_edition(
    request: Request[Any, Any, Any], use_limits: NamedDependency[UseLimits], data: JSONBody[Upload]
) -> Checked:
    """What an edition is, or all that is wrong with it; nothing is stored."""
    use_limits.upload(request)
    _, game, faults = await asyncio.to_thread(games.check, data.text)
    return Checked(games.card(game, own=True) if game else None, faults)


@post("/api/editions", status_code=200)
async def upload_edition(
    request: Request[Any, Any, Any],
    tables: NamedDependency[Tables],
    use_limits: NamedDependency[UseLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Upload],
) -> Checked:
    """Keep an edition, playable at once."""
    who = someone(identity, "setups")
    if not tables.settings.uploads:
        raise Refusal("forbidden", "this server takes no uploads")
    use_limits.upload(request)
    id, game, faults = await asyncio.to_thread(games.check, data.text)
    if game is None:
        return Checked(None, faults)
    await store_own(tables, who.person, id, data.text)
    return Checked(games.card(game, own=True))


async def store_own(tables: Tables, person: str, id: str, text: str) -> None:
    """Keep the text of an uploaded game, playable at once."""
    now = tables.time_and_chance.now()
    table = schema.editions
    scenario = table.c.id.startswith(PREFIX, autoescape=True)
    most, alike = (SCENARIOS, scenario) if id.startswith(PREFIX) else (EDITIONS, ~scenario)

    def work(db: Any) -> None:
        if db.execute(select(table.c.id).where(table.c.id == id)).first():
            return
        count = db.execute(
            select(func.count()).select_from(table).where(table.c.person == person, alike)
        ).scalar_one()
        if count >= most:
            raise Refusal("too-many", f"at most {most} of them")
        db.execute(insert(table).values(id=id, person=person, text=text, created=now))

    await tables.store.write(work)
    await asyncio.to_thread(tables.games.keep, id, text)


HANDLERS = [
    list_games,
    one_game,
    one_card,
    draw_setup,
    parse_setup,
    list_bots,
    check_edition,
    upload_edition,
]
