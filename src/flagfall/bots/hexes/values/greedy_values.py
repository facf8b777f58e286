"""What a greedy player of the hex game weighs: attacks, places and acts.

Everything comes from a view: the odds are those that `flagfall.hexes.rules.attacks` gives to everybody.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from flagfall.core import Action
from flagfall.hexes.abilities.command import Command
from flagfall.hexes.abilities.repair import Repair
from flagfall.hexes.abilities.transmit import Transmit
from flagfall.hexes.actions.act import Act
from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.geometry import in_arc
from flagfall.hexes.rules.attacks import (
    CONTROL,
    FIRE,
    PHYSICAL,
    TOTAL,
    WEAPON,
    Attack,
    damage_odds,
    damage_table,
    front_attack,
)
from flagfall.hexes.rules.field import Field
from flagfall.hexes.scenarios.scenario import Destroy, Exit, Hold, Protect
from flagfall.hexes.units.pieces import PLAY, WRECK
from flagfall.hexes.units.prices import worth
from flagfall.hexes.view import HexView

PRIZE = 3.0
"""How much more a unit is worth to the side that has to destroy it."""
BLOCK = 120.0
"""What a construct is worth to the side that has to destroy it."""


class GreedyValues:
    """What things are worth to one seat at one moment."""

    def __init__(self, game: HexGame, view: HexView) -> None:
        self.game = game
        self.view = view
        self.seat = view.seat
        self.field: Field = game.field(view)
        self.distance = self.field.board.grid.distance
        self.foes = [
            number
            for number, piece in enumerate(view.pieces)
            if piece.seat != self.seat and piece.status == PLAY and piece.hex >= 0 and not piece.cloaked
        ]
        self.prizes: set[str] = set()
        """Units that the seat has to destroy."""
        self.blocks: dict[int, float] = {}
        """Constructs that the seat has to destroy, with their worth for each hit point."""
        self.goals: tuple[int, ...] = ()
        """Hexes that the seat has to be in."""
        self.leavers: set[str] = set()
        """Units that the seat has to bring off the map."""
        self._read_goals()

    def _read_goals(self) -> None:
        there = self.field.board.map
        for condition in self.game.scenario.victory:
            mine = condition.side is not None and self.game.seat_of(condition.side) == self.seat
            if isinstance(condition, Hold):
                self.goals += tuple(there.zones.get(condition.zone, ()))
            elif isinstance(condition, Exit) and mine:
                self.leavers.update(condition.units or (piece.key for piece in self.view.pieces))
            elif isinstance(condition, Exit):
                self.prizes.update(condition.units)
            elif isinstance(condition, Destroy | Protect) and mine == isinstance(condition, Destroy):
                self.prizes.update(condition.units)
                for text in condition.hexes:
                    hex = there.hex(text)
                    hp = there.cells[hex].hp
                    if self.field.cell(hex).hp:
                        self.blocks[hex] = BLOCK / max(1, hp)

    # What a unit is worth

    def cost(self, number: int) -> float:
        """The points of a unit, more for one that the scenario is about."""
        cost = worth(self.field.sheet(number))
        return cost * PRIZE if self.view.pieces[number].key in self.prizes else float(cost)

    def per_hp(self, number: int) -> float:
        """What one hit point of a unit is worth."""
        return self.cost(number) / max(1, self.field.max_hp(number))

    # Attacks

    def attack_of(self, action: Action, unit: int) -> Attack | None:
        """The attack that an action makes on somebody or something, or None; fires are no such attack."""
        attack = action.attack(self.field, unit) if isinstance(action, Act) else None
        return attack if attack is not None and attack.kind != FIRE else None

    def gain(self, field: Field, attack: Attack) -> float:
        """What an attack brings on average, in points; 0 if it may not be made."""
        odds = damage_odds(field, attack)
        if not odds.to_hit.legal:
            return 0.0
        if attack.unit < 0:
            hp = field.cell(attack.hex).hp
            worth = self.blocks.get(attack.hex, 0.0)
            return worth * sum(min(hp, n) * weight for n, weight in enumerate(odds.damage)) / TOTAL
        if attack.kind == CONTROL:
            return 0.6 * self.cost(attack.unit) * odds.deactivate / TOTAL
        hp = field.pieces[attack.unit].hp
        dealt = sum(min(hp, n) * weight for n, weight in enumerate(odds.damage)) / TOTAL
        total = dealt * self.per_hp(attack.unit) + 0.5 * self.cost(attack.unit) * odds.deactivate / TOTAL
        cover = odds.to_hit.cover
        if cover is not None and cover.unit >= 0:
            stray = sum(n * weight for n, weight in enumerate(odds.cover_damage)) / TOTAL
            sign = -1 if self.view.pieces[cover.unit].seat == self.seat else 1
            total += sign * stray * self.per_hp(cover.unit)
        return total

    def best_attack(self, field: Field, unit: int) -> float:
        """The most that a unit could gain with one attack from where it stands in a field."""
        if field.pieces[unit].hex < 0:
            return 0.0
        shots = [Attack(unit, WEAPON, foe, field.pieces[foe].hex) for foe in self.foes]
        shots += [Attack(unit, WEAPON, -1, hex) for hex in self.blocks]
        blow = front_attack(field, unit, PHYSICAL)
        if blow is not None:
            shots.append(blow)
        front = front_attack(field, unit, PHYSICAL, "construct")
        if front is not None and front.hex in self.blocks:
            shots.append(front)
        return max((self.gain(field, shot) for shot in shots), default=0.0)

    # Places

    def rough_gains(self, unit: int) -> list[tuple[int, float]]:
        """For each target its hex, and what a free shot at it would bring: a first look at places."""
        field = self.field
        fire = field.firepower(unit)
        found: list[tuple[int, float]] = []
        for foe in self.foes:
            margin = fire + field.options.damage_offset - field.endurance(foe)
            table = damage_table(margin, False, field.mode(foe).damage_factor)
            mean = sum(n * weight for n, weight in enumerate(table)) / 100
            found.append((field.pieces[foe].hex, (mean + 0.1) * self.per_hp(foe)))
        found += [(hex, fire * worth) for hex, worth in self.blocks.items()]
        return found

    def rough_value(self, unit: int, hex: int, facing: int, targets: Iterable[tuple[int, float]]) -> float:
        """The best of those targets within range and arc of a place."""
        far, arc = self._ranges(unit)
        best = 0.0
        displacement = self.field.board.grid.displacement
        for at, value in targets:
            if (
                value > best
                and self.distance(hex, at) <= far
                and (hex == at or in_arc(min(arc, 180), facing, *displacement(hex, at)))
            ):
                best = value
        return best

    def _ranges(self, unit: int) -> tuple[int, int]:
        return self.field.weapon_range(unit), self.field.arc(unit)

    @cached_property
    def _threats(self) -> list[tuple[int, int, int, float]]:
        """For each foe its hex, the range of its weapon, its firepower, and how soon it acts."""
        field = self.field
        waiting = set(self.view.table.pile)
        return [
            (
                field.pieces[foe].hex,
                field.weapon_range(foe) + field.mode(foe).speed // 3,
                field.firepower(foe),
                1.0 if foe in waiting else 0.5,
            )
            for foe in self.foes
        ]

    def danger(self, unit: int, hex: int) -> float:
        """What the foes within reach of a hex may cost a unit that ends there, in points."""
        endurance = self.field.endurance(unit) - self.field.options.damage_offset
        factor = self.field.mode(unit).damage_factor
        total = 0.0
        for at, far, fire, soon in self._threats:
            if self.distance(at, hex) <= far:
                table = damage_table(fire - endurance, False, factor)
                total += soon * sum(n * weight for n, weight in enumerate(table)) / 100
        return total * self.per_hp(unit)

    def way_to_go(self, unit: int, hex: int) -> int:
        """How far a hex is from where a unit is wanted."""
        piece = self.view.pieces[unit]
        if piece.key in self.leavers:
            return min((self._to_edge(edge, hex) for edge in self.game.exits(self.seat)), default=0)
        if self.goals:
            return min(self.distance(hex, goal) for goal in self.goals)
        if self.blocks:
            return min(self.distance(hex, block) for block in self.blocks)
        wanted = [foe for foe in self.foes if self.view.pieces[foe].key in self.prizes] or self.foes
        return min((self.distance(hex, self.view.pieces[foe].hex) for foe in wanted), default=0)

    def watches(self, hex: int, facing: int) -> bool:
        """Whether a unit in a hex, with a facing, looks towards the nearest foe."""
        if not self.foes:
            return True
        at = min(
            (self.view.pieces[foe].hex for foe in self.foes), key=lambda at: (self.distance(hex, at), at)
        )
        return hex == at or in_arc(30, facing, *self.field.board.grid.displacement(hex, at))

    def _to_edge(self, edge: str, hex: int) -> int:
        there = self.field.board.map
        x, y = hex % there.width, hex // there.width
        return {"N": y, "S": there.height - 1 - y, "W": x, "E": there.width - 1 - x}[edge]

    # Acts for others

    def help(self, action: Action, unit: int) -> float:
        """What an act for a friend is worth: repair, command, transmit."""
        if isinstance(action, Repair):
            number = self._number(action.unit)
            piece = self.view.pieces[number]
            repaired = min(self.field.skill(unit), self.field.max_hp(number) - piece.hp)
            back = 0.5 * self.cost(number) if piece.status == WRECK else 0.0
            return repaired * self.per_hp(number) + back
        if isinstance(action, Command | Transmit):
            share = 1.2 if isinstance(action, Command) else 0.9
            return share * self.best_attack(self.field, self._number(action.unit))
        return 0.0

    def _number(self, key: str) -> int:
        return next(number for number, piece in enumerate(self.view.pieces) if piece.key == key)
