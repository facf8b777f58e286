"""Separate: a big robot becomes its team again (HX-ABL-SEP)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction
from flagfall.hexes.acts import Act, Scene
from flagfall.hexes.events import Did
from flagfall.hexes.rules.harm import deactivate, drop_all, let_go, nearest_free, put
from flagfall.hexes.units.pieces import AWAY, GROUND, PLAY

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play


def shares(damage: int, members: int) -> list[int]:
    """Damage in equal parts, the remainder one point each to the first (HX-ABL-SEP)."""
    each, rest = divmod(damage, members)
    return [each + (place < rest) for place in range(members)]


class Separate(Act, frozen=True, tag="separate"):
    """Come apart; the members act next round."""

    verb: ClassVar[str] = "separate"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Separate]:
        """One, for a big robot on the ground."""
        if _able(scene):
            yield cls()

    def check(self, scene: Scene) -> None:
        """A big robot, on the ground, its own master."""
        if not _able(scene):
            raise IllegalAction("HX-ABL-SEP", unit=scene.me.key)

    def perform(self, play: Play) -> None:
        """Put the members around, then in the middle, then farther out; each has its share of the damage."""
        unit, me = play.unit, play.me
        field = play.field
        members = field.members(unit)
        damage = field.max_hp(unit) - me.hp
        let_go(play, unit)
        drop_all(play, unit)
        play.set(unit, status=AWAY, hex=-1, hp=field.max_hp(unit), cloaked=False, shield="", ducked=False)
        play.tell(Did(unit=unit, verb="separate", hex=me.hex, amount=damage))
        for number, share in zip(members, shares(damage, len(members)), strict=True):
            play.set(number, status=PLAY, mode=0, facing=me.facing, owner=me.owner, seat=me.owner)
            at = nearest_free(play, number, me.hex, me.facing, 1)
            own = play.field.free(me.hex)
            if own and (at < 0 or play.field.board.grid.distance(at, me.hex) > 1):
                at = me.hex
            put(play, number, at)
            left = max(0, field.max_hp(number) - share)
            play.set(number, hp=left)
            if not left and play.pieces[number].status == PLAY:
                deactivate(play, number)

    @classmethod
    def read(cls, words: Sequence[str]) -> Separate:
        """``separate``."""
        (_,) = words
        return cls()

    def __str__(self) -> str:
        return "separate"


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
