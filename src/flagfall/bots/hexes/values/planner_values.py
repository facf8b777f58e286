"""What a planning player of the hex game weighs: units, damage, and what the scenario asks."""

from __future__ import annotations

from functools import cached_property

from flagfall.bots.hexes.board_arrays import BoardArrays, board_arrays
from flagfall.bots.hexes.fighter import Fighter, fighter
from flagfall.bots.hexes.values.greedy_values import GreedyValues
from flagfall.hexes.game import HexGame
from flagfall.hexes.rules.attacks import CONTROL, TOTAL, Attack, Odds, damage_odds
from flagfall.hexes.rules.field import Field
from flagfall.hexes.scenarios.scenario import Destroy, Exit, Hold, Protect
from flagfall.hexes.units.pieces import LEFT, OUT, PLAY, WRECK
from flagfall.hexes.view import HexView

STANDS = 0.35
"""The part of a unit's worth that it keeps to the last hit point."""
CURVE = 0.75
"""The other part falls with the hit points, faster towards the end: a damaged unit is the better target."""
PARTS = 8
"""Into how many parts a hit point is split, since mean damage is no whole number."""
DENIED = 0.12
"""What it is worth on top, as a part of the unit, to take out one whose card is still in the pile."""
KEPT = 2.0
"""How much more a unit is worth to its own side if the scenario asks to keep it."""


class PlannerValues(GreedyValues):
    """What things are worth to one seat at one moment, for whole-turn plans."""

    def __init__(self, game: HexGame, view: HexView) -> None:
        self.charges: set[str] = set()
        """Own units that the other side wants: to be kept out of harm."""
        self.wards: dict[int, float] = {}
        """Constructs that the seat has to keep, with their worth for each hit point."""
        self.zones: dict[int, tuple[int, ...]] = {}
        """Zones to be held, by the number of the condition: those of either side, to be denied or kept."""
        super().__init__(game, view)
        self.arrays: BoardArrays = board_arrays(self.field.board)
        self.waiting = frozenset(view.table.pile)
        """Whose cards are still in the pile."""
        self.mine = [
            number
            for number, piece in enumerate(view.pieces)
            if piece.seat == self.seat and piece.status == PLAY
        ]
        self._read_charges()

    def _read_charges(self) -> None:
        there = self.field.board.map
        for number, condition in enumerate(self.game.scenario.victory):
            mine = condition.side is not None and self.game.seat_of(condition.side) == self.seat
            if isinstance(condition, Hold):
                self.zones[number] = tuple(there.zones.get(condition.zone, ()))
            elif isinstance(condition, Exit) and mine:
                self.charges.update(condition.units)
            elif isinstance(condition, Destroy | Protect) and mine != isinstance(condition, Destroy):
                self.charges.update(condition.units)
                for text in condition.hexes:
                    hex = there.hex(text)
                    if self.field.cell(hex).hp:
                        self.wards[hex] = 60.0 / max(1, there.cells[hex].hp)

    # The score

    @cached_property
    def losses(self) -> tuple[int, int]:
        """What this seat and the other have lost, in hit points, as the limit of rounds counts it."""
        lost = [0, 0]
        for number, piece in enumerate(self.view.pieces):
            if piece.status in (PLAY, WRECK, OUT, LEFT):
                lost[piece.owner != self.seat] += self.field.max_hp(number) - piece.hp
        return lost[0], lost[1]

    @cached_property
    def patience(self) -> float:
        """How much time works for this seat, from -1 (it has to act) to 1 (it has only to wait)."""
        limit = self.game.scenario.limit
        if limit is None:
            return 0.0
        late = min(1.0, self.view.table.round / max(1, limit.rounds))
        if limit.winner in self.game.colours:
            return 1.0 if self.game.seat_of(limit.winner) == self.seat else -0.4 - 0.6 * late
        if limit.winner != "points":
            return 0.0
        own, other = self.losses
        if own == other:
            return -0.5 * late
        return (1.0 if own < other else -1.0) * late

    # What units are worth

    def cost(self, number: int) -> float:
        """The points of a unit, more for one that the scenario is about, on either side."""
        cost = super().cost(number)
        return cost * KEPT if self.view.pieces[number].key in self.charges else cost

    def worth(self, number: int, hp: float) -> float:
        """What a unit with some hit points left is worth; nothing at none."""
        if hp <= 0:
            return 0.0
        table = self._worths.get(number)
        if table is None:
            whole = max(1, self.field.max_hp(number))
            cost = self.cost(number)
            steps = [n / (PARTS * whole) for n in range(PARTS * whole + 1)]
            table = [cost * (STANDS + (1 - STANDS) * float(part**CURVE)) for part in steps]
            self._worths[number] = table
        place = int(PARTS * hp)
        return table[place] if place < len(table) else table[-1]

    def fighter(self, number: int, mode: int | None = None) -> Fighter:
        """A unit as a few numbers."""
        piece = self.view.pieces[number]
        key = (number, piece.mode if mode is None else mode)
        known = self._fighters.get(key)
        if known is None:
            known = self._fighters[key] = fighter(self.field, number, mode)
        return known

    @cached_property
    def _worths(self) -> dict[int, list[float]]:
        return {}

    @cached_property
    def _fighters(self) -> dict[tuple[int, int], Fighter]:
        return {}

    # Attacks

    def gain(self, field: Field, attack: Attack) -> float:
        """What an attack brings on average, in points; 0 if it may not be made."""
        return self.gain_of(field, attack, damage_odds(field, attack))

    def gain_of(self, field: Field, attack: Attack, odds: Odds) -> float:
        """The same where the odds are known."""
        if not odds.to_hit.legal:
            return 0.0
        if attack.unit < 0:
            hp = field.cell(attack.hex).hp
            worth = self.blocks.get(attack.hex, 0.0)
            done = sum(min(hp, n) * weight for n, weight in enumerate(odds.damage)) / TOTAL
            return worth * (done + 0.3 * hp * odds.deactivate / TOTAL)
        if attack.kind == CONTROL:
            share = 0.5 if attack.unit in self.waiting else 0.2
            return share * self.cost(attack.unit) * odds.deactivate / TOTAL
        hp = field.pieces[attack.unit].hp
        whole = self.worth(attack.unit, hp)
        total = (
            sum((whole - self.worth(attack.unit, hp - n)) * weight for n, weight in enumerate(odds.damage))
            / TOTAL
        )
        if attack.unit in self.waiting:
            total += DENIED * self.cost(attack.unit) * odds.deactivate / TOTAL
        cover = odds.to_hit.cover
        if cover is not None and cover.unit >= 0:
            stray = sum(n * weight for n, weight in enumerate(odds.cover_damage)) / TOTAL
            sign = -1.2 if self.view.pieces[cover.unit].seat == self.seat else 1
            total += sign * stray * self.per_hp(cover.unit)
        elif cover is not None and cover.hex in self.wards:
            total -= self.wards[cover.hex] * odds.covered / TOTAL * 4
        return total

    def rough_gain(self, one: Fighter, target: int, dealt: float) -> float:
        """What so much damage to a target is worth, at first sight."""
        hp = self.view.pieces[target].hp
        return self.worth(target, hp) - self.worth(target, hp - dealt) if dealt > 0 else 0.0
