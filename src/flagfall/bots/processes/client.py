"""The client of a bot's process: starts it, asks it, limits its time, replaces it when it fails.

It speaks the protocol of `flagfall.bots.processes.protocol` with any program, one question at a time. The
server awaits it; `flagfall.bots.BotProcess` is the same for callers that are not asynchronous.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import replace

from flagfall.bots.processes.line_process import LineProcess, ProcessFailed
from flagfall.bots.processes.protocol import (
    MANY_SEATS,
    UNREADABLE,
    Advice,
    Answer,
    AskAdvice,
    AskMove,
    AskSetup,
    BotProblem,
    BotReady,
    Observe,
    Question,
    Reply,
    Start,
    line,
    read_reply,
)
from flagfall.core import Action, AnyGame


class Limits(NamedTuple):
    """Seconds that a process gets beyond the time it was given to think."""

    start: float = 240.0
    """Until a fresh process is ready: the first time, compiled code is made."""
    grace: float = 2.0
    """Beyond the time of every question, before the process counts as hanging."""
    first: float = 0.0
    """At least so much for the first answer of a fresh process: much is imported then."""


USUAL: Final = Limits()


class BotRefused(ProcessFailed):
    """The process is there, and says that it cannot answer."""

    def __init__(self, what: str, reason: str) -> None:
        super().__init__(f"{what}: {reason}")
        self.kind = reason.partition(":")[0]
        """The kind of error, without its words."""


class ForgottenSeat(BotRefused):
    """The process does not know the seat: it has to be started, and told everything."""


class BotClient:
    """One program at a time. Who fails is ended; the next question starts another, which knows nothing."""

    def __init__(self, command: Sequence[str], limits: Limits = USUAL, tagged: bool = False) -> None:
        self.command = tuple(command)
        self.limits = limits
        self.tagged = tagged
        """Whether questions have numbers, as in version 2 of the protocol."""
        self.replaced = 0
        """How many processes failed."""
        self._process: LineProcess | None = None
        self._warm = False
        self._asked = 0

    @property
    def started(self) -> bool:
        """Whether there is a process to ask."""
        return self._process is not None

    async def start(self) -> LineProcess:
        """The process, started unless there is one.

        One that has gone by itself is replaced if it says for itself which seats it does not know, as version
        2 does; in version 1 the next question finds that it has gone.
        """
        if self._process is None or (self.tagged and not self._process.running):
            self._warm = False
            self._process = await LineProcess.started(self.command)
        return self._process

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            await process.end()

    # ---- the conversation -------------------------------------------------------------------

    async def take_seat(self, start: Start, heard: Sequence[Observe], seconds: float = 0.0) -> None:
        """Have a seat taken, and told what it has heard so far."""
        protocol = MANY_SEATS if self.tagged else start.protocol
        reply = await self._ask(replace(start, protocol=protocol), seconds)
        if not isinstance(reply, BotReady):
            raise BotRefused("did not get ready", _reason(reply))
        for one in heard:
            self.tell(one)

    def tell(self, message: Observe) -> None:
        """Tell a seat what it heard. Whether that was read shows at the next question."""
        if self._process is not None:
            self._process.write(line(message))

    async def choose(self, question: AskMove | AskSetup, seconds: float) -> Answer:
        """The action of a seat."""
        reply = await self._ask(question, seconds)
        if not isinstance(reply, Answer):
            raise BotRefused("answered", _reason(reply))
        return reply

    async def advise(self, question: AskAdvice, seconds: float) -> Raw:
        """What the process advises."""
        reply = await self._ask(question, seconds)
        if not isinstance(reply, Advice):
            raise BotRefused("answered", _reason(reply))
        return reply.advice

    async def _ask(self, question: Question, seconds: float) -> Reply:
        """The reply to a question. A process that gives none, or is not waited for, is ended."""
        self._asked += 1
        number = self._asked if self.tagged else UNSET
        try:
            process = await self.start()
            process.write(line(replace(question, id=number)))
            reply = _read(await process.read(self._limit(question, seconds)))
            if self.tagged and reply.id != number:
                raise ProcessFailed("answered another question")
        except ProcessFailed:
            self.replaced += 1
            await self.stop()
            raise
        except asyncio.CancelledError:  # its reply would be taken for that to the next question
            await self.stop()
            raise
        self._warm = self._warm or not isinstance(question, Start)
        if isinstance(reply, BotProblem) and reply.forgotten is True:
            raise ForgottenSeat("answered", reply.reason)
        return reply

    def _limit(self, question: Question, seconds: float) -> float:
        usual = seconds + self.limits.grace
        if self._warm:
            return usual
        return max(usual, self.limits.start if isinstance(question, Start) else self.limits.first)


def _read(text: bytes) -> Reply:
    try:
        reply: Reply = read_reply(text)
    except UNREADABLE as error:
        raise ProcessFailed(f"does not speak the protocol: {error}") from None
    return reply


def _reason(reply: Reply) -> str:
    return reply.reason if isinstance(reply, BotProblem) else f"{type(reply).__name__}: {reply}"


def read_action(game: AnyGame, answer: Answer) -> Action:
    """The action in an answer; `BotRefused` if it is none of the game."""
    try:
        action: Action = msgspec.json.decode(answer.action, type=game.action_type)
    except UNREADABLE as error:
        raise BotRefused("answered something that is no action", str(error)) from None
    return action
