"""Demolish: a physical attack on a construct with double damage (HX-ABL-DEM)."""

from __future__ import annotations

from typing import ClassVar

from flagfall.hexes.actions.attack import CONSTRUCT_WORD, FrontAbility
from flagfall.hexes.rules.attacks import DEMOLISH, Attack, front_attack
from flagfall.hexes.rules.field import Field


class Demolish(FrontAbility, frozen=True, tag="demolish"):
    """Tear at the construct in front."""

    verb: ClassVar[str] = "demolish"
    rule: ClassVar[str] = "HX-ABL-DEM"

    def attack(self, field: Field, unit: int) -> Attack | None:
        """A physical attack on the construct in front."""
        return front_attack(field, unit, DEMOLISH, CONSTRUCT_WORD)
