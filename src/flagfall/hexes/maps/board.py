"""The board: a map with what can be known of it once and shared (neighbours, lines, highest obstacles)."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from flagfall.hexes.maps.geometry import axial, length, line, offset
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.maps.terrain import CONSTRUCT, OFF, TREES, Cell

FARTHEST = 20
"""Longer lines are walked hex by hex; no weapon reaches farther."""
LOW = -999
"""Lower than any ground."""
TABLES = find_spec("numpy") is not None
"""Whether sight tables can be filled; without NumPy every line is walked hex by hex, with the same result."""


class Grid:
    """The geometry of a board of some size: hexes are numbered row by row."""

    __slots__ = ("_lines", "height", "neighbours", "q", "r", "size", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.size = width * height
        self.q: list[int] = []
        self.r: list[int] = []
        self.neighbours: list[tuple[int, ...]] = []
        """For each hex its six neighbours by direction, -1 where the map ends."""
        for y in range(height):
            for x in range(width):
                q, r = axial(x, y)
                self.q.append(q)
                self.r.append(r)
                low = x & 1
                around = (
                    (x, y - 1),
                    (x + 1, y - 1 + low),
                    (x + 1, y + low),
                    (x, y + 1),
                    (x - 1, y + low),
                    (x - 1, y - 1 + low),
                )
                self.neighbours.append(
                    tuple(b * width + a if 0 <= a < width and 0 <= b < height else -1 for a, b in around)
                )
        self._lines: dict[tuple[int, int, int], tuple[tuple[tuple[int, int], ...], ...]] = {}

    def at(self, q: int, r: int) -> int:
        """The hex with axial coordinates, -1 off the map."""
        x, y = offset(q, r)
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else -1

    def distance(self, a: int, b: int) -> int:
        """The range between two hexes (HX-RNG-1)."""
        return length(self.q[b] - self.q[a], self.r[b] - self.r[a])

    def displacement(self, a: int, b: int) -> tuple[int, int]:
        """The axial step from one hex to another."""
        return self.q[b] - self.q[a], self.r[b] - self.r[a]

    def template(self, a: int, b: int) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The line between two hexes as (columns, rows) from the first; the same for all pairs alike."""
        x, y = a % self.width, a // self.width
        key = (x & 1, b % self.width - x, b // self.width - y)
        known = self._lines.get(key)
        if known is None:
            q, r = axial(x & 1, 0)
            known = tuple(
                tuple((c - (x & 1), d) for c, d in (offset(q + dq, r + dr) for dq, dr in place))
                for place in line(*self.displacement(a, b))
            )
            self._lines[key] = known
        return known

    def between(self, a: int, b: int) -> list[tuple[int, ...]]:
        """The hexes between two: one crossed, or the two along whose border the line runs, left first.

        A hex of a border pair that lies off the map does not exist (HX-LOS-9). A crossed hex never
        does: the line between two hexes of the map stays on it.
        """
        width, height, y = self.width, self.height, a // self.width
        return [
            (a + place[0][0] + place[0][1] * width,)
            if len(place) == 1
            else tuple(a + dx + dy * width for dx, dy in place if 0 <= y + dy < height)
            for place in self.template(a, b)
        ]


@lru_cache(maxsize=64)
def grid(width: int, height: int) -> Grid:
    """The geometry for a size, made once."""
    return Grid(width, height)


class Board:
    """A map in play: cells, and tables that are filled as they are asked for."""

    __slots__ = (
        "_highest",
        "_padded",
        "_variants",
        "cells",
        "constructs",
        "floor",
        "grid",
        "map",
        "neighbours",
        "profiles",
        "surface",
        "top",
        "trees",
    )

    def __init__(self, map: Map, cells: tuple[Cell, ...] | None = None) -> None:
        self.map = map
        self.grid = grid(map.width, map.height)
        self.neighbours = self.grid.neighbours
        self.cells = map.cells if cells is None else cells
        self.floor = [cell.floor for cell in self.cells]
        self.surface = [cell.surface for cell in self.cells]
        self.top = [LOW if cell.terrain == OFF else cell.floor for cell in self.cells]
        self.trees = [TREES.get(cell.terrain, 0) for cell in self.cells]
        self.constructs = tuple(hex for hex, cell in enumerate(self.cells) if cell.terrain == CONSTRUCT)
        self.profiles: dict[Any, Any] = {}
        """Tables of movement costs, by kind of mover (`flagfall.hexes.rules.costs`)."""
        self._highest: dict[tuple[int, int, int], array[int]] = {}
        self._padded: Any = None
        self._variants: dict[frozenset[tuple[int, Cell]], Board] = {}

    def changed(self, changes: Mapping[int, Cell]) -> Board:
        """The board with some cells replaced; hit points of constructs do not matter to its tables."""
        key = frozenset(
            (hex, cell._replace(hp=1) if cell.hp else cell)
            for hex, cell in changes.items()
            if cell[:3] != self.cells[hex][:3]
        )
        if not key:
            return self
        variant = self._variants.get(key)
        if variant is None:
            cells = list(self.cells)
            for hex, cell in key:
                cells[hex] = cell
            if len(self._variants) > 64:
                self._variants.clear()
            variant = self._variants[key] = Board(self.map, tuple(cells))
        return variant

    def label(self, hex: int) -> str:
        """The number of a hex as it is shown."""
        return self.map.label(hex) if hex >= 0 else "off"

    def highest(self, a: int, b: int) -> int:
        """The highest ground or construct between two hexes; of a border pair the higher counts (HX-LOS-3).

        The defender takes a hex that blocks where there is one, so one number a pair is enough (HX-LOS-4).
        """
        width = self.grid.width
        x = a % width
        dx, dy = b % width - x, b // width - a // width
        table = self._highest.get((x & 1, dx, dy))
        if table is None:
            if not TABLES or self.grid.size > 10_000 or self.grid.distance(a, b) > FARTHEST:
                return max((self.top[hex] for place in self.grid.between(a, b) for hex in place), default=LOW)
            table = self._fill(x & 1, dx, dy, self.grid.template(a, b))
        return table[a]

    def heights(self, a: int, b: int) -> array[int]:
        """The table that `highest` reads for two hexes; it holds for every pair that lies alike."""
        width = self.grid.width
        x = a % width
        key = (x & 1, b % width - x, b // width - a // width)
        return self._highest.get(key) or self._fill(*key, self.grid.template(a, b))

    def _fill(
        self, odd: int, dx: int, dy: int, template: tuple[tuple[tuple[int, int], ...], ...]
    ) -> array[int]:
        """The highest obstacle for every pair of hexes that lie so to each other."""
        import numpy as np

        width, height, edge = self.grid.width, self.grid.height, FARTHEST + 1
        if self._padded is None:
            self._padded = np.full((height + 2 * edge, width + 2 * edge), LOW, np.int16)
            self._padded[edge : edge + height, edge : edge + width] = np.array(self.top, np.int16).reshape(
                height, width
            )
        result = np.full((height, width), LOW, np.int16)
        view = result[:, odd::2]
        for place in template:
            for ddx, ddy in place:
                x, y = edge + odd + ddx, edge + ddy
                np.maximum(view, self._padded[y : y + height, x : x + width - odd : 2], out=view)
        table = array("h", result.tobytes())
        self._highest[odd, dx, dy] = table
        return table

    def fill(self, farthest: int = 15) -> None:
        """Fill the sight tables for all pairs within a range; otherwise they fill as they are asked for."""
        if not TABLES:
            return
        width, height = self.grid.width, self.grid.height
        for odd in (0, 1):
            for dq in range(-farthest, farthest + 1):
                for dr in range(-farthest, farthest + 1):
                    far = length(dq, dr)
                    if not 2 <= far <= farthest:
                        continue
                    q, r = axial(odd, 0)
                    x, y = offset(q + dq, r + dr)
                    dx, dy = x - odd, y
                    if abs(dx) >= width or abs(dy) >= height or (odd, dx, dy) in self._highest:
                        continue
                    template = tuple(
                        tuple((c - odd, d) for c, d in (offset(q + a, r + b) for a, b in place))
                        for place in line(dq, dr)
                    )
                    self._fill(odd, dx, dy, template)
