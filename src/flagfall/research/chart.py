"""Line charts as SVG, without any library: learning curves and curves of cost."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 78, 24, 58, 58
LINES = (("#1b6ca8", ""), ("#d1720b", "7 4"), ("#3c8a4f", "2 3"), ("#7a4b9a", "10 3 2 3"), ("#555555", "1 4"))
"""Colour and dashes of each line: they can be told apart without colours."""


class Axis(NamedTuple):
    """One axis: its title, whether it is logarithmic, how its numbers are written, and its ends if given."""

    title: str
    log: bool = False
    write: Callable[[float], str] = "{:g}".format
    low: float | None = None
    high: float | None = None

    def ends(self, values: Sequence[float]) -> tuple[float, float]:
        """The ends of the axis on its own scale."""
        low = min(values) if self.low is None else self.low
        high = max(values) if self.high is None else self.high
        first, last = self.scaled(low), self.scaled(high)
        if self.log:
            first = math.floor(first) if self.low is None else first
            last = math.ceil(last) if self.high is None else last
        return first, last if last > first else first + 1

    def scaled(self, value: float) -> float:
        """A value on the scale of the axis."""
        return math.log10(value) if self.log else value

    def marks(self, first: float, last: float) -> list[float]:
        """The values that get a line and a number."""
        if self.log:
            return [10.0**power for power in range(math.ceil(first - 1e-9), math.floor(last + 1e-9) + 1)]
        rough = (last - first) / 6
        unit = 10 ** math.floor(math.log10(rough))
        size = next(unit * step for step in (1, 2, 5, 10) if unit * step >= rough)
        return [n * size for n in range(math.ceil(first / size - 1e-9), math.floor(last / size + 1e-9) + 1)]


class Line(NamedTuple):
    """One line of a chart."""

    name: str
    points: Sequence[tuple[float, float]]


def chart(title: str, across: Axis, up: Axis, lines: Sequence[Line], goal: float | None = None) -> str:
    """A chart as SVG; ``goal`` is a level to be reached, drawn across."""
    xs = [x for line in lines for x, _ in line.points]
    ys = [y for line in lines for _, y in line.points] + ([] if goal is None else [goal])
    x_ends, y_ends = across.ends(xs), up.ends(ys)

    def place(x: float, y: float) -> tuple[float, float]:
        right = (across.scaled(x) - x_ends[0]) / (x_ends[1] - x_ends[0])
        above = (up.scaled(y) - y_ends[0]) / (y_ends[1] - y_ends[0])
        return LEFT + right * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - above * (HEIGHT - TOP - BOTTOM)

    size = f'width="{WIDTH}" height="{HEIGHT}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {WIDTH} {HEIGHT}" role="img"',
        ' font-family="sans-serif" font-size="13" fill="#222222">',
        f"<title>{escape(title)}</title>",
        f'<rect {size} fill="#ffffff"/>',
        f'<text x="{LEFT}" y="24" font-size="17" font-weight="bold">{escape(title)}</text>',
    ]
    base, top = HEIGHT - BOTTOM, TOP
    for value in across.marks(*x_ends):
        x, _ = place(value, up.marks(*y_ends)[0])
        parts.append(f'<path d="M{x:.1f} {top}V{base}" stroke="#e2e2e2"/>')
        parts.append(f'<text x="{x:.1f}" y="{base + 20}" text-anchor="middle">{across.write(value)}</text>')
    for value in up.marks(*y_ends):
        _, y = place(across.marks(*x_ends)[0], value)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#e2e2e2"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{up.write(value)}</text>')
    if goal is not None:
        _, y = place(xs[0], goal)
        parts.append(
            f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#222222" stroke-dasharray="3 3"/>'
            f'<text x="{WIDTH - RIGHT - 4}" y="{y + 16:.1f}" text-anchor="end">{up.write(goal)}</text>'
        )
    for number, line in enumerate(lines):
        colour, dashes = LINES[number % len(LINES)]
        stroke = f'stroke="{colour}" stroke-width="2.2" stroke-dasharray="{dashes or "none"}" fill="none"'
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (place(*point) for point in line.points))
        parts.append(f'<path d="M{path}" {stroke}/>')
        key = LEFT + number * (WIDTH - LEFT - RIGHT) / len(lines)
        parts.append(f'<path d="M{key:.0f} 42h26" {stroke}/>')
        parts.append(f'<text x="{key + 32:.0f}" y="46">{escape(line.name)}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 14}" text-anchor="middle">{escape(across.title)}</text>')
    side = (top + base) / 2
    parts.append(
        f'<text x="18" y="{side}" text-anchor="middle" transform="rotate(-90 18 {side})">'
        f"{escape(up.title)}</text>"
    )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
