"""What shows on the map that an answer is right or wrong: lines of sight, and attacks with their odds."""

from __future__ import annotations

import msgspec

from flagfall.hexes.actions import Transform
from flagfall.hexes.analysis.sight_profile import LineUp, line_up
from flagfall.hexes.rules.attacks import TOTAL, WEAPON, Attack, Odds, ToHit, damage_odds, to_hit
from flagfall.hexes.rules.field import Field
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import Place
from flagfall.puzzles.hexes.proofs import HexProof
from flagfall.puzzles.hexes.puzzle import HexPuzzle
from flagfall.puzzles.hexes.turn import Plan, Turn


class Measured(msgspec.Struct, frozen=True):
    """A line from one unit to another, with the shot along it or the rule that forbids that."""

    unit: int
    """Who looks."""
    line: LineUp
    to_hit: ToHit


class Showing(msgspec.Struct, frozen=True):
    """What is to be seen where the unit ends its Move."""

    place: Place
    mode: int
    lines: tuple[Measured, ...] = ()
    """Those that are free first."""
    odds: tuple[Odds, ...] = ()
    """Attacks of the unit, or on it."""
    percent: int = 0
    """How likely the target falls."""


class HexExplainer:
    """Tells about one puzzle."""

    def __init__(self, puzzle: HexPuzzle) -> None:
        self.puzzle = puzzle
        self.turn = Turn.of(puzzle)
        self.proof = HexProof(self.turn)

    @property
    def target(self) -> int:
        """The unit to be felled, or -1."""
        return self.turn.number(self.puzzle.target) if self.puzzle.target else -1

    @property
    def hexes(self) -> tuple[int, ...]:
        """The hexes to choose from; none where a manner is asked for."""
        if self.puzzle.kind == "manner":
            return ()
        zone = self.turn.zone if self.puzzle.kind == "shelter" else None
        return tuple(sorted(hex for hex in self.turn.places if zone is None or hex in zone))

    @property
    def manners(self) -> tuple[str, ...]:
        """The manners to choose from, in an order that tells nothing."""
        return tuple(sorted(self.proof.manners(self.target))) if self.puzzle.kind == "manner" else ()

    def at_hex(self, hex: int) -> Showing | None:
        """What a hex is like, held in the best way for what is asked; None where no Move leads."""
        if hex not in self.turn.places:
            return None
        if self.puzzle.kind == "chance":
            plan = self.proof.from_hexes(self.target).get(hex)
            return self._nothing(hex) if plan is None else self._planned(plan)
        endings = self.turn.places[hex]
        if self.puzzle.kind == "shots":
            place, after = max(endings, key=lambda one: len(self.turn.shots(one[1])))
            return self._shooting(place, after)
        if self.puzzle.kind == "hidden":
            place, after = min(endings, key=lambda one: len(self.turn.seers(one[1])))
            return self._looked_at(place, after)
        place, after = min(endings, key=lambda one: len(self.turn.threats(one[1])))
        field = after.field()
        odds = tuple(damage_odds(field, attack) for attack in self.turn.threats(after))
        return msgspec.structs.replace(self._looked_at(place, after), odds=odds)

    def by_manner(self, manner: str) -> Showing | None:
        """What a manner does at its best; None for one that there is not."""
        plan = self.proof.manners(self.target).get(manner)
        return None if plan is None else self._planned(plan)

    def _planned(self, plan: Plan) -> Showing:
        mode = plan.first.mode if isinstance(plan.first, Transform) else self.turn.me.mode
        percent = round(100 * plan.chance / TOTAL)
        return Showing(plan.place, mode, odds=(plan.odds,), percent=percent)

    def _nothing(self, hex: int) -> Showing:
        """A hex from which the target cannot be attacked: the line to it, and why."""
        place, after = self.turn.places[hex][0]
        return Showing(
            place, self.turn.me.mode, (_measured(after.field(), self.turn.unit, self.target),), (), 0
        )

    def _shooting(self, place: Place, after: HexState) -> Showing:
        field, unit = after.field(), self.turn.unit
        attacks = self.turn.shots(after)
        shot = {attack.unit for attack in attacks}
        lines = tuple(_measured(field, unit, foe) for foe in self.turn.foes if foe not in shot)
        odds = tuple(damage_odds(field, attack) for attack in attacks)
        return Showing(place, self.turn.me.mode, lines, odds)

    def _looked_at(self, place: Place, after: HexState) -> Showing:
        field = after.field()
        lines = [_measured(field, foe, self.turn.unit) for foe in self.turn.foes]
        lines.sort(key=lambda one: not one.line.sight.clear)
        return Showing(place, self.turn.me.mode, tuple(lines))


def _measured(field: Field, by: int, target: int) -> Measured:
    hex = field.pieces[target].hex
    return Measured(by, line_up(field, by, hex, target), to_hit(field, Attack(by, WEAPON, target, hex)))
