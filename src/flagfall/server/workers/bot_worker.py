"""A process that plays many seats: reads one request a line, writes one answer a line.

It is told views, events and legal actions of a seat, never a State. Bots that remember are kept by the key
of their seat; one that is not here is made anew, and the asker then sends all that its seat has heard.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from types import GenericAlias
from typing import Any

import msgspec

from flagfall.bots.base import Bot, Clock
from flagfall.bots.levels import make
from flagfall.bots.ranks import setups
from flagfall.core import game as game_of
from flagfall.core import register

KEPT = 500
"""Bots kept at once; the one that was asked longest ago goes first."""


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat has to decide."""

    id: int
    key: str
    game: str
    seat: int
    level: int
    seed: int
    view: msgspec.Raw
    events: msgspec.Raw
    """What the seat has heard since it was asked last, or all of it if ``whole``."""
    legal: msgspec.Raw
    """Empty while setting up."""
    clock: Clock
    whole: bool = False
    edition: str = ""
    """The text of an edition that is not part of the package."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The action of a seat; or that the bot has to hear everything first; or what went wrong."""

    id: int
    action: msgspec.Raw = msgspec.Raw(b"null")
    lost: bool = False
    trouble: str = ""


def _many(kind: Any) -> Any:
    return GenericAlias(tuple, (kind, ...))


class Worker:
    """The bots of this process."""

    def __init__(self) -> None:
        self.bots: OrderedDict[str, Bot] = OrderedDict()
        self.editions: dict[str, str] = {}

    def game(self, id: str, edition: str) -> Any:
        """The game with an id; of one that is not part of the package the text of its edition is given."""
        if edition and self.editions.get(id) != edition:
            from flagfall.server.uploaded_games import own_game

            made = own_game(id, edition)
            register(id, lambda: made)
            self.editions[id] = edition
        return game_of(id)

    def answer(self, request: Request) -> Answer:
        """Decide for a seat."""
        game = self.game(request.game, request.edition)
        bot = self.bots.get(request.key)
        if bot is None:
            if not request.whole:
                return Answer(request.id, lost=True)
            bot = make(request.game, request.level, request.seat, request.seed, hurry=True)
            self.bots[request.key] = bot
            while len(self.bots) > KEPT:
                self.bots.popitem(last=False)
        self.bots.move_to_end(request.key)
        bot.observe(msgspec.json.decode(request.events, type=_many(game.event_type)))
        view = msgspec.json.decode(request.view, type=game.view_type)
        legal = msgspec.json.decode(request.legal, type=_many(game.action_type))
        action = bot.decide(view, legal, request.clock) if legal else bot.deploy(view)
        return Answer(request.id, msgspec.Raw(msgspec.json.encode(action)))


def any_setup(game: Any, seat: int, seed: int) -> Any:
    """A set-up for a seat whose bot could not make one."""
    return setups.generate(game, seat, random.Random(seed))


def answer_lines(answer: Callable[[bytes], Answer]) -> None:
    """Answer the lines of the standard input until there are no more, or nobody hears."""
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # What a library prints must not get among the answers.
    for line in sys.stdin.buffer:
        reply = msgspec.json.encode(answer(line)) + b"\n"
        try:
            out.write(reply)
            out.flush()
        except BrokenPipeError:
            # The server has gone. Python would try once more at its end, and complain.
            os._exit(0)


def serve() -> None:
    """Decide for bots, line by line."""
    worker = Worker()
    read = msgspec.json.Decoder(Request).decode

    def answer(line: bytes) -> Answer:
        begun = time.perf_counter()
        request = read(line)
        try:
            return worker.answer(request)
        except Exception as error:
            worker.bots.pop(request.key, None)
            took = time.perf_counter() - begun
            return Answer(request.id, trouble=f"{type(error).__name__} after {took:.2f} s")

    answer_lines(answer)


if __name__ == "__main__":
    serve()
