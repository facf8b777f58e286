"""What happens, as it is told: stories (a roll, a move, a hit) and the facts that a view is folded from."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import msgspec

from flagfall.core.outcome import Outcome
from flagfall.core.protocol import Event, PlainEvent
from flagfall.hexes.maps.terrain import Cell
from flagfall.hexes.rules.attacks import ToHit
from flagfall.hexes.units.pieces import Piece, Place


class Frame(NamedTuple):
    """A turn in progress: whose, how many actions are left, which kinds are used (HX-SEQ-3, HX-SEQ-10)."""

    unit: int
    left: int
    used: tuple[str, ...] = ()
    free: bool = False
    """Free actions by Command or Transmit."""


class Smoke(NamedTuple):
    """A smoke marker: the fire that feeds it (-1: none), the round at whose end it goes (0: it stays)."""

    hex: int
    fire: int = -1
    until: int = 0


class RoundState(msgspec.Struct, frozen=True):
    """What lies open next to the map: phase, round, which cards are left, whose turn it is."""

    phase: str
    """``muster``, ``deploy``, ``chain``, ``play`` or ``over``."""
    round: int = 0
    pile: tuple[int, ...] = ()
    """The units whose cards are still in the pile, by number; their order is hidden (HX-SEQ-9)."""
    stack: tuple[Frame, ...] = ()
    """The turn and the free actions inside it; the last decides."""
    used: tuple[str, ...] = ()
    """Command and Transmit used in this round, as ``unit:ability`` (HX-SEQ-10)."""
    chains: tuple[tuple[int, ...], ...] = ()
    """The written chains of command (HX-ABL-CMD)."""
    holds: tuple[int, ...] = ()
    """For each victory condition the round ends in a row for which it has held."""
    deploying: int = -1
    """The seat that puts its next unit on the map (HX-SEQ-11)."""
    mustered: tuple[bool, ...] = ()
    """Which seats have chosen their force."""


class Rolled(Event, frozen=True, tag="rolled"):
    """A die was thrown: what for, for which unit, what it showed (HX-CONV-1)."""

    purpose: str = ""
    unit: int = -1
    value: int = 0


class Drawn(Event, frozen=True, tag="drawn"):
    """A card was turned over; ``turn`` is false where its unit cannot act (HX-SEQ-7)."""

    unit: int = -1
    turn: bool = True

    @property
    def opens_turn(self) -> bool:
        """Whether its unit can act: a card is a turn, and cards of one side may follow each other."""
        return self.turn


class RoundBegan(Event, frozen=True, tag="round"):
    """The cards were shuffled."""

    round: int = 0


class Moved(Event, frozen=True, tag="moved"):
    """A unit went along a path, at a cost."""

    unit: int = -1
    path: tuple[Place, ...] = ()
    cost: int = 0
    manner: str = ""
    """Nothing, ``sprint``, ``smoke``, ``teleport``, ``enter``, ``exit``."""
    stopped: bool = False
    """It met somebody unseen and ended one hex before (HX-ABL-CLK)."""

    @property
    def plain(self) -> bool:
        """Whether it got where it wanted: a unit that ran into somebody unseen has found them."""
        return not self.stopped


class Attacked(Event, frozen=True, tag="attacked"):
    """An attack was made: its to-hit number with all parts, and what became of it."""

    to_hit: ToHit | None = None
    hit: bool = False


class Struck(Event, frozen=True, tag="struck"):
    """A unit or a construct lost hit points."""

    unit: int = -1
    hex: int = -1
    damage: int = 0
    cause: str = ""
    """``weapon``, ``physical``, ``demolish``, ``climb``, ``fall``."""


class Did(PlainEvent, frozen=True, tag="did"):
    """A unit did something that needs few words: the verb, its target, its hex."""

    unit: int = -1
    verb: str = ""
    target: int = -1
    hex: int = -1
    amount: int = 0


class Fell(Event, frozen=True, tag="fell"):
    """Something ended for a unit: it was deactivated, destroyed, dropped, withdrawn, handed over ..."""

    unit: int = -1
    what: str = ""
    hex: int = -1


class PieceIs(PlainEvent, frozen=True, tag="piece"):
    """A unit, after a change."""

    unit: int = -1
    piece: Piece | None = None


class GroundIs(PlainEvent, frozen=True, tag="ground"):
    """A hex, after a change."""

    hex: int = -1
    cell: Cell | None = None


class MarksAre(PlainEvent, frozen=True, tag="marks"):
    """The markers on the map, after a change."""

    smoke: tuple[Smoke, ...] = ()
    fires: tuple[int, ...] = ()
    wind: int = -1


class TableIs(PlainEvent, frozen=True, tag="table"):
    """What lies open next to the map, after a change."""

    table: RoundState | None = None


class Mustered(Event, frozen=True, tag="mustered"):
    """The force that a seat has chosen; told to that seat alone until both have."""

    units: tuple[str, ...] = ()


class Forces(Event, frozen=True, tag="forces"):
    """All units of the game, once both seats have chosen."""

    pieces: tuple[Piece, ...] = ()


class Ended(Event, frozen=True, tag="ended"):
    """The game is over."""

    outcome: Outcome | None = None


HexEvent: TypeAlias = (
    Rolled
    | Drawn
    | RoundBegan
    | Moved
    | Attacked
    | Struck
    | Did
    | Fell
    | PieceIs
    | GroundIs
    | MarksAre
    | TableIs
    | Mustered
    | Forces
    | Ended
)
"""Every event of the game."""
