"""Danger where the optional actions are played: a unit that need not move first strikes twice as hard.

Redirect Power and Brawl take a whole turn (HX-OPT-3, HX-OPT-4): so an enemy makes them at what it has in
range, in sight and in its arc already. It has to walk up to everybody else, or turn to them.
"""

from __future__ import annotations

import numpy as np

from flagfall.bots.hexes.board_arrays import BoardArrays, Row
from flagfall.bots.hexes.fighter import sunk
from flagfall.bots.hexes.values.danger import Danger, Pose, Threat
from flagfall.bots.hexes.values.planner_values import PlannerValues
from flagfall.hexes.units.pieces import AIR


def hexes_in_arc(arrays: BoardArrays, hex: int, facing: int, half: int) -> Row:
    """Which hexes a unit in a hex, with a facing, has within its arc (HX-ARC)."""
    if half >= 180:
        return np.ones(arrays.size, bool)
    q, r = arrays.q - arrays.q[hex], arrays.r - arrays.r[hex]
    s = -q - r
    for _ in range(facing):
        q, r, s = -s, -q, -r
    found: Row = {60: (r <= 0) & (s >= 0), 30: (q >= r) & (s >= q), 90: s >= r}[half]
    found[hex] = True
    return found


class WholeTurnDanger(Danger):
    """The enemies of a seat, and what each may do to its units with the whole of a turn."""

    def __init__(self, values: PlannerValues, unit: int) -> None:
        self._still: dict[int, tuple[Threat, Row]] = {}
        super().__init__(values, unit)

    def from_one(self, threat: Threat, pose: Pose, hexes: Row) -> Row:
        """The damage that an enemy's best attack would do in some hexes on average."""
        found = super().from_one(threat, pose, hexes)
        options = self.values.view.options
        if not options.redirect_power and not options.brawl:
            return found
        still, seen = self._rooted(threat)
        here = np.flatnonzero(seen[hexes])
        if len(here):
            found[here] = np.maximum(found[here], super().from_one(still, pose, hexes[here]))
        return found

    def _rooted(self, threat: Threat) -> tuple[Threat, Row]:
        """An enemy that stays where it is and gives all to one attack, and what it has in its arc."""
        one = threat.fighter
        known = self._still.get(one.number)
        if known is None:
            options, arrays = self.values.view.options, self.arrays
            here = np.zeros(arrays.size, bool)
            here[one.hex] = True
            none = np.zeros(arrays.size, bool)
            aloft = one.layer == AIR
            low = np.flatnonzero(none if aloft else here & ~sunk(arrays, one))
            mighty = one._replace(
                fire=one.fire * (2 if options.redirect_power else 0),
                strength=one.strength * (2 if options.brawl else 0),
            )
            still = Threat(
                mighty,
                threat.soon,
                low,
                np.flatnonzero(here if aloft else none),
                threat.tops,
                none if aloft else here,
                here if aloft else none,
            )
            facing = self.values.view.pieces[one.number].facing
            known = self._still[one.number] = still, hexes_in_arc(arrays, one.hex, facing, one.arc)
        return known
