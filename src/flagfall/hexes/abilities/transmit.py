"""Transmit: an ally gets one free action (HX-ABL-TRM)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction
from flagfall.hexes.abilities.command import may_receive, used
from flagfall.hexes.acts import Act, Scene
from flagfall.hexes.events import Did

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play


class Transmit(Act, frozen=True, tag="transmit"):
    """Give one free action, to be taken now."""

    unit: str

    verb: ClassVar[str] = "transmit"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Transmit]:
        """Every ally."""
        if scene.has("transmit") and scene.me.carrier < 0 and not used(scene, "transmit"):
            for number, piece in scene.allies():
                if may_receive(scene, number):
                    yield cls(piece.key)

    def check(self, scene: Scene) -> None:
        """Once a round, not inside free actions, to another ally on the map."""
        scene.refuse_unless("transmit", "HX-ABL-TRM")
        rule = used(scene, "transmit")
        if rule:
            raise IllegalAction(rule, unit=scene.me.key)
        if not may_receive(scene, scene.number(self.unit)):
            raise IllegalAction("HX-ABL-TRM", unit=self.unit)

    def perform(self, play: Play) -> None:
        """Open the ally's action."""
        number = Scene(play.before).number(self.unit)
        play.state.used = tuple(sorted((*play.state.used, f"{play.unit}:transmit")))
        play.tell(Did(unit=play.unit, verb="transmit", target=number))
        play.push(number, 1)

    @classmethod
    def read(cls, words: Sequence[str]) -> Transmit:
        """``transmit UNIT``."""
        _, unit = words
        return cls(unit)

    def __str__(self) -> str:
        return f"transmit {self.unit}"
