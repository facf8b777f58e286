"""Scenarios written as files: one text that also holds the map and the units that a scenario brings along."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from flagfall.hexes.scenarios.scenario import OwnParts, Scenario

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_LONG_TABLES = ("title", "text")
"""The tables that are written with a line for each of their values."""


def write_scenario(scenario: Scenario, own: OwnParts | None = None) -> str:
    """The file of a scenario, with its own map and units; `scenario_files` reads the same again."""
    data: dict[str, Any] = _without_nothing(msgspec.to_builtins(scenario))
    sides, victory = data.pop("sides"), data.pop("victory", None)
    tables = [(name, data.pop(name)) for name in _LONG_TABLES]
    lines = [f"{name} = {_value(value)}" for name, value in data.items() if name != "mercenaries"]
    if data.get("mercenaries"):
        lines += _entries("mercenaries", data["mercenaries"])
    if victory == []:
        lines.append("victory = []")
    for name, table in tables:
        lines += ["", f"[{name}]", *_pairs(table)]
    for side in sides:
        units = side.pop("units", [])
        lines += ["", "[[sides]]", *_pairs(side)]
        if units:
            lines += _entries("units", units)
    for condition in victory or []:
        lines += ["", "[[victory]]", *_pairs(condition)]
    parts = {name: text for name, text in msgspec.to_builtins(own or OwnParts()).items() if text}
    if parts:
        lines += ["", "[own]", *(f"{name} = {_text(text)}" for name, text in parts.items())]
    return "\n".join(lines) + "\n"


def _without_nothing(data: Any) -> Any:
    """The same data without the values that are None, for which TOML has no word."""
    if isinstance(data, dict):
        return {name: _without_nothing(value) for name, value in data.items() if value is not None}
    if isinstance(data, list | tuple):
        return [_without_nothing(value) for value in data]
    return data


def _entries(name: str, entries: Iterable[Mapping[str, Any]]) -> list[str]:
    """A list of tables, one a line."""
    return [f"{name} = [", *(f"  {_value(entry)}," for entry in entries), "]"]


def _pairs(table: Mapping[str, Any]) -> list[str]:
    return [f"{_key(name)} = {_value(value)}" for name, value in table.items()]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _word(name)


def _value(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_pairs(value)) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    return _word(value) if isinstance(value, str) else json.dumps(value)


def _word(text: str) -> str:
    """A string as TOML writes it, which is as JSON does, but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _text(text: str) -> str:
    """A text of many lines, as it is where nothing in it could be taken for its end."""
    plain = all(char.isprintable() or char == "\n" for char in text)
    return f"'''\n{text}'''" if plain and "'''" not in text and not text.endswith("'") else _word(text)
