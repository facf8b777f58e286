"""HTTP: the analysis board of the hex game. Each request brings a position as text and the steps from there.

Everything lies open on this board, the order of the cards too; a hint is from what the side to move knows.
Positions of the asker's own running games are refused.
"""

from __future__ import annotations

import asyncio
from typing import Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody
from msgspec.structs import replace

from flagfall.core import BadText, Event, IllegalAction, chance
from flagfall.hexes.events import Attacked, Fell, Rolled
from flagfall.hexes.game import HexGame
from flagfall.hexes.rules.field import Field
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import PLAY
from flagfall.hexes.view import HexView
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.advice_access import refuse_running
from flagfall.server.http.games import fetch_any
from flagfall.server.http.hexes import answers
from flagfall.server.http.hexes.questions import check_unit, illegal, manner_of, planned, way_hexes
from flagfall.server.refusal import Refusal
from flagfall.server.wire.faults import in_text
from flagfall.server.wire.hexes import HexDemand
from flagfall.server.wire.learning.hex_analysis import (
    HexAnalysisAnswer,
    HexAnalysisLine,
    HexAnalysisMoment,
    HexAnalysisQuestion,
    HexStep,
)
from flagfall.server.wire.people import PositionText

NEAR: Final = 2
"""Units that may stand elsewhere in a position that is still taken for that of a running game."""


def same_position(running: HexView, asked: HexState) -> bool:
    """Whether a position is what a seat sees of a running game, or nearly so, in whatever scenario.

    Units are compared by what they are and where they stand: at most two may stand elsewhere, and no more
    than half.
    """
    seen = {(piece.sheet, piece.hex) for piece in running.pieces if piece.status == PLAY and piece.hex >= 0}
    there = {(piece.sheet, piece.hex) for piece in asked.pieces if piece.status == PLAY and piece.hex >= 0}
    moved = len(seen - there)
    return bool(seen) and moved <= NEAR and 2 * moved <= len(seen)


def _by_chance(state: HexState, step: HexStep) -> HexState:
    """A state with the cards and the dice that a step wants."""
    if step.card < 0 and not step.dice:
        return state
    found = state.copy()
    if step.dice:
        found.seed = chance.draw(state.seed, 1 << 62, "analysis", step.dice)
    if step.card >= 0:
        if step.card not in state.pile:
            raise Refusal("bad-message", "that card is not in the pile", field="card")
        found.pile = (step.card, *(unit for unit in state.pile if unit != step.card))
    return found


class Reached:
    """Where a line comes to, and how its last step went."""

    def __init__(self, game: HexGame, line: HexAnalysisLine) -> None:
        try:
            self.state = game.position(line.text)
        except BadText as error:
            raise Refusal("bad-text", error.reason, field="text", faults=(in_text(error),)) from None
        self.actor = ""
        self.told: tuple[Event, ...] = ()
        for number, step in enumerate(line.steps):
            self._take(step, f"steps.{number}")

    def _take(self, step: HexStep, field: str) -> None:
        state = _by_chance(self.state, step)
        self.actor = state.pieces[state.actor].key if state.actor >= 0 else getattr(step.action, "unit", "")
        try:
            self.state, self.told = state.apply(self.seat, step.action)
        except IllegalAction as error:
            raise illegal(error, field) from None

    @property
    def seat(self) -> int:
        """Who decides; -1 after the end."""
        return next((decision.seat for decision in self.state.pending()), -1)

    def moment(self) -> HexAnalysisMoment:
        """All that the board shows."""
        state, seat = self.state, self.seat
        return HexAnalysisMoment(
            replace(state.view(max(seat, 0)), pieces=state.pieces),
            seat,
            answers.demand(state, seat, 0) if seat >= 0 else HexDemand(0, ""),
            tuple(state.offers(seat)),
            self.actor,
            self.told,  # type: ignore[arg-type]
            any(isinstance(event, Rolled | Attacked | Fell) for event in self.told),
            state.position(),
            state.outcome(),
        )

    def _field(self, asked: HexAnalysisQuestion) -> Field | None:
        """The field with a unit where it is, or at the end of what is thought of for it."""
        state, place = self.state, None
        check_unit(state, asked.unit)
        if (asked.index >= 0 or asked.via) and asked.unit == state.actor:
            thought = planned(state, self.seat, asked.index, asked.manner, asked.via)
            place = answers.ending(state, thought)
        return answers.what_if(state.field(), asked.unit, place)

    def answer(self, asked: HexAnalysisQuestion) -> HexAnalysisAnswer:
        """The answer to any question but that for a hint."""
        state, seat = self.state, self.seat
        try:
            if asked.what == "plan":
                thought = planned(state, seat, asked.index, asked.manner, asked.via)
                return HexAnalysisAnswer(plan=answers.plan(state, seat, thought))
            if asked.what == "way":
                hexes = way_hexes(state, asked.through)
                return HexAnalysisAnswer(way=answers.way(state, manner_of(asked.manner), hexes))
            if asked.what == "sight":
                check_unit(state, asked.unit)
                return HexAnalysisAnswer(sight=answers.sights(state.field(), asked.unit))
            field = self._field(asked)
        except IllegalAction as error:
            raise illegal(error) from None
        if asked.what == "gaze":
            return HexAnalysisAnswer(gaze=answers.gaze(field, asked.unit))
        if field is None:
            raise Refusal("not-found", "that unit is not on the map", field="unit")
        try:
            return HexAnalysisAnswer(line=answers.line(field, asked.unit, state.board.map.hex(asked.at)))
        except ValueError as error:
            raise Refusal("bad-message", str(error), field="at") from None


async def _scenario(tables: Tables, id: str) -> HexGame:
    game = await fetch_any(tables, id)
    if not isinstance(game, HexGame):
        raise Refusal("not-found", "that is not a scenario of the hex game", field="game")
    return game


async def _reach(tables: Tables, person: str, line: HexAnalysisLine) -> Reached:
    """Where a line comes to; refused if that is in a running game of the person."""
    game = await _scenario(tables, line.game)
    reached = await asyncio.to_thread(Reached, game, line)

    def same(state: object, seat: int) -> bool:
        return isinstance(state, HexState) and same_position(state.view(seat), reached.state)

    await refuse_running(tables, person, lambda table_state, _: table_state.state, same)
    return reached


@get("/api/analysis/hex/fresh")
async def fresh_position(tables: NamedDependency[Tables], game: FromQuery[str]) -> PositionText:
    """The beginning of a scenario, before anybody has put units on the map."""
    found = await _scenario(tables, game)
    seed = tables.time_and_chance.draw(1 << 62)
    return PositionText(found.id, await asyncio.to_thread(lambda: found.new(seed).position()))


@post("/api/analysis/hex", status_code=200)
async def analyse(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    data: JSONBody[HexAnalysisLine],
) -> HexAnalysisMoment:
    """Where a line comes to by the rules, and what can be done next, with every cost and chance."""
    reached = await _reach(tables, signed_in(identity, "play").person, data)
    return await asyncio.to_thread(reached.moment)


@post("/api/analysis/hex/ask", status_code=200)
async def analyse_question(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    data: JSONBody[HexAnalysisQuestion],
) -> HexAnalysisAnswer:
    """What a move would lead to, how far a unit gets and sees, whom it may shoot at, what a bot would do."""
    person = signed_in(identity, "play").person
    reached = await _reach(tables, person, data.line)
    if data.what != "hint":
        return await asyncio.to_thread(reached.answer, data)
    if reached.seat < 0:
        raise Refusal("over", "the game is over in this position", field="line")
    game, view = data.line.game, reached.state.view(reached.seat)
    hint = await tables.advisor.plan(person, game, view, reached.seat, tables.games.text(game))
    return HexAnalysisAnswer(hint=hint)


HANDLERS = [fresh_position, analyse, analyse_question]
