"""The list of all games."""

from __future__ import annotations

import flagfall
from flagfall.core import BadData
from flagfall.core.presentation import in_language
from flagfall.core.words import Phrases
from flagfall.terminal.paint import BOLD, painted


def list_page(say: Phrases, *, colour: bool) -> str:
    """All games, one a line; a data file with faults is named with its first one."""
    lines = []
    width = max(map(len, flagfall.games()))
    for id in flagfall.games():
        name = painted(f"{id:<{width}}", BOLD, colour)
        try:
            about = flagfall.game(id).presentation
        except BadData as error:
            lines.append(f"{name}  {say('broken-edition', fault=error.faults[0])}")
            continue
        summary = in_language(about.summary, say.language)
        lines.append(f"{name}  {about.name(say.language)}. {summary}".rstrip())
    return "\n".join(lines)
