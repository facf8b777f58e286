"""What a planning player would do with the acting unit, and the numbers that speak for it."""

from __future__ import annotations

import random

import msgspec

from flagfall.bots.base import Clock
from flagfall.bots.hexes.planner import HexPlanner
from flagfall.hexes.game import HexAction, HexGame
from flagfall.hexes.view import HexView

CHARACTER = "dutiful"
"""Whose advice it is: one that never forgets what the scenario is about."""
CLOCK = Clock(move=20.0)
"""The search ends by itself long before; this is for a machine that is very busy."""


class HexHint(msgspec.Struct, frozen=True):
    """The first action of the best plan, and the numbers that a page puts into words (`PlanSummary`)."""

    action: HexAction
    kind: str
    """``attack``, ``move-attack``, ``attack-move``, ``move``, ``transform``, ``stay`` or an act's verb."""
    target: int = -1
    """The unit that is attacked or helped."""
    gain: float = 0.0
    """What it brings on average, in points."""
    place: float = 0.0
    """How much better the place at the end is than the one now."""
    kill: float = 0.0
    """How likely the target falls."""
    loss: float = 0.0
    """What the enemy may do to the unit at the end, in points."""


def hint(game: HexGame, view: HexView) -> HexHint | None:
    """What to do next with the unit in turn; None where the seat of the view has no turn.

    The view is all it knows: legal actions are the same in every world that fits it.
    """
    if view.table.phase != "play":
        return None
    legal = game.determinize(view, random.Random(0)).legal(view.seat)
    if not legal:
        return None
    player = HexPlanner(game.under(view.options.revision), view.seat, params={"personality": CHARACTER})
    first = player.choose(view, legal, CLOCK)
    why = player.summary
    if why is None:
        return HexHint(first, "stay")
    return HexHint(
        first,
        why.kind,
        why.target,
        round(why.gain, 1),
        round(why.place, 1),
        round(why.kill, 3),
        round(why.loss, 1),
    )
