"""Control: a physical attack that takes the target over instead of harming it (HX-ABL-CTL)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions.attack import front, refuse
from flagfall.hexes.acts import Act, Scene
from flagfall.hexes.events import Did
from flagfall.hexes.rules.harm import part, resolve
from flagfall.hexes.rules.hit import CONTROL, to_hit

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play


class Control(Act, frozen=True, tag="control"):
    """Try to take control of the unit in front."""

    verb: ClassVar[str] = "control"

    def slot(self, scene: Scene) -> str:
        """The Attack slot, unless agreed otherwise (HX-SEQ-4)."""
        return "attack" if scene.state.options.attack_abilities_share_slot else "control"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Control]:
        """One, if the unit in front can be struck."""
        if scene.has("control"):
            attack = front(scene, CONTROL)
            if attack is not None and to_hit(scene.field, attack).legal:
                yield cls()

    def check(self, scene: Scene) -> None:
        """A physical attack on the unit in front has to be possible."""
        scene.refuse_unless("control", "HX-ABL-CTL")
        attack = front(scene, CONTROL)
        if attack is None:
            raise IllegalAction("HX-ATK-3")
        refuse(scene, attack)

    def perform(self, play: Play) -> None:
        """A hit does no damage; then the die has to beat the target's Endurance."""
        attack = front(Scene(play.before), CONTROL)
        if attack is None or not resolve(play, attack):
            return
        target = attack.unit
        if play.roll("control", play.unit) > play.field.endurance(target):
            play.set(target, seat=play.me.seat, controller=play.unit)
            play.tell(Did(unit=play.unit, verb="control", target=target))
            part(play, target)

    @classmethod
    def read(cls, words: Sequence[str]) -> Control:
        """``control``."""
        (_,) = words
        return cls()

    def __str__(self) -> str:
        return "control"
