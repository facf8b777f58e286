"""Extinguish Fire: one fire in an adjacent hex (HX-ABL-EXT)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.events import Did
from flagfall.hexes.scene import Scene


class Extinguish(Act, frozen=True, tag="extinguish"):
    """Put a fire out; its smoke goes at the end of the next full round. Written ``extinguish 0507``."""

    at: str

    verb: ClassVar[str] = "extinguish"

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
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

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Put the fire out."""
        hex = scene.hex(self.at)
        until = draft.state.round + 1
        draft.set_marks(
            fires=tuple(fire for fire in draft.state.fires if fire != hex),
            smoke=tuple(
                mark._replace(fire=-1, until=until) if mark.fire == hex else mark
                for mark in draft.state.smoke
            ),
        )
        draft.tell(Did(unit=draft.unit, verb="extinguish", hex=hex))
