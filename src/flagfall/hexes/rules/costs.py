"""What a step costs: tables by kind of mover, shared by all units that move alike (HX-TERR-2, HX-TERR-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flagfall.hexes.maps.board import Board
from flagfall.hexes.maps.terrain import CONSTRUCT, COST, IMPASSABLE, OFF, ROUGH, THICK, THIN, WATER
from flagfall.hexes.rules.field import Field
from flagfall.hexes.units.pieces import AIR, GROUND, HOVERING, PRONE, STANDING, Place

ALOFT = 3
"""The posture of a flyer; the others are the stances of the ground layer."""


class MoveProfile(NamedTuple):
    """How something moves; all that move alike share one table for each board."""

    way: str
    """``foot``, ``hover`` or ``water``."""
    double: bool
    swim: bool
    human: bool
    fly: bool
    vtol: bool
    max_climb: int


def profile(field: Field, number: int) -> MoveProfile:
    """How a unit moves in its current mode."""
    mode = field.mode(number)
    way = "hover" if mode.has("hover") else "water" if mode.has("water") else "foot"
    return MoveProfile(
        way,
        mode.ground_penalty,
        mode.has("swim"),
        mode.kind == "human",
        mode.flies,
        mode.has("vtol"),
        field.options.max_climb,
    )


class Costs:
    """The steps from each node (posture, hex, facing) for a profile, filled as they are asked for."""

    __slots__ = ("_lands", "_places", "board", "profile", "size", "split")

    def __init__(self, board: Board, profile: MoveProfile) -> None:
        self.board = board
        self.profile = profile
        self.size = board.grid.size
        self.split: dict[int, tuple[tuple[int, ...], tuple[tuple[int, int], ...]]] = {}
        """For each node the nodes one point away, and the others with their cost; landings apart."""
        self._places: dict[int, Place] = {}
        self._lands: dict[int, tuple[tuple[int, int], ...]] = {}

    def node(self, place: Place) -> int:
        """The number of a place."""
        posture = ALOFT if place.layer == AIR else place.stance
        return (posture * self.size + place.hex) * 6 + place.facing

    def place(self, node: int) -> Place:
        """The place of a number."""
        known = self._places.get(node)
        if known is None:
            rest, facing = divmod(node, 6)
            posture, hex = divmod(rest, self.size)
            aloft = posture == ALOFT
            known = Place(hex, facing, AIR, STANDING) if aloft else Place(hex, facing, GROUND, posture)
            self._places[node] = known
        return known

    def level(self, posture: int, hex: int) -> int:
        """The elevation that steps are counted from (HX-TERR-5)."""
        cell = self.board.cells[hex]
        if posture == HOVERING or self.profile.way != "foot":
            return cell.surface
        if self.profile.swim and cell.terrain == WATER and cell.size:
            return cell.elevation
        return cell.floor

    def stands(self, hex: int, posture: int = STANDING) -> bool:
        """Whether the mode may be in a hex at all (HX-AIR-6, HX-TRF-3)."""
        cell = self.board.cells[hex]
        terrain = cell.terrain
        if terrain in (IMPASSABLE, OFF):
            return False
        if posture == HOVERING:
            return terrain not in (THIN, THICK)
        if self.profile.way == "hover":
            return terrain not in (ROUGH, THIN, THICK, CONSTRUCT)
        return not (self.profile.human and terrain == WATER and cell.size)  # HX-WAT-9

    def barred(self, place: Place) -> str:
        """The rule that keeps the mode from a place whatever the way there, empty where none does."""
        if place.layer == AIR:
            return "" if self.profile.fly else "HX-AIR-1"
        if place.stance == HOVERING and not self.profile.vtol:
            return "HX-AIR-4"
        cell = self.board.cells[place.hex]
        ashore = self.profile.way == "water" and cell.terrain != WATER  # HX-WAT-6
        if not ashore and self.stands(place.hex, HOVERING if place.stance == HOVERING else STANDING):
            return ""
        return "HX-WAT-9" if self.profile.human and cell.terrain == WATER else "HX-TERR-2"

    def entry(self, posture: int, a: int, b: int, *, deck: bool = False) -> int:
        """What it costs to go from one hex into the next, 0 if it is forbidden (HX-TERR-2).

        From the deck of a ship in the first hex it is counted from the surface (HX-TRN-2).
        """
        if not self.stands(b, posture):
            return 0
        climb = abs(self.level(posture, b) - (self.board.surface[a] if deck else self.level(posture, a)))
        if self.profile.max_climb and climb > self.profile.max_climb:  # HX-TERR-4
            return 0
        here, there = self.board.cells[a], self.board.cells[b]
        if posture == HOVERING or self.profile.way == "hover":
            return 1 + climb
        if self.profile.way == "water":  # HX-WAT-6
            return 1 + climb if there.terrain == here.terrain == WATER else 0
        cost = COST[there.terrain]
        if self.profile.swim:  # HX-WAT-3; a ford is no water to swim in
            was, will = (cell.terrain == WATER and cell.size > 0 for cell in (here, there))
            cost = (1 if will else cost) + (was != will)
        return (cost + climb) * (2 if self.profile.double else 1)  # HX-MOVE-7

    def boarding(self, a: int, b: int) -> int:
        """What a walker pays to step from a hex onto a ship in the next, 0 if it cannot (HX-TRN-2)."""
        climb = abs(self.board.surface[b] - self.level(STANDING, a))
        if self.profile.max_climb and climb > self.profile.max_climb:
            return 0
        return (COST[WATER] + climb) * (2 if self.profile.double else 1)

    @property
    def wades(self) -> bool:
        """Whether water is crossed on its bottom."""
        return self.profile.way == "foot" and not self.profile.swim

    def moves(self, node: int) -> tuple[tuple[int, int], ...]:
        """The steps from a node: (node, cost); landings apart."""
        ones, others = self.split.get(node) or self.fill(node)
        return (*((other, 1) for other in ones), *others)

    def fill(self, node: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
        """Work out the steps from a node and keep them."""
        steps = list(self._steps(node))
        ones = tuple(other for other, cost in steps if cost == 1)
        others = tuple((other, cost) for other, cost in steps if cost != 1)
        self.split[node] = ones, others
        return ones, others

    def off_deck(self, node: int) -> tuple[tuple[int, int], ...]:
        """The steps from a node for somebody who leaves a ship there: (node, cost)."""
        return tuple(self._steps(node, deck=True))

    def lands(self, node: int) -> tuple[tuple[int, int], ...]:
        """The steps from a node that end on the ground, so that the ground must be free (HX-AIR-6)."""
        known = self._lands.get(node)
        if known is None:
            hex, facing, layer, stance = self.place(node)
            known = ()
            if layer == AIR:
                if self.stands(hex):
                    known = ((self.node(Place(hex, facing)), 2),)
                if self.profile.vtol and self.stands(hex, HOVERING):
                    known += ((self.node(Place(hex, facing, GROUND, HOVERING)), 1),)
            elif stance == HOVERING and self.stands(hex):
                known = ((self.node(Place(hex, facing)), 1),)
            self._lands[node] = known
        return known

    def _steps(self, node: int, *, deck: bool = False) -> Iterator[tuple[int, int]]:
        hex, facing, layer, stance = self.place(node)
        home = node - facing
        if stance == PRONE:
            base = hex * 6  # HX-PRONE-2: any facing
            for way in range(6):
                yield base + way, STAND
            return
        yield home + (facing + 1) % 6, 1
        yield home + (facing + 5) % 6, 1
        around = self.board.neighbours[hex]
        for way in range(6):
            other, turn = around[way], (way - facing) % 6
            if other < 0 or (
                turn not in (0, 3) and not (self.profile.vtol and (layer == AIR or stance == HOVERING))
            ):
                continue
            if layer == AIR:
                cost = 0 if self.board.cells[other].terrain == OFF else 1
            else:
                cost = self.entry(stance, hex, other, deck=deck)
                here = self.board.surface[hex] if deck else self.level(stance, hex)
                if turn == 3 and here != self.level(stance, other):  # HX-MOVE-3
                    cost = 0
            if cost:
                yield node + (other - hex) * 6, cost + (turn not in (0, 3))
        if layer == GROUND and self.profile.fly:
            if stance == HOVERING:
                yield self.node(Place(hex, facing, AIR)), 1
            else:
                yield self.node(Place(hex, facing, AIR)), 2
                if self.profile.vtol and self.stands(hex, HOVERING):
                    yield self.node(Place(hex, facing, GROUND, HOVERING)), 1


STAND = 2
"""What standing up costs (HX-PRONE-2)."""


def stays_down(field: Field, number: int) -> bool:
    """Whether a unit that drops could never stand up again: too slow, and no other mode to get up by.

    Transforming ends prone (HX-PRONE-6).
    """
    return field.mode(number).speed < STAND and len(field.sheet(number).modes) < 2


def may_stand(field: Field, number: int, hex: int) -> bool:
    """Whether a unit's mode may stand in a hex."""
    return costs(field.board, profile(field, number)).stands(hex)


def costs(board: Board, profile: MoveProfile) -> Costs:
    """The table of a board for a profile, made once."""
    table: Costs | None = board.profiles.get(profile)
    if table is None:
        table = board.profiles[profile] = Costs(board, profile)
    return table
