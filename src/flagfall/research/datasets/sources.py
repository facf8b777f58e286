"""Where games for datasets come from: players of ours against each other, and the files of people's games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import flagfall
from flagfall.bots import Bot, Clock
from flagfall.core import Action, BadText, Event, FlagfallError, hears
from flagfall.core.options import Value
from flagfall.core.record import Record, read_record
from flagfall.ranks.formats import read_gsn, read_xml, to_record
from flagfall.research.arena.arena import read_player

RANDOM = "random"
"""The player that does anything legal."""
GSN = "#X38FA11"
"""How a ``.gsn`` file begins."""


class Skipped(NamedTuple):
    """A file that is not in the data, or not all of it, and why."""

    file: Path
    reason: str


class SelfPlayGame(NamedTuple):
    """One game of self-play to be played, here or elsewhere."""

    game: str
    options: dict[str, Value]
    seed: int
    names: tuple[str, str]
    think: float


def self_play(
    game: str,
    games: int,
    players: tuple[str, str] = (RANDOM, RANDOM),
    seed: int = 1,
    think: float = 0.05,
    ray: str = "",
    **options: object,
) -> Iterator[Record]:
    """Games between two players: ``random``, or what the arena takes, such as ``2`` or ``5@0.2``.

    They change colours after every game, and play each seed with both. ``ray`` is the address of a Ray
    cluster that plays them: the same seed gives the same games in the same order wherever they are played,
    as far as the players go by their seed and not by the time they have.
    """
    rules: Any = flagfall.game(game)
    settled = rules.read_options(options)
    for text in players:
        if text != RANDOM:
            read_player(text)  # a fault in a player is told of before the first game
    planned = []
    for n in range(games):
        names = players if n % 2 == 0 else (players[1], players[0])
        # Between two random players the same seed would give the same game twice.
        luck = seed + (n if names == (RANDOM, RANDOM) else n // 2)
        planned.append(SelfPlayGame(game, settled, luck, names, think))
    if ray:
        from flagfall.research.arena.ray_cluster import spread

        yield from spread(play_game, planned, ray)
    else:
        yield from map(play_game, planned)


def play_game(planned: SelfPlayGame) -> Record:
    """Play a game of self-play."""
    game, options, seed, names, think = planned
    seated = [None if name == RANDOM else read_player(name) for name in names]
    bots = [
        None if one is None else one.seated(game, seat, 2 * seed + seat) for seat, one in enumerate(seated)
    ]
    thinks = [think if one is None else one.think or think for one in seated]
    try:
        return _played(flagfall.game(game), options, seed, names, bots, thinks)
    finally:
        for bot in bots:
            getattr(bot, "close", lambda: None)()


def _played(
    rules: Any,
    options: dict[str, Value],
    seed: int,
    names: tuple[str, str],
    bots: Sequence[Bot | None],
    thinks: Sequence[float],
) -> Record:
    """One game; a seat without a bot plays at random."""
    rng = random.Random(seed)
    state = rules.new(seed=seed, **options)
    waiting: tuple[list[Event], list[Event]] = ([], [])
    actions: list[tuple[int, Action]] = []
    while decisions := state.pending():
        seat = decisions[0].seat
        bot = bots[seat]
        if bot is None:
            action = decisions[0].sample(rng)
        else:
            if waiting[seat]:
                bot.observe(tuple(waiting[seat]))
                waiting[seat].clear()
            view, legal = state.view(seat), tuple(state.legal(seat))
            action = bot.decide(view, legal, Clock(move=thinks[seat])) if legal else bot.deploy(view)
        step = state.apply(seat, action)
        actions.append((seat, action))
        state = step.state
        for other in (0, 1):
            if bots[other] is not None:
                waiting[other].extend(event for event in step.events if hears(event, other))
    return Record(rules.id, options, tuple(actions), names, seed, state.outcome())


def from_files(
    paths: Iterable[str | Path], skipped: Callable[[Skipped], None] | None = None
) -> Iterator[Record]:
    """The games in files and folders: records of ours, ``.gsn`` and XML files of Gravon, known by content.

    Games that were given up before the first move are left out. ``skipped`` is told of every file that is
    left out or could be read only in part; without it, a file that cannot be read raises `BadText`.
    """
    for path in listed(paths):
        try:
            record, trouble = _read(path)
        except (BadText, UnicodeDecodeError) as error:
            if skipped is None:
                raise
            skipped(Skipped(path, str(error).removeprefix(f"{path}:")))  # who tells it names the file
            continue
        for reason in trouble:
            if skipped is not None:
                skipped(Skipped(path, reason))
        if len(record.actions) > 2:
            yield record
        elif skipped is not None:
            skipped(Skipped(path, "no move was made"))


def listed(paths: Iterable[str | Path]) -> list[Path]:
    """The files that some paths stand for, those of folders by name."""
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            found += sorted(one for one in path.rglob("*") if one.is_file() and not one.name.startswith("."))
        elif path.exists():
            found.append(path)
        else:
            raise FlagfallError(f"there is no file {path}")
    return found


def _read(path: Path) -> tuple[Record, tuple[str, ...]]:
    text = path.read_text(encoding="utf-8-sig")
    if text.startswith(GSN):
        return to_record(read_gsn(text, str(path)), str(path))
    if text.lstrip().startswith("<"):
        return to_record(read_xml(text, str(path)), str(path))
    return read_record(text, str(path)), ()
