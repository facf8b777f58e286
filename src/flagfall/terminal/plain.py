"""Games of any family in plain lines: what the seat knows, what it may do, and a line for the answer."""

from __future__ import annotations

import random
from collections.abc import Sequence

from flagfall.core import AnyGame, BadText, Event, FlagfallError, State
from flagfall.core.presentation import in_language
from flagfall.core.record import Record
from flagfall.terminal.console import Console, Quit
from flagfall.terminal.local_game import LocalGame
from flagfall.terminal.options import TableOptions
from flagfall.terminal.replay import Replay, step_through
from flagfall.terminal.view_text import event_lines, side_of, view_lines

SECONDS = 1.0
"""How long a bot may think about a decision."""
LISTED = 60
"""Legal actions that are listed at once."""


def show(game: AnyGame, console: Console) -> None:
    """What a game is, and its options."""
    about = game.presentation
    console.title(f"{about.name(console.words.language)} ({game.id})")
    console.say(in_language(about.summary, console.words.language))
    console.title(console.words("options-title"))
    for option in game.options:
        console.say(f"{option.name} = {str(option.default).lower()}  ({option.rule}: {option.describe()})")


def play(game: AnyGame, table: TableOptions) -> int:
    """Play one game; the exit status."""
    with PlainGame(game, table) as local_game:
        return local_game.play()


def replay(game: AnyGame, record: Record, console: Console, view: str, at: int) -> int:
    """Step through a record; the exit status."""
    return step_through(Replay(game, record, console, view), at)


class PlainGame(LocalGame[AnyGame, State]):
    """A game of any family in progress."""

    def __init__(self, game: AnyGame, table: TableOptions) -> None:
        super().__init__(game, table)
        self.news: dict[int, list[str]] = {seat: [] for seat in self.people}

    def run(self) -> None:
        """From the first decision to the end."""
        name = self.game.presentation.name(self.language)
        if self.table.two:
            self.console.title(self.words("opening-two", game=name))
        else:
            side = self.side(self.people[0])
            self.console.title(self.words("opening", game=name, side=side, level=self.table.level))
        while pending := self.state.pending():
            due = {decision.seat for decision in pending}
            for seat in sorted(due & set(self.bots)):
                self.bot_decides(seat, SECONDS)
            for seat in sorted(due - set(self.bots))[:1]:
                self._turn(seat)
        seat = self.looking if self.looking is not None else self.people[0]
        self._show(seat)
        self.part(seat)

    def side(self, seat: int) -> str:
        """The name of a side."""
        return side_of(self.game, seat, self.language)

    def hear(self, events: Sequence[Event]) -> None:
        """Keep what each person hears until they look."""
        for seat, news in self.news.items():
            news += event_lines(events, seat)

    def _turn(self, seat: int) -> None:
        if self.table.two and self.looking != seat:
            self.console.hand_over(self.side(seat))
        self.looking = seat
        self._show(seat)
        while self.state.outcome() is None and any(one.seat == seat for one in self.state.pending()):
            line = self.console.ask(f"{self.side(seat)} > ")
            try:
                if line:
                    self._obey(seat, line)
            except BadText as error:
                self.console.say(self.console.misread(error))
            except FlagfallError as error:
                self.console.say(str(error))

    def _show(self, seat: int) -> None:
        for line in self.news[seat]:
            self.console.say(line)
        self.news[seat].clear()
        for line in view_lines(self.state.view(seat)):
            self.console.say(line)

    def _obey(self, seat: int, line: str) -> None:
        words = line.split()
        match words[0].lower():
            case "help" | "?":
                self.console.say(self.words("plain-help"))
            case "board":
                self._show(seat)
            case "moves":
                self._list(seat)
            case "random":
                rng = random.Random(f"{self.table.seed}/{len(self.actions)}")
                decision = next(one for one in self.state.pending() if one.seat == seat)
                self.apply(seat, decision.sample(rng))
            case "save":
                self.save(seat, words[1:])
            case "resign":
                self.resign(seat)
            case "quit":
                raise Quit
            case _:
                self.apply(seat, self.game.read(self.state, seat, line))

    def _list(self, seat: int) -> None:
        legal = self.state.legal(seat)
        for action in legal[:LISTED]:
            self.console.say(self.game.write(self.state, action))
        if len(legal) > LISTED:
            self.console.say(f"… {len(legal) - LISTED}")
