"""What bots look up in an edition again and again: its kinds, and how its powers get at enemies.

All of it is read from what editions and powers declare; no power is known here by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from flagfall.core.options import Value
from flagfall.ranks.edition import Kind
from flagfall.ranks.game import RankGame
from flagfall.ranks.powers import KINDS, Power
from flagfall.ranks.powers.declaration import StrikeRule

STEP, LINE = 1, 2
"""The ways in which a piece gets at another without a power, as bits; those of powers come after them."""
FIRST_POWER = 2
"""The bit of the first power that strikes."""


class IncomingStrike(NamedTuple):
    """One way to be struck on a square; sets of squares are bits."""

    way: int
    empty: int
    occupied: int


class EditionFacts:
    """The kinds of an edition by seat, and its powers that strike, numbered."""

    def __init__(self, game: RankGame, options: Mapping[str, Value]) -> None:
        edition = game.edition
        self.board = game.board
        self.kinds: tuple[dict[str, Kind], ...] = tuple(
            {kind.id: kind for kind in army.kinds} for army in edition.armies
        )
        self.by_rank: tuple[dict[str, Kind], ...] = tuple(
            {kind.rank: kind for kind in reversed(army.kinds)} for army in edition.armies
        )
        """For each seat one kind of every rank: in a fight they are alike."""
        self.powers: dict[str, Power] = game.rules(**options).powers
        self.strikers: tuple[tuple[Power, StrikeRule], ...] = tuple(
            (power, power.strike) for power in self.powers.values() if power.strike is not None
        )
        self.way: dict[str, int] = {
            power.id: 1 << FIRST_POWER + i for i, (power, _) in enumerate(self.strikers)
        }
        """The bit of each power that strikes."""
        self.shots = self._ways(lambda rule: rule.by_rank)
        """The ways that harm lower ranks alone."""
        self.spares_flags = self._ways(lambda rule: not rule.takes_flags)
        """The ways to which no flag falls."""
        self.threats = self._threats()
        """For each square, by the square that a striker stands on, the ways to be struck by a power."""
        self.forward = (1, -1)
        """The way forward for each seat, in rows."""

    def _ways(self, fits: Callable[[StrikeRule], bool]) -> int:
        return sum(self.way[power.id] for power, rule in self.strikers if fits(rule))

    def _threats(self) -> tuple[dict[int, list[IncomingStrike]], ...]:
        found: tuple[dict[int, list[IncomingStrike]], ...] = tuple({} for _ in range(self.board.size))
        for power, _ in self.strikers:
            for origin in range(self.board.size):
                if origin in self.board.blocked:
                    continue
                for reach in power.reaches(origin):
                    threat = IncomingStrike(self.way[power.id], bits(reach.empty), bits(reach.occupied))
                    found[reach.target].setdefault(origin, []).append(threat)
        return found

    def ways_of(self, kind: Kind, without: frozenset[str] = frozenset()) -> int:
        """The ways in which a kind of piece gets at others, in either mode, without some powers."""
        ways = 0
        if kind.movable:
            ways = STEP | LINE if kind.moves == "line" else STEP
        for power in {*kind.powers, *kind.robot} - without:
            ways |= self.way.get(power, 0)
        return ways


def bits(squares: Iterable[int]) -> int:
    """A set of squares as bits."""
    found = 0
    for square in squares:
        found |= 1 << square
    return found


def facts_of(game: RankGame, options: Mapping[str, Value] | None = None) -> EditionFacts:
    """The facts of an edition, made once for each setting of the options that its powers have."""
    chosen = options or {}
    names = {option.name for spec in game.edition.powers for option in KINDS[spec.kind].options}
    return _facts(game, tuple((name, chosen[name]) for name in sorted(names) if name in chosen))


@lru_cache(maxsize=64)
def _facts(game: RankGame, options: tuple[tuple[str, Value], ...]) -> EditionFacts:
    return EditionFacts(game, dict(options))
