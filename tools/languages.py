"""What a language lacks: ``python -m tools.languages es`` lists every file and key still to be written.

English is the measure. Without a language all that are there are checked; status 1: something is missing.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flagfall.core.words import LANGUAGES

ROOT = Path(__file__).parents[1]
KNOWN = tuple(language for language in LANGUAGES if language != "en")
TABLES = (
    "src/flagfall/core/words",
    "src/flagfall/ranks/words",
    "src/flagfall/ranks/guide/words",
    "src/flagfall/hexes/words",
    "src/flagfall/hexes/words/guide",
    "src/flagfall/server/notices/words",
    "src/flagfall/terminal/words",
    "tools/site/words",
)
"""Folders with a TOML file for each language."""
SCRIPTS = (
    "web/src/i18n",
    *sorted(str(path.parent.relative_to(ROOT)) for path in (ROOT / "web/src").rglob("words/en.ts")),
)
"""Folders of the client with a file for each language: one, and one for each part with words of its own."""
NAMED = (
    "src/flagfall/ranks/editions",
    "src/flagfall/hexes/data",
    "src/flagfall/bots",
    "src/flagfall/lessons/data",
)
"""Folders whose TOML files hold texts by language inside."""
GUIDES = "docs/players"
SHEETS = "src/flagfall/hexes/words/sheets"
"""Names that the files of units and maps have in English; here the other languages are the measure."""
OFFERED = "src/flagfall/core/words/languages.toml"
_KEY = re.compile(r'^  (?:"([^"]+)"|(\w+)):', re.MULTILINE)


def missing(language: str, root: Path = ROOT) -> Iterator[str]:
    """What a language lacks, a line each: the file, and the key in it."""
    yield from _lacks(root, OFFERED, {language})
    for folder in TABLES:
        yield from _lacks(root, f"{folder}/{language}.toml", _keys(root / folder / "en.toml"))
    for folder in SCRIPTS:
        yield from _lacks(root, f"{folder}/{language}.ts", _keys(root / folder / "en.ts"))
    sheets = [path for path in (root / SHEETS).glob("*.toml") if path.stem in KNOWN]
    yield from _lacks(root, f"{SHEETS}/{language}.toml", set().union(*map(_keys, sheets)))
    for path in with_texts(root):
        for key in _unnamed(tomllib.loads(path.read_text(encoding="utf-8")), language):
            yield f"{path.relative_to(root)}: {key}"
    for path in sorted((root / GUIDES / "en").glob("*.md")):
        if not (root / GUIDES / language / path.name).exists():
            yield f"{GUIDES}/{language}/{path.name}"


def with_texts(root: Path = ROOT) -> Iterator[Path]:
    """The files that hold texts by language inside; games of older revisions keep those that they had."""
    for folder in NAMED:
        for path in sorted((root / folder).rglob("*.toml")):
            if not any(part.startswith("revision-") for part in path.parts):
                yield path


def _lacks(root: Path, name: str, wanted: set[str]) -> Iterator[str]:
    if not (root / name).exists():
        yield f"{name}: the whole file, {len(wanted)} keys"
        return
    for key in sorted(wanted - _keys(root / name)):
        yield f"{name}: {key}"


def _keys(path: Path) -> set[str]:
    text = path.read_text(encoding="utf-8")
    return (
        {quoted or plain for quoted, plain in _KEY.findall(text)}
        if path.suffix == ".ts"
        else set(_flat(tomllib.loads(text), ""))
    )


def _flat(table: dict[str, Any], at: str) -> Iterator[str]:
    for key, value in table.items():
        path = f"{at}.{key}" if at else key
        if isinstance(value, dict):
            yield from _flat(value, path)
        else:
            yield path


def _unnamed(value: Any, language: str, at: str = "") -> Iterator[str]:
    """The texts by language, with an English one, that lack a language."""
    if isinstance(value, dict):
        if isinstance(value.get("en"), str) and language not in value:
            yield at
        for key, inside in value.items():
            yield from _unnamed(inside, language, f"{at}.{key}" if at else key)
    elif isinstance(value, list):
        for index, inside in enumerate(value):
            yield from _unnamed(inside, language, f"{at}[{index + 1}]")


def main(*languages: str) -> int:
    """Print what is missing."""
    found = [line for language in languages or KNOWN for line in missing(language)]
    print("\n".join(found) if found else "nothing is missing")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
