"""How often Python's garbage collector runs in a server with many tables: new objects often, all rarely.

By default it looks at all objects whenever their number has grown by a quarter. With a thousand tables that
takes a fifth of a second each time, in which no move is handled. Nearly all that tables make lasts, so a look
takes the longer the more is new: many short looks keep a move waiting for some milliseconds at most.
"""

from __future__ import annotations

import gc
import threading
import time

YOUNG, MIDDLE, OLD = 1_000, 4, 1_000_000
"""Thresholds of the three generations: the oldest is practically never collected by itself."""
INTERVAL = 900.0
"""Seconds between two collections of all objects."""


def begin() -> None:
    """Exempt what is loaded now from collection, set the thresholds, and start the slow full collections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    threading.Thread(target=_run, name="gc", daemon=True).start()


def _run() -> None:
    while True:
        time.sleep(INTERVAL)
        gc.collect()
