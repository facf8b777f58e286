"""The uses of a power from one square, as rows of sets that compiled code goes through.

A row stands for uses that differ only in the square they go to. Most uses lie on lines: as far as the first
piece, or onto the first empty square beyond pieces, and one row has a whole line, on both sides. A row may
have a test, of a square that has to be empty or taken. Where uses take more tests than one, those that begin
alike share them, and a test that fails jumps over all that lies behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from flagfall.fast.powers import layout
from flagfall.fast.square_sets import Set, either, single, square_of
from flagfall.ranks.board import NOWHERE
from flagfall.ranks.powers.declaration import UseNeeds

Path = tuple[int, ...]


class Goals(NamedTuple):
    """What uses that lie in one row have in common: whom they go to, and what counts as their route."""

    enemy: bool
    empty: bool
    route: int

    @property
    def word(self) -> int:
        """The same as bits of a row."""
        return (
            self.enemy << layout.ROW_ENEMY | self.empty << layout.ROW_EMPTY | self.route << layout.ROW_ROUTE
        )


class ListedUse(NamedTuple):
    """A use, by the integer of its action, with what it takes."""

    code: int
    needs: UseNeeds
    route: int
    asked: tuple[bool, bool]
    """For each seat that asks whether the enemy's army has the kind, of a use that names one."""


class Uses:
    """The uses from one square, or those behind some tests."""

    def __init__(self, origin: int) -> None:
        self.origin = origin
        self.lines: dict[tuple[Goals, bool], dict[Path, int]] = {}
        """Uses that need empty squares, or (True) taken ones, and then a goal: by these squares."""
        self.goals: list[tuple[Goals, dict[int, int]]] = []
        self.near: list[tuple[int, int, tuple[int, ...]]] = []
        self.named: list[ListedUse] = []
        self.further: dict[tuple[int, int], Uses] = {}
        self.enemies: set[int] = set()
        """The squares of enemies to whom uses go; one of them at least has to be there for any."""
        self.only_enemies = True
        """Whether there are no other uses."""

    def add(self, use: ListedUse) -> None:
        """Sort a use in."""
        needs = use.needs
        target = needs.enemy if needs.enemy != NOWHERE else needs.open
        kind = Goals(target != NOWHERE, needs.enemy == NOWHERE, use.route)
        self.enemies |= {needs.enemy} - {NOWHERE} | set(needs.near)
        self.only_enemies &= needs.enemy != NOWHERE or bool(needs.near)
        if needs.near or (target == NOWHERE and not needs.empty):
            tests = [(layout.TEST_PIECE, square) for square in needs.occupied]
            at = self._behind(tests + [(layout.TEST_EMPTY, square) for square in needs.empty])
            if needs.near:
                at.near.append((use.code, use.route, needs.near))
            else:
                at.named.append(use)
        elif target != NOWHERE and not needs.occupied:
            self.lines.setdefault((kind, False), {})[(*needs.empty, target)] = use.code
        elif target == NOWHERE and len(needs.empty) == 1:
            self.lines.setdefault((kind, True), {})[(*needs.occupied, *needs.empty)] = use.code
        else:
            empty = [*needs.empty]
            goal = target if target != NOWHERE else empty.pop()
            self._tested(kind, needs.occupied, tuple(empty), goal, use.code)

    def _behind(self, tests: list[tuple[int, int]]) -> Uses:
        at = self
        for test in tests:
            at = at.further.setdefault(test, Uses(self.origin))
        return at

    def _tested(self, kind: Goals, occupied: Path, empty: Path, goal: int, code: int) -> None:
        """Sort in a use that lies on no line."""
        tests = [(layout.TEST_PIECE, square) for square in occupied]
        at = self._behind(tests + [(layout.TEST_EMPTY, square) for square in empty])
        for i, (other, codes) in enumerate(at.goals):
            counts = layout.NO_ROUTE not in (kind.route, other.route)
            alike = kind == other or (counts and kind == other._replace(route=kind.route))
            if alike and goal not in codes:
                route = kind.route if kind.route == other.route else layout.BY_EITHER
                at.goals[i] = (kind._replace(route=route), codes | {goal: code})
                return
        at.goals.append((kind, {goal: code}))

    def _lines(self) -> list[tuple[int, dict[int, int]]]:
        """The rows of whole lines; what lies on none is sorted in by its tests."""
        found: list[tuple[int, dict[int, int]]] = []
        for (kind, leaps), paths in self.lines.items():
            left = dict(paths)
            for path in sorted(paths, key=len, reverse=True):
                if path not in left:
                    continue
                first = 1 if leaps and path[:1] not in paths else 0
                whole = [path[: i + 1] for i in range(first, len(path))]
                if len(path) < 2 or any(part not in left for part in whole) or not _ordered(path):
                    continue
                targets = dict.fromkeys(path[:first], 0) | {part[-1]: left.pop(part) for part in whole}
                word = kind.word | 1 << layout.ROW_LINE | leaps << layout.ROW_LEAPS
                word |= first << layout.ROW_SKIPS
                self._join(found, word, targets)
            for path, code in left.items():
                taken, free = (path[:-1], ()) if leaps else ((), path[:-1])
                self._tested(kind, taken, free, path[-1], code)
        return found

    def _join(self, found: list[tuple[int, dict[int, int]]], word: int, targets: dict[int, int]) -> None:
        """Add a line, in one row with one that goes the other way if there is such a one."""
        for other, squares_there in found:
            below, above = max(targets) < self.origin, min(targets) > self.origin
            opposite = below if min(squares_there) > self.origin else above
            if other == word and opposite and not _both_sides(squares_there, self.origin):
                squares_there |= targets
                return
        found.append((word, targets))

    def program(self, codes: list[int]) -> list[int]:
        """All of it as rows; where only enemies are struck, the first says where to look for any.

        ``codes`` gets the integers that they name; the last word of a row says where in it its own begin.
        """
        inner = self.rows(codes)
        if not self.only_enemies or len(inner) <= layout.ROW_WORDS:
            return inner
        behind = layout.ROW_WORDS + len(inner)
        return [layout.TEST_ENEMY | behind << layout.ROW_ELSE, *squares(self.enemies), 0, *inner]

    def rows(self, codes: list[int], test: int = 0) -> list[int]:
        """The rows behind a test."""
        groups: list[list[int]] = []
        for word, targets in [*self._lines(), *((kind.word, targets) for kind, targets in self.goals)]:
            groups.append([word, *squares(targets), len(codes)])
            codes += (targets[square] for square in sorted(targets))
        for code, route, around in self.near:
            word = 1 << layout.ROW_NEAR | Goals(True, False, route).word
            groups.append([word, *squares(around), len(codes)])
            codes.append(code)
        if self.named:
            lists = [[use.code for use in self.named if use.asked[seat]] for seat in (0, 1)]
            groups.append([1 << layout.ROW_ASKS, len(lists[0]), len(lists[1]), len(codes)])
            codes += (*lists[0], *lists[1])
        alone = len(groups) == 1 and not self.further and groups[0][0] & layout.TEST_MASK == 0
        if test and not alone:
            groups.insert(0, [0, 0, 0, 0])
        found = [word for group in groups for word in group]
        for (what, square), inner in self.further.items():
            found += inner.rows(codes, what | square_of(square) << layout.ROW_SQUARE)
        if test:
            found[0] |= test | (0 if alone else len(found) << layout.ROW_ELSE)
        return found


def _both_sides(targets: Iterable[int], origin: int) -> bool:
    """Whether some squares lie on both sides of one, by their numbers."""
    return min(targets) < origin < max(targets)


def _ordered(path: Path) -> bool:
    """Whether the squares of a path lie in one order, up or down."""
    return list(path) in (sorted(path), sorted(path, reverse=True))


def squares(cells: Iterable[int]) -> Set:
    """Squares of a board as a set of the simulator."""
    found = (0, 0)
    for cell in cells:
        found = either(found, single(square_of(cell)))
    return found
