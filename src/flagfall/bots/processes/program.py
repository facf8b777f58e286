"""A bot as a program: reads requests, writes answers (see `flagfall.bots.processes.protocol`).

A class of one's own becomes a program by one line, ``program(MyBot)``, and then plays in the arena as
``json:python my_bot.py``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, BinaryIO, TypeAlias

import msgspec

import flagfall
from flagfall.bots.base import Bot
from flagfall.bots.levels import make
from flagfall.bots.processes.protocol import (
    PROTOCOL,
    Answer,
    FromBot,
    ReadMove,
    ReadObserve,
    ReadSetup,
    Ready,
    Start,
    Trouble,
    line,
    read_request,
)

Maker: TypeAlias = Callable[[Start], Bot]


def by_level(start: Start) -> Bot:
    """One of our own bots, by the number of its level."""
    return make(start.game, start.level, start.seat, start.seed, **start.params)


class Seat:
    """A seat, once it is taken, and the types of its game."""

    def __init__(self, maker: Maker) -> None:
        self.maker = maker
        self.bot: Bot | None = None
        self.game: Any = None
        self.events: Any = None
        self.actions: Any = None

    def answer(self, request: bytes) -> FromBot | None:
        """What to answer to a line; None for lines that have no answer."""
        message = read_request(request)
        if isinstance(message, Start):
            if message.protocol != PROTOCOL:
                return Trouble(f"speaks protocol {PROTOCOL}, not {message.protocol}")
            self.game = flagfall.game(message.game)
            self.events = list.__class_getitem__(self.game.event_type)
            self.actions = list.__class_getitem__(self.game.action_type)
            self.bot = self.maker(message)
            return Ready(type(self.bot).__name__)
        if self.bot is None:
            return Trouble("no seat has been taken yet")
        if isinstance(message, ReadObserve):
            self.bot.observe(msgspec.json.decode(message.events, type=self.events))
            return None
        begun = time.perf_counter()
        view = msgspec.json.decode(message.view, type=self.game.view_type)
        if isinstance(message, ReadSetup):
            action = self.bot.deploy(view)
        else:
            assert isinstance(message, ReadMove)
            legal = msgspec.json.decode(message.legal, type=self.actions)
            action = self.bot.decide(view, legal, message.clock)
        return Answer(action, time.perf_counter() - begun)


def serve(source: BinaryIO, sink: BinaryIO, maker: Maker = by_level) -> None:
    """Answer lines until there are no more. An error is told, and the bot goes on."""
    seat = Seat(maker)
    for request in source:
        if not request.strip():
            continue
        try:
            reply = seat.answer(request)
        except Exception as error:
            reply = Trouble(f"{type(error).__name__}: {error}")
        if reply is not None:
            sink.write(line(reply))
            sink.flush()


def program(bot: type[Bot] | None = None) -> None:
    """Play by standard input and output until there is no more: a class of bots, or our own levels."""
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot or a library prints must not get among the answers
    if bot is None:
        serve(sys.stdin.buffer, out)
    else:
        serve(sys.stdin.buffer, out, lambda one: bot(flagfall.game(one.game), one.seat, one.seed, one.params))
