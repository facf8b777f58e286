"""Twins for the law of secrecy: two games that a seat cannot tell apart, made by each family."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from flagfall.core.protocol import Action, Event, State


class Twins(NamedTuple):
    """Two games that differ only in what a seat cannot know, and all that has happened in each so far."""

    first: State
    second: State
    first_events: tuple[Event, ...]
    second_events: tuple[Event, ...]
    plan: tuple[tuple[int, Action], ...] = ()
    """What seats do first in both, where a situation was made on purpose."""


class TwinMaker(ABC):
    """Makes twins of a game, and says when they may part."""

    @abstractmethod
    def make(self, seat: int, rng: random.Random, **options: object) -> Twins:
        """Two games, set up so that a seat (PUBLIC too) cannot tell them apart."""

    @abstractmethod
    def reveals(self, first: State, second: State, actor: int, action: Action) -> bool:
        """Whether the rules let an action show a difference between the twins.

        Judged by the rules from the action and the truth, never from events: a leak must not excuse itself.
        """

    @abstractmethod
    def attempt(self, state: State, seat: int, rng: random.Random) -> Action:
        """Something that a seat may try, legal or not: the answer must not tell what is hidden."""
