"""The working copy of a state while one action is carried out: changes, dice, events, the flow of turns."""

from __future__ import annotations

from typing import Any

import msgspec

from flagfall.core import chance
from flagfall.core.errors import IllegalAction
from flagfall.core.outcome import Outcome
from flagfall.core.protocol import PUBLIC, Action, Event, Step
from flagfall.hexes.acts import Act, Scene, check_turn
from flagfall.hexes.events import (
    Drawn,
    Ended,
    Forces,
    Frame,
    GroundIs,
    MarksAre,
    PieceIs,
    Rolled,
    Smoke,
    TableIs,
)
from flagfall.hexes.maps.terrain import Cell
from flagfall.hexes.rules import rounds, victory
from flagfall.hexes.rules.field import Field
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import PLAY, Piece
from flagfall.hexes.view import as_seen, hidden_from


class Play:
    """A state in the making. Stories are told as they happen, facts at the end."""

    __slots__ = ("_field", "before", "events", "pieces", "state", "unit")

    def __init__(self, state: HexState) -> None:
        self.before = state
        self.state = state.copy()
        self.pieces: list[Piece] = list(state.pieces)
        self.events: list[Event] = []
        self._field: Field | None = None
        self.unit = state.actor
        """The unit whose action it is."""

    # What is so

    @property
    def field(self) -> Field:
        """The truth as it is now."""
        if self._field is None:
            state = self.state
            self._field = Field(
                state.board.changed(state.changes),
                state.game.roster,
                state.options,
                self.pieces,
                state.changes,
                {mark.hex for mark in state.smoke},
                frozenset(state.fires),
            )
        return self._field

    @property
    def me(self) -> Piece:
        """The acting unit as it is now."""
        return self.pieces[self.unit]

    def label(self, hex: int) -> str:
        """The number of a hex."""
        return self.state.board.label(hex)

    # Changes

    def set(self, number: int, **changes: Any) -> None:
        """Change a unit."""
        self.pieces[number] = msgspec.structs.replace(self.pieces[number], **changes)
        self._field = None

    def set_cell(self, hex: int, cell: Cell) -> None:
        """Change a hex."""
        self.state.changes = {**self.state.changes, hex: cell}
        self._field = None

    def set_marks(
        self, *, smoke: tuple[Smoke, ...] | None = None, fires: tuple[int, ...] | None = None
    ) -> None:
        """Change smoke or fires."""
        if smoke is not None:
            self.state.smoke = tuple(sorted(set(smoke)))
        if fires is not None:
            self.state.fires = tuple(sorted(fires))
        self._field = None

    def tell(self, event: Event, about: int = -1) -> None:
        """Tell a story; one about a unit that some cannot see is told to those who can."""
        if about >= 0:
            piece = self.pieces[about]
            if any(hidden_from(piece, seat, self.state.options) for seat in (0, 1)):
                event = msgspec.structs.replace(event, audience=(piece.seat,))
        self.events.append(event)

    def roll(self, purpose: str, unit: int = -1) -> int:
        """Throw a die, keyed by round, card, purpose and number, and tell what it shows (HX-CONV-1)."""
        state = self.state
        value = chance.d10(state.seed, state.round, state.card, purpose, state.dice)
        state.dice += 1
        self.events.append(Rolled(purpose=purpose, unit=unit, value=value))
        return value

    # The flow of turns

    def act(self, action: Action) -> None:
        """Carry out an action of the turn in progress."""
        if not isinstance(action, Act):
            raise IllegalAction("HX-SEQ-3", kind=type(action).__name__.lower())
        scene = Scene(self.before)
        check_turn(scene, action)
        frame = scene.frame
        slot = action.slot(scene)
        self.state.stack = (
            *self.state.stack[:-1],
            frame._replace(left=frame.left - action.price(), used=(*frame.used, slot)),
        )
        action.perform(self)
        self.after_action()

    def push(self, unit: int, actions: int) -> None:
        """Give a unit free actions now (HX-SEQ-10)."""
        self.state.stack = (*self.state.stack, Frame(unit, actions, (), True))

    def stop(self) -> None:
        """End the turn in progress."""
        self.state.stack = (*self.state.stack[:-1], self.state.stack[-1]._replace(left=0))

    def after_action(self) -> None:
        """Close turns that are over, see whether the game is, and turn cards until somebody has to decide."""
        state = self.state
        while state.result is None:
            victory.check_at_once(self)
            if state.result is not None:
                return
            if state.stack:
                frame = state.stack[-1]
                if frame.left > 0 and self.pieces[frame.unit].status == PLAY:
                    return
                state.stack = state.stack[:-1]
                if not frame.free:
                    rounds.end_turn(self, frame.unit)
            elif state.pile:
                self._draw()
            else:
                rounds.end_round(self)

    def _draw(self) -> None:
        """Turn the top card over (HX-SEQ-2, HX-SEQ-7)."""
        state = self.state
        unit, *rest = state.pile
        state.pile = tuple(rest)
        able = self.pieces[unit].status == PLAY
        self.events.append(Drawn(unit=unit, turn=able))
        if able:
            state.card = unit
            state.dice = 0
            self.set(unit, ducked=False, kept=False)
            state.stack = (Frame(unit, 2),)

    def end(self, outcome: Outcome) -> None:
        """End the game."""
        self.state.result = outcome

    def finish(self) -> Step[HexState]:
        """The new state, and all events: the stories, then the facts that changed."""
        before, state = self.before, self.state
        state.pieces = tuple(self.pieces)
        events = self.events
        if len(before.pieces) != len(state.pieces):
            events.append(Forces(pieces=state.pieces))
        else:
            for number, (old, new) in enumerate(zip(before.pieces, state.pieces, strict=True)):
                if old is not new and old != new:
                    events.extend(self._told(number, old, new))
        for hex, cell in state.changes.items():
            if before.changes.get(hex) != cell:
                events.append(GroundIs(hex=hex, cell=cell))
        if (before.smoke, before.fires, before.wind) != (state.smoke, state.fires, state.wind):
            events.append(MarksAre(smoke=state.smoke, fires=state.fires, wind=state.wind))
        table = state.table()
        if table != before.table():
            events.append(TableIs(table=table))
        if state.result is not None and before.result is None:
            events.append(Ended(outcome=state.result))
        return Step(state, tuple(events))

    def _told(self, number: int, old: Piece, new: Piece) -> list[PieceIs]:
        """A changed unit, to everyone as he may know it; who knows more hears it last."""
        options = self.state.options
        if not options.cloak_hides_position:
            return [PieceIs(unit=number, piece=new)]
        told: dict[Piece, list[int]] = {}
        for seat in (PUBLIC, 0, 1):
            seen = as_seen(new, seat, options)
            if seen != as_seen(old, seat, options):
                told.setdefault(seen, []).append(seat)
        if len(told) == 1 and len(next(iter(told.values()))) == 3:
            return [PieceIs(unit=number, piece=new)]
        events = [
            PieceIs(audience=tuple(seats), unit=number, piece=seen)
            for seen, seats in sorted(told.items(), key=lambda item: not item[0].unseen)
        ]
        if all(event.piece is not None and event.piece.unseen for event in events) and events:
            events.append(PieceIs(audience=(), unit=number, piece=new))
        return events
