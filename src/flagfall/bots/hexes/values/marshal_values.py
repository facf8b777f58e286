"""What things are worth to a player who counts what is still missing to win."""

from __future__ import annotations

from functools import cached_property

from flagfall.bots.hexes.objectives import Objectives
from flagfall.bots.hexes.values.commander_values import CommanderValues
from flagfall.bots.hexes.values.greedy_values import BLOCK
from flagfall.hexes.rules.attacks import CONTROL, TOTAL, Attack, Odds
from flagfall.hexes.rules.field import Field
from flagfall.hexes.units.pieces import OUT, PLAY, WRECK

WIN = 400.0
"""What it is worth to win, in points."""
SHARED = 360.0
"""What all the units that have to fall are worth together, as many as it takes."""
BIGGER = 1.1
"""What a big robot is worth, as a part of its members: enough that it is tried out."""
LAGGING = 0.25
"""What part of the rounds the other side is behind when waiting is all that is left to do."""
TOPPLED = 0.3
"""What the fall of a construct is worth on top of its hit points, as a part of it."""


class MarshalValues(CommanderValues):
    """The values of a player who knows what ends the game, for either side."""

    @cached_property
    def objectives(self) -> Objectives:
        """What ends the game."""
        return Objectives(self.game, self.view, self.field)

    @cached_property
    def marks(self) -> dict[int, float]:
        """The constructs that one of the sides has to destroy, with their worth for each hit point."""
        cells = self.field.board.map.cells
        return {hex: BLOCK / max(1, cells[hex].hp) for hex in self.objectives.attackers}

    @cached_property
    def patience(self) -> float:
        """How much time works for this seat: who wins by waiting has to act while the other is on time."""
        limit, waits = self.game.scenario.limit, super().patience
        some = [one for one in self.objectives.downfalls if one.seat != self.seat]
        if limit is None or waits <= 0.0 or not some or limit.winner == "points":
            return waits
        left = limit.rounds - self.view.table.round + 1
        behind = limit.rounds * min(self.objectives.still_up(one, self.hp_of) for one in some) - left
        return max(-1.0, min(waits, behind / (LAGGING * limit.rounds)))

    def hp_of(self, unit: int, hex: int) -> float:
        """The hit points that a unit, or else a construct, has left."""
        if unit < 0:
            return self.field.cell(hex).hp
        piece = self.view.pieces[unit]
        return piece.hp if piece.status not in (WRECK, OUT) else 0.0

    @cached_property
    def _shares(self) -> dict[str, float]:
        """What each unit that has to fall is worth to either side: its share of a win."""
        found: dict[str, float] = {}
        for down in self.objectives.downfalls:
            for n in down.units:
                key = self.view.pieces[n].key
                found[key] = max(found.get(key, 0.0), SHARED / max(1, down.asked))
        return found

    def cost(self, number: int) -> float:
        """The points of a unit, or its share of a win where it has to fall.

        What a big robot does better than its members is left to the trials: they know how much time there is.
        """
        members = self.field.members(number) if self.objectives.more_than_a_fight else []
        if members:
            return BIGGER * sum(self.cost(n) for n in members)
        return max(super().cost(number), self._shares.get(self.view.pieces[number].key, 0.0))

    def block_worth(self, hex: int, hp: int) -> float:
        """What a construct with some hit points left is worth to the side that wants to keep it."""
        whole = self.field.board.map.cells[hex].hp
        return self.marks[hex] * (hp + TOPPLED * whole) if hp > 0 else 0.0

    def decides(self, attack: Attack) -> bool:
        """Whether the fall of the target of an attack is what is missing for the seat to win."""
        units = {attack.unit} if attack.unit >= 0 else set()
        hexes = {attack.hex} if attack.unit < 0 else set()
        if self.objectives.fallen_enough(units, hexes) == self.seat:
            return self.objectives.fallen_enough(set(), set()) < 0
        if attack.unit < 0 or not self.objectives.eliminates[self.seat]:
            return False
        return all(
            n == attack.unit or self.seat in (piece.seat, piece.owner)
            for n, piece in enumerate(self.view.pieces)
            if piece.status == PLAY or piece.waiting
        )

    def gain_of(self, field: Field, attack: Attack, odds: Odds) -> float:
        """What an attack brings on average, the chance to win with it counted in."""
        gain = super().gain_of(field, attack, odds)
        if odds.to_hit.legal and odds.deactivate and attack.kind != CONTROL and self.decides(attack):
            gain += WIN * odds.deactivate / TOTAL
        return gain
