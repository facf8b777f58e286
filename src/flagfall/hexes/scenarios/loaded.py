"""A scenario with its units and its map: all of a game that never changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from flagfall.hexes.maps.board import Board
from flagfall.hexes.maps.map_generator import generate
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.options import declared
from flagfall.hexes.scenarios.forces import Force, enlist, start_damage, unique
from flagfall.hexes.scenarios.scenario import Entry, Exit, Scenario
from flagfall.hexes.units.prices import price, worth
from flagfall.hexes.units.sheets import Roster, Sheet


class LoadedScenario:
    """One scenario: its map or generator, its sides, the sheets of its units, its options."""

    seats = 2
    arena_prices = True
    """Whether units cost what they are worth by the arena's numbers, as from revision 4 on (HX-SEQ-12)."""

    def __init__(self, scenario: Scenario, roster: Roster, map: Map | None = None) -> None:
        self.id = scenario.id
        self.scenario = scenario
        self.roster = roster
        self.colours = tuple(side.id for side in scenario.sides)
        self.options = declared(scenario.preset, scenario.options, start_damage(scenario, roster))
        self.map = map
        """The map, or None where each game has a generated one."""
        self.entries: dict[str, Entry] = {}
        """The entries of the scenario by the name of their unit."""
        for entries in (*(side.units for side in scenario.sides), scenario.mercenaries):
            for entry in entries:
                self.entries[unique(entry.key, self.entries)] = entry
        self._board = lru_cache(maxsize=8)(self._make_board)

    def under(self, revision: int) -> LoadedScenario:
        """The scenario with the data that a revision is played with; here the same (HX-CONV-8)."""
        return self

    def _make_board(self, map_seed: int) -> Board:
        if self.map is not None:
            return Board(self.map)
        if self.scenario.generator is None:
            raise ValueError(f"{self.id} has neither a map nor a generator")
        return Board(generate(self.scenario.generator, map_seed))

    def board(self, map_seed: int = 0) -> Board:
        """The board of a game; generated ones by their seed."""
        return self._board(map_seed if self.map is None else 0)

    @lru_cache(maxsize=2)  # noqa: B019 - games live as long as the process
    def labels(self) -> tuple[str, ...]:
        """The numbers of all hexes."""
        board = self.board(0)
        return tuple(board.label(hex) for hex in range(board.grid.size))

    # Sides

    def seat_of(self, side: str) -> int:
        """The seat of a side."""
        return self.colours.index(side)

    def exits(self, seat: int) -> tuple[str, ...]:
        """The edges that a seat's units may leave the map by (HX-MOVE-8)."""
        side = self.scenario.sides[seat].id
        found = [goal.edge for goal in self.scenario.victory if isinstance(goal, Exit) and goal.side == side]
        return tuple(dict.fromkeys(found))

    def landing(self, board: Board, key: str, seat: int) -> tuple[int, ...]:
        """Where a unit comes onto the map: its hex, or the zone for it or its side."""
        entry = self.entries.get(key)
        if entry is not None and entry.at is not None:
            return (board.map.hex(entry.at),)
        name = (entry.zone if entry is not None else None) or self.scenario.sides[seat].zone
        zones = board.map.zones
        return zones[name] if name is not None and name in zones else tuple(range(board.grid.size))

    # Forces

    @property
    def by_points(self) -> bool:
        """Whether the players choose their forces."""
        return any(side.points is not None for side in self.scenario.sides)

    @lru_cache(maxsize=4)  # noqa: B019 - games live as long as the process
    def choices(self, seat: int) -> dict[str, int]:
        """What a seat may choose from in a game by points, with the cost of each."""
        factions = self.scenario.sides[seat].factions
        return {
            id: self.cost(sheet)
            for id, sheet in self.roster.items()
            if (not factions or sheet.faction in factions)
            and not sheet.is_nebulon
            and not sheet.separate
            and not sheet.allegiance_by_mode
        }

    def cost(self, sheet: Sheet) -> int:
        """What a unit costs in a game by points; before revision 4 by the book's numbers (HX-CONV-8)."""
        return price(sheet) if self.arena_prices else worth(sheet)

    def price(self, units: Sequence[str]) -> int:
        """What a force costs in a game by points: its units, and whatever more a big robot is worth that
        they can combine into. Before revision 4 the units alone had prices (HX-SEQ-12, HX-CONV-8).
        """
        total = sum(self.cost(self.roster[unit]) for unit in units)
        if self.arena_prices:
            for team in self.roster.teams.values():
                if set(team.members) <= set(units):
                    apart = sum(self.cost(self.roster[unit]) for unit in team.members)
                    total += max(0, self.cost(self.roster[team.into]) - apart)
        return total

    def force(self, seat: int, chosen: tuple[str, ...] = ()) -> Force:
        """The force of a seat: what the scenario gives it, and what its player chose."""
        side = self.scenario.sides[seat]
        entries = [*side.units, *(Entry(unit=id) for id in chosen)]
        return [(entry, entry.facing or side.facing, self._mode(entry)) for entry in entries]

    def _mode(self, entry: Entry) -> int:
        return self.roster[entry.unit].mode_index(entry.mode) if entry.mode else 0

    @lru_cache(maxsize=2)  # noqa: B019 - games live as long as the process
    def names(self) -> tuple[str, ...]:
        """The names that units can have in this game."""
        every = [
            (seat, self.force(seat, tuple(self.choices(seat)) if self.by_points else ())) for seat in (0, 1)
        ]
        every += [(0, [(entry, "N", 0)]) for entry in self.scenario.mercenaries]
        return tuple(piece.key for piece in enlist(self.roster, every))
