"""A bot in a process of its own, with the same methods as a `Bot`.

A bot that crashes or hangs is replaced by a fresh one, which is told all events so far: it costs a move's
delay, never a game. Where that would be unfair, as in an arena, ``strict`` raises `Failed` instead. Calls
block; a server makes them in a thread.
"""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

import msgspec

import flagfall
from flagfall.bots.base import Bot, Clock, Value
from flagfall.bots.levels import make
from flagfall.bots.processes.protocol import (
    UNREADABLE,
    AskMove,
    AskSetup,
    Observe,
    ReadAnswer,
    Ready,
    Start,
    ToBot,
    Trouble,
    line,
    read_reply,
)
from flagfall.core import Action, Event, FlagfallError, View

START_SECONDS = 240.0
"""How long a process may take to start: the first time, compiled code is made."""
GRACE_SECONDS = 2.0
"""How much longer than its time a bot may think before it counts as hanging."""
SETUP_SECONDS = 10.0


class Failed(FlagfallError):  # noqa: N818 - said of a process
    """The process did not answer as it should."""


class BotProcess(Bot):
    """A seat whose player runs elsewhere: one of our levels, or any program that speaks the protocol."""

    def __init__(
        self,
        game: str,
        level: int,
        seat: int,
        seed: int = 0,
        command: Sequence[str] = (),
        grace: float = GRACE_SECONDS,
        strict: bool = False,
        **params: Value,
    ) -> None:
        super().__init__(flagfall.game(game), seat, seed, params)
        self.level = level
        self.command = list(command) or [sys.executable, "-m", "flagfall.bots.processes.worker"]
        self.grace = grace
        self.strict = strict
        self.replaced = 0
        """How often the process had to be replaced."""
        self.faults: list[str] = []
        """Why, in words."""
        self.seconds = 0.0
        """How long the bot thought about its last answer."""
        self._history: list[bytes] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    # ---- what a bot does --------------------------------------------------------------------

    def deploy(self, view: View) -> Action:
        """The set-up of this seat."""
        found = self._ask(AskSetup(view), SETUP_SECONDS)
        return found if found is not None else self._understudy().deploy(view)

    def decide(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """One of the legal actions: the bot's, or where it failed twice or hung, a simple one."""
        found = self._ask(AskMove(view, tuple(legal), clock), clock.move)
        if found is not None and found in legal:
            return found
        if found is not None:
            self._fault(Failed(f"an illegal action: {found}"))
        return self._understudy().decide(view, legal, clock)

    def observe(self, events: Sequence[Event]) -> None:
        """Pass events on, and keep them for a process that may have to take over."""
        if not events:
            return
        message = line(Observe(tuple(events)))
        self._history.append(message)
        if self._process is not None:
            try:
                self._send(message)
            except Failed as failure:
                self.close()
                self._fault(failure)

    def close(self) -> None:
        """Stop the process. The next call starts another, which is told everything again."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            if process.stdin is not None:
                with contextlib.suppress(OSError):
                    process.stdin.close()

    def __enter__(self) -> BotProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- the process ------------------------------------------------------------------------

    def _understudy(self) -> Bot:
        """Who answers for a bot that cannot: the simplest level, in this process."""
        return make(self.game.id, 1, self.seat, self.seed)

    def _fault(self, failure: Failed) -> None:
        """Take note of a failure; where nobody may help out, it is raised."""
        self.faults.append(str(failure))
        if self.strict:
            raise failure

    def _ask(self, message: ToBot, seconds: float) -> Action | None:
        """The answer of the process, or None if it hung, or crashed twice."""
        request = line(message)
        for _ in range(2):
            try:
                if self._process is None:
                    self._start()
                self._send(request)
                return self._answer(seconds + self.grace)
            except Failed as failure:
                self.close()
                self._fault(failure)
                self.replaced += 1
                if "in time" in str(failure):
                    return None
        return None

    def _start(self) -> None:
        self._lines = queue.SimpleQueue()
        try:
            # In a session of its own: Ctrl-C at the terminal is for the person who plays, not for the bot.
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise Failed(f"cannot be started: {error}") from None
        threading.Thread(target=_pump, args=(self._process, self._lines), daemon=True).start()
        self._send(line(Start(self.game.id, self.seat, self.level, self.seed, self.params)))
        reply = self._reply(START_SECONDS)
        if not isinstance(reply, Ready):
            raise Failed(f"did not get ready: {getattr(reply, 'reason', reply)}")
        for message in self._history:
            self._send(message)

    def _send(self, request: bytes) -> None:
        process = self._process
        if process is None or process.stdin is None:
            raise Failed("is not running")
        try:
            process.stdin.write(request)
            process.stdin.flush()
        except OSError:
            raise Failed("has gone") from None

    def _reply(self, seconds: float) -> Ready | ReadAnswer | Trouble:
        end = time.monotonic() + seconds
        try:
            found = self._lines.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            raise Failed(f"did not answer in time ({seconds:g} s)") from None
        if found is None:
            raise Failed("has gone")
        try:
            reply: Any = read_reply(found)
        except UNREADABLE as error:
            raise Failed(f"does not speak the protocol: {error}") from None
        return reply  # type: ignore[no-any-return]

    def _answer(self, seconds: float) -> Action:
        reply = self._reply(seconds)
        if not isinstance(reply, ReadAnswer):
            raise Failed(f"answered: {getattr(reply, 'reason', reply)}")
        try:
            action: Action = msgspec.json.decode(reply.action, type=self.game.action_type)
        except UNREADABLE as error:
            raise Failed(f"answered something that is no action: {error}") from None
        self.seconds = reply.seconds
        return action


def _pump(process: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    """Carry the lines of a process into a queue, so that waiting for one can end; None after the last."""
    assert process.stdout is not None
    try:
        while found := process.stdout.readline():
            lines.put(found)
    except (OSError, ValueError):
        pass
    process.stdout.close()
    lines.put(None)
