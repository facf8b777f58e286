"""Stepping through a recorded game: either side's view, an onlooker's, or both sides open after the end."""

from __future__ import annotations

import textwrap

from flagfall.core import PUBLIC, FlagfallError, State, Step
from flagfall.core.record import ONLOOKER, Record, sides
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState
from flagfall.ranks.view import Piece
from flagfall.ranks.words import side_name
from flagfall.terminal.console import Console
from flagfall.terminal.ranks.board import Drawing, Marks, below
from flagfall.terminal.ranks.story import Story

BOTH = "both"


def open_pieces(state: RankState) -> tuple[Piece, ...]:
    """All pieces as their owners see them: for games that are over."""
    own = [piece for seat in (0, 1) for piece in state.view(seat).pieces if piece.seat == seat]
    return tuple(sorted(own, key=lambda piece: piece.id))


class Replay:
    """A record that is being looked at."""

    def __init__(self, game: RankGame, record: Record, console: Console, point_of_view: str) -> None:
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

    def _state(self, at: int) -> RankState:
        """The state after a step."""
        state = self.steps[at].state
        assert isinstance(state, RankState)
        return state

    def show(self) -> None:
        """The board here, and what led to it."""
        step, language = self.steps[self.at], self.words.language
        state = self._state(self.at)
        drawing = Drawing(self.game, self.seat, colour=self.console.colour, columns=self.console.width)
        told = ""
        last: tuple[int, ...] = ()
        if self.at:
            story = Story(self.game, self._state(self.at - 1).view(self.seat), language)
            told = story.hear(step.events)
            last = story.last
        view = state.view(self.seat)
        pieces = open_pieces(state) if self.view == BOTH else view.pieces
        self.console.title(self.words("replay-title", at=self.at, last=len(self.steps) - 1, view=self.view))
        if told:
            self.console.say(textwrap.fill(told, self.console.width - 1))
        if pieces:
            self.console.say(drawing.board(pieces, Marks(last=frozenset(last))))
        for line in below(self.game, view, self.words, language):
            self.console.say(textwrap.fill(line, self.console.width - 1))

    def listing(self) -> str:
        """Every action with its number."""
        lines = []
        for number, ((seat, action), step) in enumerate(
            zip(self.record.actions, self.steps, strict=False), 1
        ):
            setup = self.game.write_setup(action, seat)  # type: ignore[arg-type]
            hidden = setup is not None and self.view not in (BOTH, sides(self.game)[seat])
            text = "…" if hidden else setup or self.game.write(step.state, action)  # type: ignore[arg-type]
            lines.append(f"{number:>5} {side_name(self.game, seat, self.words.language)}: {text}")
        return "\n".join(lines)

    def run(self) -> None:
        """Obey the player until he has seen enough."""
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
