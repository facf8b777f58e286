"""What a game is found by in a database of games, whatever the game: the names that families give."""

from __future__ import annotations

from typing import Final, NamedTuple

FLAG: Final = "flag"
"""The place of a piece that must not be lost, as it was set up."""
FIRST: Final = "first"
"""The first action of a seat."""


class Landmark(NamedTuple):
    """How a seat began: one of the names above, and the place or the action as it is written."""

    kind: str
    place: str
