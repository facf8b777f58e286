"""Transformation: one action to any other mode of the sheet (HX-TRF)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction, Unreadable
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.movement import put_weight
from flagfall.hexes.effects.placing import drop, drop_all, let_go, part
from flagfall.hexes.events import Did, Fell
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.scene import Scene
from flagfall.hexes.units.pieces import AIR, GROUND, HOVERING, OUT, PLAY, STANDING
from flagfall.hexes.units.sheets import LEAVES, Mode


class Transform(Act, frozen=True, tag="transform"):
    """Take on another mode, by its number on the sheet."""

    mode: int

    verb: ClassVar[str] = "transform"

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """Every mode that can be taken on here."""
        for mode in range(len(scene.field.sheet(scene.unit).modes)):
            if not _refused(scene, mode):
                yield cls(mode)

    def check(self, scene: Scene) -> None:
        """The mode has to exist, to fit the place, and to be another."""
        rule = _refused(scene, self.mode)
        if rule:
            raise IllegalAction(rule, mode=self.mode)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Transform; what the new mode lacks ends (HX-TRF-3)."""
        unit, me = draft.unit, draft.me
        sheet = draft.field.sheet(unit)
        new = sheet.modes[self.mode]
        stance = HOVERING if me.stance == HOVERING and new.has("vtol") else STANDING
        draft.set(
            unit,
            mode=self.mode,
            stance=stance,
            cloaked=me.cloaked and new.has("cloak"),
            shield=me.shield if new.has("shield") else "",
        )
        draft.tell(Did(unit=unit, verb="transform", amount=self.mode), unit)
        if draft.state.options.to_the_letter and me.stance == HOVERING != stance:  # HX-CON-2: a landing
            put_weight(draft, unit)
            if draft.me.status != PLAY:
                return
        if me.carrier >= 0 and not (new.has("small") or new.has("gun") or _inside(draft)):
            drop(draft, unit, me.carrier)
        _drop_what_no_longer_fits(draft, new)
        _allegiance(draft, sheet.allegiance_by_mode)

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """``transform 1``."""
        _, mode = words
        if not mode.isdecimal():
            raise Unreadable("act.mode")
        return cls(int(mode))

    def __str__(self) -> str:
        return f"transform {self.mode}"


def _inside(draft: Draft) -> bool:
    """Whether the acting unit is inside a transport that still holds its new mode."""
    carrier = draft.me.carrier
    return (
        carrier >= 0
        and draft.field.has(carrier, "transport")
        and 2 * draft.field.mode(draft.unit).height <= draft.field.mode(carrier).height
    )


def _refused(scene: Scene, mode: int) -> str:
    """The rule that forbids a mode here, or nothing."""
    field, me = scene.field, scene.me
    modes = field.sheet(scene.unit).modes
    if not 0 <= mode < len(modes) or mode == me.mode:
        return "HX-TRF-1"
    if field.has(scene.unit, "gun") and scene.frame.free:  # only in its own turn
        return "HX-ATT-6"
    if me.carrier >= 0:
        if not field.has(scene.unit, "small") and not field.has(scene.unit, "gun"):
            room = field.mode(me.carrier).height
            return "" if 2 * modes[mode].height <= room else "HX-TRN-4"
        return ""
    if me.layer == AIR:
        return "" if modes[mode].flies else "HX-AIR-7"
    after = field.but(scene.unit, mode=mode)
    table = costs(field.board, profile(after, scene.unit))
    posture = HOVERING if me.stance == HOVERING and modes[mode].has("vtol") else STANDING
    return "" if table.stands(me.hex, posture) else "HX-TRF-3"


def _drop_what_no_longer_fits(draft: Draft, new: Mode) -> None:
    """Set down guests that the new mode cannot hold (HX-TRN-5)."""
    unit = draft.unit
    if new.has("small") or new.has("gun"):
        drop_all(draft, unit)
        return
    for number, piece in enumerate(draft.pieces):
        if piece.carrier != unit:
            continue
        mode = draft.field.mode(number)
        in_hand = mode.has("small") or mode.has("gun") or draft.field.sheet(number).is_nebulon
        if not in_hand and not (new.has("transport") and 2 * mode.height <= new.height):
            drop(draft, number, unit)


def _allegiance(draft: Draft, served: tuple[str, ...]) -> None:
    """A unit whose allegiance follows its mode changes sides, or leaves the game (HX-UNQ-2)."""
    if not served:
        return
    unit, faction = draft.unit, served[draft.me.mode]
    if faction == LEAVES:
        let_go(draft, unit)
        drop_all(draft, unit)
        draft.set(unit, status=OUT, hex=-1, layer=GROUND, carrier=-1, cloaked=False, shield="")
        draft.tell(Fell(unit=unit, what="removed"))
        return
    for seat, side in enumerate(draft.state.game.scenario.sides):
        if side.faction == faction and seat != draft.me.owner:
            let_go(draft, unit)
            draft.set(unit, owner=seat, seat=seat, controller=-1)
            draft.tell(Fell(unit=unit, what="handed-over"))
            part(draft, unit)
            draft.stop()
