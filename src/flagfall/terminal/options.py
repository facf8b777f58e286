"""How a game at this table is to be played: what the command line says, checked."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from flagfall.core import AnyGame, BadOption, FlagfallError
from flagfall.core.options import Value
from flagfall.core.record import sides
from flagfall.terminal.console import Console


class TableOptions(NamedTuple):
    """The choices for one game at this machine."""

    console: Console
    options: dict[str, Value]
    """Every option of the game with its value."""
    seat: int
    """Where the person sits; with two persons, who sets up first."""
    level: int
    seed: int
    two: bool
    """Whether a second person plays at the same machine."""
    language: str
    setups: tuple[str, ...] = ()
    """Set-ups named on the command line, the person's first."""
    save: Path | None = None
    """Where the record goes after the end."""


def read_pairs(game: AnyGame, pairs: list[str]) -> dict[str, Value]:
    """The options given as ``name=value``, with the defaults of the rest."""
    given: dict[str, object] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise BadOption(pair, "is written as name=value")
        given[name] = value
    return game.read_options(given)


def read_seat(game: AnyGame, word: str | None, seed: int) -> int:
    """The seat that a word names: a side, its number from 1, or random."""
    names = sides(game)
    if word is None:
        return 0
    if word in names:
        return names.index(word)
    if word.isdecimal() and 1 <= int(word) <= len(names):
        return int(word) - 1
    if word == "random":
        import random

        return random.Random(f"{seed}/seat").randrange(len(names))
    numbers = ", ".join(str(number) for number in range(1, len(names) + 1))
    raise FlagfallError(f"--seat takes {', '.join(names)}, {numbers} or random, not {word!r}")
