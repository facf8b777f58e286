"""What travels for puzzles of the hex game: the turn, the choices, and what an answer leads to."""

from __future__ import annotations

import msgspec

from flagfall.hexes.analysis.sight_profile import LineUp
from flagfall.hexes.rules.attacks import ToHit
from flagfall.hexes.units.pieces import Place
from flagfall.hexes.view import HexView
from flagfall.server.wire.hexes import HexShot
from flagfall.server.wire.learning.puzzles import PuzzleRecord


class HexManner(msgspec.Struct, frozen=True):
    """A way to use a turn."""

    id: str
    verb: str
    """The attack: ``fire``, ``aim``, ``blast``, ``strike`` or ``brawl``."""
    moves: bool
    """Whether it moves first."""
    mode: int
    """The mode that it transforms into first, or -1."""


class HexPuzzleShown(msgspec.Struct, frozen=True, tag="hexes"):
    """A puzzle of the hex game as it is asked; the answer stays here."""

    id: str
    game: str
    kind: str
    seat: int
    unit: int
    """The unit in turn."""
    target: int
    """The unit to be felled, or -1."""
    count: int
    """How many are to be shot at."""
    rating: int
    view: HexView
    hexes: tuple[int, ...]
    """The hexes to choose from."""
    manners: tuple[HexManner, ...]
    """The ways to use the turn to choose from; none where a hex is asked for."""
    day: str = ""
    """The date, if it is the puzzle of the day."""


class HexPuzzleLine(msgspec.Struct, frozen=True):
    """A line from one unit to another, with the shot along it or the rule that forbids that."""

    unit: int
    """Who looks."""
    line: LineUp
    to_hit: ToHit


class HexPuzzleShowing(msgspec.Struct, frozen=True):
    """What is to be seen where an answer leads."""

    place: Place
    mode: int
    lines: tuple[HexPuzzleLine, ...]
    shots: tuple[HexShot, ...]
    """Attacks of the unit; attacks on it where a shelter is asked for."""
    percent: int
    """How likely the target falls."""


class HexPuzzleVerdict(msgspec.Struct, frozen=True, tag="hexes"):
    """Whether it was right; what was right is shown once it is solved or given up."""

    right: bool
    solution: HexPuzzleShowing | None
    manner: str
    """The right way to use the turn, where that was asked."""
    counter: HexPuzzleShowing | None
    """What a wrong answer leads to."""
    record: PuzzleRecord | None
    change: int
    """By how much the solver's rating changed: by the first try alone."""
