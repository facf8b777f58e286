"""The hex game: each job next to what it may take, in CPU time, the best of some rounds.

python -m bench hexes
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import flagfall
from flagfall.hexes.maps.board import Board
from flagfall.hexes.maps.map_generator import Generator, generate
from flagfall.hexes.maps.map_text import Map, read_map, write_map
from flagfall.hexes.maps.terrain import CLEAR, Cell
from flagfall.hexes.options import Options
from flagfall.hexes.rules.attacks import Attack, damage_odds
from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.reach import reach
from flagfall.hexes.rules.sight import sight
from flagfall.hexes.units.pieces import PLAY, Piece
from flagfall.hexes.units.unit_files import roster


def best(work: Callable[[], object], times: int = 1, rounds: int = 5) -> float:
    """Seconds of CPU time for one go."""
    found = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(times):
            work()
        found = min(found, (time.process_time() - start) / times)
    return found


def say(job: str, seconds: float, target: float) -> None:
    """One line: the job, what it took, and its share of what it may take."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if target >= size:
            share = f"{seconds / target:6.1%} of {target / size:g} {unit}"
            print(f"{job:<58} {seconds / size:8.2f} {unit:<2}  {share}")
            return


def open_ground(width: int = 30, height: int = 40) -> Field:
    """Two units on a plain."""
    board = Board(Map("Plain", width, height, (Cell(0, CLEAR),) * (width * height)))
    middle = width * (height // 2) + width // 2
    pieces = [
        Piece("blurr", "blurr", 0, 0, 12, 0, PLAY, 1, middle),
        Piece("jazz", "jazz", 1, 1, 14, 1, PLAY, 0, middle - 8 * width, 3),
    ]
    return Field(board, roster(), Options(), pieces, {}, (), ())


def random_game(seed: int, id: str = "hex-six") -> int:
    """A random game to its end; how many steps it took."""
    rng, steps = random.Random(seed), 0
    state = flagfall.game(id).new(seed=seed)
    while decisions := state.pending():
        state = state.apply(decisions[0].seat, decisions[0].sample(rng)).state
        steps += 1
    return steps


def run() -> None:
    """Print every job."""
    import numpy  # noqa: F401 - not part of what is measured

    texts = {
        (width, height): write_map(generate(Generator(width=width, height=height, symmetric=False), 1))
        for width, height in ((30, 40), (200, 200))
    }

    def load(width: int, height: int, far: int = 0) -> None:
        board = Board(read_map(texts[width, height]))
        if far:
            board.fill(far)

    say("load 30x40 with sight tables for all pairs within 15", best(lambda: load(30, 40, 15)), 0.2)
    say("load 200x200, tables filled as needed", best(lambda: load(200, 200), rounds=3), 2.0)
    field = open_ground()
    reach(field, 0)
    say("movement envelope, speed 15, open ground, every place", best(lambda: reach(field, 0), 5), 5e-3)
    say("the same with the list of its ends", best(lambda: reach(field, 0).ends(), 5), 10e-3)
    say("movement envelope, speed 30 (sprint)", best(lambda: reach(field, 0, 30), 3), 10e-3)
    shot = Attack(0, "weapon", 1)
    ends = field.sight_end(0), field.sight_end(1)
    say("sight along a line of 8", best(lambda: sight(field, *ends), 1000), 50e-6)
    say("sight, to-hit and odds of one shot", best(lambda: damage_odds(field, shot), 1000), 50e-6)
    state = flagfall.game("hex-six").new(seed=1)
    say("copy of a 12-unit state", best(state.copy, 5000), 50e-6)
    steps = random_game(1)
    say(f"a random 6 v 6 game to the end ({steps} steps)", best(lambda: random_game(1), rounds=3), 1.0)


if __name__ == "__main__":
    run()
