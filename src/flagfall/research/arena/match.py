"""One game between two bots, by the book: they get views, the events they hear, and a clock."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec

import flagfall
from flagfall.bots.base import Bot, Clock
from flagfall.core import Event, FlagfallError, Outcome, hears
from flagfall.core.options import Value


class GameResult(msgspec.Struct, frozen=True):
    """A finished game: who, how, and every action, so that it can be played again."""

    game: str
    seed: int
    players: tuple[str, str]
    """The names of the players, seat 0 first."""
    outcome: Outcome
    plies: int
    seconds: tuple[float, float]
    """How long each seat thought in all."""
    slowest: tuple[float, float]
    """The longest thought of each seat."""
    decisions: tuple[int, int]
    options: dict[str, Value] = {}
    actions: tuple[str, ...] = ()
    fault: str = ""
    """What the loser did wrong, where that ended the game."""

    def score(self, player: str) -> float:
        """The score of a player, by name."""
        return self.outcome.scores[self.players.index(player)]


def play(
    game: str,
    players: tuple[Bot, Bot],
    names: tuple[str, str] = ("first", "second"),
    seed: int = 0,
    think: float | tuple[float, float] = 0.05,
    options: Mapping[str, Value] | None = None,
    strict: bool = True,
) -> GameResult:
    """Play a game to its end. A bot that fails or breaks the rules loses it; with ``strict`` that raises."""
    rules: Any = flagfall.game(game)
    state = rules.new(seed=seed, **(options or {}))
    spent, slowest, decisions = [0.0, 0.0], [0.0, 0.0], [0, 0]
    waiting: list[list[Event]] = [[], []]
    actions: list[str] = []
    thinks = think if isinstance(think, tuple) else (think, think)
    clocks = (Clock(move=thinks[0]), Clock(move=thinks[1]))
    outcome: Outcome | None = None
    fault = ""
    while (outcome := state.outcome()) is None:
        decision = state.pending()[0]
        seat = decision.seat
        bot = players[seat]
        try:
            if waiting[seat]:
                bot.observe(tuple(waiting[seat]))
                waiting[seat] = []
            view, legal = state.view(seat), tuple(state.legal(seat))
            begun = time.perf_counter()
            action = bot.decide(view, legal, clocks[seat]) if legal else bot.deploy(view)
            took = time.perf_counter() - begun
            spent[seat] += took
            slowest[seat] = max(slowest[seat], took)
            decisions[seat] += 1
            step = state.apply(seat, action)
        except Exception as error:
            if strict:
                raise
            outcome = Outcome("forfeit", (float(seat), 1.0 - seat))
            fault = str(error) if isinstance(error, FlagfallError) else f"{type(error).__name__}: {error}"
            break
        actions.append(f"{seat} {action}")
        state = step.state
        for other in (0, 1):
            waiting[other] += [event for event in step.events if hears(event, other)]
    assert outcome is not None
    counted = rules.counted_moves(state)
    plies = len(actions) if counted is None else counted
    return GameResult(
        game,
        seed,
        names,
        outcome,
        plies,
        (spent[0], spent[1]),
        (slowest[0], slowest[1]),
        (decisions[0], decisions[1]),
        dict(options or {}),
        tuple(actions),
        fault,
    )
