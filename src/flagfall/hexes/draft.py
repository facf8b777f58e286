"""The working copy of a position while one action is carried out: changes, dice, events."""

from __future__ import annotations

import msgspec

from flagfall.core import chance
from flagfall.core.outcome import Outcome
from flagfall.core.protocol import PUBLIC, Event
from flagfall.hexes.events import (
    Ended,
    Fell,
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
from flagfall.hexes.position import HexPosition
from flagfall.hexes.rules.field import Field
from flagfall.hexes.units.pieces import Piece
from flagfall.hexes.view import as_seen, hidden_from


class Draft:
    """A position in the making. Stories are told as they happen, facts at the end."""

    __slots__ = ("_field", "before", "events", "pieces", "state", "unit")

    def __init__(self, before: HexPosition, after: HexPosition) -> None:
        self.before = before
        """The position that the action starts from; never changed."""
        self.state = after
        """A copy of it, which becomes the position after the action."""
        self.pieces: list[Piece] = list(before.pieces)
        self.events: list[Event] = []
        self._field: Field | None = None
        self.unit = before.actor
        """The unit whose action it is."""

    # The truth now

    @property
    def field(self) -> Field:
        """The truth as it is now."""
        if self._field is None:
            self._field = self.state.field_with(self.pieces)
        return self._field

    @property
    def me(self) -> Piece:
        """The acting unit as it is now."""
        return self.pieces[self.unit]

    # Changes

    def set(self, number: int, **changes: object) -> None:
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

    def open_field(self) -> Field:
        """The field as everybody knows it: what happens by itself is decided by this [R3] (HX-ABL-CLK)."""
        options = self.state.options
        if not options.unseen_are_met:
            return self.field
        return self.state.field_with([as_seen(piece, PUBLIC, options) for piece in self.pieces])

    def reveal(self, number: int) -> None:
        """A unit that was met loses its cloak, and everybody sees where it is (HX-ABL-CLK)."""
        self.set(number, cloaked=False)
        self.tell(Fell(unit=number, what="revealed", hex=self.pieces[number].hex))

    def give_away(self, number: int) -> None:
        """A unit does, or undergoes, what nobody unseen can: it is revealed if it was hidden [R3]."""
        if self.state.options.unseen_are_met and self.pieces[number].cloaked:
            self.reveal(number)

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

    # The turn

    def use_up(self, actions: int, slot: str) -> None:
        """Take actions of a kind from the turn in progress (HX-SEQ-3)."""
        frame = self.state.stack[-1]
        self.state.stack = (
            *self.state.stack[:-1],
            frame._replace(left=frame.left - actions, used=(*frame.used, slot)),
        )

    def push(self, unit: int, actions: int) -> None:
        """Give a unit free actions now (HX-SEQ-10)."""
        self.state.stack = (*self.state.stack, Frame(unit, actions, (), True))

    def stop(self) -> None:
        """End the turn in progress."""
        self.state.stack = (*self.state.stack[:-1], self.state.stack[-1]._replace(left=0))

    def end(self, outcome: Outcome) -> None:
        """End the game."""
        self.state.result = outcome

    def finish(self) -> tuple[Event, ...]:
        """All events of the action: the stories, then the facts that changed."""
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
        return tuple(events)

    def _told(self, number: int, old: Piece, new: Piece) -> list[PieceIs]:
        """A changed unit, to everyone as they may know it; those who know more hear it last."""
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
