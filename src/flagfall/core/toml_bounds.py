"""How large a TOML text may be inside, found by one cheap look before it is parsed.

The parser takes memory with the square of the length of a dotted key, and a table takes many times the bytes
that it is written in. Who writes such files by hand comes nowhere near these bounds.
"""

from __future__ import annotations

import re
from typing import Final

from flagfall.core.errors import Complaint, complaint

DEEPEST: Final = 16
"""Names in a dotted key, and brackets within brackets, at most."""
MOST_KEYS: Final = 5_000
MOST_TABLES: Final = 1_000

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"{3,5}|\Z)'  # An open end goes to the end of the text, as it does for the parser.
    r"|'''.*?(?:'{3,5}|\Z)"
    r'|"(?:\\[^\n]|[^"\\\n])*"?'
    r"|'[^'\n]*'?"
    r"|\#[^\n]*"
    r"|[^\"'\#=.,\[\]{}\n]+"
    r"|.",
    re.DOTALL,
)


def beyond_bounds(text: str) -> tuple[Complaint, int] | None:
    """What is too much in a TOML text, and the line of it; None if it may be parsed.

    Up to the first mistake in a text this reads it as the parser does; the parser goes no further.
    """
    names = depth = keys = tables = 0
    fresh = True
    for found in _TOKEN.finditer(text):
        token = found.group()
        match token:
            case ".":
                names += 1
            case "[" | "{":
                # At the beginning of a line, outside of any value, it is the header of a table.
                tables += fresh and not depth
                depth += 1
                names = 0
            case "]" | "}":
                depth = max(0, depth - 1)
                names = 0
            case "=":
                keys += 1
                names = 0
            case "," | "\n":
                names = 0
        fresh = token == "\n" or (fresh and token.isspace())
        if names >= DEEPEST or depth > DEEPEST:
            return complaint("toml.deep"), _line(text, found.start())
        if keys > MOST_KEYS:
            return complaint("toml.keys", most=MOST_KEYS), _line(text, found.start())
        if tables > MOST_TABLES:
            return complaint("toml.tables", most=MOST_TABLES), _line(text, found.start())
    return None


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
