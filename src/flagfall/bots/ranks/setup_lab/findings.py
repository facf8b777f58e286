"""What the laboratory tells of a set-up, as plain data; clients have the words, in the reader's language."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

FindingName: TypeAlias = Literal[
    "flag.way",
    "flag.line",
    "flag.front",
    "lane",
    "lane.empty",
    "lane.shut",
    "scouts",
    "miners",
    "spy",
    "spy.alone",
    "strongest.front",
    "movers",
    "walled",
]
"""What a finding is about; `examine` says what each one means."""
Mood: TypeAlias = Literal["weak", "fair", "good"]
ScoreName: TypeAlias = Literal["network", "structure"]
"""Who scores: the network that was trained for the edition, or a count of what can be seen on the board."""


class SetupFinding(msgspec.Struct, frozen=True):
    """One thing about a set-up, with the squares that it is about."""

    name: FindingName
    mood: Mood
    squares: tuple[int, ...]
    """To be marked on the board; of a way to the flag in the order in which an enemy comes."""
    kinds: tuple[str, ...] = ()
    """The pieces that the sentence names, in its order."""
    count: int = 0
    """How many there are of what the sentence counts first: bombs on a way, scouts at the front …"""
    more: int = 0
    """And second: other pieces on a way, scouts in reserve …"""
    columns: tuple[int, ...] = ()
    """Of a lane, the columns through which it leads, from 0."""


class Swap(msgspec.Struct, frozen=True):
    """Two squares of a set-up that change what stands on them; one of them may be empty."""

    one: int
    two: int
    gain: float
    """By how many points of a hundred the set-up is worth more then."""


class ScorePart(msgspec.Struct, frozen=True):
    """A part of the work on a score."""

    parts: int
    """How many there are in all."""
    games: tuple[float, ...] = ()
    """What the set-up got in the games of this part, each from 0 to 1."""
    swaps: tuple[Swap, ...] = ()
    """The best swaps among those of this part."""
