"""Combine: a whole team becomes one big robot (HX-ABL-CMB)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.placing import drop_all, let_go
from flagfall.hexes.events import Did
from flagfall.hexes.maps.geometry import DIRECTIONS, direction, facing_word
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.scene import Scene
from flagfall.hexes.units.pieces import AWAY, GROUND, PLAY, STANDING


class Combine(Act, frozen=True, tag="combine"):
    """Form the big robot in the hex of one member, with a facing of choice."""

    at: str
    """The member in whose hex it stands."""
    facing: str

    verb: ClassVar[str] = "combine"

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """Every member's hex, six ways."""
        if scene.has("combine") and not _refused(scene):
            for number in scene.field.team(scene.unit):
                if _stands(scene, number):
                    for word in DIRECTIONS:
                        yield cls(scene.field.pieces[number].key, word)

    def check(self, scene: Scene) -> None:
        """All members operational, together, on the ground, their own masters; the sum survivable."""
        scene.refuse_unless("combine", "HX-ABL-CMB")
        number = scene.number(self.at)
        if _refused(scene) or number not in scene.field.team(scene.unit) or self.facing not in DIRECTIONS:
            raise IllegalAction("HX-ABL-CMB", unit=self.at)
        if not _stands(scene, number):
            raise IllegalAction("HX-TRF-3", unit=self.at)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """The members and their cards leave, the big robot has the sum of their damage; it acts later."""
        field = draft.field
        team, giant = field.team(draft.unit), field.giant(draft.unit)
        hex = draft.pieces[scene.number(self.at)].hex
        damage = sum(field.max_hp(number) - draft.pieces[number].hp for number in team)
        for number in team:
            let_go(draft, number)
            drop_all(draft, number)
        for number in team:
            draft.set(
                number,
                status=AWAY,
                hex=-1,
                hp=field.max_hp(number),
                stance=STANDING,
                cloaked=False,
                shield="",
                ducked=False,
            )
        draft.set(
            giant,
            status=PLAY,
            hex=hex,
            facing=direction(self.facing),
            layer=GROUND,
            mode=0,
            hp=field.max_hp(giant) - damage,
            seat=draft.pieces[giant].owner,
            waiting=int(draft.state.options.to_the_letter),  # its card joins at the end of the round
        )
        draft.tell(Did(unit=draft.unit, verb="combine", target=giant, hex=hex, amount=damage))

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """``combine MEMBER NE``."""
        _, at, facing = words
        return cls(at, facing_word(facing))

    def __str__(self) -> str:
        return f"combine {self.at} {self.facing}"


def _refused(scene: Scene) -> bool:
    """Whether the team cannot combine now."""
    field = scene.field
    team, giant = field.team(scene.unit), field.giant(scene.unit)
    roster = field.roster.teams.get(field.sheet(scene.unit).combine or "")
    if roster is None or giant < 0 or len(team) < len(roster.members) or field.pieces[giant].status != AWAY:
        return True
    for number in team:
        piece = field.pieces[number]
        if (
            not piece.present
            or piece.layer != GROUND
            or piece.seat != piece.owner
            or piece.seat != scene.seat
        ):
            return True
    damage = sum(field.max_hp(number) - field.pieces[number].hp for number in team)
    return damage >= field.max_hp(giant) or not _together(
        scene, [field.pieces[number].hex for number in team]
    )


def _together(scene: Scene, hexes: list[int]) -> bool:
    """Whether hexes form one connected cluster."""
    left = set(hexes[1:])
    front = hexes[:1]
    while front:
        near = left & set(scene.field.board.neighbours[front.pop()])
        left -= near
        front += near
    return not left


def _stands(scene: Scene, number: int) -> bool:
    field = scene.field
    giant = field.giant(scene.unit)
    return costs(field.board, profile(field, giant)).stands(field.pieces[number].hex)
