"""Demolish: a physical attack on a construct with double damage (HX-ABL-DEM)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions.attack import front, refuse
from flagfall.hexes.acts import Act, Scene
from flagfall.hexes.rules.harm import resolve
from flagfall.hexes.rules.hit import DEMOLISH, to_hit

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play


class Demolish(Act, frozen=True, tag="demolish"):
    """Tear at the construct in front."""

    verb: ClassVar[str] = "demolish"

    def slot(self, scene: Scene) -> str:
        """The Attack slot, unless agreed otherwise (HX-SEQ-4)."""
        return "attack" if scene.state.options.attack_abilities_share_slot else "demolish"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Demolish]:
        """One, if a construct is in front."""
        if scene.has("demolish"):
            attack = front(scene, DEMOLISH, "construct")
            if attack is not None and to_hit(scene.field, attack).legal:
                yield cls()

    def check(self, scene: Scene) -> None:
        """A construct has to be in front, within reach of the hands."""
        scene.refuse_unless("demolish", "HX-ABL-DEM")
        attack = front(scene, DEMOLISH, "construct")
        if attack is None:
            raise IllegalAction("HX-ATK-3")
        refuse(scene, attack)

    def perform(self, play: Play) -> None:
        """Strike it."""
        attack = front(Scene(play.before), DEMOLISH, "construct")
        if attack is not None:
            resolve(play, attack)

    @classmethod
    def read(cls, words: Sequence[str]) -> Demolish:
        """``demolish``."""
        (_,) = words
        return cls()

    def __str__(self) -> str:
        return "demolish"
