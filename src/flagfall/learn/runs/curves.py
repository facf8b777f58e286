"""Curves of a run as one SVG picture: losses, entropy, points against fixed rivals, rating over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from flagfall.learn.runs.diary import MOVING

Series: TypeAlias = dict[str, list[tuple[float, float]]]
COLOURS = ("#1b6ca8", "#c2571a", "#2e8b57", "#8b4a9c", "#6b6b6b", "#b8860b", "#a02c4a")
WIDE, HIGH, EDGE = 420, 240, 46
LONGEST = 600.0
"""Games at the very start end rarely; their length is cut off here."""


def draw(lines: Sequence[dict[str, Any]]) -> str:
    """The picture of a log."""
    panels = [
        ("outcome and belief loss", _numbers(lines, ("outcome", "belief"))),
        ("entropy of the policy (nats)", _numbers(lines, ("entropy",))),
        ("divergence, share clipped", _numbers(lines, ("divergence", "clipped"))),
        ("points against fixed rivals", _points(lines)),
        ("rating (Elo, original, each time against the time before)", {"rating": _rating(lines)}),
        ("half-moves a game", {"half-moves": _scaled(lines, "length", 1, LONGEST)}),
        ("drawn games in training (%)", {"draws": _scaled(lines, "draws", 100, 100)}),
    ]
    boxes = [_panel(title, series, n % 2 * WIDE, n // 2 * HIGH) for n, (title, series) in enumerate(panels)]
    wide, high = 2 * WIDE, (len(panels) + 1) // 2 * HIGH
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    body = "\n".join(boxes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="10">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


def _numbers(lines: Sequence[dict[str, Any]], names: Sequence[str]) -> Series:
    rows = [line for line in lines if line["kind"] == "train"]
    return {name: [(row["spent"], row[name]) for row in rows if name in row] for name in names}


def _scaled(
    lines: Sequence[dict[str, Any]], name: str, factor: float, most: float
) -> list[tuple[float, float]]:
    rows = [line for line in lines if line["kind"] == "train"]
    return [(row["spent"], min(most, factor * row[name])) for row in rows]


def _points(lines: Sequence[dict[str, Any]]) -> Series:
    found: Series = {}
    for line in lines:
        if line["kind"] == "match" and not line["rival"].startswith(MOVING) and line["heat"] == 1.0:
            for edition in ("original", "barrage", "duel"):
                if edition in line["scores"]:
                    name = f"{line['rival']}: {edition}"
                    found.setdefault(name, []).append((line["spent"], line["scores"][edition]["points"]))
    return found


def _rating(lines: Sequence[dict[str, Any]]) -> list[tuple[float, float]]:
    total, found = 0.0, [(0.0, 0.0)]
    for line in lines:
        if line["kind"] == "gain":
            total += line["elo"]
            found.append((line["spent"], total))
    return found


def _panel(title: str, series: Series, left: int, top: int) -> str:
    points = [point for row in series.values() for point in row]
    parts = [f'<text x="{left + EDGE}" y="{top + 16}" font-weight="bold">{title}</text>']
    if not points:
        return parts[0]
    most = max(x for x, _ in points) or 1.0
    low, high = min(y for _, y in points), max(y for _, y in points)
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5
    wide, high_px = WIDE - EDGE - 110, HIGH - 64

    def place(x: float, y: float) -> tuple[float, float]:
        return left + EDGE + wide * x / most, top + 28 + high_px * (high - y) / (high - low)

    for k in range(5):
        y = low + (high - low) * k / 4
        x0, y0 = place(0, y)
        parts.append(f'<line x1="{x0}" y1="{y0:.1f}" x2="{x0 + wide}" y2="{y0:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x0 - 4}" y="{y0 + 3:.1f}" text-anchor="end">{y:.3g}</text>')
        x1, y1 = place(most * k / 4, low)
        parts.append(f'<text x="{x1:.1f}" y="{y1 + 14:.1f}" text-anchor="middle">{most * k / 4:.0f} s</text>')
    for n, (name, row) in enumerate(series.items()):
        colour = COLOURS[n % len(COLOURS)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in row))
        dash = "" if n < len(COLOURS) else ' stroke-dasharray="4 2"'
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"{dash}/>')
        parts.append(f'<text x="{left + WIDE - 104}" y="{top + 34 + 13 * n}" fill="{colour}">{name}</text>')
    return "\n".join(parts)
