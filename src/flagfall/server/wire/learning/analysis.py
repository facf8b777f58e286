"""What travels at the analysis board: a position as text, moves, what a seat could make of it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from flagfall.core import Outcome
from flagfall.ranks.actions import PlayAction
from flagfall.ranks.view import RankView
from flagfall.server.wire.advice import Belief, HintedMove

MOST_ACTIONS = 300
"""Moves of one line."""
Seat = Annotated[int, msgspec.Meta(ge=0, le=1)]


class AnalysisLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and the moves that were made from there."""

    game: Annotated[str, msgspec.Meta(max_length=64)]
    text: Annotated[str, msgspec.Meta(max_length=20_000)]
    actions: Annotated[tuple[PlayAction, ...], msgspec.Meta(max_length=MOST_ACTIONS)] = ()


class AnalysisMoment(msgspec.Struct, frozen=True):
    """Where a line has come to."""

    views: tuple[RankView, RankView]
    """What each seat knows; both together are all there is."""
    turn: int
    legal: tuple[PlayAction, ...]
    """What the side to move can do."""
    text: str
    """The position as text."""
    last: str
    """The last move of the line as text."""
    outcome: Outcome | None


class Assumed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a hidden piece is taken to be."""

    square: Annotated[int, msgspec.Meta(ge=0, le=99)]
    rank: Annotated[str, msgspec.Meta(max_length=8)]


class AnalysisQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the side to move could make of a moment, from what it knows and what it takes for granted."""

    line: AnalysisLine
    assume: Annotated[tuple[Assumed, ...], msgspec.Meta(max_length=80)] = ()


class AnalysisAnswer(msgspec.Struct, frozen=True):
    """The best moves of the side to move, best first, and what the hidden pieces may be."""

    seat: int
    moves: tuple[HintedMove, ...]
    pieces: tuple[Belief, ...]
