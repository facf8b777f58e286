"""Matches and round robins between bots: seeds fixed, colours alternated, every game recorded.

A player is written in a few words::

    5                  our level 5
    5@0.2              with 0.2 s a move
    5?style=human&worlds=20   with other parameters
    json:./my-bot      a program that speaks our JSON lines (`flagfall.bots.processes.protocol`)
    ucc:./agent        a program that speaks the UCC protocol (original only)

and may be given a name: ``strong=5@1``.
"""

from __future__ import annotations

import shlex
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import flagfall
from flagfall import bots
from flagfall.bots.base import Bot, Value
from flagfall.core import FlagfallError
from flagfall.core.options import Value as Setting
from flagfall.research.arena.match import GameResult, play
from flagfall.research.arena.ratings import Sprt


class BadPlayer(FlagfallError):  # noqa: N818 - named like the other errors
    """A player that cannot be read."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"player {text!r}: {reason}")


class Player(msgspec.Struct, frozen=True):
    """A player: a level with parameters, or a program."""

    name: str
    level: int = 0
    think: float = 0.0
    """Seconds a move; 0 takes the arena's."""
    params: dict[str, Value] = {}
    speaks: str = ""
    """``json`` or ``ucc`` for a program."""
    command: tuple[str, ...] = ()

    def seated(self, game: str, seat: int, seed: int) -> Bot:
        """The player at a seat."""
        if self.speaks == "json":
            return bots.BotProcess(game, 0, seat, seed, command=self.command, strict=True)
        if self.speaks == "ucc":
            from flagfall.research.arena.ucc import UccPlayer

            return UccPlayer(flagfall.game(game), seat, seed, command=self.command)
        return bots.make(game, self.level, seat, seed, **self.params)


def read_player(text: str) -> Player:
    """The player that a text describes; `BadPlayer` says what is wrong."""
    name, sign, rest = text.partition("=")
    if not sign or not name.replace("-", "").replace("_", "").isalnum() or name.isdigit():
        name, rest = text, text
    speaks, sign, command = rest.partition(":")
    if sign:
        if speaks not in ("json", "ucc"):
            raise BadPlayer(text, f"{speaks!r} is not json or ucc")
        words = tuple(shlex.split(command))
        if not words:
            raise BadPlayer(text, "names no program")
        return Player(name, speaks=speaks, command=words)
    rest, _, given = rest.partition("?")
    number, _, think = rest.partition("@")
    try:
        level, seconds = int(number), float(think) if think else 0.0
    except ValueError:
        raise BadPlayer(text, "a level looks like 5, 5@0.2 or 5@0.2?style=human") from None
    params: dict[str, Value] = {}
    for part in filter(None, given.split("&")):
        key, sign, value = part.partition("=")
        if not sign:
            raise BadPlayer(text, f"{part!r} has no value")
        params[key] = _value(value)
    return Player(name, level, seconds, params)


def _value(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


class Task(NamedTuple):
    """One game to be played."""

    game: str
    first: Player
    second: Player
    seed: int
    think: float
    options: dict[str, Setting]

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What tells it from every other game of the arena."""
        return self.game, self.first.name, self.second.name, self.seed


def run(task: Task) -> GameResult:
    """Play a game; a player that fails loses it."""
    seats = (task.first, task.second)
    # Each player has the same seed in both games of a pair, whichever colour it has.
    players = tuple(
        player.seated(task.game, seat, 2 * task.seed + (player.name > seats[1 - seat].name))
        for seat, player in enumerate(seats)
    )
    try:
        return play(
            task.game,
            (players[0], players[1]),
            (task.first.name, task.second.name),
            task.seed,
            think=(task.first.think or task.think, task.second.think or task.think),
            options=task.options,
            strict=False,
        )
    finally:
        for player in players:
            close = getattr(player, "close", None)
            if close is not None:
                close()


def schedule(
    game: str,
    players: Sequence[Player],
    games: int,
    seed: int = 1,
    think: float = 0.05,
    options: dict[str, Setting] | None = None,
) -> list[Task]:
    """All games of a match or round robin: pair by pair in turn, each seed with both colours."""
    tasks = []
    for n in range(games):
        for first, second in combinations(players, 2):
            pair = (first, second) if n % 2 == 0 else (second, first)
            tasks.append(Task(game, *pair, seed + n // 2, think, dict(options or {})))
    return tasks


class Arena:
    """Plays what is scheduled and keeps the records; with a file, a second run goes on where one stopped."""

    def __init__(self, tasks: Sequence[Task], file: Path | None = None, sprt: Sprt | None = None) -> None:
        self.tasks = list(tasks)
        self.file = file
        self.sprt = sprt
        wanted = {task.key for task in tasks}
        self.results: list[GameResult] = [
            one for one in read_results(file) if (one.game, *one.players, one.seed) in wanted
        ]
        done = {(one.game, *one.players, one.seed) for one in self.results}
        self.left = [task for task in tasks if task.key not in done]

    def scores(self) -> list[float]:
        """The scores of the first player of the match, in the order of the schedule."""
        name = self.tasks[0].first.name
        return [one.score(name) for one in self.results if name in one.players]

    def verdict(self) -> str:
        """What the sequential test says; ``open`` without one."""
        return self.sprt.verdict(self.scores()) if self.sprt is not None else "open"

    def play(
        self, jobs: int = 1, progress: Callable[[int, int], None] | None = None, ray: str = ""
    ) -> list[GameResult]:
        """Play on until all is played or the sequential test has its answer.

        ``ray`` is the address of a Ray cluster that plays the games instead of processes of this machine.
        """
        for record in self._results(jobs, ray):
            self.results.append(record)
            if self.file is not None:
                with self.file.open("ab") as out:
                    out.write(msgspec.json.encode(record) + b"\n")
            if progress is not None:
                progress(len(self.results), len(self.tasks))
            if self.verdict() != "open":
                break
        return self.results

    def _results(self, jobs: int, ray: str) -> Iterator[GameResult]:
        if self.verdict() != "open":
            return
        if ray:
            from flagfall.research.arena.ray_cluster import spread

            yield from spread(run, self.left, ray)
            return
        if jobs <= 1:
            yield from map(run, self.left)
            return
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            yield from _spread(pool, self.left, 3 * jobs)


def _spread(pool: Executor, tasks: Sequence[Task], ahead: int) -> Iterator[GameResult]:
    """Results in the order of the tasks, so that the sequential test always stops at the same game.

    Only a few tasks are handed out ahead, so that stopping early wastes little.
    """
    waiting: deque[Future[GameResult]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(run, task))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def read_results(file: Path | None) -> list[GameResult]:
    """The games in a file of records; a last line that was cut off is left out."""
    if file is None or not file.exists():
        return []
    found: list[GameResult] = []
    decoder: Any = msgspec.json.Decoder(GameResult)
    lines = file.read_bytes().splitlines()
    for number, line in enumerate(lines, 1):
        try:
            found.append(decoder.decode(line))
        except msgspec.DecodeError as error:
            if number < len(lines):
                raise FlagfallError(f"{file}:{number}: not a record of a game: {error}") from None
    if lines and len(found) < len(lines):
        file.write_bytes(b"".join(line + b"\n" for line in lines[:-1]))
    return found
