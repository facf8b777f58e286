"""What is missing in a language is listed, and nothing is missing in those that there are."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tools import languages


@pytest.mark.parametrize("language", languages.KNOWN)
def test_nothing_is_missing(language: str) -> None:
    assert list(languages.missing(language)) == []


def test_no_file_with_texts_by_language_is_forgotten() -> None:
    inside = re.compile(r"\bnl = \"")
    found = {
        path for path in (languages.ROOT / "src").rglob("*.toml") if inside.search(path.read_text("utf-8"))
    }
    older = {path for path in found if "revision-" in str(path)}
    assert found - older - {languages.ROOT / languages.OFFERED} <= {
        *languages.with_texts(),
        *(
            languages.ROOT / folder / f"{one}.toml"
            for folder in languages.TABLES
            for one in languages.LANGUAGES
        ),
    }


def test_what_a_new_language_lacks_is_listed(tmp_path: Path) -> None:
    for folder in (*languages.TABLES, *languages.SCRIPTS, *languages.NAMED, languages.GUIDES):
        ignored = shutil.ignore_patterns("__pycache__", "*.onnx", "*.json")
        shutil.copytree(languages.ROOT / folder, tmp_path / folder, dirs_exist_ok=True, ignore=ignored)
    words = tmp_path / "src/flagfall/ranks/words"
    text = (words / "en.toml").read_text("utf-8")
    (words / "es.toml").write_text(text.replace("compass_tie = ", "compass = "), "utf-8")
    listed = list(languages.missing("es", tmp_path))
    assert [line for line in listed if line.startswith("src/flagfall/ranks/words")] == [
        "src/flagfall/ranks/words/es.toml: option.compass_tie"
    ]
    for line in ("src/flagfall/ranks/editions/duel.toml: names", "docs/players/es/table.md"):
        assert line in listed
    assert any(line.startswith("web/src/i18n/es.ts: the whole file") for line in listed)
    assert "web/src/printing/words/es.ts: the whole file, 9 keys" in listed
