"""What the powers of an edition declare, as numbers that the tree follows."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from flagfall.bots.ranks.edition_facts import EditionFacts
from flagfall.bots.ranks.square_values import CELLS, cell, open_cells, square_of
from flagfall.bots.ranks.tree import layout
from flagfall.ranks.board import Board
from flagfall.ranks.powers import Power
from flagfall.ranks.powers.declaration import ORDINARY, StrikeReach, StrikeRule


def manner_of(rule: StrikeRule, asks: bool) -> int:
    """How a strike goes, as the bits of the tree."""
    bits = (
        (rule.by_rank, layout.BY_RANK),
        (rule.takes_flags, layout.TAKES_FLAGS),
        (rule.advances, layout.ADVANCES),
        (rule.draws_in, layout.DRAWS_IN),
        (asks and not rule.advances, layout.LANDS),
    )
    return layout.STRIKES | sum(bit for holds, bit in bits if holds)


class StrikeWays:
    """Ways to strike that begin with the same tests: strikes, then those that need one more test."""

    def __init__(self) -> None:
        self.strikes: dict[tuple[int, ...], list[int]] = {}
        self.further: dict[tuple[int, int], StrikeWays] = {}

    def after(self, reach: StrikeReach) -> StrikeWays:
        """The ways behind all tests of a reach: cells with a piece first, then empty ones."""
        found = self
        for square in reach.occupied:
            found = found.further.setdefault((layout.NEEDS_PIECE, cell(square)), StrikeWays())
        for square in reach.empty:
            found = found.further.setdefault((layout.NEEDS_EMPTY, cell(square)), StrikeWays())
        return found

    def rows(self, start: int) -> list[int]:
        """All of it as rows of `flagfall.bots.ranks.tree.layout`; the first one lies at ``start``."""
        found = list[int]()
        for head, targets in self.strikes.items():
            found += (layout.STRIKE, *head, len(targets), *targets)
        for (test, tested), ways in self.further.items():
            inside = ways.rows(start + len(found) + layout.TEST)
            found += (test, tested, start + len(found) + layout.TEST + len(inside), *inside)
        return found


def ways_from(board: Board, power: Power, rule: StrikeRule, origin: int) -> StrikeWays:
    """The ways in which a power strikes from a square."""
    root, uses = StrikeWays(), dict[object, int]()
    for reach in power.reaches(origin):
        if rule == ORDINARY and reach.target in board.beside[origin]:
            continue  # an ordinary step does the same
        goal = -1 if rule.advances else cell(reach.use.targets[-1] if power.asks else origin)
        landing, line = power.landing(reach.use), int(power.route(reach.use) is not None)
        counts = (cell(origin), cell(landing), line) if landing is not None else (-1, -1, 0)
        use = uses.setdefault(reach.use, len(uses))
        root.after(reach).strikes.setdefault((goal, *counts, use), []).append(cell(reach.target))
    return root


class PowerTables:
    """The powers that strike, in the order of their bits, and all their ways."""

    def __init__(self, facts: EditionFacts) -> None:
        if len(facts.strikers) > layout.POWERS:
            raise ValueError(f"{len(facts.strikers)} powers strike; the search follows {layout.POWERS}")
        self.count = len(facts.strikers)
        self.manners = [manner_of(rule, power.asks) for power, rule in facts.strikers]
        self.most = [rule.most for _, rule in facts.strikers]
        self.shows = [int(power.shows) for power, _ in facts.strikers]
        first, rows = list[int](), list[int]()
        for power, rule in facts.strikers:
            for place in range(CELLS):
                first.append(layout.REACHES + len(rows))
                if open_cells(facts.board)[place]:
                    rows += ways_from(facts.board, power, rule, square_of(place)).rows(first[-1])
        self.first = np.array([*first, layout.REACHES + len(rows)], np.int64)
        self.rows = np.array(rows, np.int64)


@lru_cache(maxsize=64)
def power_tables(facts: EditionFacts) -> PowerTables:
    """The powers of an edition for the tree, made once."""
    return PowerTables(facts)
