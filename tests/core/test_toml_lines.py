"""Faults in data files name the line: also that of an item in an array over several lines."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from flagfall.core.errors import BadData
from flagfall.core.toml import Toml
from flagfall.core.toml_lines import line_index

TEXT = '''\
id = "x"  # [not a table]
words = ["a", "b # no comment",
  "c"]

[team]
"odd name" . inner = 3
long = """
[[unit]]
"""
last = true

[[unit]]
modes = [
  { name = "robot", list = [1, 2] },  # {
  { name = "car",   list = [] },
]
[unit.source]
note = 'a "quoted" = thing'

[[unit]]
id = 2
'''


def paths(data: Any, *here: str | int) -> list[tuple[str | int, ...]]:
    """Every path in parsed TOML."""
    found: list[tuple[str | int, ...]] = [here] if here else []
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        found += paths(value, *here, key)
    return found


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("id",), 1),
        (("words", 1), 2),
        (("words", 2), 3),
        (("team", "odd name", "inner"), 6),
        (("team", "last"), 10),
        (("unit", 0, "modes"), 13),
        (("unit", 0, "modes", 0, "name"), 14),
        (("unit", 0, "modes", 1, "list"), 15),
        (("unit", 0, "source", "note"), 18),
        (("unit", 1, "id"), 21),
    ],
)
def test_a_key_is_found_on_its_line(path: tuple[str | int, ...], line: int) -> None:
    assert Toml(TEXT, "x.toml").line(*path) == line


def test_a_missing_key_is_looked_for_where_it_should_stand() -> None:
    assert Toml(TEXT, "x.toml").line("unit", 0, "modes", 1, "str") == 15


def test_a_fault_names_file_line_field_and_reason() -> None:
    fault = Toml(TEXT, "x.toml").fault("field.missing", "unit", 0, "modes", 1, "list")
    assert str(fault) == "x.toml:15: unit[1].modes[2].list: is missing"


def test_what_is_no_toml_names_the_line() -> None:
    with pytest.raises(BadData, match=r"x\.toml:2: not TOML"):
        Toml("a = 1\nb = = 2\n", "x.toml")


def test_every_path_of_every_data_file_has_a_line() -> None:
    root = Path(__file__).parents[2] / "src" / "flagfall"
    files = sorted(root.rglob("*.toml"))
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        lines = line_index(text)
        rows = text.splitlines()
        for path in paths(tomllib.loads(text)):
            keys = [part for part in path if isinstance(part, str)]
            if path not in lines:
                # A table that is only the front part of a dotted header, or an array of tables as a whole.
                assert any(other[: len(path)] == path for other in lines), (file.name, path)
            elif isinstance(path[-1], str):
                assert keys[-1] in rows[lines[path] - 1], (file.name, path)
