"""What a puzzle is, and the moment that it shows."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal, TypeAlias, cast

import msgspec

import flagfall
from flagfall.core import Event, hears
from flagfall.ranks.actions import PlayAction
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState
from flagfall.ranks.view import RankView

Kind: TypeAlias = Literal["flag", "still", "bomb", "what", "attack", "win", "likely"]
"""What a puzzle asks:

========  =====================================================================================
flag      which piece is the flag?
still     which pieces can surely never move: bombs, and the flag among them?
bomb      which pieces are surely bombs?
what      what is the piece on a square?
attack    which attack wins, whatever is hidden?
win       win the flag in a number of moves, whatever is hidden
likely    which attack is the likeliest to win? The only kind that is about chance, with its number
========  =====================================================================================
"""


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """One puzzle as it is stored: a line of JSON."""

    id: str
    game: str
    kind: Kind
    seat: int
    position: str
    """The whole truth at the beginning of the film: one of the set-ups that fit, and never told."""
    film: tuple[str, ...]
    """The actions that are shown, both sides', before the question is asked."""
    answers: tuple[str, ...]
    """The squares (all of them are to be named), the rank, or the actions (any of them)."""
    rating: int
    """How hard it is thought to be until people have tried it."""
    square: str = ""
    """The square that a question is about."""
    moves: int = 0
    """In how many own moves the flag is to be won."""
    percent: int = 0
    """How likely the likeliest is, over all set-ups that fit."""


class Shown(msgspec.Struct, frozen=True):
    """One step of the film as the seat sees it."""

    events: tuple[Event, ...]


class Moment:
    """A film played through in the engine, and what its seat knows at the end."""

    def __init__(self, game: RankGame, start: RankState, actions: tuple[PlayAction, ...], seat: int) -> None:
        self.game = game
        self.start = start
        self.actions = actions
        self.seat = seat

    @classmethod
    def of(cls, puzzle: Puzzle) -> Moment:
        """The moment that a puzzle shows."""
        game = flagfall.game(puzzle.game)
        assert isinstance(game, RankGame)
        actions = tuple(cast("PlayAction", game.action(text)) for text in puzzle.film)
        return cls(game, game.position(puzzle.position), actions, puzzle.seat)

    @cached_property
    def played(self) -> tuple[RankState, tuple[Shown, ...]]:
        """The state at the end of the film, and what the seat heard."""
        return play(self.start, self.actions, self.seat)

    @property
    def state(self) -> RankState:
        """The truth at the end of the film: for the proof alone."""
        return self.played[0]

    @property
    def film(self) -> tuple[Shown, ...]:
        """What the seat heard, action by action."""
        return self.played[1]

    @cached_property
    def before(self) -> RankView:
        """What the seat knows when the film begins."""
        return self.start.view(self.seat)

    @cached_property
    def view(self) -> RankView:
        """What the seat knows when the question is asked."""
        return self.state.view(self.seat)


def play(start: RankState, actions: tuple[PlayAction, ...], seat: int) -> tuple[RankState, tuple[Shown, ...]]:
    """The state after some actions, and what a seat heard of each."""
    state, film = start, []
    for action in actions:
        step = state.apply(state.track.turn, action)
        state = step.state
        film.append(Shown(tuple(event for event in step.events if hears(event, seat))))
    return state, tuple(film)


def read_lines(text: str) -> tuple[Puzzle, ...]:
    """Puzzles from text, one JSON object a line."""
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in text.splitlines() if line.strip())


def write_line(puzzle: Any) -> str:
    """A puzzle as one line of text."""
    return msgspec.json.encode(puzzle).decode()
