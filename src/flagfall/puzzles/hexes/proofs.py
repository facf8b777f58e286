"""Proofs of the answers: every Move of the unit is played out, every attack counted through all its dice."""

from __future__ import annotations

from functools import cached_property

from flagfall.hexes.rules.attacks import TOTAL
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import Place
from flagfall.puzzles.hexes.puzzle import HexPuzzle
from flagfall.puzzles.hexes.turn import Plan, Turn
from flagfall.puzzles.proofs import Solution, Unproven

FEWEST_HEXES = 8
"""Hexes to choose from, at least."""
FEWEST_MANNERS = 3
FEWEST_FOES = 2
FEWEST_SHOTS = 3
LEAST_MARGIN = TOTAL * 15 // 100
"""By so much the best chance is ahead of every other."""
LEAST_CHANCE = TOTAL * 25 // 100
"""What is likeliest is at least so likely: else it is no plan."""


class HexProof:
    """The answers to all questions about one turn; `Unproven` where there is none."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self._from_hexes: dict[int, dict[int, Plan]] = {}
        self._manners: dict[int, dict[str, Plan]] = {}

    def _enough(self, hexes: int) -> None:
        if hexes < FEWEST_HEXES:
            raise Unproven("trivial: there is nothing to choose from")

    # ---- places ----------------------------------------------------------------------------------

    @cached_property
    def seen_by(self) -> dict[int, int]:
        """For each hex how many foes see the unit there, at best."""
        turn = self.turn
        return {
            hex: min(len(turn.seers(after)) for _, after in _postures(endings))
            for hex, endings in turn.places.items()
        }

    def hidden(self) -> Solution:
        """The only hex out of every enemy's line of sight."""
        turn = self.turn
        if len(turn.foes) < FEWEST_FOES or not turn.seers(turn.state):
            raise Unproven("trivial: there is nobody to hide from")
        self._enough(len(turn.places))
        hex = _only([hex for hex, count in self.seen_by.items() if not count])
        return self._hex(hex, 1150 + 5 * min(60, len(turn.places)) + 40 * min(6, len(turn.foes)))

    @cached_property
    def threatened(self) -> dict[int, int]:
        """For each hex of the zone how many attacks foes could make on the unit there, at best."""
        turn = self.turn
        return {
            hex: min(len(turn.threats(after)) for _, after in _postures(endings))
            for hex, endings in turn.places.items()
            if hex in turn.zone
        }

    def shelter(self) -> Solution:
        """The only hex of the zone where nobody can attack the unit."""
        turn = self.turn
        if not turn.zone:
            raise Unproven("the scenario is about no zone")
        if turn.here.hex in turn.zone and not turn.threats(turn.state):
            raise Unproven("trivial: it is there already")
        if len(self.threatened) < FEWEST_MANNERS:
            raise Unproven("trivial: there is nothing to choose from")
        hex = _only([hex for hex, count in self.threatened.items() if not count])
        return self._hex(hex, 1100 + 20 * len(self.threatened) + 40 * min(6, len(turn.foes)))

    @cached_property
    def shot_from(self) -> dict[int, int]:
        """For each hex how many foes can be shot at after a Move there, at best."""
        turn = self.turn
        found = {
            hex: max(len(turn.shots(after)) for _, after in endings) for hex, endings in turn.places.items()
        }
        here = len(turn.shots(turn.state))
        found[turn.here.hex] = max(here, found.get(turn.here.hex, 0))
        return found

    def shots(self, count: int = 0) -> Solution:
        """The only hex from which so many can be shot at; without a count, the most of all."""
        turn = self.turn
        self._enough(len(turn.places))
        count = count or max(self.shot_from.values())
        if count < FEWEST_SHOTS:
            raise Unproven("too few can be shot at together")
        hex = _only([hex for hex, n in self.shot_from.items() if n >= count])
        if sum(n == count - 1 for n in self.shot_from.values()) < 2:
            raise Unproven("trivial: nothing else comes near")
        return self._hex(hex, 1200 + 4 * min(80, len(turn.places)) + 60 * (count - FEWEST_SHOTS))

    # ---- attacks ---------------------------------------------------------------------------------

    def from_hexes(self, target: int) -> dict[int, Plan]:
        """For each hex the best attack on a target."""
        if target not in self._from_hexes:
            self._from_hexes[target] = self.turn.from_hexes(target)
        return self._from_hexes[target]

    def chance(self, target: str) -> Solution:
        """The hex from which an attack is the likeliest to fell the target, by a clear margin."""
        turn = self.turn
        plans = self.from_hexes(turn.number(target))
        self._enough(len(turn.places))
        order = sorted(plans, key=lambda hex: -plans[hex].chance)
        if sum(plan.chance > 0 for plan in plans.values()) < FEWEST_MANNERS:
            raise Unproven("trivial: there is nothing to choose from")
        best, second = plans[order[0]].chance, plans[order[1]].chance
        margin = self._margin(best, second)
        return self._hex(order[0], 1500 - margin // 4 + 5 * min(40, len(plans)), round(100 * best / TOTAL))

    def manners(self, target: int) -> dict[str, Plan]:
        """For each way to use the turn the best attack on a target."""
        if target not in self._manners:
            self._manners[target] = self.turn.manners(target)
        return self._manners[target]

    def manner(self, target: str) -> Solution:
        """The way to use the turn that is the likeliest to fell the target, by a clear margin."""
        plans = self.manners(self.turn.number(target))
        if len(plans) < FEWEST_MANNERS:
            raise Unproven("trivial: there is nothing to choose from")
        order = sorted(plans, key=lambda manner: -plans[manner].chance)
        best, second = plans[order[0]].chance, plans[order[1]].chance
        margin = self._margin(best, second)
        rating = 1350 - margin // 4 + 40 * min(6, len(plans))
        return Solution((order[0],), rating, round(100 * best / TOTAL))

    def _margin(self, best: int, second: int) -> int:
        if best == TOTAL or best < LEAST_CHANCE or best - second < LEAST_MARGIN:
            raise Unproven("nothing is clearly the likeliest")
        return best - second

    def _hex(self, hex: int, rating: int, percent: int = 0) -> Solution:
        if hex == self.turn.here.hex:
            raise Unproven("trivial: it is there already")
        return Solution((self.turn.label(hex),), rating, percent)


def _postures(endings: list[tuple[Place, HexState]]) -> list[tuple[Place, HexState]]:
    """One ending for each way to stand in a hex: where a unit looks does not matter to those who see it."""
    return list({(place.layer, place.stance): (place, after) for place, after in endings}.values())


def _only(hexes: list[int]) -> int:
    if len(hexes) != 1:
        raise Unproven("not exactly one hex will do")
    return hexes[0]


def solve_hex(puzzle: HexPuzzle) -> Solution:
    """The proven answer of a puzzle; `Unproven` says why there is none."""
    turn = Turn.of(puzzle)
    if turn.seat != puzzle.seat:
        raise Unproven("it is not the seat's turn")
    proof = HexProof(turn)
    match puzzle.kind:
        case "hidden":
            return proof.hidden()
        case "shelter":
            return proof.shelter()
        case "shots":
            return proof.shots(puzzle.count)
        case "chance":
            return proof.chance(puzzle.target)
        case "manner":
            return proof.manner(puzzle.target)
