"""What acts other than moves and attacks are worth: help, orders, teams, walls, fires, carrying, hiding."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from flagfall.bots.hexes.board_arrays import FAR, Row
from flagfall.bots.hexes.character import Character
from flagfall.bots.hexes.fighter import Fighter, dealt, move_costs, struck
from flagfall.bots.hexes.values.danger import Danger, Pose
from flagfall.bots.hexes.values.place_values import PlaceValues
from flagfall.bots.hexes.values.planner_values import PlannerValues
from flagfall.bots.hexes.values.walls_and_smoke import Screens
from flagfall.core import Action
from flagfall.hexes.abilities import Build, Burn, Combine, Command, Extinguish, Repair, Separate, Transmit
from flagfall.hexes.abilities.separate import shares
from flagfall.hexes.actions import PickUp, SetDown
from flagfall.hexes.maps.geometry import direction
from flagfall.hexes.scenarios.scenario import Exit
from flagfall.hexes.units.pieces import AIR

HELPED = 0.85
"""What an ally's attack counts when it has to be ordered."""
HIDDEN = {"cloak": 0.45, "self": 0.85, "weapon": 0.5, "duck": 0.15}
"""What part of its next attack a hidden unit gives up."""


class ActValues:
    """The worth of acts for one unit at one moment."""

    def __init__(
        self,
        values: PlannerValues,
        place_values: PlaceValues,
        danger: Danger,
        unit: int,
        character: Character,
    ) -> None:
        self.values = values
        self.place_values = place_values
        self.danger = danger
        self.unit = unit
        self.character = character
        self.field = values.field
        self.me = values.view.pieces[unit]
        self.screens = Screens(values, unit)

    def gain(self, action: Action) -> tuple[float, int]:
        """What an act brings, in points, and the unit that it is about (-1: none)."""
        if isinstance(action, Repair):
            return self._repair(action)
        if isinstance(action, Command | Transmit):
            ally = self._number(action.unit)
            turn = self.turn_of(ally, 2 if isinstance(action, Command) else 1)
            return HELPED * (0.8 + 0.2 * self.character.tricks) * turn, ally
        if isinstance(action, Combine):
            return self._combine(action)
        if isinstance(action, Separate):
            return self._separate(), -1
        if isinstance(action, Build):
            return self._build(action), -1
        if isinstance(action, Burn):
            return self._burn(action), -1
        if isinstance(action, Extinguish):
            return 0.3, -1
        if isinstance(action, PickUp):
            return self._pick_up(action)
        if isinstance(action, SetDown):
            return self._set_down(action)
        return 0.0, -1

    def _number(self, key: str) -> int:
        return next(n for n, piece in enumerate(self.values.view.pieces) if piece.key == key)

    # The turn that a unit could have

    @cached_property
    def prospect(self) -> float:
        """What the unit's next attack may bring."""
        return self.turn_of(self.unit, 2)

    def turn_of(self, number: int, actions: int) -> float:
        """What a unit could gain with some actions now: the best shot or blow within its reach."""
        values, field = self.values, self.field
        piece = values.view.pieces[number]
        if piece.hex < 0:
            return 0.0
        if actions < 2:
            return values.best_attack(field, number)
        one = values.fighter(number)
        reached = move_costs(values.arrays, one)
        best = values.best_attack(field, number)
        for foe in values.foes:
            other = values.fighter(foe)
            gain = max(
                self._shot(one, foe, other, reached.walked, reached.flown),
                self._blow(one, foe, other, reached.walked if one.layer != AIR else reached.flown),
            )
            best = max(best, 0.9 * gain)
        return best

    def _shot(
        self,
        one: Fighter,
        foe: int,
        other: Fighter,
        walked: Row,
        flown: Row | None,
    ) -> float:
        gain = self.values.rough_gain(one, foe, dealt(self.field, one, other))
        if gain <= 0:
            return 0.0
        spot = self.field.sight_end(foe)
        if spot.sunk:
            return 0.0
        there = walked < FAR
        there[one.hex] = True
        seen = self.place_values.sees(one, spot.hex, float(spot.top), spot.layer, one.layer)
        if (there & seen).any():
            return gain
        if flown is not None and ((flown < FAR) & (self.values.arrays.distance(spot.hex) <= one.far)).any():
            return gain
        return 0.0

    def _blow(self, one: Fighter, foe: int, other: Fighter, reached: Row | None) -> float:
        if reached is None or self.values.view.pieces[foe].layer != one.layer:
            return 0.0
        around = [hex for hex in self.values.arrays.board.neighbours[other.hex] if hex >= 0]
        if not (reached[around] < one.move_points).any():
            return 0.0
        return self.values.rough_gain(one, foe, struck(self.field, one, other))

    # Hiding

    def hiding(self, how: str) -> float:
        """What it costs and brings to hide, the danger apart: the next attack is harder."""
        price = HIDDEN.get(how, 0.0) * self.prospect
        if how == "weapon" and self.me.hex >= 0:
            near = self.values.arrays.distance(self.me.hex)
            for number in self.values.mine:
                piece = self.values.view.pieces[number]
                if number != self.unit and piece.hex >= 0 and near[piece.hex] <= 1:
                    price -= 0.1 * self.values.cost(number) * bool(self.danger.threats)
        return -price / self.character.tricks

    def showing(self, gain: float) -> float:
        """What it is worth to be seen again: to be able to attack."""
        return 0.3 * self.prospect if gain <= 0 else 0.1 * self.prospect

    def leaving(self) -> float:
        """What it is worth to leave the map now."""
        values = self.values
        for condition in values.game.scenario.victory:
            if (
                isinstance(condition, Exit)
                and values.game.seat_of(condition.side) == values.seat
                and (not condition.units or self.me.key in condition.units)
            ):
                return 400.0 * self.character.duty
        return 0.0

    def aboard(self, key: str) -> float:
        """What it is worth to sit in a transport: a unit there cannot be hit, and cannot hit."""
        at = self._number(key)
        piece = self.values.view.pieces[at]
        if self.me.key in self.values.charges and self.me.key not in self.values.leavers:
            return 0.2 * self.place_values.cost
        here = np.array([max(0, piece.hex)])
        way = float(self.place_values.way(self._pose, here)[0])
        return -way - 0.8 * self.prospect - 0.12 * self.place_values.cost

    @cached_property
    def _pose(self) -> Pose:
        return Pose(self.values.fighter(self.unit))

    def freed(self, mode: int) -> float:
        """What it is worth for a carried unit to take on a shape that cannot be carried."""
        shape = self.field.sheet(self.unit).modes[mode]
        return 0.2 * self.place_values.cost if not (shape.has("small") or shape.has("gun")) else 0.0

    # Acts for others

    def _repair(self, action: Repair) -> tuple[float, int]:
        number = self._number(action.unit)
        return self.place_values.repaired_gain(number), number

    def repair_gains(self, mode: int) -> Row:
        """For each hex: what the repair of a unit next to it would bring in a mode."""
        found = np.zeros(self.values.arrays.size)
        if self.field.sheet(self.unit).modes[mode].has("repair"):
            for number in self.place_values.patients:
                gain = self.place_values.repaired_gain(number)
                for hex in self.values.arrays.board.neighbours[self.values.view.pieces[number].hex]:
                    if hex >= 0:
                        found[hex] = max(found[hex], gain)
        return found

    def _combine(self, action: Combine) -> tuple[float, int]:
        values, field = self.values, self.field
        team, giant = field.team(self.unit), field.giant(self.unit)
        lost = sum(field.max_hp(n) - values.view.pieces[n].hp for n in team)
        after = values.worth(giant, field.max_hp(giant) - lost)
        before = sum(values.worth(n, values.view.pieces[n].hp) for n in team)
        at = values.view.pieces[self._number(action.at)].hex
        near = min((values.distance(at, values.view.pieces[foe].hex) for foe in values.foes), default=0)
        faces = values.watches(at, direction(action.facing))
        return 0.5 * (after - before) - 0.05 * near + 0.5 * faces, giant

    def _separate(self) -> float:
        values, field = self.values, self.field
        members = field.members(self.unit)
        lost = field.max_hp(self.unit) - self.me.hp
        after = sum(
            values.worth(n, field.max_hp(n) - share)
            for n, share in zip(members, shares(lost, len(members)), strict=True)
        )
        return 0.7 * after - values.worth(self.unit, self.me.hp)

    def _build(self, action: Build) -> float:
        values = self.values
        hex = self.field.board.map.hex(action.at)
        if action.what == "hp" and hex in values.wards:
            return values.wards[hex] * self.field.skill(self.unit)
        if action.what or not values.foes:
            return 0.0
        return self.character.tricks * self.screens.wall(hex)

    def _burn(self, action: Burn) -> float:
        """Smoke between friends and foes, by what it takes off their shots."""
        return self.character.tricks * self.screens.fire(self.field.board.map.hex(action.at))

    def _pick_up(self, action: PickUp) -> tuple[float, int]:
        values, field = self.values, self.field
        number = self._number(action.unit)
        piece = values.view.pieces[number]
        if piece.seat != values.seat:
            # It loses the rest of its turn at least, by getting free.
            return (0.3 if number in values.waiting else 0.15) * values.cost(number), number
        if field.has(number, "gun") and field.gun(self.unit) < 0:
            better = field.mode(number).firepower - field.firepower(self.unit)
            return max(0.0, 0.04 * better * self.place_values.cost), number
        return 0.0, number

    def _set_down(self, action: SetDown) -> tuple[float, int]:
        values, field = self.values, self.field
        number = self._number(action.unit)
        if values.view.pieces[number].seat != values.seat or field.has(number, "gun"):
            return 0.0, number
        near = min(
            (
                values.distance(field.board.map.hex(action.at), values.view.pieces[foe].hex)
                for foe in values.foes
            ),
            default=FAR,
        )
        return (0.1 * values.cost(number) if near <= 12 else 0.0), number
