"""A bot in a process of its own, with the same methods as a `Bot`.

A bot that crashes or hangs is replaced by a fresh one, which is told all events so far: it costs a move's
delay, never a game. Where that would be unfair, as in an arena, ``strict`` raises `ProcessFailed` instead.
Calls block.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import flagfall
from flagfall.bots.base import Bot, Clock, Value
from flagfall.bots.levels import make
from flagfall.bots.processes.client import BotClient, Limits, read_action
from flagfall.bots.processes.line_process import ProcessFailed, TooLate, wait_for
from flagfall.bots.processes.protocol import AskMove, AskSetup, Observe, Start, content
from flagfall.core import Action, Event, View

GRACE_SECONDS = 2.0
"""How much longer than its time a bot may think before it counts as hanging."""
SETUP_SECONDS = 10.0


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
        self.strict = strict
        self.replaced = 0
        """How often the process had to be replaced."""
        self.faults: list[str] = []
        """Why, in words."""
        self.seconds = 0.0
        """How long the bot thought about its last answer."""
        self._history: list[Observe] = []
        own = (sys.executable, "-m", "flagfall.bots.processes.worker")
        self._client = BotClient(tuple(command) or own, Limits(grace=grace))

    # ---- what a bot does --------------------------------------------------------------------

    def deploy(self, view: View) -> Action:
        """The set-up of this seat."""
        found = self._ask(AskSetup(content(view)), SETUP_SECONDS)
        return found if found is not None else self._substitute().deploy(view)

    def decide(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """One of the legal actions: the bot's, or where it failed twice or hung, a simple one."""
        found = self._ask(AskMove(content(view), content(tuple(legal)), clock), clock.move)
        if found is not None and found in legal:
            return found
        if found is not None:
            self._note(ProcessFailed(f"an illegal action: {found}"))
        return self._substitute().decide(view, legal, clock)

    def observe(self, events: Sequence[Event]) -> None:
        """Pass events on, and keep them for a process that may have to take over."""
        if not events:
            return
        message = Observe(content(tuple(events)))
        self._history.append(message)
        wait_for(self._tell(message))

    def close(self) -> None:
        """Stop the process. The next question starts another, which is told everything again."""
        wait_for(self._client.stop())

    def __enter__(self) -> BotProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- the process ------------------------------------------------------------------------

    def _substitute(self) -> Bot:
        """Who answers for a bot that cannot: the simplest level, in this process."""
        return make(self.game.id, 1, self.seat, self.seed)

    def _note(self, failure: ProcessFailed) -> None:
        """Take note of a failure; where nobody may help out, it is raised."""
        self.faults.append(str(failure))
        if self.strict:
            raise failure

    def _ask(self, question: AskSetup | AskMove, seconds: float) -> Action | None:
        """The answer of the process, or None if it hung, or failed twice."""
        for _ in range(2):
            try:
                return wait_for(self._answer(question, seconds))
            except ProcessFailed as failure:
                self.close()
                self._note(failure)
                self.replaced += 1
                if isinstance(failure, TooLate):
                    return None
        return None

    async def _answer(self, question: AskSetup | AskMove, seconds: float) -> Action:
        client = self._client
        if not client.started:
            start = Start(self.game.id, self.seat, self.level, self.seed, self.params)
            await client.take_seat(start, self._history)
        answer = await client.choose(question, seconds)
        self.seconds = answer.seconds
        return read_action(self.game, answer)

    async def _tell(self, message: Observe) -> None:
        self._client.tell(message)
