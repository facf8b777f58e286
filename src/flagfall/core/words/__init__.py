"""Sentences by language: TOML files of templates, which every client can read.

A folder holds one file a language, ``en.toml`` and so on, with the same keys in each. Keys are paths such as
``refusal.ST-MOVE-1.too far``; templates hold ``{names}`` of the values that fill them. Which languages there
are stands in ``languages.toml``; what one of them lacks is said in English.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

LANGUAGE_NAMES: Final[Mapping[str, str]] = tomllib.loads(
    files(__package__).joinpath("languages.toml").read_text(encoding="utf-8")
)
"""What the speakers of each language call it, by its code."""
LANGUAGES: Final = tuple(LANGUAGE_NAMES)


class Phrases:
    """The templates of one folder in one language."""

    def __init__(self, package: str, language: str = "en") -> None:
        self.language = language
        self._texts = templates(package, language)
        self._english = self._texts if language == "en" else templates(package, "en")

    def has(self, *key: str) -> bool:
        """Whether there is a sentence with this key."""
        path = ".".join(key)
        return path in self._texts or path in self._english

    def __call__(self, *key: str, **values: object) -> str:
        """The sentence with a key, filled in; the English one where a language lacks it."""
        path = ".".join(key)
        template = self._texts.get(path) or self._english.get(path)
        if template is None:
            return path
        return template.format_map(_Filled(values))


class _Filled(dict[str, object]):
    """Values for a template; one that is not given stands there by its name."""

    def __init__(self, values: Mapping[str, object]) -> None:
        super().__init__(values)

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


@cache
def templates(package: str, language: str) -> dict[str, str]:
    """All templates of the file ``words/LANGUAGE.toml`` of a package, by key; none where there is no file."""
    found = files(package).joinpath("words", f"{language}.toml")
    return dict(_flat(tomllib.loads(found.read_text(encoding="utf-8")), "")) if found.is_file() else {}


def _flat(table: dict[str, object], at: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        path = f"{at}.{key}" if at else key
        if isinstance(value, dict):
            yield from _flat(value, path)
        else:
            yield path, str(value)


def spoken(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, if it is one of ours; else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(name, "")
        if wanted:
            return wanted[:2] if wanted[:2] in LANGUAGES else "en"
    return "en"
