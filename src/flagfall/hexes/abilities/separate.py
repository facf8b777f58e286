"""Separate: a big robot becomes its team again (HX-ABL-SEP)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple, Self

from flagfall.core.errors import IllegalAction, Unreadable
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.damage import deactivate
from flagfall.hexes.effects.placing import drop_all, let_go, nearest_free, put
from flagfall.hexes.events import Did
from flagfall.hexes.maps.geometry import DIRECTIONS, direction, facing_word
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.scene import Scene
from flagfall.hexes.units.pieces import AWAY, GROUND, PLAY, Piece


def shares(damage: int, members: int) -> list[int]:
    """Damage in equal parts, the remainder one point each to the first (HX-ABL-SEP)."""
    each, rest = divmod(damage, members)
    return [each + (place < rest) for place in range(members)]


class Spot(NamedTuple):
    """Where a member is to stand: its name, the hex, the facing."""

    unit: str
    at: str
    facing: str


class Separate(Act, frozen=True, tag="separate", omit_defaults=True):
    """Come apart; the members act next round. Those that are not told where to stand are put around."""

    spots: tuple[Spot, ...] = ()

    verb: ClassVar[str] = "separate"

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """One, for a big robot on the ground: the hexes are the player's to add."""
        if _able(scene):
            yield cls()

    def check(self, scene: Scene) -> None:
        """A big robot, on the ground, its own master; its members in hexes of their own next to it."""
        if not _able(scene):
            raise IllegalAction("HX-ABL-SEP", unit=scene.me.key)
        if len({spot.at for spot in self.spots}) < len(self.spots):
            raise IllegalAction("HX-ABL-SEP", unit=scene.me.key)
        if len({spot.unit for spot in self.spots}) < len(self.spots):
            raise IllegalAction("HX-ABL-SEP", unit=scene.me.key)
        for spot in self.spots:
            if not _fits(scene, spot):
                raise IllegalAction("HX-ABL-SEP", unit=spot.unit)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Put the members where they are told, or around, then in the middle, then farther out.

        Each has its share of the damage; their cards join at the end of the round (HX-SEQ-6).
        """
        unit, me = draft.unit, draft.me
        field = draft.field
        members = field.members(unit)
        damage = field.max_hp(unit) - me.hp
        let_go(draft, unit)
        drop_all(draft, unit)
        draft.set(unit, status=AWAY, hex=-1, hp=field.max_hp(unit), cloaked=False, shield="", ducked=False)
        draft.tell(Did(unit=unit, verb="separate", hex=me.hex, amount=damage))
        told = {scene.number(spot.unit): spot for spot in self.spots}
        share = dict(zip(members, shares(damage, len(members)), strict=True))
        waits = int(draft.state.options.to_the_letter)
        for number in sorted(members, key=lambda member: member not in told):
            draft.set(
                number, status=PLAY, mode=0, facing=me.facing, owner=me.owner, seat=me.owner, waiting=waits
            )
            if number in told:
                _stand(draft, number, scene.hex(told[number].at), direction(told[number].facing))
            else:
                put(draft, number, _around(draft, number, me))
        for number in members:
            left = max(0, field.max_hp(number) - share[number])
            draft.set(number, hp=left)
            if not left and draft.pieces[number].status == PLAY:
                deactivate(draft, number)

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """``separate``, or ``separate MEMBER 0504 NE MEMBER 0605 S ...``."""
        _, *rest = words
        if len(rest) % 3:
            raise Unreadable("act.separate")
        spots = zip(rest[::3], rest[1::3], rest[2::3], strict=True)
        return cls(tuple(Spot(unit, at, facing_word(facing)) for unit, at, facing in spots))

    def __str__(self) -> str:
        return " ".join((self.verb, *(word for spot in self.spots for word in spot)))


def _around(draft: Draft, number: int, giant: Piece) -> int:
    """The hex for a member that is not told where to stand."""
    at = nearest_free(draft, number, giant.hex, giant.facing, 1)
    field = draft.field
    # The giant stood there: nobody unseen does.
    if field.free(giant.hex) and (at < 0 or field.board.grid.distance(at, giant.hex) > 1):
        return giant.hex
    return at


def _stand(draft: Draft, number: int, hex: int, facing: int) -> None:
    """Put a member in the hex that it is told; somebody unseen there is found, and it stands beside."""
    met = draft.field.ground.get(hex, -1)
    if met >= 0:
        draft.reveal(met)
        hex = nearest_free(draft, number, hex, facing, 1)
    put(draft, number, hex)
    draft.set(number, facing=facing)


def _fits(scene: Scene, spot: Spot) -> bool:
    """Whether a member may be told to stand there: next to the big robot, farther only for want of room."""
    field, me = scene.field, scene.me
    members = field.members(scene.unit)
    number, hex = scene.number(spot.unit), scene.hex(spot.at)
    if number not in members or spot.facing not in DIRECTIONS or not scene.state.options.to_the_letter:
        return False
    grid = field.board.grid
    distance = grid.distance(me.hex, hex)
    table = costs(field.board, profile(field.but(number, mode=0), number))
    if not table.stands(hex) or not (field.free(hex) or hex == me.hex):
        return False
    room = sum(field.free(other) and table.stands(other) for other in scene.neighbours())
    return (
        distance == 1
        or (distance == 0 and room < len(members))
        or (distance == 2 and room + 1 < len(members))
    )


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
