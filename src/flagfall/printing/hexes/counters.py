"""Counters of units, one for each shape, and markers."""

from __future__ import annotations

from html import escape
from typing import Final

from flagfall.hexes.game import COLOURS
from flagfall.hexes.units.sheets import Mode
from flagfall.printing.svg import FONT, INK, PAPER, drawings, mixed, n, svg

SIZE: Final = 22.0
"""The side of a counter, in millimetres: turned any way it stays in its hex."""
MARKER: Final = 15.0
"""The side of a marker."""


def silhouette(mode: Mode, seat: int) -> str:
    """The drawing of a shape around the middle of a box of 80, in the colours of a side."""
    name = mode.shape or drawings().kinds[mode.kind]
    own = COLOURS[seat]
    body = mixed(own, PAPER, 0.1) if seat == 0 else mixed(own, PAPER, 0.72)
    fills = {
        "body": body,
        "dark": mixed(own, "#000000", 0.5),
        "light": mixed(body, PAPER, 0.55),
        "glass": "#cfe3ea" if seat == 0 else "#203040",
    }
    edge = "#1c1916"
    parts = []
    for part in drawings().silhouettes[name]:
        if part.of == "line":
            parts.append(f'<path d="{part.path}" fill="none" stroke="{edge}" stroke-width="1.2"/>')
        else:
            parts.append(
                f'<path d="{part.path}" fill="{fills[part.of]}" stroke="{edge}" stroke-width=".9" '
                f'stroke-linejoin="round"/>'
            )
    return "".join(parts)


def counter(name: str, mode: Mode, number: int, seat: int) -> str:
    """One side of a counter: the shape facing up, its number, the name, an arrow for the facing.

    One side's counters are light with a single edge, the other's dark with a double one.
    """
    own = COLOURS[seat]
    ground, ink = (mixed(own, PAPER, 0.86), mixed(own, "#000000", 0.35)) if seat == 0 else (own, PAPER)
    scales = drawings().scales
    scale = 0.19 * scales[min(mode.height, len(scales) - 1)]
    half = SIZE / 2
    size = min(3.0, 19.5 / (0.5 * max(len(name), 1)))
    font = f'font-family="{FONT}" font-weight="700" fill="{ink}"'
    middle = f'x="{n(half)}" y="{n(SIZE - 1.6)}" text-anchor="middle"'
    place = f"translate({n(half)} {n(half - 0.2)}) scale({n(scale)})"
    edge = f'x=".5" y=".5" width="{n(SIZE - 1)}" height="{n(SIZE - 1)}" rx="1"'
    parts = [
        f'<rect width="{n(SIZE)}" height="{n(SIZE)}" fill="{ground}"/>',
        f'<path d="M{n(half - 2.6)} 3.2L{n(half)} .6L{n(half + 2.6)} 3.2z" fill="{ink}"/>',
        f'<g transform="{place}">{silhouette(mode, seat)}</g>',
        f'<text x="2" y="4.4" font-size="3.6" {font}>{number}</text>',
        f'<text {middle} font-size="{n(size)}" {font}>{escape(name)}</text>',
        f'<rect {edge} fill="none" stroke="{ink}" stroke-width=".5"/>',
    ]
    if seat == 1:
        parts.append(
            f'<rect x="1.2" y="1.2" width="{n(SIZE - 2.4)}" height="{n(SIZE - 2.4)}" rx=".6" fill="none" '
            f'stroke="{ink}" stroke-width=".25"/>'
        )
    return svg(SIZE, SIZE, "".join(parts))


def figure(mode: Mode, seat: int, size: float) -> str:
    """The shape alone."""
    # Light shapes of the second side stand on its colour, or they would vanish on paper.
    ground = f'<rect width="80" height="80" rx="6" fill="{COLOURS[1]}"/>' if seat == 1 else ""
    body = f'<g transform="scale({size / 80:.4f})">{ground}<g transform="translate(40 40)">'
    return svg(size, size, f"{body}{silhouette(mode, seat)}</g></g>")


MARKS: Final = {
    "prone": '<circle cx="3.6" cy="7" r="1.4" fill="none"/><path d="M5 7.6h7.5M2 9.6h11" fill="none"/>',
    "flying": '<path d="M2.5 8.5l5-5 5 5M4.5 8.5V10M10.5 8.5V10M7.5 3.5V10" fill="none"/>',
    "smoke": '<path d="M3.5 9a2.2 2.2 0 0 1 1-4a3 3 0 0 1 5.6-.6a2.4 2.4 0 0 1 1.4 4.6z" fill="#cfc9bd"/>',
    "fire": (
        '<path d="M7.5 2.5c3 2.5 3.6 4 3 6a3.2 3.2 0 0 1-6 0c-.4-1.5.5-2.6 1.4-3.4c.4 1.2 1.1 1.2 1.4 0'
        'c.2-.9.3-1.6.2-2.6z" fill="#d98a3a"/>'
    ),
    "cloaked": '<path d="M3 10c0-9 9-9 9 0z" fill="none" stroke-dasharray="1 .7"/>',
    "shielded": '<path d="M7.5 2.5q2 1 4 1q.4 5-4 7q-4.4-2-4-7q2 0 4-1z" fill="#cfdbe6"/>',
    "wreck": '<path d="M3.5 3l8 7M11.5 3l-8 7" fill="none" stroke-width="1.1"/>',
}
"""What is drawn on each marker."""


def marker(kind: str) -> str:
    """A marker without its word."""
    edge = f'<rect x=".4" y=".4" width="{n(MARKER - 0.8)}" height="{n(MARKER - 0.8)}" rx="1" fill="#f6f1e4"/>'
    style = f'stroke="{INK}" stroke-width=".5" stroke-linecap="round"'
    return svg(MARKER, MARKER, f"<g {style}>{edge}{MARKS[kind]}</g>")
