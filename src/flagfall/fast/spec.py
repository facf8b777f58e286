"""What the simulator has to know of a game: board, armies, and the numbers of its rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from flagfall import core
from flagfall.core import FlagfallError
from flagfall.fast import layout
from flagfall.fast.powers.tables import CannotTell, PowerTables, power_tables
from flagfall.fast.rules import RANKS
from flagfall.fast.square_sets import CELLS, COLUMNS, Set, either, single, square_of
from flagfall.ranks import options
from flagfall.ranks.editions.edition_arrays import tables
from flagfall.ranks.game import RankGame

ROWS = CELLS // COLUMNS
IMMOBILE = (options.MOVER_LOSES, options.DRAW, options.DRAW_NO_MOVERS)
"""By number in the rules table: what happens where neither side could move."""


class Unfit(FlagfallError):  # noqa: N818 - named like the other errors
    """A game that the simulator cannot play, and why."""


@dataclass(frozen=True)
class Spec:
    """One game. Squares are ``row * width + column``, from a1."""

    id: str
    width: int
    height: int
    blocked: frozenset[int]
    areas: tuple[tuple[int, ...], tuple[int, ...]]
    """The set-up squares of each seat."""
    armies: tuple[tuple[int, ...], tuple[int, ...]]
    """How many pieces of each rank each seat has: flag, spy, 2 to 10, bomb."""
    two_square: int = 3
    """ST-MOVE-6; 0: off."""
    more_square: bool = True
    quiet: int = 200
    """ST-END-4; 0: none, as far as the simulator counts (`layout.PLY_MASK` half-moves)."""
    plies: int = 4000
    both_immobile: str = options.MOVER_LOSES
    by_border: bool = True
    """Whether the two-square rule closes borders, or only knows the same two squares (ST-MOVE-6)."""
    two_square_attacks: bool = True
    powers: PowerTables | None = None
    """What its powers do, and the integers of its actions; None for a game without powers."""

    def __post_init__(self) -> None:
        if not (2 <= self.width <= COLUMNS and 2 <= self.height <= ROWS):
            raise Unfit(
                f"{self.id}: a board of {self.width} by {self.height}; at most {COLUMNS} by {ROWS} fits"
            )
        if not 0 <= self.two_square <= 9:
            raise Unfit(f"{self.id}: a two-square limit of {self.two_square}; 0 to 9 fits")
        turned = tuple(sorted(self.width * self.height - 1 - square for square in self.areas[0]))
        if turned != tuple(sorted(self.areas[1])):
            raise Unfit(f"{self.id}: the set-up areas are not each other's opposite")
        for army in self.armies:
            if len(army) != RANKS or max(army) > 15 or sum(army) > len(self.areas[0]):
                raise Unfit(f"{self.id}: an army of {army} does not fit")

    @classmethod
    def of(cls, game: str | RankGame, **chosen: object) -> Spec:
        """A game, or the one with an id, with its options; `Unfit` says what the simulator cannot play."""
        found = core.game(game) if isinstance(game, str) else game
        if not isinstance(found, RankGame):
            raise Unfit(f"{game} is not a game of hidden ranks")
        if reason := _not_shown(found, chosen):
            raise Unfit(f"{found.id}: {reason}: players would know less than observations tell")
        try:
            numbers = tables(found, **chosen)
            powers = power_tables(found, **chosen) if found.edition.powers else None
        except CannotTell as error:
            raise Unfit(f"{found.id} has special powers that do not fit: {error}") from None
        except FlagfallError:
            raise
        except ValueError as error:
            raise Unfit(str(error)) from None
        return cls(
            numbers.game,
            numbers.width,
            numbers.height,
            frozenset(numbers.blocked),
            numbers.homes,
            numbers.counts,
            numbers.two_square,
            numbers.more_square,
            numbers.quiet_limit,
            numbers.ply_limit,
            numbers.both_immobile,
            numbers.by_border,
            numbers.two_square_attacks,
            powers,
        )

    def changed(self, **values: Any) -> Spec:
        """The same game with other numbers, such as ``quiet=100``."""
        known = [field.name for field in fields(self)]
        if strange := [name for name in values if name not in known]:
            raise Unfit(f"a spec has no {strange[0]!r}; it has {', '.join(known)}")
        return replace(self, **values)

    def cell(self, square: int) -> int:
        """The simulator's cell of a square: it counts ten columns on every board."""
        return square // self.width * COLUMNS + square % self.width

    @property
    def turn(self) -> int:
        """Seat 1 sees cell ``c`` as ``turn - c``."""
        return (self.height - 1) * COLUMNS + self.width - 1

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return 4 * CELLS if self.powers is None else self.powers.codec.size

    @property
    def board(self) -> Set:
        """The squares that can be entered, as a set of the simulator."""
        return bits(self.cell(s) for s in range(self.width * self.height) if s not in self.blocked)

    def row(self, first_setup: tuple[int, int], setups: tuple[int, int]) -> list[int]:
        """This game's row of the rules table, with where each seat's set-ups begin and how many there are."""
        army = [sum(n << 4 * rank for rank, n in enumerate(counts)) for counts in self.armies]
        empty = [len(self.areas[0]) - sum(counts) for counts in self.armies]
        area = bits(self.cell(s) for s in self.areas[0])
        row = [0] * layout.RULE_WORDS
        row[layout.BOARD : layout.BOARD + 2] = self.board
        row[layout.LIMIT] = self.two_square
        row[layout.MORE_SQUARE] = int(self.more_square)
        row[layout.QUIET] = self.quiet or layout.PLY_MASK
        row[layout.PLIES] = self.plies or layout.PLY_MASK
        row[layout.BOTH_IMMOBILE] = IMMOBILE.index(self.both_immobile)
        row[layout.BY_SQUARES] = int(not self.by_border)
        row[layout.SPARES_ATTACKS] = int(not self.two_square_attacks)
        row[layout.TURN] = self.turn
        row[layout.FIRST_SETUP : layout.FIRST_SETUP + 2] = first_setup
        row[layout.SETUPS : layout.SETUPS + 2] = setups
        row[layout.ARMY : layout.ARMY + 2] = army
        row[layout.EMPTY : layout.EMPTY + 2] = empty
        row[layout.AREA : layout.AREA + 2] = area
        return row if self.powers is None else [*row, *self.powers.words[layout.RULE_WORDS :].tolist()]


def same_game(one: Spec, other: Spec) -> bool:
    """Whether two specs are of one game, with the same options."""
    if one is other:
        return True
    if one.powers is None or other.powers is None:
        return one == other
    alike = one.changed(powers=None) == other.changed(powers=None)
    return alike and np.array_equal(one.powers.words, other.powers.words)


class Sides(NamedTuple):
    """Set-ups for each seat apart; None for random ones."""

    first: Any
    second: Any


def _not_shown(game: RankGame, chosen: dict[str, object]) -> str:
    """What options keep from players that every observation has."""
    rules = game.rules(**chosen)
    if not rules.keeps:
        return "players remember for themselves in it (memory)"
    if rules.options["captured"] != "open":
        return "captured pieces do not lie open in it (captured)"
    return ""


def bits(cells: Iterable[int]) -> Set:
    """A set of cells as the simulator keeps it."""
    found = (0, 0)
    for cell in cells:
        found = either(found, single(square_of(cell)))
    return found


def setup_words(
    spec: Spec, setups: npt.NDArray[np.uint8] | Sequence[Sequence[int]], seats: tuple[int, ...] = (0, 1)
) -> npt.NDArray[np.int64]:
    """Set-ups as rows of the set-up table; ``seats`` says who may get them.

    A set-up is a byte for each of the 100 cells as its owner sees them, the back row first, or for the cells
    of the home rows only: rank + 1 (1 flag, 2 spy, 3 scout, ... 12 bomb), 0 for nothing. In a game with
    powers it is one more than the number of the kind among those of its seat, as `Spec.powers` lists them.
    """
    try:
        given = np.asarray(setups)
    except ValueError:
        raise Unfit("setups must be one array, not a list of lists of several lengths") from None
    if not np.issubdtype(given.dtype, np.integer) or (
        given.size and not 0 <= given.min() <= given.max() <= 255
    ):
        raise Unfit(f"setups must be whole numbers from 0 to 255, not {given.dtype}")
    given = given.astype(np.uint8)
    if given.ndim != 2 or given.shape[1] > CELLS:
        raise Unfit(f"set-ups of shape {given.shape}; expected [set-ups, at most {CELLS} cells]")
    full = np.zeros((len(given), CELLS), np.uint8)
    full[:, : given.shape[1]] = given
    area = np.zeros(CELLS, bool)
    area[[spec.cell(s) for s in spec.areas[0]]] = True
    if spec.powers is not None:
        return _kinds_of_setups(spec, full, area, seats)
    counts = np.stack([(full == rank + 1).sum(1) for rank in range(RANKS)], 1)
    fits = [(counts == army).all(1) for army in np.asarray(spec.armies)]
    wrong = np.flatnonzero(~(fits[0] | fits[1]) | (full[:, ~area] != 0).any(1))
    if len(wrong):
        raise Unfit(f"{spec.id}: set-up {wrong[0]} has another army, or a piece outside the area (ST-SET-3)")
    words = np.zeros((len(full), 20), np.int64)
    for cell in np.flatnonzero(area):
        for seat, spot in ((0, int(cell)), (1, spec.turn - int(cell))):
            low, high = single(square_of(spot))
            here = full[:, cell].astype(np.int64)
            for plane, value in enumerate((here > 0, *((here - 1 >> k & 1 & (here > 0)) for k in range(4)))):
                words[:, 10 * seat + 2 * plane] |= np.where(value, low, 0)
                words[:, 10 * seat + 2 * plane + 1] |= np.where(value, high, 0)
    return words


def _kinds_of_setups(
    spec: Spec, full: npt.NDArray[np.uint8], area: npt.NDArray[np.bool_], seats: tuple[int, ...]
) -> npt.NDArray[np.int64]:
    """The set-up table of a game with powers: the bytes themselves, as words."""
    assert spec.powers is not None
    wrong = (full[:, ~area] != 0).any(1)
    for seat in seats:
        kinds = spec.powers.kinds[seat]
        for kind, count in enumerate([*(kind.count for kind in kinds), 0]):
            wrong |= (full == kind + 1).sum(1) != count if count else (full > len(kinds)).any(1)
    if (bad := np.flatnonzero(wrong)).size:
        owner = "" if len(seats) == 2 else f" of seat {seats[0]}"
        raise Unfit(
            f"{spec.id}: set-up {bad[0]} has not the army{owner}, or a piece outside the area (ST-SET-3); "
            "armies that differ are given by Sides"
        )
    return full.astype(np.int64)
