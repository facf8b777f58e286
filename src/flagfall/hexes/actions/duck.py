"""Duck and Cover: Endurance doubled until the unit's next turn (HX-OPT-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction
from flagfall.hexes.acts import Act, Scene
from flagfall.hexes.events import Did

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play


class Duck(Act, frozen=True, tag="duck"):
    """Spend both actions on nothing but cover."""

    verb: ClassVar[str] = "duck"

    def price(self) -> int:
        """Both actions."""
        return 2

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Duck]:
        """One, where the option is on."""
        if scene.state.options.duck_and_cover and scene.me.carrier < 0:
            yield cls()

    def check(self, scene: Scene) -> None:
        """It has to be agreed before the game, and done on the map."""
        if not scene.state.options.duck_and_cover or scene.me.carrier >= 0:
            raise IllegalAction("HX-OPT-5")

    def perform(self, play: Play) -> None:
        """Duck."""
        play.set(play.unit, ducked=True)
        play.tell(Did(unit=play.unit, verb="duck"), play.unit)

    @classmethod
    def read(cls, words: Sequence[str]) -> Duck:
        """``duck``."""
        (_,) = words
        return cls()

    def __str__(self) -> str:
        return "duck"
