"""Actions as whole numbers: every play action but a free-form path has one."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

from flagfall.hexes import abilities as ab
from flagfall.hexes import actions as ac
from flagfall.hexes.actions.act import Act
from flagfall.hexes.actions.attack import CONSTRUCT_WORD, TARGETS
from flagfall.hexes.actions.move import POSTURES
from flagfall.hexes.maps.geometry import DIRECTIONS, EDGES
from flagfall.hexes.scenarios.loaded import LoadedScenario

MODES = tuple(range(16))


class ActionRange(NamedTuple):
    """A run of numbers: one kind of action, some fields of it with all values that they take."""

    kind: type[Act]
    fields: tuple[tuple[str, Sequence[object]], ...]

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(len(values) for _, values in self.fields)


class Codec:
    """The numbers of a game: by its hexes and the names of its units."""

    __slots__ = ("_index", "blocks", "size")

    def __init__(self, game: LoadedScenario) -> None:
        hexes, names = game.labels(), game.names()
        places = (("to", hexes), ("facing", DIRECTIONS))
        blocks: list[ActionRange] = []
        for travel in (ac.Move, ac.Sprint, ab.SmokeScreen):
            blocks += [
                ActionRange(travel, (*places, ("posture", tuple(POSTURES)))),
                ActionRange(travel, (("into", names),)),
                ActionRange(travel, (("off", EDGES),)),
            ]
        blocks += [
            ActionRange(ac.Teleport, (*places, ("posture", ("", "air")))),
            ActionRange(ac.Shoot, (("at", hexes), ("what", TARGETS), ("boost", ("", "aim", "power")))),
            ActionRange(ac.Strike, (("what", ("", CONSTRUCT_WORD)), ("boost", ("", "brawl")))),
            ActionRange(ac.Transform, (("mode", MODES),)),
            ActionRange(ac.PickUp, (("unit", names),)),
            ActionRange(ac.SetDown, (("unit", names), ("at", hexes))),
            ActionRange(ab.Build, (("at", hexes), ("what", ("", "hp", "level")))),
            ActionRange(ab.Combine, (("at", names), ("facing", DIRECTIONS))),
            ActionRange(ab.Shield, (("field", ("self", "weapon")),)),
            *(ActionRange(kind, (("unit", names),)) for kind in (ab.Command, ab.Transmit, ab.Repair)),
            *(ActionRange(kind, (("at", hexes),)) for kind in (ab.Extinguish, ab.Burn)),
            *(ActionRange(kind, ()) for kind in (ac.Duck, ac.End, ab.Cloak, ab.Uncloak)),
            *(ActionRange(kind, ()) for kind in (ab.Separate, ab.Control, ab.Demolish)),
        ]
        self.blocks = tuple(blocks)
        self.size = sum(block.size for block in blocks)
        self._index: dict[int, dict[object, int]] = {}

    def _place(self, values: Sequence[object], value: object) -> int:
        table = self._index.get(id(values))
        if table is None:
            table = self._index[id(values)] = {item: place for place, item in enumerate(values)}
        return table.get(value, -1)

    def encode(self, action: Any) -> int:
        """The number of an action; ValueError for one that has none."""
        start = 0
        for block in self.blocks:
            if block.kind is type(action):
                code = 0
                for name, values in block.fields:
                    place = self._place(values, getattr(action, name))
                    if place < 0:
                        break
                    code = code * len(values) + place
                else:
                    if self.decode(start + code) == action:
                        return start + code
            start += block.size
        raise ValueError(f"{action} has no number")

    def decode(self, code: int) -> Any:
        """The action of a number; ValueError if there is none."""
        left = code
        if left >= 0:
            for block in self.blocks:
                if left < block.size:
                    found: dict[str, object] = {}
                    for name, values in reversed(block.fields):
                        left, place = divmod(left, len(values))
                        found[name] = values[place]
                    return block.kind(**found)
                left -= block.size
        raise ValueError(f"there is no action {code}")
