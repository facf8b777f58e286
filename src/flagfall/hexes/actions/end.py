"""Ending a turn with actions to spare (HX-SEQ-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.scene import Scene


class End(Act, frozen=True, tag="end"):
    """Do no more in this turn; unused free actions are lost (HX-SEQ-10)."""

    verb: ClassVar[str] = "end"

    def price(self) -> int:
        """No action."""
        return 0

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """The one way to end a turn; always there."""
        yield cls()

    def check(self, scene: Scene) -> None:
        """Nothing stands against it."""

    def perform(self, draft: Draft, scene: Scene) -> None:
        """End the turn."""
        draft.stop()
