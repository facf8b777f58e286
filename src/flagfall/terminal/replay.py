"""Stepping through a recorded game: either side's view, an onlooker's, or both sides open after the end."""

from __future__ import annotations

import contextlib

from flagfall.core import PUBLIC, AnyGame, FlagfallError, State, Step
from flagfall.core.record import ONLOOKER, Record, sides
from flagfall.terminal.console import Console, Left
from flagfall.terminal.view_text import event_lines, side_of, view_lines

BOTH = "both"


class Replay:
    """A record that is being looked at."""

    def __init__(self, game: AnyGame, record: Record, console: Console, point_of_view: str) -> None:
        self.game = game
        self.record = record
        self.console = console
        self.words = console.words
        self.steps: list[Step[State]] = list(record.steps())
        self.at = 0
        self.over = record.outcome is not None
        self.view = ""
        self.choose(point_of_view or (BOTH if self.over else sides(game)[0]))

    def choose(self, word: str) -> None:
        """Look through other eyes."""
        known = (*sides(self.game), ONLOOKER, BOTH)
        if word not in known:
            raise FlagfallError(self.words("replay-views", views=", ".join(known)))
        if word == BOTH and not self.over:
            raise FlagfallError(self.words("replay-not-over"))
        self.view = word

    @property
    def seat(self) -> int:
        """Whose story is told."""
        names = sides(self.game)
        return names.index(self.view) if self.view in names else PUBLIC

    def go(self, ply: int) -> None:
        """Go to a step, or to the nearest there is."""
        self.at = max(0, min(ply, len(self.steps) - 1))

    def show(self) -> None:
        """Where the game stands here, and what led to it."""
        step = self.steps[self.at]
        self.console.title(self.words("replay-title", at=self.at, last=len(self.steps) - 1, view=self.view))
        seats = range(self.game.seats) if self.view == BOTH else (self.seat,)
        for seat in seats:
            for line in event_lines(step.events, seat):
                self.console.say(line)
            for line in view_lines(step.state.view(seat)):
                self.console.say(line)

    def side(self, seat: int) -> str:
        """The name of a side."""
        return side_of(self.game, seat, self.words.language)

    def listing(self) -> str:
        """Every action with its number."""
        lines = []
        for number, ((seat, action), step) in enumerate(
            zip(self.record.actions, self.steps, strict=False), 1
        ):
            setup = self.game.write_setup(action, seat)
            hidden = setup is not None and self.view not in (BOTH, sides(self.game)[seat])
            text = "…" if hidden else setup or self.game.write(step.state, action)
            lines.append(f"{number:>5} {self.side(seat)}: {text}")
        return "\n".join(lines)

    def run(self) -> None:
        """Obey the player until they have seen enough."""
        self.console.say(self.words("replay-help"))
        self.show()
        while True:
            words = self.console.ask("replay > ").lower().split() or ["n"]
            try:
                if not self._obey(words):
                    return
            except FlagfallError as error:
                self.console.say(str(error))

    def _obey(self, words: list[str]) -> bool:
        match words[0]:
            case "n" | "next":
                self.go(self.at + 1)
            case "b" | "back":
                self.go(self.at - 1)
            case "start":
                self.go(0)
            case "end":
                self.go(len(self.steps) - 1)
            case "view":
                self.choose(words[1] if len(words) > 1 else "")
            case "list":
                self.console.say(self.listing())
                return True
            case "board":
                pass
            case "help" | "?":
                self.console.say(self.words("replay-help"))
                return True
            case "q" | "quit":
                return False
            case number if number.lstrip("+-").isdecimal():
                step = int(number)
                self.go(self.at + step if number[0] in "+-" else step)
            case other:
                raise FlagfallError(self.words("unknown-command", text=other))
        self.show()
        return True


def step_through(replay: Replay, at: int) -> int:
    """Let a person step through a replay from a step on; the exit status."""
    replay.go(at)
    with contextlib.suppress(Left):
        replay.run()
    return 0
