"""TOML with line numbers, so that a fault in a data file can name the line."""

from __future__ import annotations

import re
import tomllib
from functools import cached_property

from flagfall.core.errors import BadData, Complaint, Fault, complaint, short
from flagfall.core.toml_bounds import beyond_bounds
from flagfall.core.toml_lines import line_index

LONGEST_FIELD = 200
"""Characters of a field's name in a fault."""

_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")


class Toml:
    """A TOML document: its data, and the line where each key stands."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.text = text
        too_much = beyond_bounds(text)
        if too_much is not None:
            what, line = too_much
            raise BadData([Fault(file, line, "", what)])
        try:
            self.data: dict[str, object] = tomllib.loads(text)
        except ValueError as error:
            # Mostly TOMLDecodeError; a number of thousands of digits is an error of another kind.
            found = _AT_LINE.search(str(error))
            line = int(found.group(1)) if found else text.count("\n") + 1
            reason = _AT_LINE.sub("", str(error)).strip()
            raise BadData([Fault(file, line, "", _syntax(reason))]) from None

    @cached_property
    def _lines(self) -> dict[tuple[str | int, ...], int]:
        # Only faults ask for lines, so a good file never pays for them.
        return line_index(self.text)

    def line(self, *path: str | int) -> int:
        """The line of a key, or of the nearest table around it; array items are counted from 0."""
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path[:-1]
        return 1

    def fault(self, what: str | Complaint, *path: str | int, **params: str | int) -> Fault:
        """A fault at a key of this document; ``what`` is a complaint, or the code of one with its values."""
        told = what if isinstance(what, Complaint) else complaint(what, **params)
        return Fault(self.file, self.line(*path), field_name(*path), told)


def field_name(*path: str | int) -> str:
    """The name of a field as faults have it, ``sides[1].zone``; array items are counted from 1 there."""
    field = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path)
    return short(field.lstrip("."), LONGEST_FIELD)


def _syntax(said: str) -> Complaint:
    """What the parser says, told apart as far as somebody who writes such a file needs it."""
    if re.match("Cannot|Duplicate", said):
        return complaint("toml.twice", said=said)
    if said.startswith("Expected '=' after"):
        return complaint("toml.equals", said=said)
    if said.startswith("Expected newline"):
        return complaint("toml.rest", said=said)
    if re.match(r"Invalid (statement|initial character)", said):
        return complaint("toml.statement", said=said)
    if re.match(r"Invalid (value|date)", said):
        return complaint("toml.value", said=said)
    if re.match("Unclosed|Expected ']", said):
        return complaint("toml.bracket", said=said)
    if re.match("Unterminated|Illegal character|Expected [\"']", said):
        return complaint("toml.quote", said=said)
    if re.match(r"Unescaped|Escaped|Invalid hex", said):
        return complaint("toml.escape", said=said)
    return complaint("toml.other", said=said)
