"""Ending a turn with actions to spare (HX-SEQ-3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.hexes.acts import Act, Scene

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play


class End(Act, frozen=True, tag="end"):
    """Do no more in this turn; unused free actions are lost (HX-SEQ-10)."""

    verb: ClassVar[str] = "end"

    def price(self) -> int:
        """Nothing."""
        return 0

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[End]:
        """Always."""
        yield cls()

    def check(self, scene: Scene) -> None:
        """Nothing stands against it."""

    def perform(self, play: Play) -> None:
        """End the turn."""
        play.stop()

    @classmethod
    def read(cls, words: Sequence[str]) -> End:
        """``end``."""
        (_,) = words
        return cls()

    def __str__(self) -> str:
        return "end"
