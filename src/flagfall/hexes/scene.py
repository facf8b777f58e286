"""The turn in progress as the acting seat knows it: what legality is judged by."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.core.errors import IllegalAction
from flagfall.hexes.events import Frame
from flagfall.hexes.position import HexPosition
from flagfall.hexes.rules.field import Field
from flagfall.hexes.units.pieces import Piece


class Scene:
    """A position, and the unit that acts in it with what its seat knows of the field."""

    __slots__ = ("field", "frame", "me", "seat", "state", "unit")

    def __init__(self, state: HexPosition) -> None:
        self.state = state
        self.frame: Frame = state.stack[-1]
        self.unit = self.frame.unit
        self.seat = state.pieces[self.unit].seat
        self.field: Field = state.field(self.seat)
        self.me: Piece = self.field.pieces[self.unit]

    def has(self, name: str) -> bool:
        """Whether the acting unit has an ability or attribute in its mode."""
        return self.field.has(self.unit, name)

    def hex(self, text: str) -> int:
        """The hex that an action names."""
        return self.field.named_hex(text)

    def label(self, hex: int) -> str:
        """The number of a hex as actions name it."""
        return self.field.board.label(hex)

    def number(self, key: str) -> int:
        """The unit that an action names."""
        for number, piece in enumerate(self.field.pieces):
            if piece.key == key:
                return number
        raise IllegalAction("HX-UNIT-6", unit=key)

    def neighbours(self) -> list[int]:
        """The hexes next to the acting unit."""
        if self.me.hex < 0:
            return []
        return [hex for hex in self.field.board.neighbours[self.me.hex] if hex >= 0]

    def allies(self) -> Iterator[tuple[int, Piece]]:
        """The other units of the seat."""
        for number, piece in enumerate(self.field.pieces):
            if piece.seat == self.seat and number != self.unit:
                yield number, piece

    def refuse_unless(self, ability: str, rule: str) -> None:
        """`IllegalAction` unless the unit is on the map and has an ability in its mode (HX-UNIT-5)."""
        if not self.has(ability) or self.me.carrier >= 0:
            raise IllegalAction(rule, unit=self.me.key)
