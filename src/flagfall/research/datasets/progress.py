"""A progress bar for the command line."""

from __future__ import annotations

import sys
import time
from typing import TextIO


class ProgressBar:
    """A progress bar on a terminal; elsewhere a line now and then."""

    def __init__(self, out: TextIO | None = None, width: int = 30) -> None:
        self.out, self.width = out or sys.stderr, width
        self.live = self.out.isatty()
        self.begun = self.told = time.monotonic()
        self.last = ""

    def __call__(self, done: int, total: int | None) -> None:
        """So many games are written, of so many."""
        now = time.monotonic()
        if done != total and now - self.told < (0.1 if self.live else 10.0):
            return
        self.told = now
        speed = done / max(now - self.begun, 1e-9)
        if total:
            full = self.width * done // total
            left = (total - done) / speed
            text = f"[{'#' * full}{'.' * (self.width - full)}] {done:,} of {total:,}"
            text += f", {speed:,.1f} a second, {_span(left)} left"
        else:
            text = f"{done:,} games, {speed:,.1f} a second"
        # A shorter line must not leave the end of the longer one behind it.
        self.out.write(f"\r{text:<{len(self.last)}}" if self.live else text + "\n")
        self.last = text
        self.out.flush()

    def close(self) -> None:
        """Go on to a new line."""
        if self.live and self.last:
            self.out.write("\n")


def _span(seconds: float) -> str:
    whole = int(seconds + 0.5)
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"
