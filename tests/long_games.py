"""How many games the long run plays of each edition and scenario: a hundred, or FLAGFALL_LONG_GAMES."""

from __future__ import annotations

import os

GAMES = int(os.environ.get("FLAGFALL_LONG_GAMES", "100"))


def seed_ranges(size: int) -> list[range]:
    """The seeds of all games in ranges of ``size``: a case of a test each, so that all cores have work."""
    return [range(first, min(first + size, GAMES)) for first in range(0, GAMES, size)]
