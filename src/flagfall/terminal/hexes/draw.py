"""A hex map as lines of text: two lines and a few columns a hex, odd columns one line lower."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TextIO

from flagfall.core.words import Phrases
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.maps.terrain import CLEAR, CONSTRUCT, IMPASSABLE, OFF, ROUGH, THICK, THIN, WATER, Cell

ARROWS: Final = "↑↗↘↓↙↖"
"""One for each facing, 0 to 5."""
SIDE_COLOURS: Final = ("38;5;231;48;5;124", "38;5;231;48;5;19")
"""Each seat's marks, as codes of the terminal; they are told apart by upper and lower case too."""
REACHED: Final = "7"
RESET: Final = "\x1b[0m"


class HexMark(NamedTuple):
    """What stands on a hex: at most as many letters as a hex is wide, and how they are painted."""

    text: str
    code: str = ""


def wants_colour(stream: TextIO) -> bool:
    """Whether a stream takes colour: a terminal, unless ``NO_COLOR`` is set."""
    return not os.environ.get("NO_COLOR") and stream.isatty()


def painted(text: str, code: str, colour: bool) -> str:
    """A text in a colour, or plain."""
    return f"\x1b[{code}m{text}{RESET}" if colour and code else text


def shade(cell: Cell) -> str:
    """The colour of a hex, as a code of the terminal."""
    level = max(-2, min(5, cell.elevation))
    if cell.terrain == OFF:
        return ""
    if cell.terrain == IMPASSABLE:
        return "38;5;240;48;5;232"
    if cell.terrain == WATER:
        return f"38;5;195;48;5;{(38, 31, 25, 18)[min(3, cell.size)]}"
    if cell.terrain == THIN:
        return "38;5;194;48;5;64"
    if cell.terrain == THICK:
        return "38;5;194;48;5;22"
    if cell.terrain == CONSTRUCT:
        return f"38;5;232;48;5;{(250, 248, 245, 242, 240)[min(4, cell.size - 1)]}"
    if cell.terrain == ROUGH:
        return "38;5;232;48;5;137"
    ground = {-2: 58, -1: 100, 0: 150, 1: 186, 2: 180, 3: 173, 4: 137, 5: 130}[level]
    return f"38;5;238;48;5;{ground}"


def token(cell: Cell) -> str:
    """A hex in up to four letters: its elevation if it is not 0, its terrain and how deep or high it is."""
    level = str(cell.elevation) if cell.elevation else ""
    if cell.terrain == OFF:
        return ""
    if cell.terrain == CLEAR:
        return level or "."
    if cell.terrain == WATER:
        return f"{level}~{cell.size}"
    if cell.terrain == CONSTRUCT:
        return f"{level}▪{cell.size}"
    return f"{level}{cell.terrain}"


def draw(
    there: Map,
    *,
    cells: Iterable[Cell] | None = None,
    marks: Mapping[int, HexMark] | None = None,
    lit: Iterable[int] = (),
    colour: bool = False,
    columns: int = 0,
    around: int = -1,
) -> str:
    """The picture of a map, or of the part around a hex where the terminal is too narrow for all of it.

    ``cells`` stands in for the map's own when the ground has changed, ``marks`` are what stands on it,
    ``lit`` hexes are shown in reverse (without colour: in brackets). In colour, hexes are numbered if the
    ``columns`` of the terminal suffice.
    """
    ground = tuple(cells) if cells is not None else there.cells
    standing = marks or {}
    shown = set(lit)
    wide = not columns or there.width * 4 + 4 <= columns
    size = 4 if wide else 3
    across = window(there.width, (columns - 4) // size if columns else there.width, around)
    head = "".join(f"{x + 1:^{size}d}" for x in across)
    lines = [f"    {head}".rstrip()]
    for row in range(2 * there.height + 1):
        parts: list[str] = []
        for x in across:
            y, half = divmod(row - (x & 1), 2)
            if not 0 <= y < there.height:
                parts.append(" " * size)
                continue
            hex = y * there.width + x
            parts.append(_half(there, ground[hex], hex, half, standing.get(hex), hex in shown, size, colour))
        y, half = divmod(row, 2)
        margin = f"{y + 1:>3} " if half == 0 and y < there.height else "    "
        line = margin + "".join(parts)
        lines.append(line if colour else line.rstrip())
    return "\n".join(lines)


def window(width: int, room: int, around: int = -1) -> range:
    """The columns of a map that are shown where there is room for so many, with a hex in the middle.

    All, where no hex is named: a page or a deployment shows the whole map.
    """
    if room >= width or room < 1 or around < 0:
        return range(width)
    first = min(max(0, around % width - room // 2), width - room)
    return range(first, first + room)


def _half(
    there: Map, cell: Cell, hex: int, half: int, mark: HexMark | None, lit: bool, size: int, colour: bool
) -> str:
    """One of the two lines of a hex."""
    if cell.terrain == OFF:
        return " " * size
    code = shade(cell) + (f";{REACHED}" if lit else "")
    if half == 0:
        text = token(cell)
        if lit and not colour:
            text = f"[{text[: size - 2]}]"
        return painted(f"{text[:size]:^{size}}", code, colour)
    if mark is not None:
        return painted(f"{mark.text[:size]:^{size}}", mark.code or code, colour)
    text = there.label(hex) if colour and size == 4 and there.digits == 2 else ""
    return painted(f"{text:^{size}}", f"{code};2" if code else "", colour)


def legend(say: Phrases, colour: bool) -> str:
    """What the signs mean, in one line."""
    samples = {
        "clear": Cell(0, CLEAR),
        "hill": Cell(2, CLEAR),
        "rough": Cell(0, ROUGH),
        "thin-trees": Cell(0, THIN),
        "thick-trees": Cell(0, THICK),
        "water": Cell(0, WATER, 2),
        "construct": Cell(0, CONSTRUCT, 3, 1),
        "impassable": Cell(0, IMPASSABLE),
    }
    return "  ".join(
        f"{painted(f' {token(cell)} ', shade(cell), colour)} {say('terrain', name)}"
        for name, cell in samples.items()
    )
