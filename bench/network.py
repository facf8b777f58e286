"""The network of level 6 on one core, in CPU time: exact and in whole numbers; moves next to their limits.

python -m bench network
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

import flagfall
from bench.hexes import say
from flagfall import bots
from flagfall.bots.base import Clock
from flagfall.bots.network.network import Net, net, quantized_net
from flagfall.core import hears
from flagfall.fast import Batch, Spec

GAMES, MOVES, TIMES = 32, 30, 10
NO_SEARCH, SEARCH = 0.001, 1.0
LIMIT = 0.03
"""Seconds that a move without look-ahead may take."""


def best(job: Callable[[], object]) -> float:
    """The best CPU time of a job, in seconds."""
    found = float("inf")
    for _ in range(TIMES):
        begun = time.process_time()
        job()
        found = min(found, time.process_time() - begun)
    return found


def judging(one: Net) -> float:
    """Seconds that a position takes, among 32 of games under way."""
    batch = Batch(Spec.of("original"), GAMES, memory=True)
    rng = np.random.default_rng(1)
    for _ in range(40):
        batch.step((batch.legal() * rng.random((GAMES, 400))).argmax(1))
    planes, vector = batch.observe()
    return best(lambda: one.judge(planes, vector)) / GAMES


def moves(think: float) -> list[float]:
    """The CPU time of the first decisions of level 6 in a game of `original` with itself."""
    game = flagfall.game("original")
    state = game.new(seed=1)
    players = [bots.make("original", 6, seat, 1) for seat in (0, 1)]
    took: list[float] = []
    while len(took) < MOVES:
        seat = state.pending()[0].seat
        view, legal = state.view(seat), state.legal(seat)
        begun = time.process_time()
        action = players[seat].decide(view, legal, Clock(move=think)) if legal else players[seat].deploy(view)
        if legal:
            took.append(time.process_time() - begun)
        state, events = state.apply(seat, action)
        for other, player in enumerate(players):
            player.observe(tuple(event for event in events if hears(event, other)))
    return took


def run() -> None:
    """Print every job."""
    exact, rough = judging(net()), judging(quantized_net())
    print(f"a position, exact              {1000 * exact:6.2f} ms")
    print(f"a position, in whole numbers   {1000 * rough:6.2f} ms, {rough / exact:.2f} of that")
    plain = moves(NO_SEARCH)
    say("a move without look-ahead, the mean", sum(plain) / len(plain), LIMIT)
    say("the slowest", max(plain), LIMIT)
    ahead = moves(SEARCH)
    say("a move with look-ahead, the mean", sum(ahead) / len(ahead), SEARCH)
    say("the slowest", max(ahead), SEARCH)


if __name__ == "__main__":
    run()
