"""The board of an edition to scale, over several sheets of paper."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

from flagfall.printing.papers import Paper, Tile, tiles
from flagfall.printing.svg import FONT, INK, mixed, n, tile_svg
from flagfall.ranks.board import DEAD, LAKE
from flagfall.ranks.game import RankGame

SQUARE: Final = 35.0
"""How wide a square is, in millimetres."""
EDGE: Final = 6.0
"""The band around the board, with the names of rows and columns."""


class Ground(NamedTuple):
    """The colours of a board."""

    light: str
    dark: str
    band: str
    lake: str
    lake_line: str


GROUNDS: Final = {
    "classic": Ground("#efe8d6", "#e2d7bd", "#6b4f2a", "#9fbfca", "#4f7d8c"),
    "stars": Ground("#e6e9ef", "#d3d9e3", "#27324a", "#8b93a6", "#4a5368"),
    "robots": Ground("#e9e9e6", "#d8d9d5", "#3c4248", "#c9a13b", "#3c3a34"),
    "pirates": Ground("#f0e4c8", "#e5d5b0", "#5a3d22", "#86b3b8", "#3e7076"),
}
"""By theme; any other has those of the classic one."""


class Box(NamedTuple):
    """A rectangle of squares that are alike, in millimetres."""

    x: float
    y: float
    width: float
    height: float


def size(game: RankGame) -> tuple[float, float]:
    """The board with its band."""
    return game.board.width * SQUARE + 2 * EDGE, game.board.height * SQUARE + 2 * EDGE


def board_tiles(game: RankGame, paper: Paper) -> list[tuple[Tile, str]]:
    """The sheets of a board, row by row, each with its drawing."""
    body = board_body(game)
    return [(tile, tile_svg(tile, body)) for tile in tiles(*size(game), paper, SQUARE, EDGE)]


def board_body(game: RankGame) -> str:
    """The whole board as SVG elements."""
    ground = GROUNDS.get(game.edition.theme, GROUNDS["classic"])
    width, height = size(game)
    parts = [f'<rect width="{n(width)}" height="{n(height)}" fill="{ground.band}"/>']
    parts += _squares(game, ground)
    parts += _homes(game)
    rng = random.Random(game.id)
    for box in pools(game, LAKE):
        parts += _lake(box, game.edition.theme, ground, rng)
    for box in pools(game, DEAD):
        parts.append(_rect(box, mixed(ground.band, "#ffffff", 0.35)))
    parts += _names(game)
    return "".join(parts)


def _rect(box: Box, fill: str, more: str = "") -> str:
    place = f'x="{n(box.x)}" y="{n(box.y)}" width="{n(box.width)}" height="{n(box.height)}"'
    return f'<rect {place} fill="{fill}" {more}/>'


def _corner(game: RankGame, square: int) -> tuple[float, float]:
    """The upper left corner of a square; row 1 is at the foot."""
    return EDGE + square % 10 * SQUARE, EDGE + (game.board.height - 1 - square // 10) * SQUARE


def _squares(game: RankGame, ground: Ground) -> Iterator[str]:
    line = f'stroke="{mixed(ground.band, "#ffffff", 0.25)}" stroke-width=".3"'
    for row in range(game.board.height):
        for column in range(game.board.width):
            x, y = _corner(game, row * 10 + column)
            yield _rect(Box(x, y, SQUARE, SQUARE), (ground.light, ground.dark)[(row + column) % 2], line)


def _homes(game: RankGame) -> Iterator[str]:
    """A corner mark in each home square, of another shape for each side."""
    for seat, army in enumerate(game.edition.armies):
        for row in range(game.board.height):
            for column in range(game.board.width):
                if game.board.cells[row * 10 + column] != str(seat):
                    continue
                x, y = _corner(game, row * 10 + column)
                if seat == 0:
                    d = f"M{n(x + 2)} {n(y + SQUARE - 5)}v3h3"
                else:
                    d = f"M{n(x + SQUARE - 5)} {n(y + 2)}h3v3"
                yield f'<path d="{d}" fill="none" stroke="{army.colour}" stroke-width=".9"/>'


def pools(game: RankGame, sign: str) -> list[Box]:
    """The squares with a sign as boxes: squares that touch and fill a rectangle are one."""
    left = {
        (row, column)
        for row in range(game.board.height)
        for column in range(game.board.width)
        if game.board.cells[row * 10 + column] == sign
    }
    found = []
    while left:
        row, column = max(left, key=lambda at: (at[0], -at[1]))
        wide = 1
        while (row, column + wide) in left:
            wide += 1
        high = 1
        while all((row - high, column + at) in left for at in range(wide)):
            high += 1
        left -= {(row - down, column + at) for down in range(high) for at in range(wide)}
        x, y = _corner(game, row * 10 + column)
        found.append(Box(x, y, wide * SQUARE, high * SQUARE))
    return found


def _lake(box: Box, theme: str, ground: Ground, rng: random.Random) -> Iterator[str]:
    inner = Box(box.x + 2, box.y + 2, box.width - 4, box.height - 4)
    stroke = f'stroke="{ground.lake_line}"'
    if theme == "robots":
        yield _rect(inner, ground.lake, f'{stroke} stroke-width=".8"')
        lines = []
        at = 8.0
        while at < inner.width + inner.height:
            x1, y1 = (0.0, at) if at < inner.height else (at - inner.height, inner.height)
            x2, y2 = (at, 0.0) if at < inner.width else (inner.width, at - inner.width)
            lines.append(f"M{n(inner.x + x1)} {n(inner.y + y1)}L{n(inner.x + x2)} {n(inner.y + y2)}")
            at += 11
        yield f'<path d="{"".join(lines)}" {stroke} stroke-width="3.6" stroke-opacity=".85"/>'
        return
    yield _rect(inner, ground.lake, f'rx="9" {stroke} stroke-width=".7"')
    if theme == "stars":
        for _ in range(round(box.width * box.height / 420)):
            radius = rng.uniform(2.5, 6.5)
            x = rng.uniform(inner.x + radius + 3, inner.x + inner.width - radius - 3)
            y = rng.uniform(inner.y + radius + 3, inner.y + inner.height - radius - 3)
            yield _rock(x, y, radius, ground, rng)
        return
    waves = []
    y, odd = inner.y + 8, 0
    while y < inner.y + inner.height - 5:
        x = inner.x + 7 + 7 * odd
        while x < inner.x + inner.width - 16:
            waves.append(f"M{n(x)} {n(y)}q2.5-2.6 5 0t5 0")
            x += 17
        y, odd = y + 8.5, 1 - odd
    yield f'<path d="{"".join(waves)}" fill="none" {stroke} stroke-width=".6" stroke-linecap="round"/>'


def _rock(x: float, y: float, radius: float, ground: Ground, rng: random.Random) -> str:
    from math import cos, pi, sin

    points = []
    for at in range(8):
        out = radius * rng.uniform(0.75, 1.1)
        points.append(f"{n(x + cos(at * pi / 4) * out)},{n(y + sin(at * pi / 4) * out)}")
    fill = mixed(ground.lake_line, "#ffffff", rng.uniform(0.35, 0.6))
    return (
        f'<polygon points="{" ".join(points)}" fill="{fill}" stroke="{ground.lake_line}" stroke-width=".4"/>'
    )


def _names(game: RankGame) -> Iterator[str]:
    """Letters along the columns and numbers along the rows, on all four sides."""
    width, height = size(game)
    style = f'font-family="{FONT}" font-size="4.2" fill="#f4ecd8" text-anchor="middle"'
    for column in range(game.board.width):
        x = EDGE + (column + 0.5) * SQUARE
        for y in (EDGE / 2 + 1.4, height - EDGE / 2 + 1.4):
            yield f'<text x="{n(x)}" y="{n(y)}" {style}>{"abcdefghij"[column]}</text>'
    for row in range(game.board.height):
        y = EDGE + (game.board.height - row - 0.5) * SQUARE + 1.4
        for x in (EDGE / 2, width - EDGE / 2):
            yield f'<text x="{n(x)}" y="{n(y)}" {style}>{row + 1}</text>'
    yield (
        f'<rect x="{n(EDGE)}" y="{n(EDGE)}" width="{n(width - 2 * EDGE)}" height="{n(height - 2 * EDGE)}" '
        f'fill="none" stroke="{INK}" stroke-width=".7"/>'
    )
