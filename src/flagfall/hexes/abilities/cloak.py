"""Cloak: not to be targeted, and no attack from under it (HX-ABL-CLK)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.events import Did
from flagfall.hexes.scene import Scene


class Cloak(Act, frozen=True, tag="cloak"):
    """Become invisible."""

    verb: ClassVar[str] = "cloak"

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """One, for a unit that can and is not."""
        if scene.has("cloak") and not scene.me.cloaked and scene.me.carrier < 0:
            yield cls()

    def check(self, scene: Scene) -> None:
        """The ability, and not cloaked yet."""
        scene.refuse_unless("cloak", "HX-ABL-CLK")
        if scene.me.cloaked:
            raise IllegalAction("HX-ABL-CLK", unit=scene.me.key)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Make the unit invisible; the others hear of it first."""
        draft.tell(Did(unit=draft.unit, verb="cloak"))
        draft.set(draft.unit, cloaked=True)


class Uncloak(Act, frozen=True, tag="uncloak"):
    """Become visible again: another action of the same kind."""

    verb: ClassVar[str] = "uncloak"

    def slot(self, scene: Scene) -> str:
        """The ability is one kind, whichever way it goes."""
        return "cloak"

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """One, for a unit that is cloaked."""
        if scene.me.cloaked:
            yield cls()

    def check(self, scene: Scene) -> None:
        """It has to be cloaked."""
        if not scene.me.cloaked:
            raise IllegalAction("HX-ABL-CLK", unit=scene.me.key)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Make the unit visible, and tell where it is."""
        draft.set(draft.unit, cloaked=False)
        draft.tell(Did(unit=draft.unit, verb="uncloak", hex=draft.me.hex))
