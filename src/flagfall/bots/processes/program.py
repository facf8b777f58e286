"""A bot as a program: reads requests, writes answers (see `flagfall.bots.processes.protocol`).

A class of one's own becomes a program by one line, ``program(MyBot)``, and then plays in the arena as
``json:python my_bot.py``.
"""

from __future__ import annotations

import os
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from types import GenericAlias
from typing import Any, BinaryIO, TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

import flagfall
from flagfall.bots.base import Bot
from flagfall.bots.levels import make
from flagfall.bots.processes.protocol import (
    VERSIONS,
    Answer,
    AskAdvice,
    AskMove,
    AskSetup,
    BotProblem,
    BotReady,
    Observe,
    Reply,
    Start,
    content,
    line,
    read_request,
)
from flagfall.core import AnyGame, FlagfallError, OfferedActions
from flagfall.core.offers import multiplied

Maker: TypeAlias = Callable[[Start], Bot]
Answerer: TypeAlias = Callable[[bytes], Reply | None]

MOST_SEATS = 500
"""Seats kept at once; the one that was asked longest ago is forgotten first."""


def by_level(start: Start) -> Bot:
    """One of our own bots, by the number of its level."""
    return make(start.game, start.level, start.seat, start.seed, **start.params)


def packaged_game(id: str, rules: str) -> AnyGame:
    """A game of the package; one that somebody brought along, by the text of its rules, is not played."""
    if rules:
        raise FlagfallError(f"{id}: games that are not part of the package are not played here")
    return flagfall.game(id)


class Seat:
    """A seat that a bot plays: it reads what it is told as the types of its game."""

    def __init__(self, game: AnyGame, bot: Bot) -> None:
        self.game = game
        self.bot = bot
        self.problem = ""
        """What went wrong while it was told something, for the answer to the next question."""

    def observe(self, message: Observe) -> None:
        """Take note of events."""
        try:
            self.bot.observe(_read_many(message.events, self.game.event_type))
        except Exception as error:
            self.problem = self.problem or _words(error)

    def choose(self, message: AskSetup | AskMove) -> Raw:
        """The bot's set-up or move for what it was asked, as JSON."""
        view = msgspec.json.decode(message.view, type=self.game.view_type)
        if isinstance(message, AskSetup):
            return content(self.bot.deploy(view))
        if message.offers is UNSET:
            legal = _read_many(message.legal, self.game.action_type)
        else:
            legal = multiplied(_read_many(message.offers, OfferedActions), self.game.action_type)
        return content(self.bot.decide(view, legal, message.clock))


class Seats:
    """The seats that this process plays, by their keys; in version 1 there is one, without a key."""

    def __init__(
        self,
        maker: Maker = by_level,
        find_game: Callable[[str, str], AnyGame] = packaged_game,
        most: int = MOST_SEATS,
    ) -> None:
        self.maker = maker
        self.find_game = find_game
        self.most = most
        self._seats: OrderedDict[str, Seat] = OrderedDict()

    def answer(self, request: bytes) -> Reply | None:
        """What to answer to a line; None for lines that have no answer."""
        try:
            message = read_request(request)
        except Exception as error:
            return BotProblem(_words(error))
        if isinstance(message, Observe):
            seat = self._seats.get(_text(message.key))
            if seat is not None:
                seat.observe(message)
            return None
        try:
            if isinstance(message, Start):
                return self._start(message)
            if isinstance(message, AskAdvice):
                return BotProblem("plays, and does not advise", id=message.id)
            return self._choose(message)
        except Exception as error:
            return BotProblem(self._noted(message, _words(error)), id=message.id)

    def _start(self, message: Start) -> Reply:
        if message.protocol not in VERSIONS:
            known = " and ".join(map(str, VERSIONS))
            return BotProblem(f"speaks the protocols {known}, not {message.protocol}", id=message.id)
        game = self.find_game(message.game, _text(message.rules))
        bot = self.maker(message)
        self._seats[_text(message.key)] = Seat(game, bot)
        while len(self._seats) > self.most:
            self._seats.popitem(last=False)
        return BotReady(type(bot).__name__, message.id)

    def _choose(self, message: AskSetup | AskMove) -> Reply:
        begun = time.perf_counter()
        key = _text(message.key)
        seat = self._seats.get(key)
        if seat is None:
            forgotten = UNSET if message.key is UNSET else True
            return BotProblem("no seat has been taken yet", forgotten, message.id)
        if seat.problem:
            problem, seat.problem = seat.problem, ""
            return BotProblem(self._noted(message, problem), id=message.id)
        self._seats.move_to_end(key)
        action = seat.choose(message)
        return Answer(action, time.perf_counter() - begun, message.id)

    def _noted(self, message: Start | AskSetup | AskMove | AskAdvice, problem: str) -> str:
        """The problem of a seat. One of many starts over after it; the only one goes on, as in version 1."""
        if not isinstance(message, AskAdvice) and message.key is not UNSET:
            self._seats.pop(_text(message.key), None)
        return problem


def _text(given: str | UnsetType) -> str:
    return "" if given is UNSET else str(given)


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _read_many(raw: Raw, kind: Any) -> Any:
    return msgspec.json.decode(raw, type=GenericAlias(tuple, (kind, ...)))


def serve(source: BinaryIO, sink: BinaryIO, answer: Answerer) -> None:
    """Answer lines until there are no more. An error is told, and the process goes on."""
    _serve(source, sink, _encoded(answer))


def serve_standard_streams(answer: Answerer) -> None:
    """The same for standard input and output, until there is no more, or nobody listens."""
    serve_lines(_encoded(answer))


def _encoded(answer: Answerer) -> Callable[[bytes], bytes | None]:
    def encoded(request: bytes) -> bytes | None:
        reply = answer(request)
        return None if reply is None else line(reply)

    return encoded


def _serve(source: BinaryIO, sink: BinaryIO, answer: Callable[[bytes], bytes | None]) -> None:
    for request in source:
        if not request.strip():
            continue
        reply = answer(request)
        if reply is not None:
            sink.write(reply)
            sink.flush()


def serve_lines(answer: Callable[[bytes], bytes | None]) -> None:
    """Answer each line of standard input by a line, until there is no more, or nobody listens."""
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot or a library prints must not get among the answers
    try:
        _serve(sys.stdin.buffer, out, answer)
    except BrokenPipeError:
        # Who asked has gone. Python would try once more at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


def program(bot: type[Bot] | None = None) -> None:
    """Play by standard input and output until there is no more: a class of bots, or our own levels."""

    def made(start: Start) -> Bot:
        assert bot is not None
        return bot(flagfall.game(start.game), start.seat, start.seed, start.params)

    serve_standard_streams(Seats(by_level if bot is None else made).answer)
