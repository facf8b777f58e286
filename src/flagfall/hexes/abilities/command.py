"""Command: the leader gives an ally two free actions (HX-ABL-CMD)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction
from flagfall.hexes.acts import Act, Scene
from flagfall.hexes.events import Did

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play


def leader(scene: Scene) -> int:
    """The first of the chain who is operational, on the map and under own control, or -1."""
    for number in scene.state.chains[scene.seat]:
        piece = scene.field.pieces[number]
        if piece.present and piece.seat == piece.owner == scene.seat:
            return number
    return -1


def used(scene: Scene, ability: str) -> str:
    """The rule that forbids a free-action ability now, or nothing (HX-SEQ-10)."""
    if scene.frame.free or f"{scene.unit}:{ability}" in scene.state.used:
        return "HX-SEQ-10"
    return ""


def may_receive(scene: Scene, number: int) -> bool:
    """Whether a unit can be given free actions: another ally on the map (AMB-51)."""
    piece = scene.field.pieces[number]
    return number != scene.unit and piece.seat == scene.seat and piece.present


class Command(Act, frozen=True, tag="command"):
    """Give two free actions, to be taken now."""

    unit: str

    verb: ClassVar[str] = "command"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Command]:
        """Every ally, for the leader."""
        if not _refused(scene):
            for number, piece in scene.allies():
                if may_receive(scene, number):
                    yield cls(piece.key)

    def check(self, scene: Scene) -> None:
        """Only the current leader, once a round, not inside free actions, to another ally on the map."""
        rule = _refused(scene)
        if rule:
            raise IllegalAction(rule, unit=scene.me.key)
        if not may_receive(scene, scene.number(self.unit)):
            raise IllegalAction("HX-ABL-CMD", unit=self.unit)

    def perform(self, play: Play) -> None:
        """Open the ally's actions."""
        number = Scene(play.before).number(self.unit)
        play.state.used = tuple(sorted((*play.state.used, f"{play.unit}:command")))
        play.tell(Did(unit=play.unit, verb="command", target=number))
        play.push(number, 2)

    @classmethod
    def read(cls, words: Sequence[str]) -> Command:
        """``command UNIT``."""
        _, unit = words
        return cls(unit)

    def __str__(self) -> str:
        return f"command {self.unit}"


def _refused(scene: Scene) -> str:
    if not scene.has("command") or scene.me.carrier >= 0 or leader(scene) != scene.unit:
        return "HX-ABL-CMD"
    return used(scene, "command")
