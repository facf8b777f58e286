"""The levels of the bots, read from data, and the bots that play at them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files

import msgspec

import flagfall
from flagfall.bots.base import Bot, Value
from flagfall.core import Action, AnyGame, FlagfallError, View


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
    """``module:class`` within `flagfall.bots`; with a dot in front, within the bots of the family."""
    names: dict[str, str]
    about: dict[str, str]
    """One sentence by language."""
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
def _levels(package: str) -> tuple[Level, ...]:
    """All levels that a package of bots has, the easiest first."""
    found = files(package).joinpath("data", "levels.toml")
    read = msgspec.toml.decode(found.read_bytes(), type=_File)
    return tuple(sorted(read.level, key=lambda level: level.number))


def levels(game: str) -> tuple[Level, ...]:
    """The levels of a game, the easiest first."""
    return levels_of(flagfall.game(game))


def levels_of(game: AnyGame) -> tuple[Level, ...]:
    """The levels of a game, the easiest first."""
    return tuple(level for level in _levels(game.bots) if not level.only or game.id in level.only)


def levels_of_family(game: AnyGame) -> tuple[Level, ...]:
    """All levels of the bots that play a game, with those that are for other games of its family only."""
    return _levels(game.bots)


def level(game: str, number: int) -> Level:
    """One level of a game; `UnknownLevel` lists those it has."""
    return level_of(flagfall.game(game), number)


def level_of(game: AnyGame, number: int) -> Level:
    """The bot of a level for a game that need not be registered."""
    known = levels_of(game)
    for one in known:
        if one.number == number:
            return one
    raise UnknownLevel(game.id, number, tuple(one.number for one in known))


def has_net(game: str) -> bool:
    """Whether a trained network plays a level of the game."""
    return any(one.player.startswith("network.") for one in levels(game))


def make(game: str, number: int, seat: int, seed: int = 0, **params: Value) -> Bot:
    """The bot of a level for a seat, in this process; parameters override those of the level."""
    return make_for(flagfall.game(game), number, seat, seed, **params)


def make_for(rules: AnyGame, number: int, seat: int, seed: int = 0, **params: Value) -> Bot:
    """The bot of a level for a game that need not be registered."""
    found = level_of(rules, number)
    module, _, name = found.player.partition(":")
    path = f"{rules.bots}{module}" if module.startswith(".") else f"flagfall.bots.{module}"
    maker: type[Bot] = getattr(import_module(path), name)
    armed = bool(found.with_powers) and rules.presentation.powers > 0
    return maker(rules, seat, seed, {**found.params, **(found.with_powers if armed else {}), **params})


def ready_setup(game: str, view: View, seat: int, seed: int) -> Action:
    """A set-up for a seat that has made none in time: that of the easiest level."""
    return make(game, levels(game)[0].number, seat, seed).deploy(view)
