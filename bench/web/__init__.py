"""How soon a phone shows something, a killed server answers again, and a long game has its curve and review.

``python -m bench web`` runs all three. The phone is Chromium with a CPU four times slower, 1.6 Mbit/s and
150 ms of delay; next to each page stands a static one of the same weight, measured in the same run.
"""

from __future__ import annotations

from bench.web.long_game import run_long_game
from bench.web.pages import run_pages
from bench.web.restart import run_restart


def run() -> None:
    """Measure and print."""
    run_pages()
    run_restart()
    run_long_game()


__all__ = ["run"]
