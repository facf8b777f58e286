"""Looking a word up among the things of a game that have a name and an explanation."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping

from flagfall.core.errors import FlagfallError

Meanings = Mapping[str, tuple[str, str]]
"""By id: what it is called in the reader's language, and what it does."""


def meaning(word: str, meanings: Meanings, say: Callable[..., str]) -> str:
    """Name and explanation of what a word stands for: an id, or a name in the reader's language.

    `FlagfallError` where it stands for nothing, with words like it, or with all where none is: ``say`` has
    the sentences for both.
    """
    plain = _plain(word)
    for key, (name, about) in meanings.items():
        if plain in (_plain(key), _plain(name)):
            return f"{name}: {about}"
    near = difflib.get_close_matches(word.lower(), list(meanings), n=3)
    if near:
        raise FlagfallError(say("no-word", text=word, near=", ".join(near)))
    raise FlagfallError(say("no-word-known", text=word, known=", ".join(meanings)))


def _plain(word: str) -> str:
    return word.lower().replace(" ", "_").replace("-", "_")
