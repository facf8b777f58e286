"""The real program, in a process of its own: with a script for its input, or at a terminal."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import NamedTuple

from tests.waits import PATIENCE

COMMAND = [sys.executable, "-m", "flagfall.terminal.main"]
ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "inventors" / "examples"
AGAIN = 20.0
"""Seconds after which somebody presses Ctrl-C again."""


class Ran(NamedTuple):
    """What came of a command."""

    status: int
    out: str
    err: str


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "FLAGFALL_"))}
    return {**kept, "LANG": "C.UTF-8", "PYTHONUTF8": "1", **more}


def flagfall(*words: str, script: str = "", **variables: str) -> Ran:
    """Run a command with a script for its input."""
    done = subprocess.run(
        [*COMMAND, *words],
        input=script,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**variables),
        timeout=PATIENCE,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def _own_terminal() -> None:
    """Take the terminal, so that Ctrl-C reaches the program, and hear it even where the tests do not."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A program at a terminal of its own, with somebody typing."""

    def __init__(self, *words: str, **variables: str) -> None:
        ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(TERM="xterm-256color", **variables),
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(theirs)
        self.end = ours
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """What appears up to and with a text."""
        limit = time.monotonic() + PATIENCE
        while text not in self.seen:
            ready, _, _ = select.select([self.end], [], [], max(0.0, limit - time.monotonic()))
            if not ready:
                raise AssertionError(f"{text!r} did not appear; there is {self.seen[-2000:]!r}")
            try:
                piece = os.read(self.end, 65536)
            except OSError:
                piece = b""
            if not piece:
                raise AssertionError(f"the program ended before {text!r}; there is {self.seen[-2000:]!r}")
            self.seen += piece.decode("utf-8", "replace")
        at = self.seen.index(text) + len(text)
        found, self.seen = self.seen[:at], self.seen[at:]
        return found

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def line(self, text: str) -> None:
        self.type(text + "\n")

    def interrupt(self) -> None:
        """Press Ctrl-C, as people do: again, if the first one came in the instant before input is read."""
        limit = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < limit:
            self.type("\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(AGAIN)

    def leave(self) -> tuple[int, str]:
        """The exit status, and what was printed to the end."""
        rest = self.seen
        limit = time.monotonic() + PATIENCE
        while select.select([self.end], [], [], max(0.0, limit - time.monotonic()))[0]:
            try:
                piece = os.read(self.end, 65536)
            except OSError:
                break
            if not piece:
                break
            rest += piece.decode("utf-8", "replace")
        status = self.process.wait(PATIENCE)
        os.close(self.end)
        return status, rest
