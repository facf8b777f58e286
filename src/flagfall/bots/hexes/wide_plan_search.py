"""A plan search that expects whole-turn attacks, and offers more places to choose from."""

from __future__ import annotations

import numpy as np

from flagfall.bots.hexes.board_arrays import Row
from flagfall.bots.hexes.plan import Places, Plan
from flagfall.bots.hexes.plan_search import NOTHING, PlanSearch
from flagfall.bots.hexes.values.danger import Pose
from flagfall.bots.hexes.values.place_values import WATCH
from flagfall.bots.hexes.values.whole_turn_danger import WholeTurnDanger
from flagfall.hexes.units.pieces import STANDING


class WidePlanSearch(PlanSearch):
    """Plans that expect whole-turn attacks, with more places to end at."""

    fear = WholeTurnDanger

    def _walks(self, stay: float) -> list[Plan]:
        """Plans that begin with a move: those of every search, and walks to other places than the best."""
        found = super()._walks(stay)
        places = self.moves
        if not len(places.hexes):
            return found
        held = self.here.shield
        worths, gains = self.ending(places, self.home.mode, held)
        total = worths + WATCH * gains
        safe = total - self._felt(places)
        known = {plan.hex for plan in found if plan.summary.kind == "move"}
        for wanted in self._wishes(total, safe, gains):
            left = np.where(np.isin(places.hexes, list(known)), NOTHING, wanted)
            place = int(left.argmax())
            if left[place] > NOTHING:
                pose, hex, facing = self._end(places, place, self.home.mode, held)
                known.add(hex)
                value = float(total[place])
                found.append(
                    self._plan(value, places.actions[place], "move", 0.0, value - stay, pose, hex, facing)
                )
        return found

    def _wishes(self, total: Row, safe: Row, gains: Row) -> tuple[Row, ...]:
        """What the other places are chosen by: where it is safest, and where most can be shot at."""
        return safe, total + gains

    def _felt(self, places: Places) -> Row:
        """What the enemy may do to the unit at the ends of a Move, in points."""
        pose = Pose(self.home, self.home.layer, STANDING, self.here.shield)
        felt: Row = self._worth(pose)[1].sum(axis=0)
        return felt[places.hexes]


class BoldPlanSearch(WidePlanSearch):
    """The same, with the place where a unit is wanted most, whatever it has to fear there."""

    def _wishes(self, total: Row, safe: Row, gains: Row) -> tuple[Row, ...]:
        return *super()._wishes(total, safe, gains), total + (total - safe)
