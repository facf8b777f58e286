"""Where every piece stands, what it is, and who knows what: plain data, read by rules and powers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from flagfall.core import Outcome
from flagfall.ranks.edition import Kind
from flagfall.ranks.events import Placement
from flagfall.ranks.repetition import Track
from flagfall.ranks.settled_edition import SettledEdition
from flagfall.ranks.view import KIND, RANK, Awaited

Masks: TypeAlias = tuple[int, int]
"""A set of pieces that their owner's opponent has been shown, and one that onlookers have, as bits by id."""


class Position:
    """All that a game is made of at one moment.

    Pieces are numbered by the square where they stood at the start, seat 0's first: an id tells nothing but
    that. Sets of pieces are kept as bits of an integer. A `flagfall.ranks.draft.Draft` is a position that is
    still being made; a `flagfall.ranks.state.RankState` is one that never changes again.
    """

    __slots__ = (
        "awaited",
        "board",
        "captured",
        "kind_known",
        "kinds",
        "moved",
        "over",
        "rank_known",
        "robots",
        "rules",
        "seed",
        "setups",
        "spent",
        "starts",
        "track",
        "where",
    )

    rules: SettledEdition
    seed: int
    setups: tuple[Placement | None, Placement | None]
    """The set-ups made so far."""
    starts: tuple[tuple[int, ...], tuple[int, ...]]
    """The squares where each side's pieces stood when play began; nothing before that."""
    board: Sequence[int]
    """For each square the id of the piece on it, EMPTY or BLOCKED."""
    where: Sequence[int]
    """For each piece its square, or NOWHERE if it is captured."""
    kinds: tuple[Kind, ...]
    """For each piece what it is."""
    moved: int
    """The pieces that have moved by themselves."""
    rank_known: Masks
    kind_known: Masks
    robots: int
    """The pieces in Robot Mode (ST-MODE-2)."""
    spent: tuple[int, ...]
    """How often each of `SettledEdition.tokens` has been used."""
    captured: tuple[int, ...]
    track: Track
    awaited: Awaited | None
    over: Outcome | None

    def take(self, other: Position) -> None:
        """Get the content of another position; squares and pieces are the caller's to copy."""
        self.rules = other.rules
        self.seed = other.seed
        self.setups = other.setups
        self.starts = other.starts
        self.kinds = other.kinds
        self.moved = other.moved
        self.rank_known = other.rank_known
        self.kind_known = other.kind_known
        self.robots = other.robots
        self.spent = other.spent
        self.captured = other.captured
        self.track = other.track
        self.awaited = other.awaited
        self.over = other.over

    @property
    def phase(self) -> str:
        """``setup``, ``play`` or ``over``."""
        if self.over is not None:
            return "over"
        return "play" if self.where else "setup"

    def seat_of(self, piece: int) -> int:
        """Whose piece it is."""
        return 0 if piece < self.rules.sizes[0] else 1

    def shown(self, piece: int, onlooker: bool = False) -> int:
        """How much of a piece the opponent, or an onlooker, has been shown: nothing, RANK or KIND."""
        if self.kind_known[onlooker] >> piece & 1:
            return KIND
        return RANK if self.rank_known[onlooker] >> piece & 1 else 0
