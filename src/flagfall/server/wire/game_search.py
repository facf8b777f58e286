"""What travels about the database of games: searches, what they find, statistics."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from flagfall.server.wire.tables import TableInfo

OpponentKind: TypeAlias = Literal["any", "people", "bots", "programs"]
ResultWish: TypeAlias = Literal["any", "first", "second", "draw", "won", "lost"]
GamesShown: TypeAlias = Literal["named", "unnamed", "out"]
"""How the database shows a person's games: with the name, without it, or not at all."""


class GameFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which games are wanted; what is empty, zero or "any" is left open."""

    game: str = ""
    kind: OpponentKind = "any"
    level: str = ""
    """Of the built-in bot."""
    rating_from: int = 0
    """All players who have a rating have at least this one."""
    rating_to: int = 0
    result: ResultWish = "any"
    """By seat, or for the player who is searched for."""
    moves_from: int = 0
    """Half-moves."""
    moves_to: int = 0
    player: str = ""
    """The key of an account's name."""
    since: int = 0
    """Ended at this moment or later."""
    until: int = 0
    flag: str = ""
    """The square on which a flag stood."""
    flag_seat: int | None = None
    """Whose flag; either one's if None."""
    source: str = ""
    """Where it was played: ``here``, or a name such as ``gravon``."""


class FoundGames(msgspec.Struct, frozen=True, omit_defaults=True):
    """A page of games that fit a search, newest first."""

    games: tuple[TableInfo, ...]
    more: str = ""
    """Ask again with this to go on; empty at the end."""
    count: int | None = None
    """How many fit, told with the first page; over 1000 it says 1001."""


class PlaceTally(msgspec.Struct, frozen=True):
    """How a seat's games went that began in a certain way."""

    seat: int
    place: str
    """A square, or an action as it is written."""
    games: int
    won: int
    """By that seat."""
    drawn: int


class GameStatistics(msgspec.Struct, frozen=True, omit_defaults=True):
    """Results of the games that fit a search, and by what they began with."""

    games: int
    first: int
    """Won by the first seat."""
    drawn: int
    second: int
    plies: int
    """Half-moves of a game on average."""
    places: dict[str, tuple[PlaceTally, ...]]
    """By kind: ``flag`` squares, ``first`` moves; the most frequent first."""
    newest: bool = False
    """Whether only the newest games were counted, because more fit."""


class ShowGames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the database of games shows somebody's games."""

    shown: GamesShown
