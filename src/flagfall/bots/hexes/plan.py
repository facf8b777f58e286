"""A plan for a turn of the hex game, the numbers that speak for it, and the ends of a Move as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from flagfall.bots.hexes.board_arrays import Row
from flagfall.bots.hexes.values.danger import Pose
from flagfall.core import Action
from flagfall.hexes.rules.attacks import Attack


class PlannedAttack(NamedTuple):
    """The attack of a plan: what it brings, its target, and how likely the target falls."""

    gain: float = 0.0
    unit: int = -1
    hex: int = -1
    kill: float = 0.0
    damage: tuple[int, ...] = ()
    """How likely it does 0, 1, 2 ... damage, in parts of `flagfall.hexes.rules.attacks.TOTAL`."""
    attack: Attack | None = None


class PlanSummary(NamedTuple):
    """Why a plan was chosen, in numbers: for hints, which find the words."""

    kind: str
    """``attack``, ``move-attack``, ``attack-move``, ``move``, ``transform``, ``stay`` or an act's verb."""
    gain: float = 0.0
    """What attacks and acts bring on average, in points."""
    place: float = 0.0
    """How much better the place at the end is than the one now."""
    target: int = -1
    """The unit that is attacked or helped."""
    kill: float = 0.0
    """How likely the target falls."""
    loss: float = 0.0
    """What the enemy may do to the unit at the end, in points."""


class Plan(NamedTuple):
    """What to do in a turn."""

    value: float
    first: Action
    summary: PlanSummary
    end: Pose
    hex: int
    facing: int
    planned: PlannedAttack = PlannedAttack()
    """The attack of the plan, whenever it comes."""
    calm: float = 0.0
    """Its value but for its attack and for what the enemy may do."""


class Places(NamedTuple):
    """Ends of a Move, as rows, with the actions that lead there (none for what comes second in a plan)."""

    actions: tuple[Action, ...]
    hexes: Row
    facings: Row
    layers: Row
    stances: Row


def places_of(actions: tuple[Action, ...], rows: Sequence[tuple[int, int, int, int]]) -> Places:
    """Places from rows of hex, facing, layer and stance."""
    table = np.array(rows, np.int64).reshape(-1, 4)
    return Places(actions, table[:, 0], table[:, 1], table[:, 2], table[:, 3])
