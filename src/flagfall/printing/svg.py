"""Drawings as SVG, in which one unit is one millimetre, and those that the browser shows too."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

from flagfall.printing.papers import FLAP, Tile

FONT = "Libertinus Serif"
INK, PAPER = "#221f1a", "#ffffff"
MARK = 4.0
"""How far the marks to cut by stand out of a sheet."""


class Emblem(msgspec.Struct, frozen=True):
    """An emblem around the origin in a box of 48: what is stroked and what is filled."""

    line: str = ""
    solid: str = ""


class Part(msgspec.Struct, frozen=True):
    """A part of a silhouette: its material and its outline."""

    of: str
    path: str


class Drawings(msgspec.Struct, frozen=True):
    """All drawings of the client; a test of the client holds the file against them."""

    emblems: dict[str, dict[str, Emblem]]
    outlines: dict[str, tuple[str, str]]
    """Of the pieces of each side, in a box of 100."""
    silhouettes: dict[str, tuple[Part, ...]]
    """From above, facing north, in a box of 80 around the middle."""
    kinds: dict[str, str]
    """The silhouette of a mode that names none."""
    scales: tuple[float, ...]
    """How large a silhouette is, by the height of its mode."""


@cache
def drawings() -> Drawings:
    """The drawings of units and pieces that the browser shows too, from ``drawings.json``."""
    found = files("flagfall.printing").joinpath("data", "drawings.json")
    return msgspec.json.decode(found.read_bytes(), type=Drawings)


def svg(width: float, height: float, body: str, left: float = 0.0, top: float = 0.0) -> str:
    """A drawing of a size in millimetres, as large on paper."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{n(width)}mm" height="{n(height)}mm" '
        f'viewBox="{n(left)} {n(top)} {n(width)} {n(height)}">{body}</svg>'
    )


def n(value: float) -> str:
    """A length as it is written: to a hundredth, without needless noughts."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def colour_code(text: str, other: str) -> str:
    """A colour as ``#rrggbb``; another one where a text, as of an edition of one's own, says none."""
    if re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        return text
    if re.fullmatch(r"#[0-9a-fA-F]{3}", text):
        return "#" + "".join(2 * sign for sign in text[1:])
    return other


def mixed(colour: str, other: str, part: float) -> str:
    """A colour with so much of another one in it."""
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def luminance(colour: str) -> float:
    """How light a colour is in grey, from 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def darkened(colour: str, most: float) -> str:
    """A colour, darker if it is lighter than that."""
    for step in range(20):
        found = mixed(colour, "#000000", step / 20)
        if luminance(found) <= most:
            return found
    return "#000000"


def emblem(theme: str, name: str, colour: str) -> str:
    """An emblem in one colour, or nothing where there is none of that name."""
    found = drawings().emblems.get(theme, drawings().emblems["classic"]).get(name)
    if found is None:
        return ""
    line = (
        f'<path d="{found.line}" fill="none" stroke="{colour}" stroke-width="4.5" stroke-linecap="round" '
        f'stroke-linejoin="round"/>'
        if found.line
        else ""
    )
    solid = f'<path d="{found.solid}" fill="{colour}" fill-rule="evenodd"/>' if found.solid else ""
    return line + solid


def tile_width(tile: Tile) -> float:
    """How wide the drawing of a sheet is, with its strip and marks."""
    return tile.width + FLAP * tile.joins_right + 2 * MARK


def tile_svg(tile: Tile, body: str, defs: str = "") -> str:
    """One sheet of something large: its part of the drawing, marks to cut by, strips to glue.

    The drawing goes on in the strips, so that a sheet that lies a little askew leaves no white line.
    """
    right, below = FLAP * tile.joins_right, FLAP * tile.joins_below
    left, top, width, height = tile.left, tile.top, tile.width, tile.height
    clip = (
        f'<clipPath id="part"><rect x="{n(left)}" y="{n(top)}" width="{n(width + right)}" '
        f'height="{n(height + below)}"/></clipPath>'
    )
    strips = []
    if right:
        strips.append(_strip(left + width, top, right, height + below))
    if below:
        strips.append(_strip(left, top + height, width, below))
    lines = "".join(
        f"M{n(x - 4)} {n(y)}h3M{n(x + 1)} {n(y)}h3M{n(x)} {n(y - 4)}v3M{n(x)} {n(y + 1)}v3"
        for x in (left, left + width)
        for y in (top, top + height)
    )
    return svg(
        tile_width(tile),
        height + below + 2 * MARK,
        f"<defs>{clip}{defs}</defs>"
        f'<g clip-path="url(#part)">{body}</g>{"".join(strips)}'
        f'<path d="{lines}" stroke="{INK}" stroke-width=".2" fill="none"/>',
        left - MARK,
        top - MARK,
    )


def _strip(x: float, y: float, width: float, height: float) -> str:
    """A strip that is glued under the next sheet, paler and hatched."""
    lines = []
    reach = width + height
    at = 3.0
    while at < reach:
        x1, y1 = (0.0, at) if at < height else (at - height, height)
        x2, y2 = (at, 0.0) if at < width else (width, at - width)
        lines.append(f"M{n(x + x1)} {n(y + y1)}L{n(x + x2)} {n(y + y2)}")
        at += 3.0
    place = f'x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}"'
    return (
        f'<rect {place} fill="#fff" fill-opacity=".55"/>'
        f'<path d="{"".join(lines)}" stroke="{INK}" stroke-opacity=".35" stroke-width=".15"/>'
        f'<rect {place} fill="none" stroke="{INK}" stroke-width=".15" stroke-dasharray="1 1"/>'
    )
