"""Questions and answers at the terminal, or in a script that stands in for it."""

from __future__ import annotations

import contextlib
import shutil
import sys
from types import ModuleType

from flagfall.core.errors import BadText
from flagfall.core.words import Phrases
from flagfall.terminal.paint import BOLD, painted, wants_colour

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Wipes the screen and what was scrolled off it."""


class Left(Exception):  # noqa: N818 - the player has left: no error
    """There is no more input: the player has left."""


class Quit(Exception):  # noqa: N818 - the player wants to stop: no error
    """The player wants to stop."""


class Console:
    """Where a person reads and types. Input may come from a file: then it is echoed, and nothing is wiped."""

    def __init__(self, say: Phrases, *, colour: bool | None = None) -> None:
        self.words = say
        self.tty = sys.stdin.isatty() and sys.stdout.isatty()
        self.colour = wants_colour(sys.stdout) if colour is None else colour
        self._readline: ModuleType | None = None
        if self.tty:
            with contextlib.suppress(ImportError):
                import readline

                self._readline = readline

    @property
    def width(self) -> int:
        """How many columns there are."""
        return shutil.get_terminal_size((80, 24)).columns if self.tty else 80

    def say(self, text: str = "") -> None:
        """Print a text."""
        print(text, flush=True)

    def misread(self, error: BadText) -> str:
        """What cannot be read of a typed line or of a file, and where, in the reader's language."""
        told = error.complaint.told(self.words.language)
        if error.source:
            return f"{error.source}:{error.line}:{error.column}: {told}"
        return f"{told} ({self.words('column', column=error.column)})"

    def title(self, text: str) -> None:
        """Print a text that stands out."""
        self.say(painted(text, BOLD, self.colour))

    def ask(self, prompt: str) -> str:
        """The line that the player types, without blanks around it; `Left` if there is none."""
        try:
            line = input(prompt)
        except EOFError:
            self.say()
            raise Left from None
        if not self.tty:
            self.say(line)
        return line.strip()

    def agrees(self, question: str) -> bool:
        """Whether the player says yes."""
        answer = self.ask(f"{question} ").lower()
        return bool(answer) and self.words("yes").startswith(answer)

    def wipe(self) -> None:
        """Leave nothing on the screen, nor among the lines that the arrow keys bring back."""
        if self.tty:
            print(CLEAR, end="", flush=True)
            if self._readline is not None:
                self._readline.clear_history()

    def hand_over(self, side: str) -> None:
        """Hide everything until the next player says that nobody else is looking."""
        self.wipe()
        line = "─" * 40
        self.say(f"{line}\n{painted(self.words('hand-over', side=side), BOLD, self.colour)}\n{line}")
        self.ask(self.words("hand-over-ready", side=side) + " ")
        self.wipe()
