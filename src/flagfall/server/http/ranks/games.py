"""HTTP: a hidden-rank game with everything about it, and set-ups drawn by style or read from text."""

from __future__ import annotations

import asyncio
import random
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec.structs import replace

from flagfall.bots.ranks import setups
from flagfall.core import BadText, IllegalAction
from flagfall.ranks.game import RankGame
from flagfall.ranks.guide import sections
from flagfall.server.game_cards import card
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.games import fetch_any
from flagfall.server.refusal import Refusal
from flagfall.server.wire.faults import in_text
from flagfall.server.wire.ranks import BoardInfo, GameInfo, SetupText

SeatQuery = Annotated[int, QueryParameter(ge=0, le=1)]


class SetupToRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up as text."""

    text: Annotated[str, msgspec.Meta(max_length=1_000)]


def info(game: RankGame, styles: tuple[str, ...], own: bool = False) -> GameInfo:
    """Everything about a game, except where its file is on this machine."""
    board = game.board
    return GameInfo(
        card(game, own),
        replace(game.edition, file=""),
        BoardInfo(board.width, board.height, (board.homes[0], board.homes[1]), tuple(sorted(board.blocked))),
        styles,
        sections(game.edition),
    )


async def fetch(tables: Tables, id: str) -> RankGame:
    """The hidden-rank game with an id, or a refusal."""
    found = await fetch_any(tables, id)
    if not isinstance(found, RankGame):
        raise Refusal("not-found", f"{id} is not a hidden-rank game")
    return found


@get("/api/games/{game:str}")
async def one_game(tables: NamedDependency[Tables], game: FromPath[str]) -> GameInfo:
    """Everything about a game."""
    found = await fetch(tables, game)
    styles = ("random", *(style.id for style in setups.styles_of(found)))
    return info(found, styles, bool(tables.games.text(game)))


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
    return await asyncio.to_thread(read_setup, await fetch(tables, game), data.text, seat)


HANDLERS = [one_game, draw_setup, parse_setup]
