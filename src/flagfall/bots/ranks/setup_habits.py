"""A seat's home as its player sees it, and where people put their pieces in such a home."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from importlib.resources import files

import msgspec
import numpy as np
import numpy.typing as npt

from flagfall.ranks.board import Board
from flagfall.ranks.edition import Army
from flagfall.ranks.game import RankGame

ROWS = 4
"""The rows of the table of frequencies."""
COLUMNS = 10
STRENGTHS = 12


class Figures(msgspec.Struct, frozen=True):
    """How often people put which piece where, back row first; see ``tools/setup_figures.py``."""

    setups: int
    where: tuple[tuple[int, ...], ...]
    """By strength and square, of 10,000 pieces."""
    bombs: tuple[tuple[int, ...], ...]
    """By the square of the flag and square, of 1,000 set-ups."""


class _Tables(msgspec.Struct, frozen=True):
    full: Figures
    few: Figures


@cache
def human() -> _Tables:
    """The figures for armies that fill their home, and for those that do not."""
    return msgspec.json.decode(
        files("flagfall.bots.ranks").joinpath("data/human-setups.json").read_bytes(), type=_Tables
    )


class HomeArea:
    """The set-up squares of a seat, with rows counted from its back row and columns from its left."""

    def __init__(self, board: Board, seat: int) -> None:
        self.board = board
        self.seat = seat
        self.squares = board.homes[seat]
        own = {square: square if seat == 0 else board.mirrored(square) for square in self.squares}
        rows = sorted({board.row(square) for square in own.values()})
        self.depth = len(rows)
        self.row = {square: rows.index(board.row(seen)) for square, seen in own.items()}
        """For each square its row, 0 at the back."""
        self.column = {square: board.column(seen) for square, seen in own.items()}
        middle = set(range(board.size)) - board.blocked - set(board.homes[0]) - set(board.homes[1])
        self.middle = frozenset(middle)
        """The open squares between the homes."""

    def front(self, square: int) -> float:
        """How far in front a square is: 0 the back row, 1 the front row."""
        return self.row[square] / max(1, self.depth - 1)

    def cells(self, square: int) -> tuple[int, ...]:
        """The squares of the table of frequencies that stand for a square; two where rows are fewer."""
        column = self.column[square] * COLUMNS // self.board.width
        last = max(1, self.depth - 1)
        scaled = self.row[square] * (ROWS - 1)
        low = scaled // last
        rows = (low,) if scaled % last == 0 else (low, low + 1)
        return tuple(COLUMNS * row + column for row in rows)


class Habits:
    """Where people put which piece, for the home of one seat."""

    def __init__(self, home: HomeArea, army: Army) -> None:
        self.home = home
        full = army.size == len(home.squares)
        tables = human()
        own = tables.full if full else tables.few
        self._cells = {square: home.cells(square) for square in home.squares}
        self.where: tuple[dict[int, float], ...] = tuple(
            self._spread(own.where[strength] if any(own.where[strength]) else tables.full.where[strength])
            for strength in range(STRENGTHS)
        )
        """For each strength how likely each square is, at least a little everywhere."""
        self._bombs = own.bombs
        self._table = own.where[11]

    def _spread(self, row: tuple[int, ...]) -> dict[int, float]:
        return {
            square: 0.02 + sum(row[cell] for cell in cells) / 250 / len(cells)
            for square, cells in self._cells.items()
        }

    def bombs(self, flag: int) -> dict[int, float]:
        """How likely a bomb stands on each square, for a flag on a square; 1 is the average."""
        rows = [self._bombs[cell] for cell in self._cells[flag]]
        mean = sum(map(sum, rows)) / len(rows) / len(self._cells)
        return {
            square: 0.1
            + sum(row[cell] for row in rows for cell in cells) / len(cells) / len(rows) / max(mean, 1e-9)
            for square, cells in self._cells.items()
        }

    @cached_property
    def order(self) -> dict[int, int]:
        """The place of each square in `flag_hints`."""
        return {square: i for i, square in enumerate(self.home.squares)}

    @cached_property
    def flag_hints(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """By flag and square, as logarithms: how much likelier the flag is if a bomb stood there, or none."""
        squares = self.home.squares
        given = np.array([[self._mean(flag, square) for square in squares] for flag in squares])
        plain = np.array([np.mean([self._table[cell] for cell in self._cells[square]]) for square in squares])
        plain = plain * given.sum(1).mean() / max(plain.sum(), 1e-9)
        given, plain = np.clip(given, 0.01, 0.97), np.clip(plain, 0.01, 0.97)
        return np.log(given / plain[None, :]), np.log((1 - given) / (1 - plain)[None, :])

    def _mean(self, flag: int, square: int) -> float:
        """How often a bomb stands on a square when the flag is on another."""
        pairs = [(f, s) for f in self._cells[flag] for s in self._cells[square]]
        return sum(self._bombs[f][s] for f, s in pairs) / len(pairs) / 1000


@lru_cache(maxsize=64)
def habits(game: RankGame, seat: int) -> Habits:
    """The habits for a seat of an edition, made once."""
    return Habits(HomeArea(game.board, seat), game.edition.armies[seat])
