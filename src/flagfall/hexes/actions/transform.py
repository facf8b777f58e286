"""Transformation: one action to any other mode of the sheet (HX-TRF)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction, Unreadable
from flagfall.hexes.acts import Act, Scene
from flagfall.hexes.events import Did, Fell
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.rules.harm import drop, drop_all, let_go, part
from flagfall.hexes.units.pieces import AIR, GROUND, HOVERING, OUT, STANDING
from flagfall.hexes.units.sheets import Mode

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play

LEAVES = "leaves"


class Transform(Act, frozen=True, tag="transform"):
    """Take on another mode, by its number on the sheet."""

    mode: int

    verb: ClassVar[str] = "transform"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Transform]:
        """Every mode that can be taken on here."""
        for mode in range(len(scene.field.sheet(scene.unit).modes)):
            if not _refused(scene, mode):
                yield cls(mode)

    def check(self, scene: Scene) -> None:
        """The mode has to exist, to fit the place, and to be another."""
        rule = _refused(scene, self.mode)
        if rule:
            raise IllegalAction(rule, mode=self.mode)

    def perform(self, play: Play) -> None:
        """Transform; what the new mode lacks ends (HX-TRF-3)."""
        unit, me = play.unit, play.me
        sheet = play.field.sheet(unit)
        new = sheet.modes[self.mode]
        stance = HOVERING if me.stance == HOVERING and new.has("vtol") else STANDING
        play.set(
            unit,
            mode=self.mode,
            stance=stance,
            cloaked=me.cloaked and new.has("cloak"),
            shield=me.shield if new.has("shield") else "",
        )
        play.tell(Did(unit=unit, verb="transform", amount=self.mode), unit)
        if me.carrier >= 0 and not (new.has("small") or new.has("gun") or _inside(play)):
            drop(play, unit, me.carrier)
        _drop_what_no_longer_fits(play, new)
        _allegiance(play, sheet.allegiance_by_mode)

    @classmethod
    def read(cls, words: Sequence[str]) -> Transform:
        """``transform 1``."""
        _, mode = words
        if not mode.isdecimal():
            raise Unreadable("deed.mode")
        return cls(int(mode))

    def __str__(self) -> str:
        return f"transform {self.mode}"


def _inside(play: Play) -> bool:
    """Whether the acting unit is inside a transport that still holds its new mode."""
    carrier = play.me.carrier
    return (
        carrier >= 0
        and play.field.has(carrier, "transport")
        and 2 * play.field.mode(play.unit).height <= play.field.mode(carrier).height
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


def _drop_what_no_longer_fits(play: Play, new: Mode) -> None:
    """Set down guests that the new mode cannot hold (HX-TRN-5)."""
    unit = play.unit
    if new.has("small") or new.has("gun"):
        drop_all(play, unit)
        return
    for number, piece in enumerate(play.pieces):
        if piece.carrier != unit:
            continue
        mode = play.field.mode(number)
        in_hand = mode.has("small") or mode.has("gun") or play.field.sheet(number).is_nebulon
        if not in_hand and not (new.has("transport") and 2 * mode.height <= new.height):
            drop(play, number, unit)


def _allegiance(play: Play, served: tuple[str, ...]) -> None:
    """One whose allegiance follows his mode changes sides, or leaves the game (HX-UNQ-2)."""
    if not served:
        return
    unit, faction = play.unit, served[play.me.mode]
    if faction == LEAVES:
        let_go(play, unit)
        drop_all(play, unit)
        play.set(unit, status=OUT, hex=-1, layer=GROUND, carrier=-1, cloaked=False, shield="")
        play.tell(Fell(unit=unit, what="removed"))
        return
    for seat, side in enumerate(play.state.game.scenario.sides):
        if side.faction == faction and seat != play.me.owner:
            let_go(play, unit)
            play.set(unit, owner=seat, seat=seat, controller=-1)
            play.tell(Fell(unit=unit, what="handed-over"))
            part(play, unit)
            play.stop()
