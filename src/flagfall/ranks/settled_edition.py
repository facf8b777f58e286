"""An edition with its options settled, powers aside: what a position reads, made once for all of a game."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property

from flagfall.core.options import Value
from flagfall.ranks.actions import Move
from flagfall.ranks.board import Board
from flagfall.ranks.edition import Edition, Kind


class Settings:
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
        self.more_square = bool(options["more_square"])
        self.quiet_limit = int(options["quiet_limit"])
        self.ply_limit = int(options["ply_limit"])
        self.immobile_draws = options["both_immobile"] == "draw"
        self.switch_binds = bool(options.get("mode_switch_binds", False))
        self.moves = _move_table(board)

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
        return " ".join(f"{name}={str(value).lower()}" for name, value in sorted(self.options.items()))


def _move_table(board: Board) -> tuple[dict[int, Move], ...]:
    """The one Move object for every straight move, so that lists of moves are quick to make."""
    return tuple(
        {target: Move(origin, target) for line in board.rays[origin] for target in line}
        for origin in range(board.size)
    )
