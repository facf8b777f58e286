"""The truth of a game at one moment: small, never changed, cheap to copy."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flagfall.core.errors import IllegalAction
from flagfall.core.outcome import Outcome
from flagfall.core.protocol import FULL, Action, Decision, State, Step
from flagfall.hexes.events import Frame, Rolled, Smoke, Table
from flagfall.hexes.maps.board import Board
from flagfall.hexes.maps.terrain import Cell
from flagfall.hexes.options import Options
from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.reach import Reach, reach
from flagfall.hexes.units.pieces import Piece
from flagfall.hexes.view import HexView, as_seen, hidden_from

if TYPE_CHECKING:
    from flagfall.hexes.game import HexGame

FIELDS = (
    "board",
    "card",
    "chains",
    "changes",
    "deploying",
    "dice",
    "fires",
    "game",
    "holds",
    "map_seed",
    "musters",
    "opening",
    "options",
    "phase",
    "pieces",
    "pile",
    "result",
    "round",
    "seed",
    "smoke",
    "stack",
    "used",
    "wind",
)
"""What a state consists of."""


class HexState(State):
    """One moment of a hex game."""

    __slots__ = (*FIELDS, "_fields", "_legal", "_reach")

    board: Board
    """The board as the map has it; `field` gives it as it is now."""
    card: int
    """The unit whose card lies open, -1 before the first; dice are keyed by it."""
    chains: tuple[tuple[int, ...], ...]
    changes: Mapping[int, Cell]
    deploying: int
    dice: int
    """How many dice were thrown since the card was turned."""
    fires: tuple[int, ...]
    game: HexGame
    holds: tuple[int, ...]
    map_seed: int
    musters: tuple[tuple[str, ...] | None, ...]
    opening: tuple[Rolled, ...]
    options: Options
    phase: str
    pieces: tuple[Piece, ...]
    pile: tuple[int, ...]
    """The units of the cards left, the next one first: the one thing nobody knows (HX-SEQ-9)."""
    result: Outcome | None
    round: int
    seed: int
    smoke: tuple[Smoke, ...]
    stack: tuple[Frame, ...]
    used: tuple[str, ...]
    wind: int

    def __init__(self, **values: Any) -> None:
        for name in FIELDS:
            setattr(self, name, values[name])
        self._fields: dict[int, Field] = {}
        self._legal: tuple[Action, ...] | None = None
        self._reach: dict[tuple[int, int], Reach] = {}

    def copy(self) -> HexState:
        """A state of its own with the same content."""
        other = HexState.__new__(HexState)
        for name in FIELDS:
            setattr(other, name, getattr(self, name))
        other._fields = {}
        other._legal = None
        other._reach = {}
        return other

    @property
    def frame(self) -> Frame | None:
        """The turn in progress."""
        return self.stack[-1] if self.stack else None

    @property
    def actor(self) -> int:
        """The unit that acts now, or -1."""
        return self.stack[-1].unit if self.stack else -1

    @property
    def to_move(self) -> int:
        """The seat that decides in the turn in progress, or -1."""
        return self.pieces[self.stack[-1].unit].seat if self.stack and self.result is None else -1

    def field(self, seat: int = FULL) -> Field:
        """The field as a seat knows it."""
        options = self.options
        if seat != FULL and not any(hidden_from(piece, seat, options) for piece in self.pieces):
            seat = FULL
        known = self._fields.get(seat)
        if known is None:
            pieces: Sequence[Piece] = self.pieces
            if seat != FULL:
                pieces = [as_seen(piece, seat, options) for piece in pieces]
            known = self._fields[seat] = Field(
                self.board.changed(self.changes),
                self.game.roster,
                options,
                pieces,
                self.changes,
                {mark.hex for mark in self.smoke},
                frozenset(self.fires),
            )
        return known

    def reach(self, unit: int, points: int) -> Reach:
        """Where a unit can get to, as its own seat knows it; reckoned once."""
        known = self._reach.get((unit, points))
        if known is None:
            seat = self.pieces[unit].seat
            exits = self.game.exits(seat) if self.pieces[unit].owner == seat else ()
            known = self._reach[unit, points] = reach(self.field(seat), unit, points, exits)
        return known

    def pending(self) -> tuple[Decision, ...]:
        """Who has to decide what now."""
        from flagfall.hexes.decisions import pending

        return pending(self)

    def legal(self, seat: int) -> Sequence[Action]:
        """Every legal action of the seat in turn; empty while setting up."""
        if self.result is not None or self.phase != "play" or self.to_move != seat:
            return ()
        if self._legal is None:
            from flagfall.hexes.acts import offers

            self._legal = tuple(offers(self))
        return self._legal

    def apply(self, seat: int, action: Action) -> Step[HexState]:
        """The state after an action, and the events that tell of it."""
        from flagfall.hexes.draft import Play
        from flagfall.hexes.setup import set_up

        if self.result is not None:
            raise IllegalAction("HX-END-1")
        if seat not in (decision.seat for decision in self.pending()):
            raise IllegalAction("HX-SEQ-2", seat=seat)
        play = Play(self)
        if self.phase == "play":
            play.act(action)
        else:
            set_up(play, seat, action)
        return play.finish()

    def view(self, seat: int) -> HexView:
        """All that a seat may know."""
        if seat == FULL and self.result is None:
            raise ValueError("the full view is open only after the end")
        muster: tuple[str, ...] = ()
        if self.phase == "muster" and seat >= 0:
            muster = self.musters[seat] or ()
        return HexView(
            game=self.game.id,
            seat=seat,
            options=self.options,
            map_seed=self.map_seed,
            pieces=tuple(as_seen(piece, seat, self.options) for piece in self.pieces),
            table=self.table(),
            changes=tuple(sorted(self.changes.items())),
            smoke=self.smoke,
            fires=self.fires,
            wind=self.wind,
            opening=self.opening,
            muster=muster,
            outcome=self.result,
        )

    def table(self) -> Table:
        """What lies open beside the map."""
        return Table(
            phase="over" if self.result is not None else self.phase,
            round=self.round,
            pile=tuple(sorted(self.pile)),
            stack=self.stack,
            used=self.used,
            chains=self.chains,
            holds=self.holds,
            deploying=self.deploying,
            mustered=tuple(muster is not None for muster in self.musters),
        )

    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.result

    def position(self) -> str:
        """The whole truth as text."""
        from flagfall.hexes.notation.position import write_position

        return write_position(self)

    def digest(self) -> str:
        """A hash of the whole truth."""
        return hashlib.sha256(self.position().encode()).hexdigest()

    def ended(self, outcome: Outcome) -> Step[HexState]:
        """The state after an end from outside; a resignation is a retreat (HX-END-2)."""
        from flagfall.hexes.draft import Play

        play = Play(self)
        play.end(outcome)
        return play.finish()
