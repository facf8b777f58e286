"""Random games from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from flagfall.core import Action, AnyGame, Event, State


class Moment(NamedTuple):
    """One step of a game: who did what, the state before and after, and what was told."""

    before: State
    seat: int
    action: Action
    after: State
    events: tuple[Event, ...]


class Log(NamedTuple):
    """A whole game as its record holds it."""

    game: str
    seed: int
    options: dict[str, object]
    actions: tuple[tuple[int, Action], ...]
    digest: str


def moments(game: AnyGame, seed: int, most: int = 100_000, **options: object) -> Iterator[Moment]:
    """The steps of a random game, to its end or until ``most`` of them are made."""
    rng = random.Random(f"play {game.id} {seed}")
    state: State = game.new(seed=seed, **options)
    for _ in range(most):
        decisions = state.pending()
        if not decisions:
            return
        decision = rng.choice(decisions)
        action = decision.sample(rng)
        step = state.apply(decision.seat, action)
        yield Moment(state, decision.seat, action, step.state, step.events)
        state = step.state


def play(game: AnyGame, seed: int, most: int = 100_000, **options: object) -> Log:
    """A random game as a log."""
    actions = []
    digest = game.new(seed=seed, **options).digest()
    for moment in moments(game, seed, most, **options):
        actions.append((moment.seat, moment.action))
        last = moment.after
    if actions:
        digest = last.digest()
    return Log(game.id, seed, dict(options), tuple(actions), digest)
