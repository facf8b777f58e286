"""The bots of the hex game: what a decision takes, next to what it may take, in CPU time.

On a map of 30x40, and in the scenarios with the most units, the widest choice and the biggest ones; there the
choices before the first round count too: forces by points, places.

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
IN_SCENARIOS = 40
SCENARIOS = ("hex-six", "hex-base", "hex-skirmish", "hex-titans")


def wide(seed: int) -> HexGame:
    """Six against six on a map of 30x40."""
    six = scenario_game("hex-six")
    arrays = Generator(seed=seed, width=30, height=40)
    return HexGame(replace(six.scenario, map=None, generator=arrays), six.roster)


def decisions(
    game: HexGame, kind: type[HexBot], limit: float, seed: int, params: Mapping[str, Value], count: int
) -> tuple[list[float], list[float]]:
    """What the first decisions of a bot against itself took, in seconds, and the choices before them."""
    state = game.new(seed)
    players = [kind(game, seat, seed, params) for seat in (0, 1)]
    took: list[float] = []
    before: list[float] = []
    while len(took) < count and state.outcome() is None:
        seat = state.pending()[0].seat
        view, legal = state.view(seat), state.legal(seat)
        begun = time.process_time()
        action = players[seat].decide(view, legal, Clock(move=limit)) if legal else players[seat].deploy(view)
        (took if legal else before).append(time.process_time() - begun)
        state = state.apply(seat, action).state
    return took, before


def in_scenarios() -> None:
    """Every level in every scenario: its slowest decision, next to what none may take."""
    for id in SCENARIOS:
        game = scenario_game(id)
        for level in levels(id):
            kind = type(make(id, level.number, 0))
            assert issubclass(kind, HexBot)
            took, before = decisions(game, kind, 1000.0, 1, level.params, IN_SCENARIOS)
            say(f"{id}, level {level.number}: the slowest of {len(took)} decisions", max(took), MOST)
            say(f"{id}, level {level.number}: the slowest choice before round one", max(before), MOST)


def run() -> None:
    """Print every job."""
    limits = {HexGreedy: 0.5, HexPlanner: 0.5, HexCommander: MOST, HexMarshal: MOST}
    for level in levels("hex-six"):
        kind = type(make("hex-six", level.number, 0))
        if kind not in limits:
            continue
        assert issubclass(kind, HexBot)
        name, limit = f"level {level.number}", limits[kind]
        games = [decisions(wide(seed), kind, limit, seed, level.params, DECISIONS)[0] for seed in (1, 2)]
        took = [one for game in games for one in game]
        say(f"{name}: the slowest of {len(took)} decisions, tables cold", max(took), limit)
        say(f"{name}: a decision on average", sum(took) / len(took), limit)
    in_scenarios()


if __name__ == "__main__":
    run()
