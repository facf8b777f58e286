"""The bots of the hex game on a map of 30x40: what a decision takes, next to what it may take, in CPU time.

python -m bench hex_bots
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from msgspec.structs import replace

from bench.hexes import say
from flagfall.bots.base import Clock, Value
from flagfall.bots.hexes.greedy import HexGreedy
from flagfall.bots.hexes.marshal import HexMarshal
from flagfall.bots.hexes.planner import HexCommander, HexPlanner
from flagfall.bots.hexes.random_bot import HexBot
from flagfall.bots.hexes.thinking_time import MOST
from flagfall.bots.levels import levels, make
from flagfall.hexes import scenario_game
from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.map_generator import Generator

DECISIONS = 60


def wide(seed: int) -> HexGame:
    """Six against six on a map of 30x40."""
    six = scenario_game("hex-six")
    arrays = Generator(seed=seed, width=30, height=40)
    return HexGame(replace(six.scenario, map=None, generator=arrays), six.roster)


def decisions(
    kind: type[HexBot], limit: float, seed: int, params: Mapping[str, Value]
) -> tuple[float, float]:
    """The slowest and the mean decision of a bot in the first rounds of a game with itself, in seconds."""
    game = wide(seed)
    state = game.new(seed)
    players = [kind(game, seat, seed, params) for seat in (0, 1)]
    took: list[float] = []
    while len(took) < DECISIONS and state.outcome() is None:
        seat = state.pending()[0].seat
        view, legal = state.view(seat), state.legal(seat)
        if legal:
            begun = time.process_time()
            action = players[seat].decide(view, legal, Clock(move=limit))
            took.append(time.process_time() - begun)
        else:
            action = players[seat].deploy(view)
        state = state.apply(seat, action).state
    return max(took), sum(took) / len(took)


def run() -> None:
    """Print every job."""
    limits = {HexGreedy: 0.5, HexPlanner: 0.5, HexCommander: MOST, HexMarshal: MOST}
    for level in levels("hex-six"):
        kind = type(make("hex-six", level.number, 0))
        if kind not in limits:
            continue
        assert issubclass(kind, HexBot)
        name, limit = f"level {level.number}", limits[kind]
        worst = [decisions(kind, limit, seed, level.params) for seed in (1, 2)]
        say(f"{name}: the slowest of {2 * DECISIONS} decisions, tables cold", max(w for w, _ in worst), limit)
        say(f"{name}: a decision on average", sum(m for _, m in worst) / len(worst), limit)


if __name__ == "__main__":
    run()
