"""Code that is compiled in the background, while the game goes on.

The first time on a machine that takes half a minute, later some seconds. A bot that plays by the clock is in
a hurry: it plays more simply until the code is there. All others wait, so that equal views give equal moves.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache

TOLD_EVERY = 10
"""Seconds after which those who wait for compiled code are told so, again and again."""


@cache
def begun(work: Callable[[], None]) -> Future[None]:
    """The work, started in a thread of its own at the first call in this process."""
    return ThreadPoolExecutor(1, "compile").submit(work)


def ready(work: Callable[[], None], hurry: bool, time: float = 0.0) -> bool:
    """Whether the work is done; it is started if need be.

    Without ``hurry`` this waits until it is. In a hurry it waits for half of the ``time`` that there is: else
    a game against a quick opponent would be half over before the code is there.
    """
    code, waited = begun(work), 0
    if hurry:
        wait([code], time / 2)
        if not code.done():
            return False
    while not code.done():
        wait([code], TOLD_EVERY)
        waited += TOLD_EVERY
        if not code.done():
            logging.getLogger("flagfall.bots").warning(
                "Compiling a bot, half a minute once on this machine, some seconds later on: %d s so far",
                waited,
            )
    code.result()
    return True
