"""Colour for the terminal, where it is wanted."""

from __future__ import annotations

import colorsys
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


def parts(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour such as ``#a63d2f`` or ``#a33``; a dark gray if it cannot be read."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    try:
        red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    except ValueError:
        return 85, 85, 85
    return red, green, blue


def nearest(colour: str) -> int:
    """The number, among the 256 of terminals, of the colour most like another: its hue counts most."""
    wanted = _hue(*parts(colour))
    steps = (0, 95, 135, 175, 215, 255)
    known = [(r, g, b) for r in steps for g in steps for b in steps]
    known += [(gray, gray, gray) for gray in range(8, 248, 10)]
    return 16 + min(range(len(known)), key=lambda i: _apart(wanted, _hue(*known[i])))


def _hue(red: int, green: int, blue: int) -> tuple[float, float, float]:
    return colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)


def _apart(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    turn = abs(one[0] - other[0])
    hue = min(turn, 1 - turn) * 6 * min(one[1], other[1])
    return hue**2 + (one[1] - other[1]) ** 2 + 3 * (one[2] - other[2]) ** 2


def plate(colour: str) -> str:
    """The code of a piece: bold on its army's colour, dark letters on light colours."""
    red, green, blue = parts(colour)
    light = 0.3 * red + 0.6 * green + 0.1 * blue > 140
    ground = f"48;2;{red};{green};{blue}" if _many_colours() else f"48;5;{nearest(colour)}"
    return f"1;38;5;{16 if light else 231};{ground}"


def _many_colours() -> bool:
    return os.environ.get("COLORTERM", "") in ("truecolor", "24bit")
