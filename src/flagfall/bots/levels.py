"""The levels of the bots, read from data, and the bots that play at them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

import msgspec

import flagfall
from flagfall.bots.base import Bot, Value
from flagfall.core import FlagfallError


class UnknownLevel(FlagfallError):  # noqa: N818 - named like the other errors
    """A game has no bot of this level."""

    def __init__(self, game: str, level: int, known: tuple[int, ...]) -> None:
        self.level = level
        self.known = known
        super().__init__(f"{game} has no level {level}; it has {', '.join(map(str, known)) or 'none'}")


class Level(msgspec.Struct, frozen=True):
    """One level of play: its number, how it is called and described, and who plays it."""

    number: int
    player: str
    """``module:class`` within `flagfall.bots`."""
    names: dict[str, str]
    about: dict[str, str]
    """One sentence by language: en, nl, fr, de."""
    params: dict[str, Value] = {}
    with_powers: dict[str, Value] = {}
    """Parameters that differ in editions whose pieces have powers."""
    only: tuple[str, ...] = ()
    """The games that have this level; empty for all of the family."""

    def name(self, language: str = "en") -> str:
        """Its name in a language, else in English."""
        return self.names.get(language, self.names["en"])


class _File(msgspec.Struct, frozen=True):
    level: tuple[Level, ...] = ()


@cache
def family_levels(family: str) -> tuple[Level, ...]:
    """All levels of a family of games, the easiest first."""
    found = files("flagfall.bots").joinpath(f"{family}/data/levels.toml")
    if not found.is_file():
        return ()
    read = msgspec.toml.decode(found.read_bytes(), type=_File)
    return tuple(sorted(read.level, key=lambda level: level.number))


def levels(game: str) -> tuple[Level, ...]:
    """The levels of a game, the easiest first."""
    family = flagfall.game(game).family
    return tuple(level for level in family_levels(family) if not level.only or game in level.only)


def level(game: str, number: int) -> Level:
    """One level of a game; `UnknownLevel` lists those it has."""
    known = levels(game)
    for one in known:
        if one.number == number:
            return one
    raise UnknownLevel(game, number, tuple(one.number for one in known))


def has_net(game: str) -> bool:
    """Whether a trained network plays a level of the game."""
    return any(one.player.startswith("network.") for one in levels(game))


def make(game: str, number: int, seat: int, seed: int = 0, **params: Value) -> Bot:
    """The bot of a level for a seat, in this process; parameters override those of the level."""
    found = level(game, number)
    module, _, name = found.player.partition(":")
    maker: type[Bot] = getattr(import_module(f"flagfall.bots.{module}"), name)
    rules: Any = flagfall.game(game)
    armed = rules.family == "ranks" and bool(rules.edition.powers)
    return maker(rules, seat, seed, {**found.params, **(found.with_powers if armed else {}), **params})
