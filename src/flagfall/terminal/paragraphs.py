"""Prose in lines of a width: none begins with a colon where a language writes a space before it."""

from __future__ import annotations

import re
import textwrap
from typing import Final

_BEFORE: Final = re.compile(r" (?=[:;!?»%])")
_AFTER: Final = re.compile(r"(?<=«) ")
_NO_BREAK: Final = "\u00a0"


def lines(text: str, width: int, *, indent: str = "", hang: str | None = None) -> list[str]:
    """The lines of a paragraph: the first after ``indent``, the others after ``hang`` (or the same)."""
    kept = _AFTER.sub(_NO_BREAK, _BEFORE.sub(_NO_BREAK, text))
    found = textwrap.wrap(
        kept,
        width,
        initial_indent=indent,
        subsequent_indent=indent if hang is None else hang,
        break_on_hyphens=False,
    )
    return [line.replace(_NO_BREAK, " ") for line in found]


def filled(text: str, width: int, *, indent: str = "", hang: str | None = None) -> str:
    """A paragraph as one text with line ends."""
    return "\n".join(lines(text, width, indent=indent, hang=hang))
