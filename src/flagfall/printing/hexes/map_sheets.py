"""A hex map to scale over several sheets of paper, and small maps for the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin, sqrt
from typing import Final

from flagfall.hexes.maps.geometry import STEPS, axial, offset
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.maps.terrain import CLEAR, CONSTRUCT, IMPASSABLE, OFF, ROUGH, THICK, THIN, WATER, Cell
from flagfall.printing.papers import Paper, Tile, tiles
from flagfall.printing.svg import FONT, INK, n, tile_svg

ACROSS: Final = 32.0
"""How wide a hex is between two flat sides, in millimetres."""
RADIUS: Final = ACROSS / sqrt(3)
EDGE: Final = 3.0
"""The white border of a map."""
LEVELS: Final = ("#aebd84", "#c3cf9b", "#d2d3a2", "#dcd0a0", "#d6bd8c", "#c9a67a", "#b89069", "#a67d58")
"""The ground by its level, from the lowest, which is -1, to the highest."""
WATERS: Final = ("#bcdbe0", "#9fc6d2", "#7fadbf", "#6597ad")
ZONES: Final = ("#9c2f24", "#27508c", "#8a6420", "#3d6b3a", "#6b3a73")
"""Of the zones of a map, those of the two sides first."""


def middle(there: Map, hex: int) -> tuple[float, float]:
    """The middle of a hex; odd columns, counted from 0, lie half a hex lower."""
    column, row = hex % there.width, hex // there.width
    return EDGE + RADIUS * (1 + 1.5 * column), EDGE + ACROSS * (row + 0.5 + 0.5 * (column & 1))


def size(there: Map) -> tuple[float, float]:
    """A map with its border."""
    tall = there.height + (0.5 if there.width > 1 else 0)
    return RADIUS * (1.5 * there.width + 0.5) + 2 * EDGE, ACROSS * tall + 2 * EDGE


def map_tiles(there: Map, paper: Paper, zones: Mapping[str, str]) -> list[tuple[Tile, str]]:
    """The sheets of a map, row by row; each has the hexes alone that lie on it."""
    made = []
    for tile in tiles(*size(there), paper):
        near = [hex for hex in range(len(there.cells)) if _on(there, hex, tile)]
        made.append((tile, tile_svg(tile, map_body(there, near, zones))))
    return made


def _on(there: Map, hex: int, tile: Tile) -> bool:
    x, y = middle(there, hex)
    reach = RADIUS + 8
    return (
        tile.left - reach <= x <= tile.left + tile.width + reach
        and tile.top - reach <= y <= tile.top + tile.height + reach
    )


def map_body(there: Map, hexes: list[int], zones: Mapping[str, str]) -> str:
    """Some hexes of a map as SVG elements: ground, slopes, zones, what stands on them, and their numbers."""
    shown = [hex for hex in hexes if there.cells[hex].terrain != OFF]
    parts = [_ground(there, hex) for hex in shown]
    parts += [_slopes(there, hex) for hex in shown]
    for name, colour in zones.items():
        parts.append(zone_border(there, there.zones.get(name, ()), colour, set(shown)))
    for hex in shown:
        parts += terrain(*middle(there, hex), there.cells[hex])
        parts += _numbers(there, hex)
    return "".join(parts)


def corners(x: float, y: float, radius: float = RADIUS) -> list[tuple[float, float]]:
    """The six corners of a hex, from the right clockwise."""
    return [(x + radius * cos(at * pi / 3), y + radius * sin(at * pi / 3)) for at in range(6)]


def outline(x: float, y: float, radius: float = RADIUS) -> str:
    """The points of a hex as SVG has them."""
    return " ".join(f"{n(a)},{n(b)}" for a, b in corners(x, y, radius))


def ground_colour(cell: Cell) -> str:
    """The colour of the ground of a hex; water by its depth."""
    if cell.terrain == WATER:
        return WATERS[min(cell.size, len(WATERS) - 1)]
    return LEVELS[max(0, min(cell.elevation + 1, len(LEVELS) - 1))]


def _ground(there: Map, hex: int) -> str:
    x, y = middle(there, hex)
    return (
        f'<polygon points="{outline(x, y)}" fill="{ground_colour(there.cells[hex])}" stroke="#6d6450" '
        f'stroke-width=".3"/>'
    )


def _beyond(there: Map, hex: int, side: int) -> int:
    """The hex on the other side of a side, or -1."""
    q, r = axial(hex % there.width, hex // there.width)
    dq, dr = STEPS[(side + 2) % 6]  # Sides are counted from the lower right, directions from the top.
    x, y = offset(q + dq, r + dr)
    return y * there.width + x if 0 <= x < there.width and 0 <= y < there.height else -1


def _slopes(there: Map, hex: int) -> str:
    """A dark edge with strokes where the ground falls off to a lower hex: the more, the thicker."""
    x, y = middle(there, hex)
    points = corners(x, y)
    high = there.cells[hex].elevation
    parts = []
    for side in range(6):
        other = _beyond(there, hex, side)
        if other < 0 or there.cells[other].terrain == OFF:
            continue
        drop = high - there.cells[other].elevation
        if drop <= 0:
            continue
        (ax, ay), (bx, by) = points[side], points[(side + 1) % 6]
        parts.append(
            f'<path d="M{n(ax)} {n(ay)}L{n(bx)} {n(by)}" stroke="#5a4326" '
            f'stroke-width="{n(min(0.5 + 0.5 * drop, 2.2))}" stroke-linecap="round"/>'
        )
        ticks = []
        for at in range(1, 6):
            px, py = ax + (bx - ax) * at / 6, ay + (by - ay) * at / 6
            ticks.append(f"M{n(px)} {n(py)}L{n(px + (x - px) * 0.11)} {n(py + (y - py) * 0.11)}")
        parts.append(f'<path d="{"".join(ticks)}" stroke="#5a4326" stroke-width=".3"/>')
    return "".join(parts)


def zone_border(there: Map, hexes: tuple[int, ...], colour: str, shown: set[int]) -> str:
    """The border of a zone, just inside its hexes."""
    inside = set(hexes)
    lines = []
    for hex in hexes:
        if hex not in shown:
            continue
        points = corners(*middle(there, hex), RADIUS - 1.1)
        for side in range(6):
            if _beyond(there, hex, side) not in inside:
                (ax, ay), (bx, by) = points[side], points[(side + 1) % 6]
                lines.append(f"M{n(ax)} {n(ay)}L{n(bx)} {n(by)}")
    return (
        f'<path d="{"".join(lines)}" fill="none" stroke="{colour}" stroke-width="1.1" stroke-linecap="round" '
        f'stroke-dasharray="3 1.6"/>'
        if lines
        else ""
    )


def terrain(x: float, y: float, cell: Cell) -> Iterator[str]:
    """What stands on a hex, drawn so that it is told apart in grey too."""
    if cell.terrain in (THIN, THICK):
        thick = cell.terrain == THICK
        crowns = (
            (
                (-8, -3, 4.2),
                (0, -6.5, 4.2),
                (8, -3, 4.2),
                (-7.5, 5, 4.2),
                (0, 1, 4.6),
                (7.5, 5, 4.2),
                (0, 8.5, 4),
            )
            if thick
            else ((-6.5, -3, 3.8), (5.5, -4.5, 3.4), (1, 5.5, 3.8))
        )
        fill, edge = ("#5f8a4c", "#2e4a26") if thick else ("#96b573", "#4f6b3a")
        for dx, dy, radius in crowns:
            yield (
                f'<circle cx="{n(x + dx)}" cy="{n(y + dy)}" r="{radius}" fill="{fill}" stroke="{edge}" '
                f'stroke-width=".4"/><path d="M{n(x + dx - radius * 0.5)} {n(y + dy - radius * 0.2)}'
                f'a{n(radius * 0.55)} {n(radius * 0.55)} 0 0 1 {n(radius * 0.7)} {n(-radius * 0.3)}" '
                f'fill="none" stroke="#fff" stroke-opacity=".55" stroke-width=".4"/>'
            )
    elif cell.terrain == ROUGH:
        for dx, dy, wide in ((-8, 0, 5), (2, -5, 6), (4, 5, 5), (-4, 7, 4)):
            px, py = x + dx, y + dy
            yield (
                f'<path d="M{n(px - wide / 2)} {n(py + 1.5)}l{n(wide * 0.2)}-3 {n(wide * 0.4)}-.6 '
                f'{n(wide * 0.3)} 1.6 {n(wide * 0.1)} 2z" fill="#b3a78d" stroke="#5f5440" stroke-width=".4"/>'
            )
    elif cell.terrain == WATER:
        waves = "".join(f"M{n(x + dx)} {n(y + dy)}q2-2.2 4 0t4 0" for dx, dy in ((-9, -4), (1, 0), (-8, 5)))
        yield f'<path d="{waves}" fill="none" stroke="#2f6479" stroke-width=".55" stroke-linecap="round"/>'
    elif cell.terrain == CONSTRUCT:
        yield (
            f'<rect x="{n(x - 9)}" y="{n(y - 8)}" width="18" height="16" fill="#8d8273" stroke="{INK}" '
            f'stroke-width=".5"/><rect x="{n(x - 6.8)}" y="{n(y - 5.8)}" width="13.6" height="11.6" '
            f'fill="#e6ddcb" stroke="#5f564a" stroke-width=".35"/>'
            f'<path d="M{n(x - 9)} {n(y - 8)}l2.2 2.2M{n(x + 9)} {n(y - 8)}l-2.2 2.2M{n(x - 9)} {n(y + 8)}'
            f'l2.2-2.2M{n(x + 9)} {n(y + 8)}l-2.2-2.2" stroke="{INK}" stroke-width=".35"/>'
        )
        yield text_at(x, y + 0.6, 5.2, str(cell.size), bold=True)
        yield text_at(x, y + 4.6, 3, f"{cell.hp}")
    elif cell.terrain == IMPASSABLE:
        yield f'<polygon points="{outline(x, y, RADIUS - 1.5)}" fill="#6f675b"/>'
        lines = "".join(f"M{n(x + at)} {n(y - 9)}l-8 18" for at in (-5, 1, 7, 13))
        yield f'<path d="{lines}" stroke="#d9d0bf" stroke-width=".6"/>'


def _numbers(there: Map, hex: int) -> Iterator[str]:
    """The number of a hex above, its level below; of water the depth."""
    x, y = middle(there, hex)
    cell = there.cells[hex]
    colour = "#f4efe2" if cell.terrain == IMPASSABLE else "#4b4333"
    yield text_at(x, y - ACROSS / 2 + 4.1, 2.9, there.label(hex), colour)
    if cell.elevation:
        yield text_at(x, y + ACROSS / 2 - 1.6, 3.4, str(cell.elevation).replace("-", "−"), INK, bold=True)
    if cell.terrain == WATER:
        yield text_at(x + 9.5, y + ACROSS / 2 - 5, 3, f"↓{cell.size}", "#1f4a5c")


def text_at(x: float, y: float, size: float, text: str, colour: str = INK, *, bold: bool = False) -> str:
    """A short text around a point."""
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-family="{FONT}" font-size="{n(size)}" text-anchor="middle" '
        f'fill="{colour}"{weight}>{text}</text>'
    )


def sample(cell: Cell, scale: float = 1.0) -> str:
    """One hex for the legend, as SVG elements around the middle of a box."""
    body = (
        f'<polygon points="{outline(RADIUS, ACROSS / 2)}" fill="{ground_colour(cell)}" stroke="#6d6450" '
        f'stroke-width=".4"/>{"".join(terrain(RADIUS, ACROSS / 2, cell))}'
    )
    if cell.elevation:
        body += text_at(RADIUS, ACROSS - 1.6, 3.4, str(cell.elevation), INK, bold=True)
    width, height = 2 * RADIUS * scale, ACROSS * scale
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{n(width)}mm" height="{n(height)}mm" '
        f'viewBox="-.3 -.3 {n(2 * RADIUS + 0.6)} {n(ACROSS + 0.6)}">{body}</svg>'
    )


LEGEND: Final = (
    ("clear", Cell(0, CLEAR)),
    ("hill", Cell(2, CLEAR)),
    ("rough", Cell(0, ROUGH)),
    ("thin-trees", Cell(0, THIN)),
    ("thick-trees", Cell(0, THICK)),
    ("water", Cell(0, WATER, 2)),
    ("construct", Cell(0, CONSTRUCT, 3, 20)),
    ("impassable", Cell(0, IMPASSABLE)),
)
"""What the legend shows, by the names of the words of the hex game."""
