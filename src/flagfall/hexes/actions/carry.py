"""Picking up and setting down: small ones, guns, Nebulons (HX-ATT-6, HX-ATT-7, HX-NEB-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.events import Did
from flagfall.hexes.maps.terrain import OFF
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.scene import Scene
from flagfall.hexes.units.pieces import AIR, GROUND, PLAY, STANDING


def _hands(scene: Scene) -> bool:
    """Whether the acting unit can hold anything: on the map, neither people nor in somebody's hand itself."""
    return not (
        scene.me.hex < 0 or scene.field.sheet(scene.unit).people or scene.has("small") or scene.has("gun")
    )


class PickUp(Act, frozen=True, tag="pickup"):
    """Take up something small from the same or an adjacent hex; no roll. Written ``pickup UNIT``."""

    unit: str

    verb: ClassVar[str] = "pickup"

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """Everything small within reach."""
        if _hands(scene):
            for number, piece in enumerate(scene.field.pieces):
                if not _not_taken(scene, number):
                    yield cls(piece.key)

    def check(self, scene: Scene) -> None:
        """It has to be small enough, near, and in the same layer."""
        rule = "HX-ATT-7" if not _hands(scene) else _not_taken(scene, scene.number(self.unit))
        if rule:
            raise IllegalAction(rule, unit=self.unit)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """The unit carries the other one from now on."""
        number = scene.number(self.unit)
        draft.give_away(draft.unit)
        draft.set(number, hex=-1, carrier=draft.unit, layer=GROUND, stance=STANDING, shield="")
        draft.tell(Did(unit=draft.unit, verb="pickup", target=number), draft.unit)


def _not_taken(scene: Scene, number: int) -> str:
    """The rule that keeps a unit from being picked up, or nothing."""
    field, piece = scene.field, scene.field.pieces[number]
    if number == scene.unit or piece.status != PLAY or piece.hex < 0 or piece.cloaked:
        return "HX-ATT-7"
    if field.board.grid.distance(scene.me.hex, piece.hex) > 1 or piece.layer != scene.me.layer:
        return "HX-ATT-7"
    if field.has(number, "small"):
        return ""
    if piece.seat != scene.seat:
        return "HX-ATT-7"
    if field.has(number, "gun"):
        return ""
    if not field.sheet(number).is_nebulon or scene.has("transport"):
        return "HX-ATT-7"
    held = (
        other
        for other, one in enumerate(field.pieces)
        if one.carrier == scene.unit and field.sheet(other).is_nebulon
    )
    return "HX-NEB-4" if any(True for _ in held) else ""


class SetDown(Act, frozen=True, tag="setdown"):
    """Put down something carried in the hand, in an adjacent free hex. Written ``setdown UNIT 0507``."""

    unit: str
    at: str

    verb: ClassVar[str] = "setdown"

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """Everything in the hand, everywhere around."""
        if scene.me.hex < 0:
            return
        for number, piece in enumerate(scene.field.pieces):
            if piece.carrier == scene.unit:
                for hex in scene.neighbours():
                    if not _not_put(scene, number, hex):
                        yield cls(piece.key, scene.label(hex))

    def check(self, scene: Scene) -> None:
        """It has to be in the hand, and the hex next to the unit, free and fit for it."""
        rule = (
            "HX-ATT-7" if scene.me.hex < 0 else _not_put(scene, scene.number(self.unit), scene.hex(self.at))
        )
        if rule:
            raise IllegalAction(rule, unit=self.unit, hex=self.at)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Put it down; if somebody unseen is there, they are found instead (HX-ABL-CLK)."""
        number, hex = scene.number(self.unit), scene.hex(self.at)
        draft.give_away(draft.unit)
        layer = draft.me.layer
        met = (draft.field.air if layer == AIR else draft.field.ground).get(hex, -1)
        if met >= 0:
            draft.reveal(met)
            return
        draft.set(number, hex=hex, carrier=-1, facing=draft.me.facing, layer=layer)
        draft.tell(Did(unit=draft.unit, verb="setdown", target=number, hex=hex), draft.unit)


def _not_put(scene: Scene, number: int, hex: int) -> str:
    """The rule that keeps a carried unit from being put in a hex, or nothing."""
    field = scene.field
    mode = field.mode(number)
    in_hand = mode.has("small") or mode.has("gun") or field.sheet(number).is_nebulon
    if field.pieces[number].carrier != scene.unit or not in_hand:
        return "HX-ATT-7"
    if hex not in scene.neighbours() or not field.free(hex, scene.me.layer):
        return "HX-ATT-7"
    if scene.me.layer == AIR:
        return "" if mode.flies and field.board.cells[hex].terrain != OFF else "HX-ATT-7"
    return "" if costs(field.board, profile(field, number)).stands(hex) else "HX-TRF-3"
