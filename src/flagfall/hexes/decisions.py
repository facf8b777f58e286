"""Who has to decide what: a turn, a deployment, a force, a chain of command."""

from __future__ import annotations

import random

from flagfall.core.protocol import Action, Decision
from flagfall.hexes.actions.act import affordable
from flagfall.hexes.actions.end import End
from flagfall.hexes.all_acts import KINDS
from flagfall.hexes.maps.geometry import DIRECTIONS
from flagfall.hexes.position import HexPosition
from flagfall.hexes.scene import Scene
from flagfall.hexes.setup import (
    MOST_UNITS,
    Chain,
    Deploy,
    Muster,
    candidates,
    deployment,
    modes_for,
    must_write,
    to_deploy,
)


class TurnDecision(Decision):
    """A seat has to act with a unit, or to end its turn."""

    __slots__ = ("seat", "state", "unit")

    def __init__(self, state: HexPosition) -> None:
        self.state = state
        self.unit = state.actor
        self.seat = state.to_move

    def sample(self, rng: random.Random) -> Action:
        """A random kind of action and a random one of that kind; the end of the turn if nothing else."""
        scene = Scene(self.state)
        order = [kind for kind in KINDS if kind is not End]
        rng.shuffle(order)
        for kind in order:
            act = kind.sample(scene, rng)
            if act is not None and affordable(scene, act):
                return act
        return End()


class DeployDecision(Decision):
    """A seat has to put one of its units on the map."""

    __slots__ = ("seat", "state", "units")

    def __init__(self, state: HexPosition) -> None:
        self.state = state
        self.seat = state.deploying
        self.units = tuple(state.pieces[number].key for number in to_deploy(state.pieces, self.seat))
        """The units to choose from."""

    def hexes(self, unit: str, mode: int = 0) -> list[str]:
        """The hexes where a unit may go in a mode."""
        number = next(n for n, piece in enumerate(self.state.pieces) if piece.key == unit)
        return [self.state.board.label(hex) for hex in deployment(self.state, number, mode)]

    def modes(self, unit: str) -> list[int]:
        """The modes in which a unit may begin."""
        return modes_for(self.state, next(piece for piece in self.state.pieces if piece.key == unit))

    def sample(self, rng: random.Random) -> Action:
        """A random unit at a random place."""
        unit = rng.choice(self.units)
        modes = self.modes(unit)
        mode = rng.choice(modes)
        return Deploy(unit, rng.choice(self.hexes(unit, mode)), rng.choice(DIRECTIONS), mode)


class MusterDecision(Decision):
    """A seat has to choose its force by points."""

    __slots__ = ("choices", "points", "price", "seat")

    def __init__(self, state: HexPosition, seat: int) -> None:
        self.seat = seat
        self.points = state.game.scenario.sides[seat].points or 0
        self.choices = state.game.choices(seat)
        """The units that may be chosen, with what each costs."""
        self.price = state.game.price

    def sample(self, rng: random.Random) -> Action:
        """A random force that spends most of the points."""
        chosen: list[str] = []
        for unit in rng.sample(sorted(self.choices), len(self.choices)):
            if len(chosen) < MOST_UNITS and self.price([*chosen, unit]) <= self.points:
                chosen.append(unit)
        return Muster(tuple(chosen))


class ChainDecision(Decision):
    """A seat has to write its chain of command."""

    __slots__ = ("seat", "units")

    def __init__(self, state: HexPosition, seat: int) -> None:
        self.seat = seat
        self.units = tuple(state.pieces[number].key for number in candidates(state, state.pieces, seat))
        """All that have to be in it."""

    def sample(self, rng: random.Random) -> Action:
        """A random order."""
        return Chain(tuple(rng.sample(self.units, len(self.units))))


def pending(state: HexPosition) -> tuple[Decision, ...]:
    """Who has to decide what now."""
    if state.result is not None:
        return ()
    if state.phase == "muster":
        return tuple(MusterDecision(state, seat) for seat in (0, 1) if state.musters[seat] is None)
    if state.phase == "chain":
        return tuple(ChainDecision(state, s) for s in (0, 1) if must_write(state, state.pieces, s))
    if state.phase == "deploy":
        return (DeployDecision(state),)
    return (TurnDecision(state),)
