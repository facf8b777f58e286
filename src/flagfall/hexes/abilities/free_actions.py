"""Free actions: an ability gives an ally actions that are taken at once (HX-SEQ-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.turns import spent
from flagfall.hexes.events import Did
from flagfall.hexes.scene import Scene


class FreeActions(Act, frozen=True):
    """Give an ally free actions; the verb is the name of the ability. Written ``command UNIT``."""

    unit: str

    rule: ClassVar[str]
    """The rule of the ability."""
    actions: ClassVar[int]
    """How many actions it gives."""

    @classmethod
    def able(cls, scene: Scene) -> bool:
        """Whether the acting unit has the ability, on the map."""
        return scene.has(cls.verb) and scene.me.carrier < 0

    @classmethod
    def refused(cls, scene: Scene) -> str:
        """The rule that forbids it now, or nothing: once a round, not inside free actions (HX-SEQ-10)."""
        if not cls.able(scene):
            return cls.rule
        if scene.frame.free or f"{scene.unit}:{cls.verb}" in scene.state.used:
            return "HX-SEQ-10"
        return ""

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """One for every ally."""
        if not cls.refused(scene):
            for number, piece in scene.allies():
                if may_receive(scene, number):
                    yield cls(piece.key)

    def check(self, scene: Scene) -> None:
        """Once a round, not inside free actions, to another ally on the map."""
        rule = self.refused(scene)
        if rule:
            raise IllegalAction(rule, unit=scene.me.key)
        if not may_receive(scene, scene.number(self.unit)):
            raise IllegalAction(self.rule, unit=self.unit)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Open the ally's actions."""
        number = scene.number(self.unit)
        draft.state.used = tuple(sorted((*draft.state.used, f"{draft.unit}:{self.verb}")))
        draft.tell(Did(unit=draft.unit, verb=self.verb, target=number))
        if draft.state.options.to_the_letter and draft.pieces[number].ducked:  # HX-OPT-5
            draft.set(number, ducked=False)
        draft.push(number, self.actions)


def may_receive(scene: Scene, number: int) -> bool:
    """Whether a unit can be given free actions: another ally on the map (AMB-51) that takes part yet.

    One that was combined or separated in this round does not (HX-SEQ-6), nor one that has sprinted or aimed
    carefully (HX-OPT-1, HX-OPT-2).
    """
    piece = scene.field.pieces[number]
    if number == scene.unit or piece.seat != scene.seat or not piece.present:
        return False
    return not piece.waiting and not spent(scene.state.used, number)
