"""Pictures of hex maps as SVG, from the map and the units that a scenario puts on it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import sqrt

from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.maps.terrain import CLEAR, CONSTRUCT, IMPASSABLE, OFF, ROUGH, THICK, THIN, WATER, Cell

R = 15.0
TALL = R * sqrt(3)
GROUND = {CLEAR: "#dccfa6", ROUGH: "#cbb98f", WATER: "#8fb3c2", THIN: "#b3c08a", THICK: "#86a068",
          CONSTRUCT: "#b7a99a", IMPASSABLE: "#6f675b"}  # fmt: skip
SIDES = ("#9c2f24", "#3b3f7a")
FONT = "Vollkorn, Georgia, 'Times New Roman', serif"


def map_picture(game: HexGame) -> str:
    """The map of a scenario with its zones and the units that begin on it."""
    there = game.new(seed=7).board.map if game.map is None else game.map
    body = "".join(_hex(there, at, cell) for at, cell in enumerate(there.cells) if cell.terrain != OFF)
    body += "".join(_zones(there, game))
    body += "".join(_units(there, game))
    shapes = (
        f'<defs><polygon id="h" points="{_outline(R)}" stroke="#5b5447" stroke-opacity=".22"/>'
        f'<polygon id="z" points="{_outline(R - 2)}" fill-opacity=".16"/></defs>'
    )
    width = there.width * 1.5 * R + 0.5 * R + 4
    height = (there.height + 0.5) * TALL + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}">{shapes}{body}</svg>\n'
    )


def _middle(there: Map, at: int) -> tuple[float, float]:
    column, row = at % there.width, at // there.width
    return R + 1.5 * R * column + 2, TALL * (row + 0.5 + 0.5 * (column & 1)) + 2


def _outline(size: float) -> str:
    half, tall = size / 2, size * sqrt(3) / 2
    points = ((size, 0), (half, tall), (-half, tall), (-size, 0), (-half, -tall), (half, -tall))
    return " ".join(f"{dx:.1f},{dy:.1f}" for dx, dy in points)


def _shade(colour: str, levels: int) -> str:
    """Higher ground is lighter, lower ground and deep water darker."""
    part = max(-0.35, min(0.5, levels * 0.07))
    goal = 255 if part > 0 else 0
    values = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(value + (goal - value) * abs(part)):02x}" for value in values)


def _hex(there: Map, at: int, cell: Cell) -> str:
    x, y = _middle(there, at)
    deep = -cell.size if cell.terrain == WATER else 0
    fill = _shade(GROUND[cell.terrain], cell.elevation + deep)
    parts = [f'<use href="#h" x="{x:.1f}" y="{y:.1f}" fill="{fill}"/>']
    if cell.terrain in (THIN, THICK):
        crowns = ((-5, 3), (5, 3), (0, -5)) if cell.terrain == THICK else ((-3, 2), (4, -2))
        parts += [
            f'<circle cx="{x + dx:.1f}" cy="{y + dy:.1f}" r="4.4" fill="#4f6b3a" fill-opacity=".75"/>'
            for dx, dy in crowns
        ]
    if cell.terrain == ROUGH:
        parts.append(f'<path d="M{x - 6:.1f} {y + 3:.1f}l3-5 3 5m2 2l3-5 3 5" fill="none" stroke="#7d6a43"/>')
    if cell.terrain == CONSTRUCT:
        parts.append(
            f'<rect x="{x - 7:.1f}" y="{y - 7:.1f}" width="14" height="14" fill="#7c6a5c" stroke="#3a3430"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}" font-size="10" text-anchor="middle" font-family="{FONT}" '
            f'fill="#fbf8f0">{cell.size}</text>'
        )
    return "".join(parts)


def _zones(there: Map, game: HexGame) -> Iterator[str]:
    homes = {side.zone: SIDES[seat] for seat, side in enumerate(game.scenario.sides) if side.zone}
    goals = {getattr(condition, "zone", "") for condition in game.scenario.victory} - {""}
    for name in (*homes, *sorted(goals - set(homes))):
        for at in there.zones.get(name, ()):
            x, y = _middle(there, at)
            colour = homes.get(name, "#d19a1f")
            yield f'<use href="#z" x="{x:.1f}" y="{y:.1f}" fill="{colour}" stroke="{colour}"/>'


def _units(there: Map, game: HexGame) -> Iterator[str]:
    for seat, side in enumerate(game.scenario.sides):
        for entry in side.units:
            if not entry.at or entry.round > 1:
                continue
            x, y = _middle(there, there.hex(entry.at))
            name = game.roster[entry.unit].name
            sign = "".join(word[0] for word in name.split())[:2]
            dash = ' stroke-dasharray="3 2"' if seat else ""
            yield (
                f'<g><title>{escape(name)}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="10.5" '
                f'fill="{SIDES[seat]}" stroke="#fbf8f0" stroke-width="2"{dash}/>'
                f'<text x="{x:.1f}" y="{y + 4:.1f}" font-size="11" font-weight="700" text-anchor="middle" '
                f'font-family="{FONT}" fill="#fbf8f0">{escape(sign)}</text></g>'
            )
