"""The luck of a game: what attacks did, and what they should have done on average."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flagfall.core.protocol import Action
from flagfall.hexes.analysis.overlays import attack_of
from flagfall.hexes.events import Attacked, Struck
from flagfall.hexes.position import HexPosition
from flagfall.hexes.rules.attacks import PHYSICAL, WEAPON, damage_odds
from flagfall.hexes.scene import Scene


class Luck(msgspec.Struct):
    """What one side's attacks did, and what they should have done on average."""

    attacks: int = 0
    hits: int = 0
    due_hits: float = 0.0
    damage: int = 0
    due_damage: float = 0.0


def luck(steps: Sequence[tuple[HexPosition, Action, Sequence[object]]]) -> tuple[Luck, Luck]:
    """The luck of both sides: the dice of every attack on a unit against the odds of that moment."""
    found = (Luck(), Luck())
    for before, action, events in steps:
        if before.phase != "play":
            continue
        scene = Scene(before)
        attack = attack_of(scene, action)
        told = next((event for event in events if isinstance(event, Attacked)), None)
        if attack is None or told is None or attack.unit < 0:
            continue
        odds = damage_odds(before.field(), attack)
        mine = found[scene.seat]
        mine.attacks += 1
        mine.hits += told.hit
        mine.due_hits += odds.chance_to_hit
        mine.due_damage += odds.mean
        causes = (WEAPON, PHYSICAL)
        mine.damage += sum(
            event.damage
            for event in events
            if isinstance(event, Struck) and event.unit == attack.unit and event.cause in causes
        )
    return found
