"""Where each key and each array item of a TOML text stands."""

from __future__ import annotations

import re
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_WORD = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'')
_LONG = re.compile(r'"""(?:\\.|[^\\])*?"""+|\'\'\'.*?\'\'\'+', re.DOTALL)
_PLAIN = re.compile(r"[^,\]}\n#]*")


def line_index(text: str) -> dict[Path, int]:
    """The line of every key, table and array item, by path, items from 0; the text has to be valid TOML."""
    return _Scanner(text).run()


class _Scanner:
    """One pass over a text that the TOML parser has accepted, so that nothing has to be checked again."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.lines: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}

    def run(self) -> dict[Path, int]:
        """Read the whole text: the line of each key, by its path."""
        table: Path = ()
        self.skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)
            self.skip(_BLANK)
        return self.lines

    def skip(self, pattern: re.Pattern[str]) -> str:
        """What a pattern matches here; the scanner goes past it."""
        match = pattern.match(self.text, self.at)
        found = match.group() if match else ""
        self.at += len(found)
        self.line += found.count("\n")
        return found

    def header(self) -> Path:
        """The path of a ``[table]`` or of the next ``[[item]]``."""
        line = self.line
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        names = self.key()
        self.at += 2 if many else 1
        path: Path = ()
        for place, name in enumerate(names, 1):
            path += (name,)
            if many and place == len(names):
                self.counts[path] = self.counts.get(path, -1) + 1
                self.lines.setdefault(path, line)
            if path in self.counts:
                path += (self.counts[path],)
        self.lines.setdefault(path, line)
        return path

    def key(self) -> list[str]:
        """The parts of a dotted key; ends behind the ``=`` or before the bracket."""
        parts: list[str] = []
        while True:
            self.skip(_SPACE)
            mark = self.text[self.at]
            if mark in "\"'":
                parts.append(self.skip(_STRING)[1:-1])
            elif mark == ".":
                self.at += 1
            elif word := self.skip(_WORD):
                parts.append(word)
            else:
                self.at += mark == "="
                return parts

    def pair(self, table: Path) -> None:
        """``key = value`` in a table."""
        line = self.line
        path = table
        for name in self.key():
            path += (name,)
            self.lines.setdefault(path, line)
        self.skip(_SPACE)
        self.value(path)

    def value(self, path: Path) -> None:
        """A value, with whatever is inside it."""
        mark = self.text[self.at]
        if self.text.startswith(('"""', "'''"), self.at):
            self.skip(_LONG)
        elif mark in "\"'":
            self.skip(_STRING)
        elif mark == "[":
            self.items(path)
        elif mark == "{":
            self.at += 1
            self.skip(_BLANK)
            while self.text[self.at] != "}":
                self.pair(path)
                self.after_item()
            self.at += 1
        else:
            self.skip(_PLAIN)

    def items(self, path: Path) -> None:
        """The items of an array."""
        self.at += 1
        self.skip(_BLANK)
        number = 0
        while self.text[self.at] != "]":
            self.lines.setdefault((*path, number), self.line)
            self.value((*path, number))
            self.after_item()
            number += 1
        self.at += 1

    def after_item(self) -> None:
        """The comma, and blanks around it."""
        self.skip(_BLANK)
        if self.text[self.at] == ",":
            self.at += 1
            self.skip(_BLANK)
