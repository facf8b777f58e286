"""Walls, smoke and fires as screens: what they take off the shots of both sides, by the exact odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from flagfall.bots.hexes.values.planner_values import PlannerValues
from flagfall.hexes.maps.terrain import CONSTRUCT, Cell
from flagfall.hexes.rules.attacks import FIRE, WEAPON, Attack, damage_odds
from flagfall.hexes.rules.field import Field

LATER = 0.5
"""What the shot of a unit counts whose card is not in the pile any more."""
KEPT = 0.6
"""How likely a unit shoots from where it stands, and does not walk round a screen first."""
FIRES = 3
"""How many hexes are looked at for a fire, those on most lines."""


class Screens:
    """What a screen is worth to a seat, while everybody stands where they stand; one unit makes it."""

    def __init__(self, values: PlannerValues, unit: int) -> None:
        self.values = values
        self.unit = unit

    # What screens there may be

    def wall(self, hex: int) -> float:
        """What a new construct in a hex is worth (HX-ABL-BLD)."""
        field = self.values.field
        if not any(hex in near for near in self._before.values()):
            return 0.0
        cell = field.cell(hex)._replace(terrain=CONSTRUCT, size=1, hp=max(1, field.skill(self.unit)))
        return self.worth(field, {hex: cell})

    def fire(self, hex: int) -> float:
        """What a fire in a hex is worth by its smoke, before the wind is known too (HX-ABL-FIR)."""
        return self._fires.get(hex, 0.0)

    def smoke(self, field: Field, hexes: Iterable[int]) -> float:
        """What smoke in some hexes is worth to all but the unit itself (HX-ABL-SMK)."""
        return self.worth(field, smoke=hexes, without=self.unit)

    # Lines

    @cached_property
    def _before(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """For every foe and every unit of the seat on the map the hexes next to the unit on the line."""
        lines = self._lines
        return {pair: line[-1] for pair, line in lines.items() if line}

    @cached_property
    def _lines(self) -> dict[tuple[int, int], list[tuple[int, ...]]]:
        values, pieces = self.values, self.values.view.pieces
        return {
            (foe, mine): values.field.board.grid.between(pieces[foe].hex, pieces[mine].hex)
            for foe in values.foes
            for mine in values.mine
            if pieces[foe].hex >= 0 and pieces[mine].hex >= 0
        }

    def lee(self, hex: int, wind: int) -> list[int]:
        """Where the smoke of a fire lies."""
        around = self.values.field.board.neighbours[hex]
        return [at for turn in (0, -1, 1) if (at := around[(wind + turn) % 6]) >= 0]

    @cached_property
    def _fires(self) -> dict[int, float]:
        values, field = self.values, self.values.field
        winds = range(6) if values.view.wind < 0 else (values.view.wind,)
        crossed: dict[int, int] = {}
        for line in self._lines.values():
            for place in line:
                for at in place:
                    crossed[at] = crossed.get(at, 0) + 1
        grid, me = field.board.grid, field.pieces[self.unit]
        far = field.weapon_range(self.unit)
        counts = {
            hex: sum(crossed.get(at, 0) for wind in winds for at in self.lee(hex, wind))
            for hex in range(grid.size)
            if 0 < grid.distance(me.hex, hex) <= far and hex not in field.fires
        }
        wanted = sorted((hex for hex in counts if counts[hex]), key=lambda hex: (-counts[hex], hex))
        found: dict[int, float] = {}
        for hex in wanted:
            if len(found) == FIRES:
                break
            odds = damage_odds(field, Attack(self.unit, FIRE, -1, hex))
            if odds.to_hit.legal:
                worth = sum(self.worth(field, smoke=self.lee(hex, wind)) for wind in winds) / len(winds)
                found[hex] = odds.chance_to_hit * worth
        return found

    # What they are worth

    def worth(
        self,
        field: Field,
        changes: Mapping[int, Cell] | None = None,
        smoke: Iterable[int] = (),
        without: int = -1,
    ) -> float:
        """By how many points the shots that may come bring the seat more with other cells and more smoke."""
        cells = {**field.cells, **(changes or {})}
        board = field.board.changed(cells) if changes else field.board
        covered = {*field.smoke, *smoke}
        after = Field(board, field.roster, field.options, field.pieces, cells, covered, field.fires)
        return KEPT * (self._balance(after, without) - self._balance(field, without))

    def _balance(self, field: Field, without: int) -> float:
        """What the best shot of every unit brings, those of the foes against it."""
        mine = [unit for unit in self.values.mine if unit != without]
        return self._shots(field, mine, self.values.foes) - self._shots(field, self.values.foes, mine)

    def _shots(self, field: Field, shooters: Sequence[int], targets: Sequence[int]) -> float:
        """What the best shots of some units from where they stand do to others, in points."""
        found = 0.0
        for unit in shooters:
            at = field.pieces[unit].hex
            if at < 0 or field.firepower(unit) < 1:
                continue
            far = 2 * field.weapon_range(unit)
            shots = [
                Attack(unit, WEAPON, target, field.pieces[target].hex)
                for target in targets
                if field.pieces[target].hex >= 0 and self.values.distance(at, field.pieces[target].hex) <= far
            ]
            soon = 1.0 if unit in self.values.waiting else LATER
            found += soon * max((self.values.gain(field, shot) for shot in shots), default=0.0)
        return found
