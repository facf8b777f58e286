"""Shield: a field around the unit alone, or one that stops weapons over seven hexes (HX-ABL-SHD)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction, Unreadable
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.events import Did
from flagfall.hexes.scene import Scene

FIELDS = ("self", "weapon")


class Shield(Act, frozen=True, tag="shield"):
    """Raise a field, or keep the one that is up; it drops after a turn of the unit without this."""

    field: str

    verb: ClassVar[str] = "shield"

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """A shield of either field, if the unit has the ability and is not carried."""
        if scene.has("shield") and scene.me.carrier < 0:
            for field in FIELDS:
                yield cls(field)

    def check(self, scene: Scene) -> None:
        """The ability, and one of the two fields."""
        scene.refuse_unless("shield", "HX-ABL-SHD")
        if self.field not in FIELDS:
            raise IllegalAction("HX-ABL-SHD", field=self.field)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Raise or keep it."""
        draft.set(draft.unit, shield=self.field, kept=True)
        draft.tell(Did(unit=draft.unit, verb=f"shield-{self.field}"), draft.unit)

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """``shield self`` or ``shield weapon``."""
        _, field = words
        if field not in FIELDS:
            raise Unreadable("act.shield")
        return cls(field)

    def __str__(self) -> str:
        return f"shield {self.field}"
