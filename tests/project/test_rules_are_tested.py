"""Every numbered rule has a test that is named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NUMBER = re.compile(r"\b(ST-[A-Z]+-[A-Z0-9]+)\b")


def rule_numbers(file: str) -> list[str]:
    """The rules that a file of rules defines, in its order."""
    text = (ROOT / "docs" / "rules" / file).read_text(encoding="utf-8")
    return list(dict.fromkeys(NUMBER.findall(text)))


def names_of_tests(folder: str = "tests") -> str:
    names = []
    for path in (ROOT / folder).rglob("test_*.py"):
        names += re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)
    return "\n".join(names)


@pytest.mark.parametrize("rule", rule_numbers("stratego.md"))
def test_the_rule_has_a_test_of_its_name(rule: str) -> None:
    name = f"test_{rule.lower().replace('-', '_')}_"
    assert re.search(rf"^{name}", names_of_tests(), re.M), f"no test is called {name}…"


def test_there_are_as_many_rules_as_the_book_has() -> None:
    assert len(rule_numbers("stratego.md")) == 51
