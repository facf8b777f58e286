"""Fire: a weapon attack that sets a hex on fire; smoke drifts with the wind (HX-ABL-FIR)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions.attack import ATTACK, AbilityAttack, refuse
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.attack import resolve
from flagfall.hexes.events import Did, Smoke
from flagfall.hexes.rules.attacks import FIRE, Attack, to_hit
from flagfall.hexes.rules.field import Field
from flagfall.hexes.scene import Scene


class Burn(AbilityAttack, frozen=True, tag="burn"):
    """Set a hex on fire. Written ``burn 0812``."""

    at: str

    verb: ClassVar[str] = "burn"

    def attack(self, field: Field, unit: int) -> Attack:
        """A weapon attack on the ground of the hex."""
        return Attack(unit, FIRE, -1, field.named_hex(self.at))

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """Every hex in arc, range and sight that can burn."""
        for hex in _near(scene):
            if to_hit(scene.field, Attack(scene.unit, FIRE, -1, hex)).legal:
                yield cls(scene.label(hex))

    @classmethod
    def sample(cls, scene: Scene, rng: random.Random) -> Self | None:
        """A random one, without judging all."""
        hexes = _near(scene)
        for hex in rng.sample(hexes, min(len(hexes), 30)):
            if to_hit(scene.field, Attack(scene.unit, FIRE, -1, hex)).legal:
                return cls(scene.label(hex))
        return None

    def check(self, scene: Scene) -> None:
        """As a weapon attack, on a hex that can burn and does not yet."""
        scene.refuse_unless("fire", "HX-ABL-FIR")
        hex = scene.hex(self.at)
        if hex == scene.me.hex:
            raise IllegalAction("HX-ABL-FIR", hex=self.at)
        refuse(scene, self.attack(scene.field, scene.unit))

    def perform(self, draft: Draft, scene: Scene) -> None:
        """On a hit a fire burns, and smoke lies on the lee side; the first fire sets the wind."""
        state = draft.state
        attack = self.attack(scene.field, scene.unit)
        if not resolve(draft, attack):
            return
        hex = attack.hex
        while state.wind < 0:
            roll = draft.roll("wind", draft.unit)
            state.wind = roll - 1 if roll <= 6 else -1
        around = state.board.neighbours[hex]
        lee = [around[(state.wind + turn) % 6] for turn in (0, -1, 1)]
        draft.set_marks(
            fires=(*state.fires, hex),
            smoke=(*state.smoke, *(Smoke(at, hex) for at in lee if at >= 0)),
        )
        draft.tell(Did(unit=draft.unit, verb="burn", hex=hex, amount=state.wind))


def _near(scene: Scene) -> list[int]:
    """The hexes within the range of the weapon."""
    shared = scene.state.options.attack_abilities_share_slot
    if not scene.has("fire") or scene.me.hex < 0 or (shared and ATTACK in scene.frame.used):
        return []
    grid = scene.field.board.grid
    far = scene.field.weapon_range(scene.unit)
    return [hex for hex in range(grid.size) if 0 < grid.distance(scene.me.hex, hex) <= far]
