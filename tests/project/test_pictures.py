"""Every picture of README and docs is there, is made by `make pictures`, and is shown somewhere."""

from __future__ import annotations

import re
from pathlib import Path

from tools.pictures import charts, diagrams, moving
from tools.pictures.screens import SCREENS

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"


def test_the_pictures_shown_are_those_that_are_made(tmp_path: Path) -> None:
    charts.draw_charts(tmp_path)
    made = {f"{name}.png" for name in SCREENS} | {f"{name}.svg" for name in diagrams.pictures()}
    made |= {path.name for path in tmp_path.iterdir()} | {moving.NAME}
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {name for page in pages for name in re.findall(r"images/([\w.-]+)\)", page.read_text("utf-8"))}
    assert shown == made == {path.name for path in IMAGES.iterdir()}


def test_the_charts_show_the_figures_of_the_docs(tmp_path: Path) -> None:
    charts.draw_charts(tmp_path)
    for path in tmp_path.iterdir():
        assert path.read_text("utf-8") == (IMAGES / path.name).read_text("utf-8"), "run `make pictures`"
