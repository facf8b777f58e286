"""Cloak: not to be targeted, and no attack from under it (HX-ABL-CLK)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction
from flagfall.hexes.acts import Act, Scene
from flagfall.hexes.events import Did

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play


class Cloak(Act, frozen=True, tag="cloak"):
    """Become invisible."""

    verb: ClassVar[str] = "cloak"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Cloak]:
        """One, for a unit that can and is not."""
        if scene.has("cloak") and not scene.me.cloaked and scene.me.carrier < 0:
            yield cls()

    def check(self, scene: Scene) -> None:
        """The ability, and not cloaked yet."""
        scene.refuse_unless("cloak", "HX-ABL-CLK")
        if scene.me.cloaked:
            raise IllegalAction("HX-ABL-CLK", unit=scene.me.key)

    def perform(self, play: Play) -> None:
        """Cloak."""
        play.tell(Did(unit=play.unit, verb="cloak"))
        play.set(play.unit, cloaked=True)

    @classmethod
    def read(cls, words: Sequence[str]) -> Cloak:
        """``cloak``."""
        (_,) = words
        return cls()

    def __str__(self) -> str:
        return "cloak"


class Uncloak(Act, frozen=True, tag="uncloak"):
    """Become visible again: another action of the same kind."""

    verb: ClassVar[str] = "uncloak"

    def slot(self, scene: Scene) -> str:
        """The ability is one kind, whichever way it goes."""
        return "cloak"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Uncloak]:
        """One, for a unit that is cloaked."""
        if scene.me.cloaked:
            yield cls()

    def check(self, scene: Scene) -> None:
        """It has to be cloaked."""
        if not scene.me.cloaked:
            raise IllegalAction("HX-ABL-CLK", unit=scene.me.key)

    def perform(self, play: Play) -> None:
        """Uncloak."""
        play.set(play.unit, cloaked=False)
        play.tell(Did(unit=play.unit, verb="uncloak", hex=play.me.hex))

    @classmethod
    def read(cls, words: Sequence[str]) -> Uncloak:
        """``uncloak``."""
        (_,) = words
        return cls()

    def __str__(self) -> str:
        return "uncloak"
