"""Shield: a field around oneself, or one that stops weapons over seven hexes (HX-ABL-SHD)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction, Unreadable
from flagfall.hexes.acts import Act, Scene
from flagfall.hexes.events import Did

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play

FIELDS = ("self", "weapon")


class Shield(Act, frozen=True, tag="shield"):
    """Raise a field, or keep the one that is up; it drops after an own turn in which this was not done."""

    field: str

    verb: ClassVar[str] = "shield"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Shield]:
        """Both fields."""
        if scene.has("shield") and scene.me.carrier < 0:
            for field in FIELDS:
                yield cls(field)

    def check(self, scene: Scene) -> None:
        """The ability, and one of the two fields."""
        scene.refuse_unless("shield", "HX-ABL-SHD")
        if self.field not in FIELDS:
            raise IllegalAction("HX-ABL-SHD", field=self.field)

    def perform(self, play: Play) -> None:
        """Raise or keep it."""
        play.set(play.unit, shield=self.field, kept=True)
        play.tell(Did(unit=play.unit, verb=f"shield-{self.field}"), play.unit)

    @classmethod
    def read(cls, words: Sequence[str]) -> Shield:
        """``shield self`` or ``shield weapon``."""
        _, field = words
        if field not in FIELDS:
            raise Unreadable("deed.shield")
        return cls(field)

    def __str__(self) -> str:
        return f"shield {self.field}"
