"""Control: a physical attack that takes the target over instead of harming it (HX-ABL-CTL)."""

from __future__ import annotations

from typing import ClassVar

from flagfall.hexes.actions.attack import FrontAbility
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.attack import resolve
from flagfall.hexes.effects.placing import part
from flagfall.hexes.events import Did
from flagfall.hexes.rules.attacks import CONTROL, Attack, front_attack
from flagfall.hexes.rules.field import Field
from flagfall.hexes.scene import Scene


class Control(FrontAbility, frozen=True, tag="control"):
    """Try to take control of the unit in front."""

    verb: ClassVar[str] = "control"
    rule: ClassVar[str] = "HX-ABL-CTL"

    def attack(self, field: Field, unit: int) -> Attack | None:
        """A physical attack on the unit in front."""
        return front_attack(field, unit, CONTROL)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """A hit does no damage; then the die has to beat the target's Endurance."""
        attack = self.attack(scene.field, scene.unit)
        if attack is None or not resolve(draft, attack):
            return
        target = attack.unit
        if draft.roll("control", draft.unit) > draft.field.endurance(target):
            draft.set(target, seat=draft.me.seat, controller=draft.unit)
            draft.tell(Did(unit=draft.unit, verb="control", target=target))
            part(draft, target)
