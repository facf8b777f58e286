"""The diagrams of the design name code that is there, and the pictures in the docs are those of the data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.pictures import diagrams

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "flagfall"


def places(file: str) -> list[Path]:
    """The files or folders that a lane names."""
    names = [part.strip() for part in file.split(",")]
    return [(ROOT if name.startswith("web/") else PACKAGE) / name for name in names]


@pytest.mark.parametrize("diagram", diagrams.DIAGRAMS.values(), ids=diagrams.DIAGRAMS)
def test_every_lane_names_code_that_is_there(diagram: diagrams.Diagram) -> None:
    for lane in diagram.lanes:
        for place in places(lane.file):
            assert place.exists(), f"{diagram.title}: {lane.name} is not in {place}"


def test_the_packages_are_those_of_the_source() -> None:
    drawn = {name for row in diagrams.PACKAGES for name, _ in row} - {"web"}
    assert drawn == {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}


@pytest.mark.parametrize("name", diagrams.pictures())
def test_the_pictures_in_the_docs_are_up_to_date(name: str) -> None:
    written = (ROOT / "docs" / "images" / f"{name}.svg").read_text(encoding="utf-8")
    assert written == diagrams.pictures()[name], "run: make pictures"


def test_the_design_finds_what_it_says_it_finds() -> None:
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    table = text[text.index("| you look for |") : text.index("## 2.")]
    named = re.findall(r"`((?:server|bots|ranks|hexes|web)/[\w/.]+)`", table)
    assert len(named) >= 10
    for name in named:
        assert ((ROOT if name.startswith("web/") else PACKAGE) / name).exists(), name
