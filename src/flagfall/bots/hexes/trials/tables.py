"""What trials of plans look up: ways, lines, attacks and perils, none of which depends on the world.

The worlds themselves, and what everybody does in them, are in `flagfall.bots.hexes.trials.world`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from flagfall.bots.hexes.double_danger import ahead
from flagfall.bots.hexes.fighter import Fighter, chance, dealt, legs, mean_damage, sunk, tops
from flagfall.bots.hexes.ground import FAR, Row
from flagfall.bots.hexes.stakes import Stakes
from flagfall.hexes.rules.attack_odds import damage_table
from flagfall.hexes.units.pieces import AIR, PLAY

BODY = 2
"""How high a unit is taken to be that somebody may see."""
FEAR = 0.3
"""What a point of peril counts to somebody who chooses a place."""
HASTE = 0.035
"""What a turn less to go to the nearest enemy is worth, as a part of the unit."""
SCREENED = 0.5
"""The part of the shots that hit one who is in cover (HX-COV-1)."""


class Strike(NamedTuple):
    """An attack as it is tried out: its mean, and how it scatters."""

    mean: float
    spread: tuple[float, ...]
    """The chances that it does at most 0, 1, 2 ... damage."""


class SightLine(NamedTuple):
    """From which hexes somebody may be shot at."""

    bare: Row
    """Where nothing covers him."""
    any: Row
    """The same, and where the ground covers him."""


class Spot(NamedTuple):
    """Where a unit is, and where it could be after a Move."""

    peril: Row
    there: Row
    """The hexes that it can get to."""
    home: float
    """What it has to fear where it is."""
    refuge: int
    """Where it would be safest, if not at home."""
    safest: float


class Stand(NamedTuple):
    """Where a unit ends a turn, what it has to fear there, and whether its target is in cover."""

    hex: int
    peril: float
    screened: bool
    here: bool
    """Whether it need not walk first; then it may step back, or give the whole turn to the attack."""


class TrialTables:
    """The tables for the trials of one decision."""

    def __init__(self, judge: Stakes, unit: int) -> None:
        self.judge = judge
        self.unit = unit
        self.ground = judge.ground
        self._every = np.arange(self.ground.size)
        self._reach: dict[tuple[int, int, int, int], tuple[Row, Row | None]] = {}
        self._seen: dict[tuple[int, int, int, int, int, int], SightLine] = {}
        self._rows: dict[int, Row] = {}
        self._shots: dict[tuple[int, ...], Strike | None] = {}
        options = judge.view.options
        self.power = 2 if options.redirect_power else 1
        """What a whole turn makes of a shot (HX-OPT-3)."""
        self.might = 2 if options.brawl else 1
        """What a whole turn makes of a blow (HX-OPT-4)."""
        self.ducks = options.duck_and_cover
        self._aheads: dict[tuple[int, int, int], Row] = {}
        self._threats: dict[int, tuple[Row, Row]] = {}
        self._perils: dict[tuple[int, int], Row] = {}
        self._spots: dict[tuple[int, int, int, int], Spot] = {}
        self._stands: dict[tuple[int, ...], Stand | None] = {}
        self._besides: dict[tuple[int, ...], Stand | None] = {}
        self._strides: dict[tuple[int, ...], Stand] = {}

    def reach(self, one: Fighter) -> tuple[Row, Row | None]:
        """The points that it takes to every place that a unit can get to."""
        key = (one.number, one.mode, one.hex, one.layer)
        known = self._reach.get(key)
        if known is None:
            found = legs(self.ground, one)
            known = self._reach[key] = (found.ground, found.air)
        return known

    def distance(self, hex: int) -> Row:
        """How far every hex is from one."""
        known = self._rows.get(hex)
        if known is None:
            known = self._rows[hex] = self.ground.distance(hex)
        return known

    def sees(self, one: Fighter, layer: int, other: Fighter) -> SightLine:
        """From which hexes one in a layer may shoot at another where it is."""
        ground = self.ground
        base = 0
        if other.layer != AIR:
            base = (ground.board.surface if other.surface else ground.board.floor)[other.hex]
        key = (one.number, one.mode, layer, other.hex, base + other.height, other.layer)
        known = self._seen.get(key)
        if known is None:
            near = self.distance(other.hex)
            seen = near <= one.far
            covered = np.zeros(ground.size, bool)
            if other.layer != AIR:
                if layer != AIR:
                    row = ground.highest(np.array([other.hex]), self._every, one.far)[0]
                    seen = seen & (row < np.maximum(tops(ground, one), base + other.height))
                    covered = self._covered(other, base) & (near > 1)
                if sunk(ground, other)[other.hex]:
                    seen = np.zeros(ground.size, bool)
            if layer != AIR:
                seen = seen & ~sunk(ground, one)
            known = self._seen[key] = SightLine(seen & ~covered, seen)
        return known

    def _covered(self, other: Fighter, base: int) -> Row:
        """From which hexes the ground next to a unit covers it (HX-COV-2)."""
        ground = self.ground
        sides = [
            hex >= 0 and 2 * (ground.board.floor[hex] - base) >= other.height
            for hex in ground.board.neighbours[other.hex]
        ]
        if not any(sides):
            return np.zeros(ground.size, bool)
        return np.array(sides)[ground.sectors(np.array([other.hex]), self._every)[0]]

    def strike(self, one: Fighter, other: Fighter, melee: bool, screened: bool) -> Strike | None:
        """An attack of one on another where it stands, from cover or not; None if it can do nothing."""
        trees = 0 if melee or other.layer == AIR else self.ground.board.trees[other.hex]
        who = (one.number, one.mode, one.fire, one.strength)
        key = (*who, other.number, other.mode, other.endurance, trees, melee, screened)
        if key not in self._shots:
            self._shots[key] = self._strike(one, other, melee, screened, trees)
        return self._shots[key]

    def _strike(self, one: Fighter, other: Fighter, melee: bool, screened: bool, trees: int) -> Strike | None:
        stat = one.strength if melee else one.fire
        if stat < 1:
            return None
        hit = chance(self.judge.field, one, other, trees, melee) * (SCREENED if screened else 1.0)
        mean = hit * mean_damage(stat - other.endurance, other.factor)
        if mean <= 0.0:
            return None
        total, found = 1.0 - hit, []
        for count in damage_table(stat - other.endurance, False, other.factor):
            total += hit * count / 100
            found.append(total)
        return Strike(mean, tuple(found))

    # Peril

    def _threat(self, one: Fighter) -> Row:
        """Where a unit may shoot in its next turn, from where it is now: 1 for each such hex, else 0."""
        ground = self.ground
        walked, flown = self.reach(one)
        found = np.zeros(ground.size, bool)
        low = np.flatnonzero((walked < FAR) & ~sunk(ground, one))
        if one.layer != AIR and len(low):
            near = ground.distances(self._every, low) <= one.far
            high = np.maximum((ground.floor + BODY)[:, None], tops(ground, one)[low][None, :])
            near &= ground.highest(self._every, low, one.far) < high
            found |= near.any(axis=1)
        if flown is not None and (flown < FAR).any():
            found |= ground.flight(flown < FAR) <= one.far
        return found.astype(np.float32)

    def _rooted(self, one: Fighter, facing: int) -> Row:
        """Where a unit may shoot without a step or a turn: 1 for each such hex, else 0."""
        ground = self.ground
        found = self.distance(one.hex) <= one.far
        if one.layer != AIR:
            high = np.maximum(ground.floor + BODY, tops(ground, one)[one.hex])
            found &= ground.highest(np.array([one.hex]), self._every, one.far)[0] < high
        return (found & self.ahead(one, facing)).astype(np.float32)

    def ahead(self, one: Fighter, facing: int) -> Row:
        """What a unit has in its arc where it is."""
        key = (one.hex, facing, one.arc)
        known = self._aheads.get(key)
        if known is None:
            known = self._aheads[key] = ahead(self.ground, one.hex, facing, one.arc)
        return known

    def peril(self, one: Fighter) -> Row:
        """For each hex: how a unit fears the enemies, where they are now, that could shoot at it there."""
        key = (one.number, one.mode)
        known = self._perils.get(key)
        if known is None:
            view, judge = self.judge.view, self.judge
            known = np.zeros(self.ground.size, np.float32)
            for number, piece in enumerate(view.pieces):
                if piece.seat == view.pieces[one.number].seat or piece.status != PLAY or piece.hex < 0:
                    continue
                foe = judge.fighter(number)
                if number not in self._threats:
                    self._threats[number] = self._threat(foe), self._rooted(foe, piece.facing)
                after, still = self._threats[number]
                plain = dealt(judge.field, foe, one)
                whole = dealt(judge.field, foe._replace(fire=self.power * foe.fire), one)
                harm = FEAR * judge.per_hp(one.number)
                known += harm * np.maximum(plain * after, whole * still)
            self._perils[key] = known
        return known

    # Places

    def spot(self, one: Fighter) -> Spot:
        """Where a unit is, and where it could be."""
        key = (one.number, one.mode, one.hex, one.layer)
        known = self._spots.get(key)
        if known is None:
            peril = self.peril(one)
            walked, flown = self.reach(one)
            row = flown if one.layer == AIR and flown is not None else walked
            there = row < FAR
            there[one.hex] = True
            risk = np.where(there, peril, np.float32(FAR))
            refuge = int(risk.argmin())
            home = float(peril[one.hex])
            safest = float(risk[refuge])
            if safest >= home:
                refuge, safest = one.hex, home
            known = self._spots[key] = Spot(peril, there, home, refuge, safest)
        return known

    def stand(self, one: Fighter, other: Fighter) -> Stand | None:
        """Where a unit would best shoot at another from; None where it cannot."""
        key = (one.number, one.mode, one.hex, one.layer, other.number, other.mode, other.hex, other.layer)
        if key not in self._stands:
            sight = self.sees(one, one.layer, other)
            self._stands[key] = self._stand(one, sight.bare, False) or self._stand(one, sight.any, True)
        return self._stands[key]

    def _stand(self, one: Fighter, seen: Row, screened: bool) -> Stand | None:
        spot = self.spot(one)
        if seen[one.hex]:
            return Stand(spot.refuge, spot.safest, screened, True)
        hexes = np.flatnonzero(seen & spot.there)
        if not len(hexes):
            return None
        place = int(hexes[spot.peril[hexes].argmin()])
        return Stand(place, float(spot.peril[place]), screened, False)

    def beside(self, one: Fighter, hex: int) -> Stand | None:
        """Where a unit would best stand next to a hex; None where it cannot. Who is there may step back."""
        key = (one.number, one.mode, one.hex, one.layer, hex)
        if key not in self._besides:
            spot = self.spot(one)
            near = [other for other in self.ground.board.neighbours[hex] if other >= 0]
            if one.hex in near:
                found: Stand | None = Stand(spot.refuge, spot.safest, False, True)
            else:
                free = [(float(spot.peril[other]), other) for other in near if spot.there[other]]
                peril, place = min(free, default=(0.0, -1))
                found = Stand(place, peril, False, False) if place >= 0 else None
            self._besides[key] = found
        return self._besides[key]

    def stride(self, one: Fighter, goal: int) -> Stand:
        """Where a unit goes that wants to come nearer to a hex, as far as it dares."""
        key = (one.number, one.mode, one.hex, one.layer, goal)
        known = self._strides.get(key)
        if known is None:
            spot = self.spot(one)
            haste = HASTE * self.judge.cost(one.number) / max(1, one.legs)
            value = np.where(spot.there, spot.peril + haste * self.distance(goal), np.float32(FAR))
            place = int(value.argmin())
            known = self._strides[key] = Stand(place, float(spot.peril[place]), False, False)
        return known
