"""What travels where somebody solves puzzles: the moment, the answer, the explanation, the ratings."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from flagfall.lessons.course import Pick
from flagfall.puzzles.explain import Fact
from flagfall.ranks.actions import PlayAction
from flagfall.server.wire.learning.lessons import LessonScene


class RankNamed(msgspec.Struct, frozen=True, tag="rank"):
    """The rank that a piece is said to have."""

    rank: Annotated[str, msgspec.Meta(max_length=4)]


class MannerNamed(msgspec.Struct, frozen=True, tag="manner"):
    """The way to use a turn that is said to be best, in the hex game."""

    manner: Annotated[str, msgspec.Meta(max_length=32)]


PuzzleAnswer: TypeAlias = PlayAction | Pick | RankNamed | MannerNamed

UNIONS = {"PuzzleAnswer": PuzzleAnswer}
"""What a solver answers with, by its name in TypeScript."""


class PuzzleShelf(msgspec.Struct, frozen=True):
    """How many puzzles there are of a kind in a game."""

    game: str
    kind: str
    count: int


class PuzzleRecord(msgspec.Struct, frozen=True):
    """How somebody does: rating, tries, and days in a row with the puzzle of the day."""

    rating: int
    provisional: bool
    tried: int
    solved: int
    streak: int
    today: bool = False
    """Whether the puzzle of the day is solved."""


class PuzzleShown(msgspec.Struct, frozen=True, tag="ranks"):
    """A puzzle of a hidden-rank game as it is asked; the answer stays here."""

    id: str
    game: str
    kind: str
    seat: int
    square: int
    """The square that a question is about, or -1."""
    moves: int
    picks: int
    """How many squares are to be named; 0 where an action or a rank is the answer."""
    ranks: tuple[str, ...]
    """The ranks to choose from, where one is asked for."""
    rating: int
    scene: LessonScene
    legal: tuple[PlayAction, ...]
    day: str = ""
    """The date, if it is the puzzle of the day."""


class PuzzleTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer; or none, which asks for the solution."""

    answer: PuzzleAnswer | None = None


class PuzzleVerdict(msgspec.Struct, frozen=True, tag="ranks"):
    """Whether it was right, and why; what was right is told once it is solved or given up."""

    right: bool
    why: tuple[Fact, ...]
    squares: tuple[int, ...]
    """The squares that were to be named."""
    rank: str
    action: PlayAction | None
    counter: Fact | None
    """Why another answer is not right."""
    record: PuzzleRecord | None
    change: int
    """By how much the solver's rating changed: by the first try alone."""
