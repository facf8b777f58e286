"""Repair: hit points for the unit itself or one next to it (HX-ABL-REP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.events import Did
from flagfall.hexes.scene import Scene
from flagfall.hexes.units.pieces import PLAY, WRECK


class Repair(Act, frozen=True, tag="repair"):
    """Give a unit hit points, as many as the repairer's Skill. Written ``repair UNIT``."""

    unit: str

    verb: ClassVar[str] = "repair"

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """The unit itself and every damaged ally around, wrecks too."""
        if scene.has("repair") and scene.me.hex >= 0:
            for number, piece in enumerate(scene.field.pieces):
                if not _refused(scene, number):
                    yield cls(piece.key)

    def check(self, scene: Scene) -> None:
        """The ability, and a damaged ally in reach and in the same layer."""
        scene.refuse_unless("repair", "HX-ABL-REP")
        if _refused(scene, scene.number(self.unit)):
            raise IllegalAction("HX-ABL-REP", unit=self.unit)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Repair, not above the maximum; a wreck comes back with its card next round."""
        number = scene.number(self.unit)
        piece = draft.pieces[number]
        hp = min(draft.field.max_hp(number), piece.hp + draft.field.skill(draft.unit))
        draft.set(number, hp=hp, waiting=1 if piece.status == WRECK else piece.waiting)
        draft.tell(Did(unit=draft.unit, verb="repair", target=number, amount=hp - piece.hp), draft.unit)


def _refused(scene: Scene, number: int) -> bool:
    field, piece = scene.field, scene.field.pieces[number]
    if piece.seat != scene.seat or piece.hex < 0 or piece.status not in (PLAY, WRECK):
        return True
    if field.sheet(number).people or piece.hp >= field.max_hp(number):
        return True
    if number == scene.unit:
        return False
    return piece.layer != scene.me.layer or field.board.grid.distance(scene.me.hex, piece.hex) != 1
