"""Fire: a weapon attack that sets a hex on fire; smoke drifts with the wind (HX-ABL-FIR)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions.attack import refuse
from flagfall.hexes.acts import Act, Scene
from flagfall.hexes.events import Did, Smoke
from flagfall.hexes.rules.harm import resolve
from flagfall.hexes.rules.hit import FIRE, Attack, to_hit

if TYPE_CHECKING:
    import random

    from flagfall.hexes.draft import Play


class Burn(Act, frozen=True, tag="burn"):
    """Set a hex on fire."""

    at: str

    verb: ClassVar[str] = "burn"

    def slot(self, scene: Scene) -> str:
        """The Attack slot, unless agreed otherwise (HX-SEQ-4)."""
        return "attack" if scene.state.options.attack_abilities_share_slot else "burn"

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Burn]:
        """Every hex in arc, range and sight that can burn."""
        for hex in _near(scene):
            if to_hit(scene.field, Attack(scene.unit, FIRE, -1, hex)).legal:
                yield cls(scene.label(hex))

    @classmethod
    def sample(cls, scene: Scene, rng: random.Random) -> Burn | None:
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
        refuse(scene, Attack(scene.unit, FIRE, -1, hex))

    def perform(self, play: Play) -> None:
        """On a hit a fire burns, and smoke lies on the lee side; the first fire sets the wind."""
        state = play.state
        hex = Scene(play.before).hex(self.at)
        if not resolve(play, Attack(play.unit, FIRE, -1, hex)):
            return
        while state.wind < 0:
            roll = play.roll("wind", play.unit)
            state.wind = roll - 1 if roll <= 6 else -1
        around = state.board.neighbours[hex]
        lee = [around[(state.wind + turn) % 6] for turn in (0, -1, 1)]
        play.set_marks(
            fires=(*state.fires, hex),
            smoke=(*state.smoke, *(Smoke(at, hex) for at in lee if at >= 0)),
        )
        play.tell(Did(unit=play.unit, verb="burn", hex=hex, amount=state.wind))

    @classmethod
    def read(cls, words: Sequence[str]) -> Burn:
        """``burn 0812``."""
        _, at = words
        return cls(at)

    def __str__(self) -> str:
        return f"burn {self.at}"


def _near(scene: Scene) -> list[int]:
    """The hexes within the range of the weapon."""
    shared = scene.state.options.attack_abilities_share_slot
    if not scene.has("fire") or scene.me.hex < 0 or (shared and "attack" in scene.frame.used):
        return []
    grid = scene.field.board.grid
    far = scene.field.weapon_range(scene.unit)
    return [hex for hex in range(grid.size) if 0 < grid.distance(scene.me.hex, hex) <= far]
