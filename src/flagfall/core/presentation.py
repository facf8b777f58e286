"""How a game presents itself in lists: its names, its sides, how big it is."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Words: TypeAlias = dict[str, str]
"""A text by language (`core/words/languages.toml`); English is always there."""


class Side(msgspec.Struct, frozen=True):
    """One side of a game."""

    id: str
    names: Words
    colour: str
    """As CSS writes it."""
    size: int = 0
    """How many pieces it begins with."""
    faces: tuple[tuple[str, str], ...] = ()
    """A few of its pieces for a picture, the strongest first: what is written on them, and their emblem."""


class Presentation(msgspec.Struct, frozen=True, kw_only=True):
    """What lists show of a game."""

    names: Words
    summary: Words
    """One or two sentences."""
    theme: str = "plain"
    series: str = ""
    """What it is listed under: games of one series stand together; empty is the series of its theme."""
    width: int = 0
    height: int = 0
    """Of the board, in squares or hexes; 0 where there is none."""
    sides: tuple[Side, ...] = ()
    powers: int = 0
    """How many special powers it has."""
    modes: bool = False
    """Whether its pieces change their shape."""

    def name(self, language: str = "en") -> str:
        """Its name in a language, else in English."""
        return in_language(self.names, language)


def in_language(words: Words, language: str) -> str:
    """A text in a language, else in English."""
    return words.get(language, words["en"])
