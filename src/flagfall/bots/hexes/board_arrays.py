"""A board as arrays: rows and tables of numbers by hex, to weigh all hexes at once.

Sight and steps come from the tables that the rules read. What is left out here, on purpose, is whatever
moves: units block neither lines nor ways. The rules decide about every attack and path in the end.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, TypeAlias

import numpy as np

from flagfall.hexes.maps.board import Board
from flagfall.hexes.maps.geometry import DIRECTIONS, axial, length, offset
from flagfall.hexes.maps.terrain import OFF, WATER
from flagfall.hexes.rules.costs import Costs, MoveProfile, costs
from flagfall.hexes.units.pieces import STANDING

Row: TypeAlias = Any
"""An array of numpy: a number for each hex of a board, or a table of them."""

Steps: TypeAlias = list[list[tuple[int, int]]]
"""For each hex some others, each with a cost."""

FAR = 999
"""Farther than any way."""
LARGEST = 2500
"""Boards with more hexes have no table of all pairs; every unit is then taken to see all that is in range."""
FARTHEST = 10
"""Lines of the giants' guns beyond this are taken to be free: their tables would cost more than they tell."""
MOST_WALKS = 20_000
"""How many walks are kept before all are dropped."""


class BoardArrays:
    """A board as rows of numbers, filled as they are asked for."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.size = board.grid.size
        self.q = np.array(board.grid.q, np.int16)
        self.r = np.array(board.grid.r, np.int16)
        self.floor = np.array(board.floor, np.int16)
        self.surface = np.array(board.surface, np.int16)
        self.trees = np.array(board.trees, np.int16)
        self.depth = np.array([cell.size if cell.terrain == WATER else 0 for cell in board.cells], np.int16)
        self.sky = np.array([cell.terrain != OFF for cell in board.cells])
        """Where a unit can fly."""
        self._far = 1
        self._highest: Row | None = None
        self._steps: dict[MoveProfile, Steps] = {}
        self._steps_back: dict[MoveProfile, Steps] = {}
        self._walks: dict[tuple[MoveProfile, int, int], Row] = {}
        self._ways: dict[tuple[MoveProfile, bytes], Row] = {}
        self._arcs: dict[tuple[int, int], Row] = {}

    # Distance, sight, arcs

    def distance(self, hex: int) -> Row:
        """How far every hex is from one."""
        dq, dr = self.q - self.q[hex], self.r - self.r[hex]
        return np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))

    def distances(self, some: Row, others: Row) -> Row:
        """How far each of some hexes is from each of others."""
        dq = self.q[some][:, None] - self.q[others][None, :]
        dr = self.r[some][:, None] - self.r[others][None, :]
        return np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))

    def highest(self, some: Row, others: Row, far: int) -> Row:
        """The highest ground between each of some hexes and each of others, for pairs within a range."""
        if self.size > LARGEST:
            return np.full((len(some), len(others)), -FAR, np.int16)
        if self._highest is None:
            self._highest = np.full((self.size, self.size), -FAR, np.int16)
        if min(far, FARTHEST) > self._far:
            self._fill(self._highest, min(far, FARTHEST))
        return self._highest[np.ix_(some, others)]

    def _fill(self, table: Row, far: int) -> None:
        """Enter all pairs up to a range, one displacement after the other."""
        width, height = self.board.grid.width, self.board.grid.height
        flat = table.reshape(-1)
        for odd in (0, 1):
            q, r = axial(odd, 0)
            for dq in range(-far, far + 1):
                for dr in range(-far, far + 1):
                    if not self._far < length(dq, dr) <= far or length(dq, dr) < 2:
                        continue
                    x, dy = offset(q + dq, r + dr)
                    dx = x - odd
                    columns = np.arange(odd, width, 2)
                    columns = columns[(columns + dx >= 0) & (columns + dx < width)]
                    rows = np.arange(max(0, -dy), min(height, height - dy))
                    if not len(columns) or not len(rows):
                        continue
                    hexes = (rows[:, None] * width + columns[None, :]).reshape(-1)
                    other = int(hexes[0]) + dx + dy * width
                    heights = np.frombuffer(self.board.heights(int(hexes[0]), other), np.int16)
                    flat[hexes * (self.size + 1) + dx + dy * width] = heights[hexes]
        self._far = far

    def sectors(self, some: Row, others: Row) -> Row:
        """The direction, nearest to the line, in which each of others lies from each of some hexes."""
        dq = self.q[others][None, :] - self.q[some][:, None]
        dr = self.r[others][None, :] - self.r[some][:, None]
        return self._sector[dq, dr]

    @cached_property
    def _sector(self) -> Row:
        """The direction of each displacement, by its q and r; negative ones count from the end."""
        most = self.board.grid.width + 2 * self.board.grid.height
        q = np.fft.fftfreq(2 * most + 1, 1 / (2 * most + 1)).round().astype(np.int32)[:, None]
        r = q.reshape(1, -1)
        s = -q - r
        return np.stack([s - r, q - r, q - s, r - s, r - q, s - q]).argmax(axis=0)

    def arcs(self, half: int, hex: int) -> Row:
        """For each facing and hex: whether a unit there has another hex within its arc (HX-ARC)."""
        known = self._arcs.get((half, hex))
        if known is None:
            known = self._arcs[half, hex] = self._arc(half, hex)
        return known

    def _arc(self, half: int, hex: int) -> Row:
        found = np.ones((len(DIRECTIONS), self.size), bool)
        if half >= 180:
            return found
        q, r = self.q[hex] - self.q, self.r[hex] - self.r
        s = -q - r
        for facing in range(len(DIRECTIONS)):
            inside = {60: (r <= 0) & (s >= 0), 30: (q >= r) & (s >= q), 90: s >= r}[half]
            found[facing] = inside
            q, r, s = -s, -q, -r
        found[:, hex] = True
        return found

    # Ways

    def steps(self, table: Costs) -> Steps:
        """For each hex the next ones with what it costs to go there, turning left out."""
        known = self._steps.get(table.profile)
        if known is None:
            known = self._steps[table.profile] = [
                [
                    (other, cost)
                    for other in around
                    if other >= 0 and (cost := table.entry(STANDING, hex, other))
                ]
                for hex, around in enumerate(self.board.neighbours)
            ]
        return known

    def _back(self, profile: MoveProfile) -> Steps:
        """For each hex those from which one comes to it, with what that costs."""
        known = self._steps_back.get(profile)
        if known is None:
            known = self._steps_back[profile] = [[] for _ in range(self.size)]
            for hex, others in enumerate(self.steps(costs(self.board, profile))):
                for other, cost in others:
                    known[other].append((hex, cost))
        return known

    def walk(self, profile: MoveProfile, hex: int, points: int) -> Row:
        """What it costs to walk from a hex to every other within some points, turning left out."""
        key = (profile, hex, points)
        known = self._walks.get(key)
        if known is None:
            if len(self._walks) > MOST_WALKS:
                self._walks.clear()
            known = self._walks[key] = self._spread(self.steps(costs(self.board, profile)), {hex: 0}, points)
        return known

    def way(self, profile: MoveProfile, goals: Row) -> Row:
        """What it costs from every hex to walk to the nearest of some goals (a row of yes and no)."""
        key = (profile, goals.tobytes())
        known = self._ways.get(key)
        if known is None:
            if len(self._ways) > 400:
                self._ways.clear()
            start = dict.fromkeys(map(int, np.flatnonzero(goals)), 0)
            known = self._ways[key] = self._spread(self._back(profile), start, FAR - 1)
        return known

    def _spread(self, steps: Steps, start: dict[int, int], points: int) -> Row:
        """The cheapest cost from some hexes to all others, up to some points."""
        cost = dict(start)
        ring = list(start)
        waiting: dict[int, list[int]] = {0: ring}
        spent = 0
        while waiting:
            for hex in waiting.pop(spent, ()):
                if cost[hex] != spent:
                    continue
                for other, more in steps[hex]:
                    total = spent + more
                    if total <= points and total < cost.get(other, FAR):
                        cost[other] = total
                        waiting.setdefault(total, []).append(other)
            spent += 1
        row = np.full(self.size, FAR, np.int16)
        row[list(cost)] = list(cost.values())
        return row

    def flight(self, goals: Row) -> Row:
        """How far every hex is from the nearest of some goals, in a straight line."""
        hexes = np.flatnonzero(goals)
        if not len(hexes):
            return np.full(self.size, FAR, np.int16)
        return self.distances(np.arange(self.size), hexes).min(axis=1)


@lru_cache(maxsize=24)
def board_arrays(board: Board) -> BoardArrays:
    """The rows of a board, made once."""
    return BoardArrays(board)
