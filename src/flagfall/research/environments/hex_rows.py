"""Actions of a hex scenario as rows of five small numbers: what is done, where, facing where, how, with whom.

A row is ``(verb, hex, facing, detail, unit)``. Every verb uses some of the five, in the way that `Rows.verbs`
says; the others are 0 when we write them and ignored when we read them. Play actions come from the blocks of
the game's codec, so a row stands for an integer of `Game.encode` wherever there is one. The set-up has verbs
of its own: units are deployed one at a time, and a force or a chain of command is named unit by unit.

What has no row: a movement along a path of the player's own (the destination with its cheapest path has one).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple, TypeAlias

from flagfall.core import Action
from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.geometry import DIRECTIONS
from flagfall.hexes.notation.codec import MODES, ActionRange, Codec
from flagfall.hexes.setup import Deploy

FIELDS = ("verb", "hex", "facing", "detail", "unit")
HEX, FACING, DETAIL, UNIT = 1, 2, 3, 4
Row: TypeAlias = tuple[int, int, int, int, int]
NAMING = ("chain", "muster", "done")
"""The verbs of the set-up that name one unit after another, and the one that ends a force."""


class Verb(NamedTuple):
    """What a first number stands for: its name, and the fields it uses with the place of each in a row."""

    name: str
    block: ActionRange | None
    places: tuple[int, ...] = ()

    @property
    def details(self) -> tuple[tuple[str, Sequence[object]], ...]:
        """The fields that share the fourth number, the last one counting fastest, with their values."""
        if self.block is None:
            return ()
        fields = zip(self.block.fields, self.places, strict=True)
        return tuple(field for field, place in fields if place == DETAIL)


class Rows:
    """The rows of one scenario."""

    def __init__(self, game: HexGame) -> None:
        self.hexes, self.units = game.labels(), game.names()
        slots = {id(self.hexes): HEX, id(DIRECTIONS): FACING, id(self.units): UNIT}
        blocks = [*Codec(game).blocks, ActionRange(Deploy, self._deploy())]  # type: ignore[arg-type]
        kinds = [block.kind for block in blocks]
        verbs = []
        for block in blocks:
            places = tuple(slots.get(id(values), DETAIL) for _, values in block.fields)
            name = str(block.kind.__struct_config__.tag)
            if kinds.count(block.kind) > 1:
                name += f" {block.fields[0][0]}"
            verbs.append(Verb(name, block, places))
        verbs += [Verb(name, None, () if name == "done" else (UNIT,)) for name in NAMING]
        self.verbs = tuple(verbs)
        self.number = {verb.name: n for n, verb in enumerate(self.verbs)}
        details = max(prod(len(values) for _, values in verb.details) for verb in self.verbs)
        self.sizes = (len(self.verbs), len(self.hexes), len(DIRECTIONS), details, len(self.units))
        """How many values each number of a row has."""
        self._index: dict[int, dict[object, int]] = {}
        self._by_kind: dict[object, list[int]] = {}
        for n, verb in enumerate(self.verbs):
            if verb.block is not None:
                self._by_kind.setdefault(verb.block.kind, []).append(n)

    def _deploy(self) -> tuple[tuple[str, Sequence[object]], ...]:
        return (("unit", self.units), ("at", self.hexes), ("facing", DIRECTIONS), ("mode", MODES))

    def _place(self, values: Sequence[object], value: object) -> int:
        table = self._index.get(id(values))
        if table is None:
            table = self._index[id(values)] = {item: place for place, item in enumerate(values)}
        return table.get(value, -1)

    def named(self, verb: str, unit: str = "") -> Row:
        """The row that names a unit, or ends the naming."""
        return self.number[verb], 0, 0, 0, self._place(self.units, unit) if unit else 0

    def encode(self, action: Action) -> Row:
        """The row of an action; ValueError for one that has none."""
        for n in self._by_kind.get(type(action), ()):
            row = [n, 0, 0, 0, 0]
            verb = self.verbs[n]
            assert verb.block is not None
            for (name, values), slot in zip(verb.block.fields, verb.places, strict=True):
                place = self._place(values, getattr(action, name))
                if place < 0:
                    break
                row[slot] = row[slot] * len(values) + place if slot == DETAIL else place
            else:
                found = (row[0], row[1], row[2], row[3], row[4])
                if self.decode(found) == action:
                    return found
        raise ValueError(f"{action} has no row")

    def decode(self, row: Sequence[int]) -> Action | None:
        """The action of a row; None for one that names a unit, or whose detail does not exist."""
        verb = self.verbs[int(row[0])]
        if verb.block is None:
            return None
        found: dict[str, object] = {}
        left = int(row[DETAIL])
        for (name, values), slot in reversed(list(zip(verb.block.fields, verb.places, strict=True))):
            if slot == DETAIL:
                left, place = divmod(left, len(values))
            else:
                place = int(row[slot])
            found[name] = values[place]
        if left and verb.details:
            return None
        action: Action = verb.block.kind(**found)
        return action
