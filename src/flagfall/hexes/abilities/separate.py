"""Separate: a big robot becomes its team again (HX-ABL-SEP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.damage import deactivate
from flagfall.hexes.effects.placing import drop_all, let_go, nearest_free, put
from flagfall.hexes.events import Did
from flagfall.hexes.scene import Scene
from flagfall.hexes.units.pieces import AWAY, GROUND, PLAY


def shares(damage: int, members: int) -> list[int]:
    """Damage in equal parts, the remainder one point each to the first (HX-ABL-SEP)."""
    each, rest = divmod(damage, members)
    return [each + (place < rest) for place in range(members)]


class Separate(Act, frozen=True, tag="separate"):
    """Come apart; the members act next round."""

    verb: ClassVar[str] = "separate"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Self]:
        """One, for a big robot on the ground."""
        if _able(scene):
            yield cls()

    def check(self, scene: Scene) -> None:
        """A big robot, on the ground, its own master."""
        if not _able(scene):
            raise IllegalAction("HX-ABL-SEP", unit=scene.me.key)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Put the members around, then in the middle, then farther out; each has its share of the damage."""
        unit, me = draft.unit, draft.me
        field = draft.field
        members = field.members(unit)
        damage = field.max_hp(unit) - me.hp
        let_go(draft, unit)
        drop_all(draft, unit)
        draft.set(unit, status=AWAY, hex=-1, hp=field.max_hp(unit), cloaked=False, shield="", ducked=False)
        draft.tell(Did(unit=unit, verb="separate", hex=me.hex, amount=damage))
        for number, share in zip(members, shares(damage, len(members)), strict=True):
            draft.set(number, status=PLAY, mode=0, facing=me.facing, owner=me.owner, seat=me.owner)
            at = nearest_free(draft, number, me.hex, me.facing, 1)
            own = draft.field.free(me.hex)
            if own and (at < 0 or draft.field.board.grid.distance(at, me.hex) > 1):
                at = me.hex
            put(draft, number, at)
            left = max(0, field.max_hp(number) - share)
            draft.set(number, hp=left)
            if not left and draft.pieces[number].status == PLAY:
                deactivate(draft, number)


def _able(scene: Scene) -> bool:
    field, me = scene.field, scene.me
    members = field.members(scene.unit)
    team = field.roster.teams.get(field.sheet(scene.unit).separate or "")
    return (
        scene.has("separate")
        and me.hex >= 0
        and me.layer == GROUND
        and me.seat == me.owner
        and team is not None
        and len(members) == len(team.members)
        and all(field.pieces[number].status == AWAY for number in members)
    )
