"""Smoke: both actions for one Move that leaves smoke in every hex (HX-ABL-SMK)."""

from __future__ import annotations

from typing import ClassVar

from flagfall.hexes.actions.move import Travel
from flagfall.hexes.scene import Scene


class SmokeScreen(Travel, frozen=True, tag="smoke", omit_defaults=True):
    """Move and leave smoke; declared at the start of the turn."""

    verb: ClassVar[str] = "smoke"

    def price(self) -> int:
        """Both actions."""
        return 2

    @classmethod
    def able(cls, scene: Scene) -> str:
        """The ability, with nothing done yet in this turn."""
        fresh = scene.frame.left == 2 and not scene.frame.used
        return "" if scene.has("smoke") and fresh and scene.me.carrier < 0 else "HX-ABL-SMK"
