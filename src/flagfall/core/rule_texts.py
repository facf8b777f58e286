"""The numbered rules as the documents of the rules tell them: English, one text for each number.

They come from ``docs/rules``, which a built package carries along.
"""

from __future__ import annotations

import difflib
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from flagfall.core.errors import FlagfallError

NUMBER: Final = r"(?:HX|ST)-[A-Z]+-(?:\d+|[A-Z]{3,})"
_FIRST = re.compile(rf"- ({NUMBER})\b")
_NEXT = re.compile(rf"(?<=[.;:),] )({NUMBER})(?= \[| [A-Z*])")
"""A line may hold several rules: the next begins with its number after the end of a sentence."""
_RULER = re.compile(r"[|\s:-]+")
"""The line between the head of a table and its rows."""


class UnknownRule(FlagfallError):  # noqa: N818 - as UnknownGame
    """There is no rule with a number."""

    def __init__(self, number: str, near: list[str]) -> None:
        hint = f"; is it {' or '.join(near)}?" if near else ""
        super().__init__(f"there is no rule {number}{hint}")
        self.number = number


def rule_text(number: str) -> str:
    """The text of a rule by its number, ``HX-LOS-3`` or ``hx-los-3``; `UnknownRule` names those like it."""
    known = rules()
    wanted = number.upper()
    if wanted not in known:
        raise UnknownRule(number, difflib.get_close_matches(wanted, list(known), n=3))
    return known[wanted]


@cache
def rules() -> dict[str, str]:
    """All rules: number and text."""
    found: dict[str, str] = {}
    for path in sorted(_folder().glob("*.md")):
        for block in _blocks(path.read_text(encoding="utf-8")):
            for number, text in _parts(block):
                found[number] = f"{found[number]}\n{text}" if number in found else text
    return found


def _folder() -> Path:
    packaged = Path(str(files("flagfall"))) / "rules"
    return packaged if packaged.is_dir() else Path(str(files("flagfall"))).parents[1] / "docs" / "rules"


def _blocks(text: str) -> list[str]:
    """The bullets that begin with a number, each as one line, with the lines that go on indented.

    A bullet that ends in a colon has the table below it, a line for each row.
    """
    blocks: list[str] = []
    inside = False
    for line in text.splitlines():
        if _FIRST.match(line):
            blocks.append(line)
            inside = True
        elif inside and line.startswith("  ") and line.strip():
            blocks[-1] += f" {line.strip()}"
        elif inside and line.startswith("|"):
            blocks[-1] += "" if _RULER.fullmatch(line) else f"\n{line}"
        else:
            inside = inside and not line and blocks[-1].endswith(":")
    return blocks


def _parts(block: str) -> list[tuple[str, str]]:
    """The rules of one bullet."""
    first = _FIRST.match(block)
    assert first is not None
    starts = [first.start(1), *(match.start(1) for match in _NEXT.finditer(block, first.end()))]
    found = []
    for begin, end in zip(starts, [*starts[1:], len(block)], strict=True):
        number, _, text = block[begin:end].strip().partition(" ")
        found.append((number.rstrip(":,"), text.strip(" ,")))
    return found
