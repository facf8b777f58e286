"""The field: board, units and smoke as one seat sees them. Rules, bots, hints and pictures all ask it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from flagfall.core.errors import IllegalAction
from flagfall.hexes.maps.board import Board
from flagfall.hexes.maps.terrain import CONSTRUCT, WATER, Cell
from flagfall.hexes.options import Options
from flagfall.hexes.units.pieces import AIR, GROUND, HOVERING, PLAY, PRONE, WRECK, Piece
from flagfall.hexes.units.sheets import Mode, Roster, Sheet

SURFACE = frozenset({"hover", "water"})
"""Attributes that keep a unit on the surface of water (HX-WAT-5, HX-WAT-6)."""


def prone_height(height: int) -> int:
    """The height of a prone unit: a quarter, rounded up (HX-PRONE-1, HX-CONV-3)."""
    return (height + 3) // 4


class SightEnd(NamedTuple):
    """One end of a line of sight: a unit, a construct or bare ground, with its vertical span."""

    hex: int
    layer: int
    base: int
    height: int
    sunk: bool = False
    """Under water deeper than it is high (HX-WAT-2)."""

    @property
    def top(self) -> int:
        """The height that lines are judged by (HX-LOS-4)."""
        return self.base + self.height


class Field:
    """A position as one seat sees it. Cheap to make, so that "what if" is another field."""

    __slots__ = ("air", "board", "cells", "fires", "ground", "options", "pieces", "roster", "smoke", "wrecks")

    def __init__(
        self,
        board: Board,
        roster: Roster,
        options: Options,
        pieces: Sequence[Piece],
        changes: Mapping[int, Cell],
        smoke: Collection[int],
        fires: Collection[int],
    ) -> None:
        self.board = board
        """The board with all changes but the hit points of constructs, which `cell` gives."""
        self.roster = roster
        self.options = options
        self.pieces = pieces
        self.cells = changes
        self.smoke = smoke
        self.fires = fires
        self.ground: dict[int, int] = {}
        """The grounded unit of each hex (HX-CONV-5)."""
        self.air: dict[int, int] = {}
        """The flying unit of each hex."""
        self.wrecks: dict[int, int] = {}
        for number, piece in enumerate(pieces):
            if piece.hex >= 0:
                if piece.status == PLAY:
                    (self.air if piece.layer == AIR else self.ground)[piece.hex] = number
                elif piece.status == WRECK:
                    self.wrecks[piece.hex] = number

    def but(self, number: int, **changes: object) -> Field:
        """The field with one unit changed: for "what if it stood there"."""
        pieces = list(self.pieces)
        pieces[number] = msgspec.structs.replace(pieces[number], **changes)
        return Field(self.board, self.roster, self.options, pieces, self.cells, self.smoke, self.fires)

    def named_hex(self, text: str) -> int:
        """The hex that an action names by its number; `IllegalAction` if there is none (HX-CONV-4)."""
        try:
            return self.board.map.hex(text)
        except ValueError:
            raise IllegalAction("HX-CONV-4", hex=text) from None

    def cell(self, hex: int) -> Cell:
        """The terrain of a hex as it is now."""
        changed = self.cells.get(hex)
        return self.board.cells[hex] if changed is None else changed

    def constructs(self) -> Iterator[tuple[int, Cell]]:
        """All constructs that stand, by hex."""
        for hex in self.board.constructs:
            yield hex, self.cell(hex)

    def sheet(self, number: int) -> Sheet:
        """The sheet of a unit."""
        return self.roster[self.pieces[number].sheet]

    def mode(self, number: int) -> Mode:
        """The mode that a unit is in."""
        piece = self.pieces[number]
        return self.roster[piece.sheet].modes[piece.mode]

    def has(self, number: int, name: str) -> bool:
        """Whether the current mode of a unit lists an ability or attribute (HX-UNIT-5)."""
        return self.mode(number).has(name)

    def height(self, number: int) -> int:
        """The current height of a unit; less when prone (HX-PRONE-1)."""
        height = self.mode(number).height
        return prone_height(height) if self.pieces[number].stance == PRONE else height

    def endurance(self, number: int) -> int:
        """Endurance now; doubled after Duck and Cover (HX-OPT-5)."""
        piece = self.pieces[number]
        endurance = self.roster[piece.sheet].endurance_in(piece.mode)
        return 2 * endurance if piece.ducked else endurance

    def skill(self, number: int) -> int:
        """The skill of a unit in its present mode."""
        piece = self.pieces[number]
        return self.roster[piece.sheet].skill_in(piece.mode)

    def gun(self, number: int) -> int:
        """The gun that a unit operates, or -1: the first allied one that a robot carries (HX-ATT-6)."""
        seat = self.pieces[number].seat
        if self.options.to_the_letter and self.mode(number).kind != "robot":
            return -1
        for other, piece in enumerate(self.pieces):
            if (
                piece.carrier == number
                and piece.status == PLAY
                and piece.seat == seat
                and self.has(other, "gun")
            ):
                return other
        return -1

    def firepower(self, number: int) -> int:
        """Firepower now: of the gun it operates (HX-ATT-6), of the heads left (HX-HUM-3), or of its mode."""
        gun = self.gun(number)
        if gun >= 0:
            return self.mode(gun).firepower
        mode = self.mode(number)
        if mode.has("gun"):
            return 0
        people = self.sheet(number).people
        return people.firepower(self.pieces[number].hp) if people else mode.firepower

    def weapon_range(self, number: int) -> int:
        """How far its weapon reaches (HX-RNG-1)."""
        gun = self.gun(number)
        if gun >= 0:
            return self.mode(gun).weapon_range
        firepower = self.firepower(number)
        return firepower if self.sheet(number).people else min(firepower, self.mode(number).weapon_range)

    def arc(self, number: int) -> int:
        """The half-angle of its firing arc (HX-ARC-1..5)."""
        piece = self.pieces[number]
        return self.roster[piece.sheet].arc_in(piece.mode, wide=self.options.arcs == "wide")

    def max_hp(self, number: int) -> int:
        """Hit points when whole."""
        return self.sheet(number).hit_points

    def on_surface(self, number: int) -> bool:
        """Whether a grounded unit travels on top of water (HX-TERR-5)."""
        piece = self.pieces[number]
        return piece.stance == HOVERING or not SURFACE.isdisjoint(self.mode(number).attributes)

    def base(self, number: int) -> int:
        """The elevation at which a grounded unit stands; of a flyer that of the ground below (HX-TERR-5)."""
        piece = self.pieces[number]
        if piece.layer == AIR or self.on_surface(number):
            return self.board.surface[piece.hex]
        return self.board.floor[piece.hex]

    def sight_end(self, number: int) -> SightEnd:
        """A unit as an end of a line of sight."""
        piece = self.pieces[number]
        height = self.height(number)
        if piece.layer == AIR:
            return SightEnd(piece.hex, AIR, self.board.surface[piece.hex], height)
        surface = self.on_surface(number)
        cell = self.board.cells[piece.hex]
        sunk = cell.terrain == WATER and not surface and cell.size > height
        return SightEnd(piece.hex, GROUND, cell.surface if surface else cell.floor, height, sunk)

    def ground_end(self, hex: int) -> SightEnd:
        """A hex itself as an end of a line: a construct up to its top (HX-CON-7), else the bare ground."""
        cell = self.board.cells[hex]
        if cell.terrain == CONSTRUCT:
            return SightEnd(hex, GROUND, cell.elevation, cell.size)
        return SightEnd(hex, GROUND, cell.elevation, 0)

    def blocker(self, hex: int) -> int:
        """The grounded unit in a hex that counts for lines and cover, or -1 (HX-LOS-5)."""
        number = self.ground.get(hex, -1)
        return -1 if number >= 0 and self.pieces[number].cloaked else number

    def free(self, hex: int, layer: int = GROUND) -> bool:
        """Whether a unit could be put in a hex: nobody in that layer, no wreck on the ground (HX-MOVE-6)."""
        if layer == AIR:
            return hex not in self.air
        return hex not in self.ground and hex not in self.wrecks

    def taken_by(self, hex: int, layer: int = GROUND) -> str:
        """The rule that keeps others from a hex that is not free."""
        return "HX-MOVE-6" if layer == GROUND and hex not in self.ground else "HX-MOVE-5"

    def partner(self, number: int) -> int:
        """The unit that steps out of another when it falls in its mode, or -1 (HX-NEB-1, HX-NEB-7)."""
        sheet, mode = self.sheet(number), self.pieces[number].mode
        wanted = sheet.nebulon_in(mode) or (sheet.on_deactivate.spawn if sheet.on_deactivate else "")
        for other, piece in enumerate(self.pieces):
            if piece.parent == number and piece.sheet == wanted:
                return other
        return -1

    def members(self, number: int) -> list[int]:
        """The members of the team that a big robot separates into, in roster order (HX-ABL-SEP)."""
        return self._team(self.sheet(number).separate, self.pieces[number].owner)

    def team(self, number: int) -> list[int]:
        """The team that a unit combines with, itself included, in the order of the roster (HX-ABL-CMB)."""
        return self._team(self.sheet(number).combine, self.pieces[number].owner)

    def giant(self, number: int) -> int:
        """The big robot that a member's team combines into, or -1."""
        team = self.roster.teams.get(self.sheet(number).combine or "")
        owner = self.pieces[number].owner
        for other, piece in enumerate(self.pieces):
            if team is not None and piece.sheet == team.into and piece.owner == owner:
                return other
        return -1

    def _team(self, id: str | None, owner: int) -> list[int]:
        team = self.roster.teams.get(id or "")
        if team is None:
            return []
        found = {piece.sheet: number for number, piece in enumerate(self.pieces) if piece.owner == owner}
        return [found[member] for member in team.members if member in found]

    def label(self, hex: int) -> str:
        """The number of a hex as it is shown."""
        return self.board.label(hex)
