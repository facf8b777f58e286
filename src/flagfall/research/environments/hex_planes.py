"""What a player knows of a hex scenario: the board in planes, the units in a table, the rest in a row.

`PLANES`, `UNITS` and `TABLE` say what each number is, in order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.terrain import NAMES as TERRAIN
from flagfall.hexes.units.pieces import AIR, AWAY, LEFT, OUT, PLAY, RESERVE, WRECK, Piece
from flagfall.hexes.view import HexView

PLANES = (
    *TERRAIN.values(),
    "elevation + 16",
    "depth of water or height of a construct",
    "hit points of a construct",
    "smoke",
    "fire",
    "unit on the ground: its row + 1",
    "unit in the air: its row + 1",
    "wreck: its row + 1",
)
STATUS = (RESERVE, PLAY, WRECK, AWAY, OUT, LEFT)
SHIELDS = ("", "self", "weapon")
UNITS = (
    "side: 1 mine, 2 the enemy's, 0 not in this game",
    "status: 1 reserve, 2 in play, 3 wreck, 4 away, 5 out, 6 left",
    "hit points",
    "mode",
    "hex + 1, 0 if off the map, carried or unseen",
    "facing",
    "layer",
    "stance",
    "row of its carrier + 1",
    "row of its controller + 1",
    "cloaked",
    "its place is hidden from me",
    "shield: 1 self, 2 weapon",
    "ducked",
    "waiting",
    "its card is in the pile",
    "acts now",
    "speed",
    "strength",
    "firepower",
    "range of the weapon",
    "skill",
    "endurance",
    "named by me in this set-up: its place + 1",
)
PHASES = ("muster", "chain", "deploy", "play", "over")
TABLE = (
    "phase: 0 muster, 1 chain, 2 deploy, 3 play, 4 over",
    "round",
    "seat",
    "actions left in the turn",
    "it is a free turn",
    "kinds of action used in the turn",
    "direction of the wind + 1",
)
HIGH = 32_767


class HexEncoder:
    """The numbers of one scenario. A unit's row is its place among the names of the game."""

    def __init__(self, game: HexGame) -> None:
        self.game = game
        grid = game.board(0).grid
        self.board_shape = (len(PLANES), grid.height, grid.width)
        self.rows = {key: row for row, key in enumerate(game.names())}
        self.units_shape = (len(self.rows), len(UNITS))

    def encode(self, view: HexView, named: tuple[str, ...] = ()) -> dict[str, npt.NDArray[Any]]:
        """The three arrays of a view; ``named`` are the units named so far in a force or chain."""
        return {"board": self._board(view), "units": self._units(view, named), "table": self._table(view)}

    def _board(self, view: HexView) -> npt.NDArray[np.uint8]:
        field = self.game.field(view)
        planes = np.zeros((len(PLANES), self.board_shape[1] * self.board_shape[2]), np.uint8)
        signs = {sign: plane for plane, sign in enumerate(TERRAIN)}
        at = len(TERRAIN)
        for hex in range(planes.shape[1]):
            cell = field.cell(hex)
            planes[signs[cell.terrain], hex] = 1
            planes[at, hex] = min(max(cell.elevation + 16, 0), 255)
            planes[at + 1, hex] = min(cell.size, 255)
            planes[at + 2, hex] = min(cell.hp, 255)
        for mark in view.smoke:
            planes[at + 3, mark.hex] = 1
        planes[at + 4, list(view.fires)] = 1
        for piece in view.pieces:
            if piece.hex >= 0 and piece.carrier < 0 and piece.status in (PLAY, WRECK):
                plane = at + 7 if piece.status == WRECK else at + 5 + (piece.layer == AIR)
                planes[plane, piece.hex] = min(self.rows[piece.key] + 1, 255)
        return planes.reshape(self.board_shape)

    def _units(self, view: HexView, named: tuple[str, ...]) -> npt.NDArray[np.int16]:
        table = np.zeros(self.units_shape, np.int16)
        field = self.game.field(view)
        acting = view.turn.unit if view.turn is not None else -1
        for number, piece in enumerate(view.pieces):
            mode = field.mode(number)
            table[self.rows[piece.key]] = (
                1 if piece.seat == view.seat else 2,
                1 + STATUS.index(piece.status),
                min(piece.hp, HIGH),
                piece.mode,
                piece.hex + 1,
                piece.facing,
                piece.layer,
                piece.stance,
                self._row(view.pieces, piece.carrier),
                self._row(view.pieces, piece.controller),
                piece.cloaked,
                piece.unseen,
                SHIELDS.index(piece.shield),
                piece.ducked,
                piece.waiting,
                number in view.table.pile,
                number == acting,
                mode.speed,
                mode.strength,
                mode.firepower,
                mode.weapon_range,
                field.skill(number),
                field.endurance(number),
                0,
            )
        for place, key in enumerate(named):
            table[self.rows[key], -1] = place + 1
        return table

    def _row(self, pieces: tuple[Piece, ...], number: int) -> int:
        return self.rows[pieces[number].key] + 1 if number >= 0 else 0

    def _table(self, view: HexView) -> npt.NDArray[np.int16]:
        turn = view.turn
        row = (
            PHASES.index(view.table.phase),
            view.table.round,
            view.seat,
            turn.left if turn is not None else 0,
            turn is not None and turn.free,
            len(turn.used) if turn is not None else 0,
            view.wind + 1,
        )
        return np.array(row, np.int16)
