"""The pieces of an army as they are cut out: faces, and the one back that all of them share."""

from __future__ import annotations

from html import escape
from typing import Final

from flagfall.printing.svg import FONT, PAPER, darkened, drawings, emblem, mixed, n, svg
from flagfall.ranks.edition import Army, Kind

WIDTH: Final = 26.0
HEIGHT: Final = 32.0
"""A face and a back, in millimetres."""
SHAPE: Final = 16.0
"""The outline behind the emblem."""


def ink(army: Army) -> str:
    """The colour of an army, dark enough to be read on paper and to carry white letters."""
    return darkened(army.colour, 0.36)


def face(army: Army, seat: int, kind: Kind, theme: str) -> str:
    """The front of a piece without its name: rank and emblem; one side's is light, the other's dark."""
    dark = ink(army)
    ground, sign = (PAPER, dark) if seat == 0 else (dark, PAPER)
    field = mixed(dark, PAPER, 0.84) if seat == 0 else mixed(dark, PAPER, 0.16)
    body = f'<rect width="{n(WIDTH)}" height="{n(HEIGHT)}" fill="{ground}"/>'
    body += _outline(theme, seat, WIDTH - SHAPE - 1.5, 2.0, SHAPE, field, sign)
    x, y = WIDTH - SHAPE / 2 - 1.5, 2.0 + SHAPE / 2
    body += f'<g transform="translate({n(x)} {n(y)}) scale(.22)">{emblem(theme, kind.emblem, sign)}</g>'
    size = 9.6 if len(kind.rank) < 2 else 7.4
    body += (
        f'<text x="1.7" y="8.4" font-family="{FONT}" font-weight="700" font-size="{size}" fill="{sign}">'
        f"{escape(kind.rank)}</text>"
    )
    body += _frame(sign)
    return svg(WIDTH, HEIGHT, body)


def back(army: Army, seat: int, theme: str) -> str:
    """The back of every piece of an army: stripes on light paper, or dots on a dark ground."""
    dark = ink(army)
    ground, sign = (PAPER, dark) if seat == 0 else (dark, PAPER)
    body = f'<rect width="{n(WIDTH)}" height="{n(HEIGHT)}" fill="{ground}"/>'
    if seat == 0:
        lines = "".join(_stripe(at) for at in range(3, round(WIDTH + HEIGHT), 3))
        body += f'<path d="{lines}" stroke="{dark}" stroke-width=".7"/>'
    else:
        dots = "".join(
            f'<circle cx="{n(x * 2.6)}" cy="{n(y * 2.5)}" r=".5"/>'
            for x in range(1, 10)
            for y in range(1, 13)
            if (x + y) % 2
        )
        body += f'<g fill="{mixed(dark, PAPER, 0.6)}">{dots}</g>'
    body += _outline(theme, seat, (WIDTH - SHAPE) / 2, (HEIGHT - SHAPE) / 2, SHAPE, ground, sign)
    body += _frame(sign)
    return svg(WIDTH, HEIGHT, body)


def small_face(army: Army, seat: int, kind: Kind, theme: str) -> str:
    """The outline with its emblem alone, for tables."""
    dark = ink(army)
    fill, sign = (mixed(dark, PAPER, 0.84), dark) if seat == 0 else (dark, PAPER)
    body = _outline(theme, seat, 0.5, 0.5, 9, fill, sign)
    body += f'<g transform="translate(5 5) scale(.125)">{emblem(theme, kind.emblem, sign)}</g>'
    return svg(10, 10, body)


def _outline(theme: str, seat: int, x: float, y: float, size: float, fill: str, stroke: str) -> str:
    outlines = drawings().outlines
    path = outlines.get(theme, outlines["classic"])[seat]
    return (
        f'<path transform="translate({n(x)} {n(y)}) scale({n(size / 100)})" d="{path}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="2.5" stroke-linejoin="round"/>'
    )


def _frame(colour: str) -> str:
    return (
        f'<rect x=".7" y=".7" width="{n(WIDTH - 1.4)}" height="{n(HEIGHT - 1.4)}" rx="1.2" fill="none" '
        f'stroke="{colour}" stroke-width=".4"/>'
    )


def _stripe(at: float) -> str:
    x1, y1 = (0.0, at) if at < HEIGHT else (at - HEIGHT, HEIGHT)
    x2, y2 = (at, 0.0) if at < WIDTH else (WIDTH, at - WIDTH)
    return f"M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}"
