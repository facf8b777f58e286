"""When a process that has much in memory looks for garbage: often among what is new, seldom among all.

Python's own pace looks at everything whenever a quarter has been added. With a thousand tables that takes a
fifth of a second each time, in which nobody's move is told.
"""

from __future__ import annotations

import gc
import threading
import time

YOUNG, MIDDLE, OLD = 10_000, 10, 1_000_000
"""New objects before these are looked at; such looks before what outlived one is; and, never, all."""
INTERVAL = 900.0
"""Seconds between two looks at everything."""


def begin() -> None:
    """Count what the process is made of among what stays, and set the pace. For the whole process."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    threading.Thread(target=_run, name="tidy", daemon=True).start()


def _run() -> None:
    while True:
        time.sleep(INTERVAL)
        gc.collect()
