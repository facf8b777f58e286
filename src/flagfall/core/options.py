"""Options of a game: declared by the game, validated, and part of every record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from flagfall.core.errors import BadOption, complaint

Value: TypeAlias = bool | int | str


class Switch(msgspec.Struct, frozen=True, tag="switch"):
    """An option that is on or off."""

    name: str
    default: bool
    rule: str = ""

    def read(self, value: object) -> Value:
        """The value, or `BadOption`; words such as ``on`` and ``no`` are understood."""
        if isinstance(value, bool):
            return value
        known = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
        if isinstance(value, str) and value.lower() in known:
            return known[value.lower()]
        raise BadOption(self.name, complaint("option.switch", value=repr(value)))

    def describe(self) -> str:
        """The values it takes, in words."""
        return "true or false"


class Number(msgspec.Struct, frozen=True, tag="number"):
    """An option that is a whole number within bounds."""

    name: str
    default: int
    low: int
    high: int
    rule: str = ""

    def read(self, value: object) -> Value:
        """The value, or `BadOption`."""
        if isinstance(value, str):
            try:
                value = int(value)
            except ValueError:
                raise BadOption(self.name, complaint("option.number", value=repr(value))) from None
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadOption(self.name, complaint("option.number", value=repr(value)))
        if not self.low <= value <= self.high:
            what = complaint("option.range", low=self.low, high=self.high, value=value)
            raise BadOption(self.name, what)
        return value

    def describe(self) -> str:
        """The values it takes, in words."""
        return f"{self.low} to {self.high}"


class Choice(msgspec.Struct, frozen=True, tag="choice"):
    """An option that is one of several words."""

    name: str
    default: str
    values: tuple[str, ...]
    rule: str = ""

    def read(self, value: object) -> Value:
        """The value, or `BadOption`."""
        if isinstance(value, str) and value in self.values:
            return value
        raise BadOption(
            self.name, complaint("option.choice", values=", ".join(self.values), value=repr(value))
        )

    def describe(self) -> str:
        """The values it takes, in words."""
        return " or ".join(self.values)


Option: TypeAlias = Switch | Number | Choice


def read_options(declared: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """All options of a game with their values: those given, validated, and the defaults of the rest."""
    by_name = {option.name: option for option in declared}
    for name in given:
        if name not in by_name:
            if not by_name:
                raise BadOption(name, complaint("option.none"))
            raise BadOption(name, complaint("option.unknown", known=", ".join(by_name)))
    return {
        name: option.read(given[name]) if name in given else option.default
        for name, option in by_name.items()
    }
