"""What ends a game of the hex game: what has to fall, what has to be held, and who wins when time is up."""

from __future__ import annotations

from collections.abc import Callable, Set
from functools import cached_property
from typing import NamedTuple

from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.terrain import CONSTRUCT
from flagfall.hexes.rules.field import Field
from flagfall.hexes.scenarios.scenario import Destroy, Eliminate, Exit, Hold
from flagfall.hexes.units.pieces import LEFT, OUT, WRECK
from flagfall.hexes.view import HexView


class Downfall(NamedTuple):
    """Units and constructs of which some have to fall for a seat to win."""

    seat: int
    units: frozenset[int]
    """Those that still stand."""
    hexes: frozenset[int]
    need: int
    """How many of them have to fall yet."""
    asked: int
    """How many had to fall when the game began."""
    whole: int
    """The hit points that so many of them had then, the weakest counted."""


class HeldZone(NamedTuple):
    """A zone that a seat wins by holding."""

    seat: int
    number: int
    """The number of the condition."""
    hexes: frozenset[int]
    least: int
    """How many hexes of it the seat's units have to stand in."""
    rounds: int


class WayOut(NamedTuple):
    """Units of which some have to leave the map for their seat to win."""

    seat: int
    edge: str
    units: frozenset[int]
    """Those that have not left yet."""
    need: int
    """How many of them have to leave yet."""


class Objectives:
    """What ends a game, as it is seen from one position. Seats are those of the game, not own and other."""

    def __init__(self, game: HexGame, view: HexView, field: Field) -> None:
        self.downfalls: list[Downfall] = []
        self.zones: list[HeldZone] = []
        self.ways_out: list[WayOut] = []
        self.eliminates = {0: False, 1: False}
        """Who wins when the other has nothing left."""
        there = field.board.map
        for number, condition in enumerate(game.scenario.victory):
            if isinstance(condition, Eliminate):
                for seat in (0, 1) if condition.side is None else (game.seat_of(condition.side),):
                    self.eliminates[seat] = True
            elif isinstance(condition, Hold):
                zone = frozenset(there.zones.get(condition.zone, ()))
                self.zones.append(
                    HeldZone(game.seat_of(condition.side), number, zone, condition.hexes, condition.rounds)
                )
            elif isinstance(condition, Exit):
                seat = game.seat_of(condition.side)
                some = {
                    n
                    for n, piece in enumerate(view.pieces)
                    if piece.seat == seat and (not condition.units or piece.key in condition.units)
                }
                left = {n for n in some if view.pieces[n].status == LEFT}
                need = max(0, condition.count - len(left))
                self.ways_out.append(WayOut(seat, condition.edge, frozenset(some - left), need))
            elif isinstance(condition, Destroy):
                units = {
                    n
                    for n, piece in enumerate(view.pieces)
                    if piece.key in condition.units and piece.status not in (WRECK, OUT)
                }
                hexes = {there.hex(text) for text in condition.hexes}
                hexes = {hex for hex in hexes if field.cell(hex).terrain == CONSTRUCT}
                total = len(condition.units) + len(condition.hexes)
                gone = total - len(units) - len(hexes)
                need = total if condition.count is None else condition.count
                hps = [field.max_hp(n) for n, piece in enumerate(view.pieces) if piece.key in condition.units]
                hps += [there.cells[there.hex(text)].hp for text in condition.hexes]
                self.downfalls.append(
                    Downfall(
                        game.seat_of(condition.side),
                        frozenset(units),
                        frozenset(hexes),
                        max(0, need - gone),
                        need,
                        max(1, sum(sorted(hps)[:need])),
                    )
                )

    @cached_property
    def hunter(self) -> int:
        """The seat that has to eliminate the other, where only one has to; else -1."""
        seats = [seat for seat, hunts in self.eliminates.items() if hunts]
        return seats[0] if len(seats) == 1 else -1

    @property
    def more_than_a_fight(self) -> bool:
        """Whether somebody has more to do than to be the last who is left."""
        return bool(self.downfalls or self.zones or self.ways_out) or self.hunter >= 0

    @cached_property
    def attackers(self) -> dict[int, int]:
        """The constructs that have to fall, with the seat that wants it."""
        return {hex: one.seat for one in self.downfalls for hex in one.hexes}

    @staticmethod
    def still_up(one: Downfall, hp: Callable[[int, int], float]) -> float:
        """The part of the hit points that have to fall for a seat to win which have not fallen yet.

        What a unit (or, where that is -1, the construct in a hex) has left is asked for.
        """
        hps = [hp(n, -1) for n in one.units] + [hp(-1, hex) for hex in one.hexes]
        some = sorted(hps)[: one.need]
        return sum(some) / one.whole if len(some) == one.need else 1.0

    def fallen_enough(self, units: Set[int], hexes: Set[int]) -> int:
        """The seat that wins when some more units and constructs have fallen, or -1."""
        for one in self.downfalls:
            if len(one.units & units) + len(one.hexes & hexes) >= one.need:
                return one.seat
        return -1
