"""How soon a phone shows something, and how soon a killed server answers again.

``python -m bench web`` runs both. The phone is Chromium with a CPU four times slower, 1.6 Mbit/s and 150 ms
of delay; next to each page stands a static one of the same weight, measured in the same run.
"""

from __future__ import annotations

from bench.web.pages import run_pages
from bench.web.restart import run_restart


def run() -> None:
    """Measure and print."""
    run_pages()
    run_restart()


__all__ = ["run"]
