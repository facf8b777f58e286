"""A turn before anything is done in it: every Move and every attack, played out in the engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import flagfall
from flagfall.core import Action
from flagfall.hexes.actions import Move, Shoot, Strike, Transform
from flagfall.hexes.actions.attack import BoostedAttack
from flagfall.hexes.actions.move import posture_of
from flagfall.hexes.analysis.overlays import attacks_on, foes
from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.geometry import DIRECTIONS
from flagfall.hexes.rules.attacks import PHYSICAL, WEAPON, Attack, Odds, damage_odds, out_of_bounds
from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.sight import sight
from flagfall.hexes.scenarios.scenario import Hold
from flagfall.hexes.scene import Scene
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import Place
from flagfall.puzzles.hexes.puzzle import HexPuzzle
from flagfall.puzzles.proofs import Unproven

MOVE = "move"
"""Begins the name of a manner that moves first; a number begins one that transforms first."""
VERBS = {WEAPON: Shoot.verb, PHYSICAL: Strike.verb}
"""How a manner names the plain attacks."""
MOST_ENDINGS = 900
"""Ends of a Move, facings counted: more are too many for a person to look through."""


class Plan:
    """What a unit does with its turn: something first or nothing, and then an attack, with its odds."""

    __slots__ = ("field", "first", "odds", "place")

    def __init__(self, field: Field, first: Action | None, odds: Odds, place: Place) -> None:
        self.field = field
        """As it is before the dice."""
        self.first = first
        self.odds = odds
        self.place = place

    @property
    def chance(self) -> int:
        """That the target falls, in parts of `flagfall.hexes.rules.attacks.TOTAL`."""
        return self.odds.deactivate


class Turn:
    """The beginning of a unit's turn, where its seat knows everything but the cards and the dice."""

    def __init__(self, game: HexGame, state: HexState) -> None:
        frame = state.frame
        if state.phase != "play" or state.result is not None or frame is None:
            raise Unproven("nobody is in turn")
        if frame.left != 2 or frame.used or frame.free or len(state.stack) > 1:
            raise Unproven("the turn has begun already")
        self.game = game
        self.state = state
        self.unit = frame.unit
        self.seat = state.to_move
        self.me = state.pieces[self.unit]
        if self.me.hex < 0 or self.me.carrier >= 0:
            raise Unproven("the unit is not on the map by itself")
        if any(piece.unseen for piece in state.view(self.seat).pieces):
            raise Unproven("somebody is hidden")
        self.here = Place(self.me.hex, self.me.facing, self.me.layer, self.me.stance)
        self.foes = foes(state.field(), self.unit)
        self._known: dict[HexState, list[Attack]] = {}

    @classmethod
    def of(cls, puzzle: HexPuzzle) -> Turn:
        """The turn that a puzzle shows."""
        game = flagfall.game(puzzle.game)
        assert isinstance(game, HexGame)
        return cls(game, game.position(puzzle.position))

    def label(self, hex: int) -> str:
        """The number of a hex."""
        return self.state.board.label(hex)

    def number(self, key: str) -> int:
        """The unit of a name; `Unproven` where there is none among the foes."""
        found = [number for number in self.foes if self.state.pieces[number].key == key]
        if not found:
            raise Unproven("there is no such target")
        return found[0]

    # ---- moves -----------------------------------------------------------------------------------

    @cached_property
    def endings(self) -> dict[Place, HexState]:
        """Every place where one Move may end, with the state after it, by the engine.

        A Move that hurts its unit, or changes the ground, is among them like any other.
        """
        scene = Scene(self.state)
        found: dict[Place, HexState] = {}
        ends = Move.reach(scene).ends()
        if len(ends) > MOST_ENDINGS:
            raise Unproven("there is too much to look through")
        for place in ends:
            found[place] = self.state.apply(self.seat, self.move(place)).state
        return found

    def move(self, place: Place) -> Move:
        """The Move that ends in a place."""
        return Move(self.label(place.hex), DIRECTIONS[place.facing], posture_of(place))

    @cached_property
    def places(self) -> dict[int, list[tuple[Place, HexState]]]:
        """The endings by hex."""
        found: dict[int, list[tuple[Place, HexState]]] = {}
        for place, after in self.endings.items():
            piece = after.pieces[self.unit]
            if piece.present and piece.hex == place.hex and after.to_move == self.seat:
                found.setdefault(place.hex, []).append((place, after))
        return found

    @cached_property
    def zone(self) -> frozenset[int]:
        """The zones that somebody has to hold."""
        zones = self.state.board.map.zones
        held = [one.zone for one in self.game.scenario.victory if isinstance(one, Hold)]
        return frozenset(hex for zone in held for hex in zones.get(zone, ()))

    # ---- what is seen and what can be attacked ---------------------------------------------------

    def seers(self, after: HexState) -> list[int]:
        """The foes that have a free line of sight to the unit."""
        field = after.field()
        me = field.sight_end(self.unit)
        return [foe for foe in self.foes if sight(field, field.sight_end(foe), me).clear]

    def threats(self, after: HexState) -> list[Attack]:
        """The attacks that foes could make on the unit from where they stand."""
        field = after.field()
        return [attack for foe in self.foes for attack in attacks_on(field, foe, self.unit)]

    def shots(self, after: HexState) -> list[Attack]:
        """The plain shots at foes that the unit has after a Move."""
        return [attack for attack in self._plain(after) if attack.kind == WEAPON]

    def _plain(self, after: HexState) -> list[Attack]:
        """The plain attacks on foes, with weapon and hands: what the engine lists, without the rest."""
        if after not in self._known:
            field = after.field()
            here, distance = field.pieces[self.unit].hex, field.board.grid.distance
            near = [
                foe
                for foe in self.foes
                if distance(here, field.pieces[foe].hex) <= 1
                or not out_of_bounds(field, self.unit, field.pieces[foe].hex)
            ]
            self._known[after] = [attack for foe in near for attack in attacks_on(field, self.unit, foe)]
        return self._known[after]

    def _plans(
        self, after: HexState, target: int, first: Action | None, place: Place
    ) -> Iterator[tuple[str, Plan]]:
        for attack in self._plain(after):
            if attack.unit == target:
                field = after.field()
                yield VERBS[attack.kind], Plan(field, first, damage_odds(field, attack), place)

    def _boosted(self, target: int) -> Iterator[tuple[str, Plan]]:
        """The attacks that take the whole turn."""
        scene = Scene(self.state)
        tries: list[BoostedAttack] = [*Shoot.legal(scene), *Strike.legal(scene)]
        for act in tries:
            attack = act.attack(scene.field, self.unit)
            if act.boost and attack is not None and attack.unit == target:
                yield act.spelled(), Plan(scene.field, None, damage_odds(scene.field, attack), self.here)

    # ---- plans -----------------------------------------------------------------------------------

    def from_hexes(self, target: int) -> dict[int, Plan]:
        """For each hex the best attack on a target after at most one Move that ends there."""
        best: dict[int, Plan] = {}

        def weigh(hex: int, plan: Plan) -> None:
            if hex not in best or plan.chance > best[hex].chance:
                best[hex] = plan

        for _, plan in self._plans(self.state, target, None, self.here):
            weigh(self.here.hex, plan)
        for hex, endings in self.places.items():
            for place, after in endings:
                for _, plan in self._plans(after, target, self.move(place), place):
                    weigh(hex, plan)
        return best

    def manners(self, target: int) -> dict[str, Plan]:
        """For each way to use the turn the best attack on a target: at once, after a Move, transformed."""
        best: dict[str, Plan] = {}

        def weigh(manner: str, plan: Plan) -> None:
            if manner not in best or plan.chance > best[manner].chance:
                best[manner] = plan

        for verb, plan in self._plans(self.state, target, None, self.here):
            weigh(verb, plan)
        for verb, plan in self._boosted(target):
            weigh(verb, plan)
        for endings in self.places.values():
            for place, after in endings:
                for verb, plan in self._plans(after, target, self.move(place), place):
                    weigh(f"{MOVE}:{verb}", plan)
        for change in Transform.legal(Scene(self.state)):
            after = self.state.apply(self.seat, change).state
            piece = after.pieces[self.unit]
            if piece.present and after.to_move == self.seat:
                place = Place(piece.hex, piece.facing, piece.layer, piece.stance)
                for verb, plan in self._plans(after, target, change, place):
                    weigh(f"{change.mode}:{verb}", plan)
        return best
