"""The ladder of the bots: every level against the one below, until a sequential test has its answer.

python -m tools.ladder FOLDER [--game original ...] [--step 5 ...] [--games 400] [--jobs 2]
python -m tools.ladder FOLDER --whole --games 40 --think 1 [--step 5 --step 6]     the spot check
FLAGFALL_HEX_DATA=bench/hex-mirrors python -m tools.ladder FOLDER --game mirror-four --think 2

Every game is recorded in the folder, and the same command goes on where it stopped. It prints the table of
docs/bots/bots.md. The test asks whether a level scores 60 % or 70 %, so what passes scores more than 65 %.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import flagfall
from flagfall import bots
from flagfall.bots.network import look_ahead
from flagfall.bots.ranks.search_bot import OVERHEAD, RATE
from flagfall.research.arena.arena import Arena, Player, schedule
from flagfall.research.arena.ratings import Sprt, score_margin

GAMES = ("original", "duel", "barrage")
LOW, HIGH = 0.60, 0.70
LEAST = 20
PATIENCE = 20
"""How many times their think time the searching levels have on the clock. Their work is counted in positions
and stays that of the think time on an idle core: other programs on the machine take nothing from it."""
MARKS = {"pass": "", "open": " …", "fail": " ✗"}


class Patient(Sprt):
    """The test without an answer before `LEAST` games: it uses a spread, which few do not show."""

    def verdict(self, scores: Sequence[float]) -> str:
        """What the test says, ``open`` for the first games."""
        return super().verdict(scores) if len(scores) >= LEAST else "open"


def player(level: int, think: float) -> Player:
    """A level as it plays in the table; the others count no positions."""
    clock = PATIENCE * think
    if level == 5:
        return Player("5", 5, clock, {"rate": RATE * (think - OVERHEAD) / (clock - OVERHEAD)})
    if level == 6:
        return Player("6", 6, clock, {"rate": look_ahead.POSITIONS_A_SECOND / PATIENCE})
    return Player(str(level), level)


def cell(arena: Arena) -> str:
    """A result: the score in percent, half the width of its 95 % interval, the games, and what is open."""
    scores = arena.scores()
    if not scores:
        return ""
    mean = 100 * sum(scores) / len(scores)
    mark = MARKS[arena.verdict()] if arena.sprt is not None else ""
    return f"{mean:.1f} ± {100 * score_margin(scores):.1f} ({len(scores)}){mark}"


def step(game: str, level: int, folder: Path, games: int, think: float, whole: bool) -> Arena:
    """The match of a level against the one below, as far as it was played; ``whole``: no test ends it."""
    sides = [player(level, think), player(level - 1, think)]
    file = folder / f"{game}-{level}.jsonl"
    return Arena(schedule(game, sides, games, think=think), file, None if whole else Patient(LOW, HIGH))


def games_of_all_levels() -> list[str]:
    """The classic editions and those with powers."""
    ranks = [id for id in flagfall.games() if flagfall.game(id).family == "ranks"]
    return [*GAMES, *(id for id in ranks if id not in GAMES and bots.levels(id)[-1].number == 5)]


def main() -> None:
    """Play what is missing, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", action="append")
    parser.add_argument("--step", action="append", type=int)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--think", type=float, default=0.05)
    parser.add_argument("--whole", action="store_true", help="play all games, whatever the test would say")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    rows: dict[str, dict[int, str]] = {}
    for game in args.game or games_of_all_levels():
        rows[game] = {}
        for level in [one.number for one in bots.levels(game)[1:]]:
            arena = step(game, level, args.folder, args.games, args.think, args.whole)
            wanted = not args.step or level in args.step
            if wanted and arena.verdict() == "open" and arena.left:
                begun = time.monotonic()
                arena.play(args.jobs)
                took = time.monotonic() - begun
                print(f"{game}: {level} against {level - 1}: {cell(arena)}, {took:.0f} s", file=sys.stderr)
            rows[game][level] = cell(arena)
    levels = sorted({level for row in rows.values() for level in row})
    print("| game |" + "".join(f" {level} against {level - 1} |" for level in levels))
    print("|---|" + "---|" * len(levels))
    for game, row in rows.items():
        print(f"| `{game}` |" + "".join(f" {row.get(level, '')} |" for level in levels))


if __name__ == "__main__":
    main()
