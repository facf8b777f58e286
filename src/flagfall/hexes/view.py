"""What one seat knows of a game, and how events change it."""

from __future__ import annotations

import msgspec

from flagfall.core.outcome import Outcome
from flagfall.core.protocol import FULL, Event, View
from flagfall.hexes.events import (
    Ended,
    Forces,
    Frame,
    GroundIs,
    MarksAre,
    Mustered,
    PieceIs,
    Rolled,
    RoundState,
    Smoke,
    TableIs,
)
from flagfall.hexes.maps.terrain import Cell
from flagfall.hexes.options import Options
from flagfall.hexes.units.pieces import GROUND, STANDING, Piece


class HexView(View, frozen=True, tag="hex"):
    """All that a seat knows: everything but the order of the cards and the places of hidden units."""

    game: str
    seat: int
    options: Options
    map_seed: int
    """What the map was made from, where it is a generated one."""
    pieces: tuple[Piece, ...]
    table: RoundState
    changes: tuple[tuple[int, Cell], ...] = ()
    """Hexes that are no longer as the map has them, in order."""
    smoke: tuple[Smoke, ...] = ()
    fires: tuple[int, ...] = ()
    wind: int = -1
    opening: tuple[Rolled, ...] = ()
    """The rolls before the first decision (HX-UNQ-2, HX-SEQ-11)."""
    muster: tuple[str, ...] = ()
    """The force that the seat has chosen, until both have."""
    outcome: Outcome | None = None

    @property
    def turn(self) -> Frame | None:
        """The turn in progress."""
        return self.table.stack[-1] if self.table.stack else None


def hidden_from(piece: Piece, seat: int, options: Options) -> bool:
    """Whether a unit's place is hidden from a seat (HX-ABL-CLK)."""
    return options.cloak_hides_position and piece.cloaked and seat not in (piece.seat, FULL)


def as_seen(piece: Piece, seat: int, options: Options) -> Piece:
    """A unit as a seat knows it."""
    if not hidden_from(piece, seat, options):
        return piece
    carrier = -1 if options.unseen_are_met else piece.carrier
    return msgspec.structs.replace(
        piece, hex=-1, facing=0, layer=GROUND, stance=STANDING, carrier=carrier, unseen=True
    )


def folded(view: HexView, event: Event) -> HexView:
    """The view after an event; stories change nothing."""
    change = msgspec.structs.replace
    if isinstance(event, PieceIs) and event.piece is not None:
        pieces = list(view.pieces)
        pieces[event.unit] = event.piece
        return change(view, pieces=tuple(pieces))
    if isinstance(event, TableIs) and event.table is not None:
        return change(view, table=event.table)
    if isinstance(event, GroundIs) and event.cell is not None:
        cells = dict(view.changes)
        cells[event.hex] = event.cell
        return change(view, changes=tuple(sorted(cells.items())))
    if isinstance(event, MarksAre):
        return change(view, smoke=event.smoke, fires=event.fires, wind=event.wind)
    if isinstance(event, Mustered):
        return change(view, muster=event.units)
    if isinstance(event, Forces):
        return change(view, pieces=event.pieces, muster=())
    if isinstance(event, Ended):
        return change(view, outcome=event.outcome)
    return view
