"""What games at this machine share: seats, bots, what is done and told, records, and what follows the end."""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Generic, TypeVar

from flagfall.bots import BotProcess, Clock
from flagfall.core import Action, AnyGame, Event, FlagfallError, Outcome, State, hears
from flagfall.core.record import Record, write_record
from flagfall.terminal.console import Quit
from flagfall.terminal.files import write_text
from flagfall.terminal.options import TableOptions

G = TypeVar("G", bound=AnyGame)
S = TypeVar("S", bound=State)


class LocalGame(ABC, Generic[G, S]):
    """A game in progress. The state is the referee's; each person is shown what their seat may know."""

    def __init__(self, game: G, table: TableOptions) -> None:
        self.game = game
        self.table = table
        self.console = table.console
        self.words = table.console.words
        self.language = table.language
        self.state: S = game.new(table.seed, **table.options)
        self.actions: list[tuple[int, Action]] = []
        self.people = (0, 1) if table.two else (table.seat,)
        self.looking: int | None = None
        """Which of two persons looks at the screen."""
        self.bots = {
            seat: BotProcess(game.id, table.level, seat, table.seed, hurry=True)
            for seat in (0, 1)
            if seat not in self.people
        }

    def __enter__(self) -> LocalGame[G, S]:
        return self

    def __exit__(self, *_: object) -> None:
        for bot in self.bots.values():
            bot.close()

    def play(self) -> int:
        """From the set-up to the end, or until somebody leaves; the exit status."""
        try:
            self.run()
        except Quit:
            self.console.say(self.words("left"))
        return 0

    @abstractmethod
    def run(self) -> None:
        """From the set-up to the end."""

    @abstractmethod
    def hear(self, events: Sequence[Event]) -> None:
        """Let the persons hear what they may know."""

    # ---- the course of the game -------------------------------------------------------------

    def apply(self, seat: int, action: Action) -> None:
        """Carry out an action and let every seat hear of it."""
        step = self.state.apply(seat, action)
        self.actions.append((seat, action))
        self._go_on(step.state, step.events)

    def end(self, outcome: Outcome) -> None:
        """End the game in a way that the board did not bring about."""
        step = self.state.ended(outcome)
        self._go_on(step.state, step.events)

    def resign(self, seat: int) -> None:
        """End the game for a person who gives up, if they are sure."""
        if self.console.agrees(self.words("resign-sure")):
            self.end(Outcome("resignation", (0.0, 1.0) if seat == 0 else (1.0, 0.0), self.game.end_rule))

    def _go_on(self, state: S, events: Sequence[Event]) -> None:
        self.state = state
        for seat, bot in self.bots.items():
            bot.observe([event for event in events if hears(event, seat)])
        self.hear(events)

    def bot_decides(self, seat: int, seconds: float) -> None:
        """Let a bot make the decision that it has to make now."""
        view, legal = self.state.view(seat), self.state.legal(seat)
        bot = self.bots[seat]
        self.apply(seat, bot.decide(view, legal, Clock(move=seconds)) if legal else bot.deploy(view))

    # ---- records, and what follows the end --------------------------------------------------

    def record(self) -> Record:
        """The whole game as it stands."""
        level = self.words("bot-name", level=self.table.level)
        players = tuple("" if seat in self.people else level for seat in (0, 1))
        return Record(
            self.game.id,
            self.table.options,
            tuple(self.actions),
            players if any(players) else (),
            self.table.seed,
            self.state.outcome(),
            {"date": datetime.datetime.now(tz=datetime.UTC).date().isoformat()},
        )

    def save(self, seat: int, words: list[str]) -> None:
        """Write the record that a seat may have to the file that was named."""
        if len(words) != 1:
            raise FlagfallError(self.words("save-how"))
        write_text(Path(words[0]), write_record(self.record().known_to(seat)))
        key = "saved" if self.state.outcome() is not None else "saved-share"
        self.console.say(self.words(key, file=words[0]))

    def part(self, seat: int) -> None:
        """Tell how it ended, and keep the record where somebody wants it."""
        outcome = self.state.outcome()
        assert outcome is not None
        self.console.title(f"{outcome.result()}  ({outcome.rule})")
        if self.table.save is not None:
            write_text(self.table.save, write_record(self.record()), replace=True)
            self.console.say(self.words("saved", file=self.table.save))
            return
        while True:
            words = self.console.ask(self.words("after-prompt") + " ").split()
            if not words or words[0] == "quit":
                return
            try:
                self.after(seat, words)
            except FlagfallError as error:
                self.console.say(str(error))

    def after(self, seat: int, words: list[str]) -> None:
        """Obey a command after the end."""
        if words[0] != "save":
            raise FlagfallError(self.words("save-how"))
        self.save(seat, words[1:])
