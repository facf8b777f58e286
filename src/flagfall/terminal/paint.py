"""Colour for the terminal, where it is wanted."""

from __future__ import annotations

import os
from typing import Final, TextIO

RESET: Final = "\x1b[0m"
BOLD, DIM = "1", "2"


def wants_colour(stream: TextIO) -> bool:
    """Whether a stream takes colour: a terminal, unless ``NO_COLOR`` is set or it is a dumb one."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def painted(text: str, code: str, colour: bool) -> str:
    """A text in a colour, or plain."""
    return f"\x1b[{code}m{text}{RESET}" if colour and code else text


def nearest(colour: str) -> int:
    """The number, among the 256 of terminals, of the colour nearest to one such as ``#a63d2f``."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    try:
        wanted = [int(digits[i : i + 2], 16) for i in (0, 2, 4)]
    except ValueError:
        return 240
    steps = (0, 95, 135, 175, 215, 255)
    place = [min(range(6), key=lambda i: abs(steps[i] - part)) for part in wanted]
    return 16 + 36 * place[0] + 6 * place[1] + place[2]


def plate(colour: str) -> str:
    """The code of a piece: bold on its army's colour, dark letters on light colours."""
    digits = colour.lstrip("#")
    try:
        parts = [int(digits[i : i + 2], 16) for i in (0, 2, 4)] if len(digits) == 6 else [0, 0, 0]
    except ValueError:
        parts = [0, 0, 0]
    light = 0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2] > 140
    return f"1;38;5;{16 if light else 231};48;5;{nearest(colour)}"
