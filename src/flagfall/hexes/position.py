"""A position as plain data: small, never changed, cheap to copy. `HexState` adds the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from flagfall.core.outcome import Outcome
from flagfall.core.protocol import FULL, Action, OfferedActions
from flagfall.hexes.events import Frame, Rolled, RoundState, Smoke
from flagfall.hexes.maps.board import Board
from flagfall.hexes.maps.terrain import Cell
from flagfall.hexes.options import Options
from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.reach import Reach, reach
from flagfall.hexes.scenarios.loaded import LoadedScenario
from flagfall.hexes.units.pieces import Piece
from flagfall.hexes.view import as_seen, hidden_from

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
"""What a position consists of."""


class HexPosition:
    """All that is true at one moment of a game."""

    __slots__ = (*FIELDS, "_fields", "_legal", "_offers", "_reach")

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
    game: LoadedScenario
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

    def __init__(self, **values: object) -> None:
        for name in FIELDS:
            setattr(self, name, values[name])
        # What is worked out from the content, once.
        self._fields: dict[int, Field] = {}
        self._legal: tuple[Action, ...] | None = None
        self._offers: tuple[OfferedActions, ...] | None = None
        self._reach: dict[tuple[int, int], Reach] = {}

    def copy(self) -> Self:
        """Another position with the same content."""
        other = type(self).__new__(type(self))
        for name in FIELDS:
            setattr(other, name, getattr(self, name))
        other._fields = {}
        other._legal = None
        other._offers = None
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
            known = self._fields[seat] = self.field_with(pieces)
        return known

    def field_with(self, pieces: Sequence[Piece]) -> Field:
        """The field with the units as they are given."""
        return Field(
            self.board.changed(self.changes),
            self.game.roster,
            self.options,
            pieces,
            self.changes,
            {mark.hex for mark in self.smoke},
            frozenset(self.fires),
        )

    def reach(self, unit: int, points: int) -> Reach:
        """Where a unit can get to, as its own seat knows it; worked out once."""
        known = self._reach.get((unit, points))
        if known is None:
            seat = self.pieces[unit].seat
            exits = self.game.exits(seat) if self.pieces[unit].owner == seat else ()
            known = self._reach[unit, points] = reach(self.field(seat), unit, points, exits)
        return known

    def table(self) -> RoundState:
        """What lies open next to the map."""
        return RoundState(
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
