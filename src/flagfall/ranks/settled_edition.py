"""An edition with its options settled, powers aside: what a position reads, made once for all of a game."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property

from flagfall.core.options import Value
from flagfall.ranks.actions import Move
from flagfall.ranks.board import Board
from flagfall.ranks.edition import Edition, Kind
from flagfall.ranks.options import LINES, SQUARES, written


class SettledEdition:
    """Board, armies and options of one game."""

    def __init__(self, edition: Edition, board: Board, options: Mapping[str, Value]) -> None:
        self.edition = edition
        self.board = board
        self.options = dict(options)
        self.sizes = tuple(army.size for army in edition.armies)
        self.kinds: tuple[dict[str, Kind], ...] = tuple(
            {kind.id: kind for kind in army.kinds} for army in edition.armies
        )
        self.tokens = tuple(
            (seat, spec.id, spec.uses)
            for seat in (0, 1)
            for spec in edition.powers
            if spec.uses and any(spec.id in (*kind.powers, *kind.robot) for kind in self.kinds[seat].values())
        )
        self.has_modes = edition.has_modes
        self.keeps = options["memory"] == "assisted"
        self.announces_kind = options["announce"] == "piece"
        self.two_square = int(options["two_square"])
        self.by_border = options["two_square_reading"] != SQUARES
        """Whether the two-square rule closes borders; else it only knows the same two squares (ST-MOVE-6)."""
        self.lines_only = options["two_square_reading"] == LINES
        """Whether only moves along a line count in it, as in older games."""
        self.two_square_attacks = bool(options["two_square_attacks"])
        self.more_square = bool(options["more_square"])
        self.quiet_limit = int(options["quiet_limit"])
        self.ply_limit = int(options["ply_limit"])
        self.both_immobile = str(options["both_immobile"])
        self.long_move_shows = options["long_move"] == "piece"
        self.bomb_move_loses = bool(options["bomb_move_loses"])
        self.switch_binds = bool(options.get("mode_switch_binds", False))
        self.lines = _line_moves(board)
        self.steps = tuple(tuple(line[0] for line in lines) for lines in self.lines)

    def tray_audience(self, owner: int) -> tuple[int, ...] | None:
        """Who sees a captured piece in the tray: None for everybody, () for nobody (ST-KNOW-1)."""
        return {"open": None, "prisoner": (1 - owner,), "secret": (owner,), "stealth": ()}[
            str(self.options["captured"])
        ]

    def tray_shows(self, owner: int, seat: int) -> bool:
        """Whether the tray shows a seat the captured pieces of an owner."""
        audience = self.tray_audience(owner)
        return audience is None or seat in audience

    @cached_property
    def zobrist(self) -> tuple[tuple[int, ...], ...]:
        """A random number below 2**52 for every piece on every square (ST-MOVE-7); exact in JSON."""
        return tuple(
            tuple(
                int.from_bytes(hashlib.blake2b(b"%d %d" % (piece, square), digest_size=8).digest()) >> 12
                for square in range(self.board.size)
            )
            for piece in range(sum(self.sizes))
        )

    def text(self) -> str:
        """The options as one line, the same for equal options."""
        options = written(self.options)
        return " ".join(f"{name}={str(value).lower()}" for name, value in sorted(options.items()))


def _line_moves(board: Board) -> tuple[tuple[tuple[tuple[int, Move], ...], ...], ...]:
    """For each square the lines from it, with one Move made ahead to each target, so that lists are quick."""
    return tuple(
        tuple(tuple((target, Move(origin, target)) for target in line) for line in board.rays[origin])
        for origin in range(board.size)
    )
