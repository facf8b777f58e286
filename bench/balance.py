"""How even the scenarios are: games between equal bots, who won them and by what.

    python -m bench balance                            # every scenario, 100 games at level 3
    python -m bench balance --level 4 --games 30 hex-duel
    python -m bench balance --first 101 hex-duel       # a hundred more, with other seeds
    python -m bench balance --table                    # only what has been played so far
    python -m bench balance --check 5                  # play five of them again: do they still end so?

Each game is one line of `bench/results/balance.jsonl`, which is part of the repository, so that a run goes
on where the last one stopped, here or elsewhere. Lines carry a hash of all that the game is made of
(scenario, map, units, prices, options of the preset): after a change of the data the games before it count
no more. A change of how bots decide has no hash: `--check` finds it, and then the lines of that level have to
go.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import math
import os
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from flagfall.bots.base import Clock
from flagfall.bots.hexes.planner import HexCommander, HexPlanner
from flagfall.bots.hexes.random_bot import HexBot
from flagfall.hexes import scenario_game
from flagfall.hexes.game import HexGame
from flagfall.hexes.scenarios.scenario import Eliminate, Scenario
from flagfall.hexes.scenarios.scenario_files import scenario_ids

RESULTS = Path(__file__).with_name("results") / "balance.jsonl"
BOTS: dict[int, tuple[type[HexBot], dict[str, str | float]]] = {
    3: (HexPlanner, {"personality": "any", "haze": 2.0}),
    4: (HexCommander, {"personality": "any"}),
}
PATIENCE = Clock(move=600.0)
"""No clock: the work of a bot is counted, so that a busy machine gives the same games."""
EVEN = {3: (0.4, 0.6), 4: (0.3, 0.7)}
"""Between what the share of the first side should lie, by level."""
FEWEST = 0.1
"""The share of a side's wins that each way to win has to decide."""


class Job(msgspec.Struct, frozen=True):
    """One game to play."""

    scenario: str
    preset: str
    level: int
    seed: int
    data: str


class Played(msgspec.Struct, frozen=True, array_like=True):
    """One game that was played; a line of the results is a list of these fields."""

    scenario: str
    preset: str
    level: int
    data: str
    seed: int
    score: float
    """Of the first side."""
    way: str
    rounds: int

    @property
    def job(self) -> Job:
        """What was asked for."""
        return Job(self.scenario, self.preset, self.level, self.seed, self.data)


@lru_cache(maxsize=32)
def loaded(id: str) -> HexGame:
    """The game of a scenario."""
    return scenario_game(id)


def data_hash(game: HexGame, preset: str) -> str:
    """A hash of what a game is made of: the scenario without its words, map, units and options.

    Roads do not count, which are only drawn, nor does the revision, which may change other scenarios alone.
    """
    scenario = msgspec.to_builtins(game.scenario)
    for words in ("id", "title", "text"):
        scenario.pop(words, None)
    named = {entry.unit for entry in game.entries.values()}
    units = game.roster.values() if game.by_points else [game.roster[unit] for unit in sorted(named)]
    sheets = [_numbers(msgspec.to_builtins(one)) for one in units]
    prices = [game.choices(seat) for seat in (0, 1)] if game.by_points else []
    ground = msgspec.to_builtins(game.map)  # None where each game generates its own
    if ground is not None:
        ground.pop("roads", None)
    options = msgspec.to_builtins(game.read_options({"preset": preset}))
    options.pop("revision", None)
    parts = (scenario, ground, sheets, prices, options)
    return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()[:12]


def _numbers(sheet: dict[str, Any]) -> dict[str, Any]:
    """A sheet without its words and its drawing."""
    left_out = ("name", "function", "group", "source", "shape")
    modes = [{key: value for key, value in mode.items() if key not in left_out} for mode in sheet["modes"]]
    return {**{key: value for key, value in sheet.items() if key not in left_out}, "modes": modes}


def play(job: Job) -> Played:
    """Play one game to its end."""
    gc.collect()
    gc.disable()  # states and views hold no cycles, and searching for some takes an eighth of the time
    game = loaded(job.scenario)
    kind, params = BOTS[job.level]
    state = game.new(job.seed, preset=job.preset)
    players = [kind(game, seat, 2 * job.seed + seat, params) for seat in (0, 1)]
    while (outcome := state.outcome()) is None:
        seat = state.pending()[0].seat
        view, legal = state.view(seat), state.legal(seat)
        action = players[seat].decide(view, legal, PATIENCE) if legal else players[seat].deploy(view)
        state = state.apply(seat, action).state
    return Played(
        job.scenario, job.preset, job.level, job.data, job.seed,
        outcome.scores[0], outcome.termination, state.round,
    )  # fmt: skip


def read(path: Path) -> list[Played]:
    """The games of a results file; a line that was cut off is left out."""
    found: dict[Job, Played] = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            one = msgspec.json.decode(line, type=Played)
        except msgspec.DecodeError:
            continue
        found[one.job] = one
    return list(found.values())


def run_jobs(jobs: Sequence[Job], path: Path, workers: int) -> None:
    """Play what is missing, each result written at once."""
    done = {one.job for one in read(path)}
    missing = [job for job in jobs if job not in done]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as out, ProcessPoolExecutor(workers) as pool:
        for future in as_completed([pool.submit(play, job) for job in missing]):
            out.write(msgspec.json.encode(future.result()).decode() + "\n")
            out.flush()
            os.fsync(out.fileno())


def changed(games: Sequence[Played], count: int) -> list[tuple[Played, Played]]:
    """Some of the games played again: as they were and as they are now, where that differs."""
    some = random.Random(len(games)).sample(games, min(count, len(games)))
    return [(one, now) for one in some if (now := play(one.job)) != one]


def interval(share: float, games: int) -> tuple[float, float]:
    """Where the true share lies in 95 of 100 cases (Wilson)."""
    square = 1.96**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    width = 1.96 * math.sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return middle - width, middle + width


def printed_ways(scenario: Scenario) -> tuple[set[str], set[str]]:
    """The ways to win that a scenario names for each side, as outcomes call them."""
    ids = [side.id for side in scenario.sides]
    found: tuple[set[str], set[str]] = (set(), set())
    for condition in scenario.victory:
        way = type(condition).__struct_config__.tag
        for seat in (0, 1) if condition.side is None else (ids.index(condition.side),):
            found[seat].add("elimination" if isinstance(condition, Eliminate) else str(way))
    winner = scenario.limit.winner if scenario.limit else ""
    for seat in (0, 1):
        if winner in ("points", ids[seat]) and "protect" not in found[seat]:
            found[seat].add("rounds")
    return found


def faults(scenario: Scenario, level: int, some: Sequence[Played]) -> list[str]:
    """What is not as it should be: the share of the first side, and ways to win that decide too little."""
    low, high = EVEN[level]
    share = sum(one.score for one in some) / len(some)
    told = [] if low <= share <= high else ["uneven"]
    for seat, ways in enumerate(printed_ways(scenario)):
        won = [one.way for one in some if one.score == 1 - seat]
        rare = [way for way in sorted(ways) if won and won.count(way) < FEWEST * len(won)]
        told += [f"{('first', 'second')[seat]}: {way} {won.count(way)} of {len(won)}" for way in rare]
    return told


def table(games: Iterable[Played]) -> str:
    """The results, a row for scenario, preset and level: games, share of the first side, ways of winning."""
    groups: dict[tuple[str, str, str, int], list[Played]] = {}
    for one in games:
        groups.setdefault((one.scenario, one.data, one.preset, one.level), []).append(one)
    lines = [
        "| scenario | data | preset | level | games | first | rounds | first by | second by | drawn | off |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for (scenario, data, preset, level), some in sorted(groups.items()):
        share = 100 * sum(one.score for one in some) / len(some)
        rounds = sum(one.rounds for one in some) / len(some)
        ways = [
            ", ".join(
                f"{way} {count}"
                for way, count in Counter(one.way for one in some if one.score == score).most_common()
            )
            for score in (1.0, 0.0)
        ]
        drawn = sum(one.score == 0.5 for one in some)
        low, high = interval(share / 100, len(some))
        wrong = "; ".join(faults(loaded(scenario).scenario, level, some))
        lines.append(
            f"| `{scenario}` | {data} | {preset} | {level} | {len(some)} "
            f"| {share:.0f} % ({100 * low:.0f} to {100 * high:.0f}) | {rounds:.1f} "
            f"| {ways[0]} | {ways[1]} | {drawn} | {wrong} |"
        )
    return "\n".join(lines)


def main(args: Sequence[str]) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        prog="python -m bench balance", description="How even the scenarios are."
    )
    parser.add_argument("scenario", nargs="*", help="which; all that come with the program if none is named")
    parser.add_argument("--level", type=int, choices=sorted(BOTS), default=3)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument(
        "--first", type=int, default=1, help="the first seed, so that machines can share the work"
    )
    parser.add_argument("--preset", help="book or arena; else the scenario's own")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--table", action="store_true", help="play nothing, print what there is")
    parser.add_argument("--check", type=int, metavar="N", help="play N of the games again and compare")
    wish = parser.parse_args(args)
    jobs = []
    for id in wish.scenario or [id for id in scenario_ids() if id.startswith("hex-")]:
        game = loaded(id)
        preset = wish.preset or game.scenario.preset
        data = data_hash(game, preset)
        jobs += [
            Job(id, preset, wish.level, seed, data) for seed in range(wish.first, wish.first + wish.games)
        ]
    if not wish.table and not wish.check:
        run_jobs(jobs, wish.results, wish.jobs)
    now = {(job.scenario, job.data) for job in jobs}
    games = [one for one in read(wish.results) if (one.scenario, one.data) in now]
    if wish.check:
        found = changed([one for one in games if one.level == wish.level], wish.check)
        for before, after in found:
            print(
                f"{before.scenario} {before.seed}: {before.score} {before.way}, now {after.score} {after.way}"
            )
        sys.exit(1 if found else 0)
    print(table(games))
