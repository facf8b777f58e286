"""What trials of plans look up: paths, lines, attacks and dangers, none of which depends on the world.

The worlds themselves, and what units do in them, are in `flagfall.bots.hexes.trials.world`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from flagfall.bots.hexes.board_arrays import FAR, Row
from flagfall.bots.hexes.fighter import Fighter, chance, dealt, margin, mean_damage, move_costs, sunk, tops
from flagfall.bots.hexes.values.commander_values import CommanderValues
from flagfall.bots.hexes.values.place_values import HASTE
from flagfall.bots.hexes.values.whole_turn_danger import hexes_in_arc
from flagfall.hexes.rules.attacks import damage_table
from flagfall.hexes.units.pieces import AIR, PLAY

BODY = 2
"""How high a unit is taken to be when sight to it is tested."""
FEAR = 0.3
"""What a point of danger counts when a place is chosen."""
SCREENED = 0.5
"""The part of the shots that hit a unit in cover (HX-COV-1)."""


class AttackSpread(NamedTuple):
    """An attack as it is tried out: its mean, and how it scatters."""

    mean: float
    spread: tuple[float, ...]
    """The chances that it does at most 0, 1, 2 ... damage."""


class SightLine(NamedTuple):
    """From which hexes a unit may be shot at."""

    bare: Row
    """Where nothing covers it."""
    any: Row
    """The same, and where the ground covers it."""


class MoveChoices(NamedTuple):
    """Where a unit is, and where it could be after a Move."""

    danger: Row
    there: Row
    """The hexes that it can get to."""
    home: float
    """What it has to fear where it is."""
    refuge: int
    """Where it would be safest, if not at home."""
    safest: float


class TurnEnd(NamedTuple):
    """Where a unit ends a turn, what it has to fear there, and whether its target is in cover."""

    hex: int
    danger: float
    screened: bool
    here: bool
    """Whether it need not walk first; then it may step back, or give the whole turn to the attack."""


class TrialAct(NamedTuple):
    """What a unit may do in a turn: where it ends, what it attacks, what it repairs."""

    worth: float
    hex: int
    layer: int
    target: int = -1
    strike: AttackSpread | None = None
    patient: int = -1
    whole: bool = False
    """Whether the attack takes the whole turn."""
    ducks: bool = False
    block: int = -1
    """The hex of the construct that is attacked."""
    mode: int = -1
    """The shape that it takes on first; -1: it keeps its own, as all do where only fights are tried out."""


class LookupTables:
    """The tables for the trials of one decision."""

    def __init__(self, values: CommanderValues, unit: int) -> None:
        self.values = values
        self.unit = unit
        self.arrays = values.arrays
        self._every = np.arange(self.arrays.size)
        self._reach: dict[tuple[int, int, int, int], tuple[Row, Row | None]] = {}
        self._seen: dict[tuple[int, int, int, int, int, int], SightLine] = {}
        self._rows: dict[int, Row] = {}
        self._shots: dict[tuple[int, ...], AttackSpread | None] = {}
        options = values.view.options
        self.power = 2 if options.redirect_power else 1
        """What a whole turn makes of a shot (HX-OPT-3)."""
        self.might = 2 if options.brawl else 1
        """What a whole turn makes of a blow (HX-OPT-4)."""
        self.ducks = options.duck_and_cover
        self._arcs_ahead: dict[tuple[int, int, int], Row] = {}
        self._threats: dict[int, tuple[Row, Row]] = {}
        self._dangers: dict[tuple[int, int], Row] = {}
        self._choices: dict[tuple[int, int, int, int], MoveChoices] = {}
        self._firing_places: dict[tuple[int, ...], TurnEnd | None] = {}
        self._striking_places: dict[tuple[int, ...], TurnEnd | None] = {}
        self._approaches: dict[tuple[int, ...], TurnEnd] = {}
        self.attacks: dict[tuple[float, ...], TrialAct] = {}
        """The best attack of one on another, by all that it depends on."""

    def reach(self, one: Fighter) -> tuple[Row, Row | None]:
        """The points that it takes to every place that a unit can get to."""
        key = (one.number, one.mode, one.hex, one.layer)
        known = self._reach.get(key)
        if known is None:
            found = move_costs(self.arrays, one)
            known = self._reach[key] = (found.walked, found.flown)
        return known

    def distance(self, hex: int) -> Row:
        """How far every hex is from one."""
        known = self._rows.get(hex)
        if known is None:
            known = self._rows[hex] = self.arrays.distance(hex)
        return known

    def sees(self, one: Fighter, layer: int, other: Fighter) -> SightLine:
        """From which hexes one in a layer may shoot at another where it is."""
        arrays = self.arrays
        base = 0
        if other.layer != AIR:
            base = (arrays.board.surface if other.surface else arrays.board.floor)[other.hex]
        key = (one.number, one.mode, layer, other.hex, base + other.height, other.layer)
        known = self._seen.get(key)
        if known is None:
            near = self.distance(other.hex)
            seen = near <= one.far
            covered = np.zeros(arrays.size, bool)
            if other.layer != AIR:
                if layer != AIR:
                    row = arrays.highest(np.array([other.hex]), self._every, one.far)[0]
                    seen = seen & (row < np.maximum(tops(arrays, one), base + other.height))
                    covered = self._covered(other, base) & (near > 1)
                if sunk(arrays, other)[other.hex]:
                    seen = np.zeros(arrays.size, bool)
            if layer != AIR:
                seen = seen & ~sunk(arrays, one)
            known = self._seen[key] = SightLine(seen & ~covered, seen)
        return known

    def _covered(self, other: Fighter, base: int) -> Row:
        """From which hexes the ground next to a unit covers it (HX-COV-2)."""
        arrays = self.arrays
        sides = [
            hex >= 0 and 2 * (arrays.board.floor[hex] - base) >= other.height
            for hex in arrays.board.neighbours[other.hex]
        ]
        if not any(sides):
            return np.zeros(arrays.size, bool)
        return np.array(sides)[arrays.sectors(np.array([other.hex]), self._every)[0]]

    def strike(self, one: Fighter, other: Fighter, melee: bool, screened: bool) -> AttackSpread | None:
        """An attack of one on another where it stands, from cover or not; None if it can do nothing."""
        trees = 0 if melee or other.layer == AIR else self.arrays.board.trees[other.hex]
        who = (one.number, one.mode, one.fire, one.strength)
        key = (*who, other.number, other.mode, other.endurance, trees, melee, screened)
        if key not in self._shots:
            self._shots[key] = self._strike(one, other, melee, screened, trees)
        return self._shots[key]

    def _strike(
        self, one: Fighter, other: Fighter, melee: bool, screened: bool, trees: int
    ) -> AttackSpread | None:
        stat = one.strength if melee else one.fire
        if stat < 1:
            return None
        hit = chance(self.values.field, one, other, trees, melee) * (SCREENED if screened else 1.0)
        edge = margin(self.values.field, stat, other)
        mean = hit * mean_damage(edge, other.factor)
        if mean <= 0.0:
            return None
        total, found = 1.0 - hit, []
        for count in damage_table(edge, False, other.factor):
            total += hit * count / 100
            found.append(total)
        return AttackSpread(mean, tuple(found))

    # Danger

    def _threat(self, one: Fighter) -> Row:
        """Where a unit may shoot in its next turn, from where it is now: 1 for each such hex, else 0."""
        arrays = self.arrays
        walked, flown = self.reach(one)
        found = np.zeros(arrays.size, bool)
        low = np.flatnonzero((walked < FAR) & ~sunk(arrays, one))
        if one.layer != AIR and len(low):
            near = arrays.distances(self._every, low) <= one.far
            high = np.maximum((arrays.floor + BODY)[:, None], tops(arrays, one)[low][None, :])
            near &= arrays.highest(self._every, low, one.far) < high
            found |= near.any(axis=1)
        if flown is not None and (flown < FAR).any():
            found |= arrays.flight(flown < FAR) <= one.far
        return found.astype(np.float32)

    def _rooted(self, one: Fighter, facing: int) -> Row:
        """Where a unit may shoot without a step or a turn: 1 for each such hex, else 0."""
        arrays = self.arrays
        found = self.distance(one.hex) <= one.far
        if one.layer != AIR:
            high = np.maximum(arrays.floor + BODY, tops(arrays, one)[one.hex])
            found &= arrays.highest(np.array([one.hex]), self._every, one.far)[0] < high
        return (found & self.hexes_in_arc(one, facing)).astype(np.float32)

    def hexes_in_arc(self, one: Fighter, facing: int) -> Row:
        """What a unit has in its arc where it is."""
        key = (one.hex, facing, one.arc)
        known = self._arcs_ahead.get(key)
        if known is None:
            known = self._arcs_ahead[key] = hexes_in_arc(self.arrays, one.hex, facing, one.arc)
        return known

    def danger(self, one: Fighter) -> Row:
        """For each hex: the danger to a unit from the enemies that could shoot at it there next turn."""
        key = (one.number, one.mode)
        known = self._dangers.get(key)
        if known is None:
            view, values = self.values.view, self.values
            known = np.zeros(self.arrays.size, np.float32)
            for number, piece in enumerate(view.pieces):
                if piece.seat == view.pieces[one.number].seat or piece.status != PLAY or piece.hex < 0:
                    continue
                foe = values.fighter(number)
                if number not in self._threats:
                    self._threats[number] = self._threat(foe), self._rooted(foe, piece.facing)
                after, still = self._threats[number]
                plain = dealt(values.field, foe, one)
                whole = dealt(values.field, foe._replace(fire=self.power * foe.fire), one)
                harm = FEAR * values.per_hp(one.number)
                known += harm * np.maximum(plain * after, whole * still)
            self._dangers[key] = known
        return known

    # Places

    def choices(self, one: Fighter) -> MoveChoices:
        """Where a unit is, and where it could be."""
        key = (one.number, one.mode, one.hex, one.layer)
        known = self._choices.get(key)
        if known is None:
            danger = self.danger(one)
            walked, flown = self.reach(one)
            row = flown if one.layer == AIR and flown is not None else walked
            there = row < FAR
            there[one.hex] = True
            risk = np.where(there, danger, np.float32(FAR))
            refuge = int(risk.argmin())
            home = float(danger[one.hex])
            safest = float(risk[refuge])
            if safest >= home:
                refuge, safest = one.hex, home
            known = self._choices[key] = MoveChoices(danger, there, home, refuge, safest)
        return known

    def firing_place(self, one: Fighter, other: Fighter) -> TurnEnd | None:
        """Where a unit would best shoot at another from; None where it cannot."""
        key = (one.number, one.mode, one.hex, one.layer, other.number, other.mode, other.hex, other.layer)
        if key not in self._firing_places:
            sight = self.sees(one, one.layer, other)
            self._firing_places[key] = self._firing_place(one, sight.bare, False) or self._firing_place(
                one, sight.any, True
            )
        return self._firing_places[key]

    def _firing_place(self, one: Fighter, seen: Row, screened: bool) -> TurnEnd | None:
        choices = self.choices(one)
        if seen[one.hex]:
            return TurnEnd(choices.refuge, choices.safest, screened, True)
        hexes = np.flatnonzero(seen & choices.there)
        if not len(hexes):
            return None
        place = int(hexes[choices.danger[hexes].argmin()])
        return TurnEnd(place, float(choices.danger[place]), screened, False)

    def striking_place(self, one: Fighter, hex: int) -> TurnEnd | None:
        """Where a unit would best stand next to a hex, or None; one that is there already may step back."""
        key = (one.number, one.mode, one.hex, one.layer, hex)
        if key not in self._striking_places:
            choices = self.choices(one)
            near = [other for other in self.arrays.board.neighbours[hex] if other >= 0]
            if one.hex in near:
                found: TurnEnd | None = TurnEnd(choices.refuge, choices.safest, False, True)
            else:
                free = [(float(choices.danger[other]), other) for other in near if choices.there[other]]
                danger, place = min(free, default=(0.0, -1))
                found = TurnEnd(place, danger, False, False) if place >= 0 else None
            self._striking_places[key] = found
        return self._striking_places[key]

    def approach(self, one: Fighter, goal: int) -> TurnEnd:
        """Where a unit goes that wants to come nearer to a hex, as far as it dares."""
        key = (one.number, one.mode, one.hex, one.layer, goal)
        known = self._approaches.get(key)
        if known is None:
            choices = self.choices(one)
            haste = HASTE * self.values.cost(one.number) / max(1, one.move_points)
            value = np.where(choices.there, choices.danger + haste * self.distance(goal), np.float32(FAR))
            place = int(value.argmin())
            known = self._approaches[key] = TurnEnd(place, float(choices.danger[place]), False, False)
        return known
