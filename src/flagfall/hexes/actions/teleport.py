"""Teleport: a Move to any hex within Speed, between sky and ground too (HX-ATT-8)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction, Unreadable
from flagfall.hexes.actions.act import Act
from flagfall.hexes.actions.move import POSTURES
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.movement import travel
from flagfall.hexes.maps.geometry import DIRECTIONS, direction, facing_word
from flagfall.hexes.maps.terrain import OFF
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.scene import Scene
from flagfall.hexes.units.pieces import AIR, GROUND, PRONE, Place


class Teleport(Act, frozen=True, tag="teleport", omit_defaults=True):
    """Be elsewhere, with any facing."""

    to: str
    facing: str
    posture: str = ""
    """``air`` or nothing."""

    verb: ClassVar[str] = "teleport"

    def slot(self, scene: Scene) -> str:
        """It is a Move."""
        return "move"

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """Every free hex in range, six ways."""
        if _unable(scene) or "move" in scene.frame.used:
            return
        for layer in (GROUND, AIR):
            for hex in range(scene.field.board.grid.size):
                if not _refused(scene, hex, layer):
                    for word in DIRECTIONS:
                        yield cls(scene.label(hex), word, "air" if layer == AIR else "")

    @classmethod
    def sample(cls, scene: Scene, rng: random.Random) -> Self | None:
        """A random one, without listing all."""
        if _unable(scene):
            return None
        for _ in range(50):
            hex, layer = rng.randrange(scene.field.board.grid.size), rng.choice((GROUND, AIR))
            if not _refused(scene, hex, layer):
                return cls(scene.label(hex), rng.choice(DIRECTIONS), "air" if layer == AIR else "")
        return None

    def check(self, scene: Scene) -> None:
        """The hex has to be free, in range and fit for the mode."""
        unable = _unable(scene)
        if unable:
            raise IllegalAction(unable, hex=self.to)
        if self.posture not in ("", "air") or self.facing not in DIRECTIONS:
            raise IllegalAction("HX-ATT-8", hex=self.to)
        rule = _refused(scene, scene.hex(self.to), POSTURES[self.posture][0])
        if rule:
            raise IllegalAction(rule, hex=self.to)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Put the unit there; it may meet somebody unseen."""
        place = Place(scene.hex(self.to), direction(self.facing), POSTURES[self.posture][0])
        travel(draft, (place,), 0, "teleport")

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """``teleport 0507 NE [air]``."""
        _, to, facing, *rest = words
        if rest not in ([], ["air"]):
            raise Unreadable("act.teleport")
        return cls(to, facing_word(facing), rest[0] if rest else "")

    def __str__(self) -> str:
        return f"teleport {self.to} {self.facing} {self.posture}".rstrip()


def _unable(scene: Scene) -> str:
    """The rule that keeps the unit from teleporting at all, or nothing."""
    if not scene.has("teleport") or scene.me.hex < 0:
        return "HX-ATT-8"
    lies = scene.me.stance == PRONE and scene.state.options.to_the_letter
    return "HX-PRONE-1" if lies else ""


def _refused(scene: Scene, hex: int, layer: int) -> str:
    """The rule that keeps the unit from a place, or nothing."""
    field, me = scene.field, scene.me
    mode = field.mode(scene.unit)
    if not 0 < field.board.grid.distance(me.hex, hex) <= mode.speed and (hex != me.hex or layer == me.layer):
        return "HX-ATT-8"
    if layer == AIR and (not mode.flies or field.board.cells[hex].terrain == OFF):
        return "HX-ATT-8"
    if not field.free(hex, layer):
        return field.taken_by(hex, layer)
    stands = costs(field.board, profile(field, scene.unit)).stands(hex)
    return "" if stands or layer == AIR else "HX-TRF-3"
