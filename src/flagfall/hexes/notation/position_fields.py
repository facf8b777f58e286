"""The fields of a position, in the order of its text."""

from __future__ import annotations

import msgspec

from flagfall.core.outcome import Outcome
from flagfall.hexes.events import Frame, Rolled, Smoke
from flagfall.hexes.maps.terrain import Cell
from flagfall.hexes.options import Options
from flagfall.hexes.units.pieces import Piece


class PositionFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a position but for its game and board."""

    seed: int
    map_seed: int
    options: Options
    phase: str
    round: int
    card: int
    dice: int
    pile: tuple[int, ...]
    stack: tuple[Frame, ...]
    used: tuple[str, ...]
    chains: tuple[tuple[int, ...], ...]
    holds: tuple[int, ...]
    deploying: int
    musters: tuple[tuple[str, ...] | None, ...]
    opening: tuple[Rolled, ...]
    changes: tuple[tuple[int, Cell], ...]
    smoke: tuple[Smoke, ...]
    fires: tuple[int, ...]
    wind: int
    result: Outcome | None
    pieces: tuple[Piece, ...]
