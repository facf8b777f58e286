"""What a puzzle of the hex game is."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

HexKind: TypeAlias = Literal["hidden", "shelter", "shots", "chance", "manner"]
"""What a puzzle asks about the unit in turn:

========  =====================================================================================
hidden    which hex, one Move away, is out of every enemy's line of sight?
shelter   which hex of the zone that the scenario is about can no enemy attack from where it stands?
shots     from which hex, one Move away, can so many enemies be shot at?
chance    from which hex is an attack the likeliest to fell the target? Graded, with its number
manner    which way to use the turn is the likeliest to fell the target? Graded, with its number
========  =====================================================================================
"""


class HexPuzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """One puzzle as it is stored: a line of JSON."""

    id: str
    game: str
    kind: HexKind
    seat: int
    position: str
    """The whole truth, with the order of the cards, which is never told."""
    answers: tuple[str, ...]
    """The number of the hex, or the manner."""
    rating: int
    """How hard it is thought to be until people have tried it."""
    target: str = ""
    """The unit to be felled, by its name in the scenario."""
    count: int = 0
    """How many are to be shot at."""
    percent: int = 0
    """How likely the likeliest is."""


def read_hex_lines(text: str) -> tuple[HexPuzzle, ...]:
    """Puzzles from text, one JSON object a line."""
    return tuple(msgspec.json.decode(line, type=HexPuzzle) for line in text.splitlines() if line.strip())
