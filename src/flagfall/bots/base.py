"""What a bot is: views and events in, actions out.

A bot is made for one seat of one game and sees what a player at that seat sees: views, the events that
the seat hears, its legal actions, its clock. It never sees a State. The same views, events and seed make
the same moves: whatever a bot leaves to chance it draws from `Bot.chance`, which is keyed by the moment.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from flagfall.core import Action, AnyGame, Event, View

Value: TypeAlias = bool | int | float | str
"""What a parameter of a bot can be."""


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time that a bot has, in seconds."""

    move: float = 1.0
    """The most it should take for this decision."""
    left: float | None = None
    """What is left on its clock, or None where the game has no clock."""
    increment: float = 0.0
    """What its clock gains with every move."""

    def budget(self) -> float:
        """How long to think now: never more than a small part of what is left."""
        if self.left is None:
            return self.move
        return max(0.0, min(self.move, self.left / 25 + 0.8 * self.increment, self.left - 0.2))


class Bot(ABC):
    """A player for one seat of one game."""

    def __init__(
        self, game: AnyGame, seat: int, seed: int = 0, params: Mapping[str, Value] | None = None
    ) -> None:
        self.game = game
        self.seat = seat
        self.seed = seed
        self.params: dict[str, Value] = dict(params or {})

    def chance(self, *moment: int | str) -> random.Random:
        """Random numbers for one moment of the game, the same for the same seed."""
        return random.Random("/".join(map(str, (self.seed, self.seat, *moment))))

    def number(self, name: str, default: float) -> float:
        """A parameter that is a number."""
        return float(self.params.get(name, default))

    def word(self, name: str, default: str) -> str:
        """A parameter that is a word."""
        return str(self.params.get(name, default))

    @abstractmethod
    def deploy(self, view: View) -> Action:
        """The set-up of this seat."""

    @abstractmethod
    def decide(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """One of the legal actions; there is always at least one."""

    def observe(self, events: Sequence[Event]) -> None:  # noqa: B027 - most bots need only the view
        """Take note of events that the seat heard, in order, before the next decision."""
