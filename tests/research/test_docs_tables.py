"""The pages on the environments say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flagfall.research import docs_tables
from flagfall.research.datasets.__main__ import main

DOCS = Path(__file__).parents[2] / "docs" / "research"


@pytest.mark.parametrize("page", docs_tables.PAGES)
def test_the_tables_of_a_page_are_those_of_the_code(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    assert docs_tables.MARK.search(text)
    assert docs_tables.with_tables(text) == text, "run python -m flagfall.research.docs_tables docs/research"


def test_every_table_is_on_a_page():
    found = {
        mark["name"]
        for page in docs_tables.PAGES
        for mark in docs_tables.MARK.finditer((DOCS / page).read_text("utf-8"))
    }
    assert found == set(docs_tables.TABLES)


@pytest.mark.parametrize("page", [*docs_tables.PAGES, "fast.md", "gymnasium.md", "open_spiel.md"])
def test_the_examples_of_a_page_run_as_they_are_written(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    main(["self-play", "barrage", "3", "--players", "random", "random", "--out", "barrage.parquet"])
    examples = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    assert examples
    space: dict[str, object] = {}
    for example in examples:
        exec(compile(example, page, "exec"), space)
