"""HTTP: the analysis board. Nothing is kept: each request brings a position as text and the moves from there.

What the engine makes of a moment is from what the side to move knows, and what the asker takes for granted.
Positions of the asker's own running games are refused.
"""

from __future__ import annotations

import asyncio
import random

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody
from msgspec.structs import replace

from flagfall.bots.ranks import setups
from flagfall.core import BadText, IllegalAction
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState
from flagfall.ranks.view import Piece, RankView
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.ranks.fair_play import refuse_running_position
from flagfall.server.http.ranks.games import fetch
from flagfall.server.refusal import Refusal
from flagfall.server.wire.faults import in_text
from flagfall.server.wire.learning.analysis import (
    AnalysisAnswer,
    AnalysisLine,
    AnalysisMoment,
    AnalysisQuestion,
    Assumed,
)
from flagfall.server.wire.people import PositionText


def _reached(game: RankGame, line: AnalysisLine) -> tuple[RankState, str]:
    """The state that a line comes to, and the text of its last move."""
    try:
        state = game.position(line.text)
    except BadText as error:
        raise Refusal("bad-text", error.reason, field="text", faults=(in_text(error),)) from None
    if not state.where:
        raise Refusal("waiting", "in this position nobody has set up yet", field="text")
    last = ""
    for number, action in enumerate(line.actions):
        try:
            after = state.apply(state.track.turn, action).state
        except IllegalAction as error:
            field = f"actions.{number}"
            raise Refusal(
                "illegal", str(error), rule=error.rule, params=dict(error.params), field=field
            ) from None
        last = game.write(state, action)  # Only what is possible has a text: other squares may be none.
        state = after
    return state, last


def _moment(state: RankState, last: str) -> AnalysisMoment:
    turn = state.track.turn
    legal = tuple(state.legal(turn)) if state.outcome() is None else ()
    views = (state.view(0), state.view(1))
    return AnalysisMoment(views, turn, legal, state.position(), last, state.outcome())


def _assumed(game: RankGame, view: RankView, given: tuple[Assumed, ...]) -> RankView:
    """What a seat would know if hidden pieces were as assumed; refused where that cannot be."""
    foe = 1 - view.seat
    kinds = game.edition.armies[foe].kinds
    left = {kind.rank: sum(k.count for k in kinds if k.rank == kind.rank) for kind in kinds}
    by_id = {kind.id: kind.rank for kind in kinds}
    for one in view.captured:
        if one.seat == foe and one.kind:
            left[by_id[one.kind]] -= 1
    wanted = {one.square: one.rank for one in given}
    pieces: list[Piece] = []
    for piece in view.pieces:
        rank = wanted.pop(piece.square, "")
        if rank and (piece.seat != foe or piece.rank):
            raise Refusal("bad-message", "no hidden enemy stands there", field="assume")
        if rank and piece.moved and not any(k.rank == rank and k.movable for k in kinds):
            raise Refusal("bad-message", "this piece has moved", field="assume")
        found = replace(piece, rank=rank) if rank else piece
        if found.seat == foe and found.rank:
            left[found.rank] = left.get(found.rank, 0) - 1
        pieces.append(found)
    if wanted or any(count < 0 for count in left.values()):
        raise Refusal("bad-message", "there are not that many pieces of this rank", field="assume")
    return replace(view, pieces=tuple(pieces))


@get("/api/analysis/fresh")
async def fresh_position(tables: NamedDependency[Tables], game: FromQuery[str]) -> PositionText:
    """The beginning of a game with fresh set-ups."""
    found = await fetch(tables, game[:64])
    rng = random.Random(tables.time_and_chance.draw(1 << 62))

    def made() -> str:
        state = found.new()
        for seat in (0, 1):
            state = state.apply(seat, setups.generate(found, seat, rng, "any")).state
        return state.position()

    return PositionText(found.id, await asyncio.to_thread(made))


async def _state(tables: Tables, person: str, line: AnalysisLine) -> tuple[RankGame, RankState, str]:
    game = await fetch(tables, line.game)
    state, last = await asyncio.to_thread(_reached, game, line)
    await refuse_running_position(tables, person, (state,))
    return game, state, last


@post("/api/analysis", status_code=200)
async def analyse(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    data: JSONBody[AnalysisLine],
) -> AnalysisMoment:
    """Where a line comes to by the rules: what both sides know, and what can be done next."""
    _, state, last = await _state(tables, signed_in(identity, "play").person, data)
    return await asyncio.to_thread(_moment, state, last)


@post("/api/analysis/lines", status_code=200)
async def analyse_lines(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    data: JSONBody[AnalysisQuestion],
) -> AnalysisAnswer:
    """The best moves of the side to move, and what the hidden pieces may be."""
    who = signed_in(identity, "play")
    game, state, _ = await _state(tables, who.person, data.line)
    if state.outcome() is not None:
        raise Refusal("over", "the game is over in this position", field="line")
    view = _assumed(game, state.view(state.track.turn), data.assume)
    return await tables.advisor.lines(who.person, game.id, view, tables.games.text(game.id))


HANDLERS = [fresh_position, analyse, analyse_lines]
