"""Extinguish Fire: one fire in an adjacent hex (HX-ABL-EXT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction
from flagfall.hexes.acts import Act, Scene
from flagfall.hexes.events import Did

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play


class Extinguish(Act, frozen=True, tag="extinguish"):
    """Put a fire out; its smoke goes at the end of the next full round."""

    at: str

    verb: ClassVar[str] = "extinguish"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Extinguish]:
        """Every fire around."""
        if scene.has("extinguish"):
            for hex in scene.neighbours():
                if hex in scene.field.fires:
                    yield cls(scene.label(hex))

    def check(self, scene: Scene) -> None:
        """The ability, and a fire next to the unit."""
        scene.refuse_unless("extinguish", "HX-ABL-EXT")
        hex = scene.hex(self.at)
        if hex not in scene.neighbours() or hex not in scene.field.fires:
            raise IllegalAction("HX-ABL-EXT", hex=self.at)

    def perform(self, play: Play) -> None:
        """Put it out."""
        hex = Scene(play.before).hex(self.at)
        until = play.state.round + 1
        play.set_marks(
            fires=tuple(fire for fire in play.state.fires if fire != hex),
            smoke=tuple(
                mark._replace(fire=-1, until=until) if mark.fire == hex else mark for mark in play.state.smoke
            ),
        )
        play.tell(Did(unit=play.unit, verb="extinguish", hex=hex))

    @classmethod
    def read(cls, words: Sequence[str]) -> Extinguish:
        """``extinguish 0507``."""
        _, at = words
        return cls(at)

    def __str__(self) -> str:
        return f"extinguish {self.at}"
