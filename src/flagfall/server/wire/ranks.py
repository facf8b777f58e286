"""What travels between server and clients for the hidden-rank games alone: their editions and set-ups."""

from __future__ import annotations

import msgspec

from flagfall.ranks.actions import PlayAction
from flagfall.ranks.edition import Edition
from flagfall.ranks.guide import Section
from flagfall.server.wire.people import GameCard

UNIONS = {"PlayAction": PlayAction}
"""What a seat may do once both have set up, by its name in TypeScript."""


class BoardInfo(msgspec.Struct, frozen=True):
    """Squares are numbers, 10 times the row plus the column, from a1."""

    width: int
    height: int
    homes: tuple[tuple[int, ...], tuple[int, ...]]
    blocked: tuple[int, ...]


class GameInfo(msgspec.Struct, frozen=True):
    """Everything about a game that its pages need."""

    card: GameCard
    edition: Edition
    board: BoardInfo
    styles: tuple[str, ...]
    """Words that `SetupText` can be asked for by."""
    rules: tuple[Section, ...]
    """The rules in sections, for somebody without a rulebook."""


class SetupText(msgspec.Struct, frozen=True):
    """A set-up as letters, front row first as its player sees it, and as squares and kinds."""

    text: str
    pieces: tuple[tuple[int, str], ...]
