"""The edition of docs/inventors/editions.md: it reads, it plays to the end, and it obeys the laws."""

from __future__ import annotations

from pathlib import Path

import pytest

from flagfall.ranks.editions.catalogue import load
from flagfall.ranks.powers import KINDS
from flagfall.terminal.commands.edition import faults, starter
from flagfall.testing import check_all
from flagfall.testing.play import moments

DOCS = Path(__file__).parents[2] / "docs" / "inventors"
EXAMPLE = DOCS / "examples" / "skirmish.toml"


@pytest.mark.parametrize("seed", range(5))
def test_the_example_edition_plays_by_the_laws(seed: int) -> None:
    check_all(load(EXAMPLE), seed)


def test_the_example_edition_has_no_faults() -> None:
    assert faults(EXAMPLE) == []


def test_the_page_quotes_the_example_as_it_is_and_names_every_power() -> None:
    page = (DOCS / "editions.md").read_text(encoding="utf-8")
    example = EXAMPLE.read_text(encoding="utf-8")
    quoted = [block.split("```")[0] for block in page.split("```toml\n")[1:]]
    assert len(quoted) == 6
    for block in quoted:
        for line in block.strip().splitlines():
            # Texts are quoted in English alone; everything else stands there as in the file.
            assert line.rstrip(" }") in example, line
    for kind in KINDS:
        assert f"| `{kind}` |" in page


@pytest.mark.parametrize("seed", range(2))
def test_the_starting_file_is_an_edition_that_plays(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "fresh.toml"
    path.write_text(starter("fresh"), encoding="utf-8")
    assert faults(path) == []
    game = load(path)
    assert list(moments(game, seed))[-1].after.outcome() is not None
    check_all(game, seed)
