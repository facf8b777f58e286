"""The pages on the environments say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flagfall.research import pages
from flagfall.research.datasets.__main__ import main

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", pages.PAGES)
def test_the_tables_of_a_page_are_those_of_the_code(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    assert pages.MARK.search(text)
    assert pages.renewed(text) == text, "run python -m flagfall.research.pages docs"


def test_every_table_is_on_a_page():
    found = {
        mark["name"] for page in pages.PAGES for mark in pages.MARK.finditer((DOCS / page).read_text("utf-8"))
    }
    assert found == set(pages.TABLES)


@pytest.mark.parametrize("page", [*pages.PAGES, "fast.md", "gymnasium.md", "open_spiel.md"])
def test_the_examples_of_a_page_run_as_they_are_written(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    main(["self-play", "barrage", "3", "--players", "random", "random", "--out", "barrage.parquet"])
    examples = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    assert examples
    space: dict[str, object] = {}
    for example in examples:
        exec(compile(example, page, "exec"), space)
