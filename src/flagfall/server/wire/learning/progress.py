"""What travels about somebody's progress: ladders of bots, badges, statistics, the history of ratings."""

from __future__ import annotations

import msgspec

from flagfall.server.wire.tables import Speed


class Rung(msgspec.Struct, frozen=True, omit_defaults=True):
    """One opponent of a ladder, and how somebody has done against it."""

    level: str
    games: int = 0
    wins: int = 0
    unaided: bool = False
    """Whether it was beaten in a game without hints."""
    memory: bool = False
    """Whether it was beaten from memory."""


class BotLadder(msgspec.Struct, frozen=True, omit_defaults=True):
    """The bots of a game, the easiest first."""

    game: str
    rungs: tuple[Rung, ...]
    beaten: int = 0
    next: str = ""
    """The easiest level that was not beaten yet; empty once all were."""


class BadgeSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A badge, and how far somebody is on the way to it."""

    id: str
    have: int
    need: int
    level: int = 0
    """The lowest level of bots that counts for it; 0 if all do."""


class Progress(msgspec.Struct, frozen=True):
    """Somebody's ladders against the bots of all games, and their badges."""

    ladders: tuple[BotLadder, ...]
    badges: tuple[BadgeSeen, ...]


# Statistics ---------------------------------------------------------------------------------------------


class Tally(msgspec.Struct, frozen=True):
    """Games by result: of an edition, a level of bot, a month or a length."""

    key: str
    won: int
    drawn: int
    lost: int


class Statistics(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody's finished games in numbers."""

    games: tuple[Tally, ...]
    """By game, those played most first."""
    levels: tuple[Tally, ...]
    """By level of the built-in bot opposite; people have the key ``people``."""
    months: tuple[Tally, ...]
    """By month (``2026-11``), the oldest first; the last five years at most."""
    lengths: tuple[Tally, ...]
    """By length: the key is the least number of half-moves, in steps of 50; the last one is open."""
    plies: int = 0
    """Half-moves of a game, on average."""
    seconds: int = 0
    """From the first to the last moment of a game that was not played over days, on average."""


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after a game."""

    at: int
    rating: int
    table: str


class RatingHistory(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a rating went, the oldest game first."""

    game: str
    speed: Speed
    points: tuple[RatingPoint, ...]
    more: int = 0
    """Ask again with ``before`` set to this for older ones, if it is not 0."""
