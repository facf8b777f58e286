"""Command: the leader gives an ally two free actions (HX-ABL-CMD)."""

from __future__ import annotations

from typing import ClassVar

from flagfall.hexes.abilities.free_actions import FreeActions
from flagfall.hexes.scene import Scene


def leader(scene: Scene) -> int:
    """The first of the chain who is operational, on the map and under own control, or -1."""
    for number in scene.state.chains[scene.seat]:
        piece = scene.field.pieces[number]
        if piece.present and piece.seat == piece.owner == scene.seat:
            return number
    return -1


class Command(FreeActions, frozen=True, tag="command"):
    """Give two free actions, to be taken now; only the current leader may."""

    verb: ClassVar[str] = "command"
    rule: ClassVar[str] = "HX-ABL-CMD"
    actions: ClassVar[int] = 2

    @classmethod
    def able(cls, scene: Scene) -> bool:
        """Whether the acting unit has the ability and leads."""
        return super().able(scene) and leader(scene) == scene.unit
