"""Every numbered rule has a test that is named after it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NUMBER = re.compile(r"\b((?:ST|HX)-[A-Z]+-[A-Z0-9]+)")


def rule_numbers(file: str) -> list[str]:
    """The rules that a file of rules defines, in its order."""
    text = (ROOT / "docs" / "rules" / file).read_text(encoding="utf-8")
    return list(dict.fromkeys(NUMBER.findall(text)))


@cache
def names_of_tests() -> str:
    names = []
    for path in (ROOT / "tests").rglob("test_*.py"):
        names += re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)
    return "\n".join(names)


@pytest.mark.parametrize("rule", [*rule_numbers("stratego.md"), *rule_numbers("hex.md")])
def test_the_rule_has_a_test_of_its_name(rule: str) -> None:
    name = f"{rule.lower().replace('-', '_')}_"
    found = re.search(rf"^test_(\w+_and_)?{name}[a-z]", names_of_tests(), re.M)
    assert found, f"no test is called test_{name}…"


def test_there_are_as_many_rules_as_the_books_have() -> None:
    assert (len(rule_numbers("stratego.md")), len(rule_numbers("hex.md"))) == (51, 164)
