"""Build: a new construct next to the unit, or more of one that stands there (HX-ABL-BLD)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction, Unreadable
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.events import Did
from flagfall.hexes.maps.terrain import CLEAR, CONSTRUCT, ROUGH
from flagfall.hexes.scene import Scene

TALLEST = 99


class Build(Act, frozen=True, tag="build", omit_defaults=True):
    """New (one level, hit points as the Skill), or ``hp`` (as many more), or ``level`` (one more)."""

    at: str
    what: str = ""

    verb: ClassVar[str] = "build"

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """Every kind of building in every hex around."""
        if scene.has("build") and scene.me.hex >= 0:
            for hex in scene.neighbours():
                for what in ("", "hp", "level"):
                    if not _refused(scene, hex, what):
                        yield cls(scene.label(hex), what)

    def check(self, scene: Scene) -> None:
        """The ability, an adjacent hex, and ground or a construct to build on."""
        scene.refuse_unless("build", "HX-ABL-BLD")
        if self.what not in ("", "hp", "level") or _refused(scene, scene.hex(self.at), self.what):
            raise IllegalAction("HX-ABL-BLD", hex=self.at)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Build; a unit on top rises with the level. If somebody unseen is there, they are found instead."""
        hex = scene.hex(self.at)
        cell = draft.field.cell(hex)
        skill = draft.field.skill(draft.unit)
        if not self.what:
            met = draft.field.ground.get(hex, -1)
            if met >= 0:
                draft.reveal(met)
                return
            draft.set_cell(hex, cell._replace(terrain=CONSTRUCT, size=1, hp=max(1, skill)))
        elif self.what == "hp":
            draft.set_cell(hex, cell._replace(hp=cell.hp + skill))
        else:
            draft.set_cell(hex, cell._replace(size=cell.size + 1))
        draft.tell(Did(unit=draft.unit, verb="build", hex=hex, amount=draft.field.cell(hex).hp))

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """``build 0507 [hp|level]``."""
        _, at, *rest = words
        if rest not in ([], ["hp"], ["level"]):
            raise Unreadable("act.build")
        return cls(at, rest[0] if rest else "")

    def __str__(self) -> str:
        return f"build {self.at} {self.what}".rstrip()


def _refused(scene: Scene, hex: int, what: str) -> bool:
    cell = scene.field.cell(hex)
    if hex not in scene.neighbours() or scene.me.layer != 0:
        return True
    if what:
        return cell.terrain != CONSTRUCT or (what == "level" and cell.size >= TALLEST)
    return cell.terrain not in (CLEAR, ROUGH) or not scene.field.free(hex)
