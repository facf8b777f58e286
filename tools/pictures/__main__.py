"""Make every picture of README and docs: ``python -m tools.pictures``, or some: ``... battle phone``.

Diagrams are drawn from data, charts from figures that were measured, and the client is played in a browser.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.pictures import diagrams
from tools.pictures.charts import draw_charts
from tools.pictures.moving import take_moving
from tools.pictures.screens import take_screens

IMAGES = Path(__file__).parents[2] / "docs" / "images"


def main(*names: str) -> None:
    """Make all pictures, or the named ones of the client."""
    if not names:
        diagrams.main(str(IMAGES))
        draw_charts(IMAGES)
    if not names or "battle" in names:
        take_moving(IMAGES)
    if names != ("battle",):
        take_screens(IMAGES, *(name for name in names if name != "battle"))


if __name__ == "__main__":
    main(*sys.argv[1:])
