"""Repair: hit points for oneself or a unit next to one (HX-ABL-REP)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction
from flagfall.hexes.acts import Act, Scene
from flagfall.hexes.events import Did
from flagfall.hexes.units.pieces import PLAY, WRECK

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play


class Repair(Act, frozen=True, tag="repair"):
    """Give a unit hit points, as many as the repairer's Skill."""

    unit: str

    verb: ClassVar[str] = "repair"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Repair]:
        """Oneself and every damaged ally around, wrecks too."""
        if scene.has("repair") and scene.me.hex >= 0:
            for number, piece in enumerate(scene.field.pieces):
                if not _refused(scene, number):
                    yield cls(piece.key)

    def check(self, scene: Scene) -> None:
        """The ability, and a damaged ally in reach and in the same layer."""
        scene.refuse_unless("repair", "HX-ABL-REP")
        if _refused(scene, scene.number(self.unit)):
            raise IllegalAction("HX-ABL-REP", unit=self.unit)

    def perform(self, play: Play) -> None:
        """Repair, not above the maximum; a wreck comes back with its card next round."""
        number = Scene(play.before).number(self.unit)
        piece = play.pieces[number]
        hp = min(play.field.max_hp(number), piece.hp + play.field.skill(play.unit))
        play.set(number, hp=hp, waiting=1 if piece.status == WRECK else piece.waiting)
        play.tell(Did(unit=play.unit, verb="repair", target=number, amount=hp - piece.hp), play.unit)

    @classmethod
    def read(cls, words: Sequence[str]) -> Repair:
        """``repair UNIT``."""
        _, unit = words
        return cls(unit)

    def __str__(self) -> str:
        return f"repair {self.unit}"


def _refused(scene: Scene, number: int) -> bool:
    field, piece = scene.field, scene.field.pieces[number]
    if piece.seat != scene.seat or piece.hex < 0 or piece.status not in (PLAY, WRECK):
        return True
    if field.sheet(number).people or piece.hp >= field.max_hp(number):
        return True
    if number == scene.unit:
        return False
    return piece.layer != scene.me.layer or field.board.grid.distance(scene.me.hex, piece.hex) != 1
