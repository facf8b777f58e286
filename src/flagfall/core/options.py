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
    none: bool = False
    """Whether 0, outside the bounds, stands for no limit at all."""

    def read(self, value: object) -> Value:
        """The value, or `BadOption`."""
        if isinstance(value, str):
            try:
                value = int(value)
            except ValueError:
                raise BadOption(self.name, complaint("option.number", value=repr(value))) from None
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadOption(self.name, complaint("option.number", value=repr(value)))
        if not self.low <= value <= self.high and not (self.none and value == 0):
            if self.none:
                what = complaint("option.range-or-none", low=self.low, high=self.high, value=value)
            else:
                what = complaint("option.range", low=self.low, high=self.high, value=value)
            raise BadOption(self.name, what)
        return value

    def describe(self) -> str:
        """The values it takes, in words."""
        return f"{self.low} to {self.high}, or 0 for none" if self.none else f"{self.low} to {self.high}"


class Choice(msgspec.Struct, frozen=True, tag="choice"):
    """An option that is one of several words."""

    name: str
    default: str
    values: tuple[str, ...]
    rule: str = ""
    former: tuple[str, ...] = ()
    """Values of games that began before the present ones existed: understood, and not offered."""

    def read(self, value: object) -> Value:
        """The value, or `BadOption`."""
        if isinstance(value, str) and value in (*self.values, *self.former):
            return value
        raise BadOption(
            self.name, complaint("option.choice", values=", ".join(self.values), value=repr(value))
        )

    def describe(self) -> str:
        """The values it takes, in words."""
        return " or ".join(self.values)


class Amounts(msgspec.Struct, frozen=True, tag="amounts"):
    """An option that gives some names a number each: ``jazz:4,prowl:2``, or ``none``."""

    name: str
    default: str
    most: dict[str, int]
    """The names it knows, each with its largest number; the smallest is 1."""
    rule: str = ""

    def read(self, value: object) -> Value:
        """The value with its names in their order, or `BadOption`."""
        if not isinstance(value, str):
            raise BadOption(self.name, complaint("option.amounts", value=repr(value)))
        found: dict[str, int] = {}
        for part in value.split(",") if value != NO_AMOUNTS else ():
            key, _, number = part.strip().partition(":")
            if key not in self.most or key in found or not number.isdecimal() or len(number) > 4:
                raise BadOption(self.name, complaint("option.amounts", value=repr(part)))
            if not 1 <= int(number) <= self.most[key]:
                what = complaint("option.range", low=1, high=self.most[key], value=int(number))
                raise BadOption(self.name, what)
            found[key] = int(number)
        return write_amounts({key: found[key] for key in self.most if key in found})

    def describe(self) -> str:
        """The values it takes, in words."""
        return f"{NO_AMOUNTS}, or name:number with commas between"


NO_AMOUNTS = "none"
"""What `Amounts` reads as no amount at all; a record cannot hold an empty value."""


def write_amounts(amounts: Mapping[str, int]) -> str:
    """Numbers by name as `Amounts` reads them."""
    return ",".join(f"{key}:{number}" for key, number in amounts.items()) or NO_AMOUNTS


def read_amounts(text: str) -> dict[str, int]:
    """The numbers by name of a value that `Amounts` has read."""
    pairs = (part.partition(":") for part in text.split(",") if text != NO_AMOUNTS)
    return {key: int(number) for key, _, number in pairs}


Option: TypeAlias = Switch | Number | Choice | Amounts


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
