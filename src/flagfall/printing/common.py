"""What the printed pages of every game share: the cover, the words, the line at the foot of a sheet."""

from __future__ import annotations

from flagfall.core.words import Phrases, templates
from flagfall.printing.papers import FOOT, MARGIN, Paper, Tile
from flagfall.printing.svg import tile_width

PACKAGE = "flagfall.printing"


def common(say: Phrases, paper: Paper, title: str, summary: str, version: str) -> dict[str, object]:
    """What every template begins with."""
    return {
        "language": say.language,
        "paper": {"width": paper.width, "height": paper.height, "margin": MARGIN, "foot": FOOT},
        "title": title,
        "summary": summary,
        "made": say("cover", "made", version=version),
        "words": {key: say(key) for key in templates(PACKAGE, "en")},
    }


def foot(say: Phrases, tile: Tile, drawn: str) -> dict[str, object]:
    """A sheet of something large: its drawing, and what is said below it."""
    return {
        "svg": drawn,
        "width": tile_width(tile),
        "place": [tile.column, tile.row, tile.columns, tile.rows],
        "number": say("sheet", "tile", n=tile.number, of=tile.columns * tile.rows),
        "where": say("sheet", "row", row=tile.row + 1, column=tile.column + 1),
    }
