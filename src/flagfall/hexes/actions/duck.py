"""Duck and Cover: Endurance doubled until the unit's next turn (HX-OPT-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.events import Did
from flagfall.hexes.scene import Scene


class Duck(Act, frozen=True, tag="duck"):
    """Spend both actions on nothing but cover."""

    verb: ClassVar[str] = "duck"

    def price(self) -> int:
        """Both actions."""
        return 2

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """One, where the option is on."""
        if scene.state.options.duck_and_cover and scene.me.carrier < 0:
            yield cls()

    def check(self, scene: Scene) -> None:
        """It has to be agreed before the game, and done on the map."""
        if not scene.state.options.duck_and_cover or scene.me.carrier >= 0:
            raise IllegalAction("HX-OPT-5")

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Double the unit's Endurance until its next turn."""
        draft.set(draft.unit, ducked=True)
        draft.tell(Did(unit=draft.unit, verb="duck"), draft.unit)
