"""A reason for a move, as a kind and numbers; clients have the words, in the player's language."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

ReasonKind: TypeAlias = Literal[
    "only",
    "flag",
    "wins",
    "trade",
    "loses",
    "likely",
    "gamble",
    "probes",
    "defuses",
    "slays",
    "shoots",
    "brawls",
    "draws-in",
    "looks",
    "asks",
    "calls",
    "flees",
    "guards",
    "hunts",
    "seeks",
    "advances",
    "waits",
    "safe",
    "risky",
]
"""What a move does for its player."""


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """One reason for a move."""

    kind: ReasonKind
    square: int = -1
    """Where the piece stands that it is about, if it is about one."""
    percent: int = -1
    rank: str = ""
    """What that piece is known to be."""
    power: str = ""
    """The power that the move uses, by its id in the edition."""
    rule: str = ""
    """The rule number of that power."""
