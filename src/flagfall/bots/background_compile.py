"""Code that is compiled in the background, while the game goes on.

The first time on a machine that takes half a minute, later some seconds. A bot that plays by the clock is in
a hurry: it plays more simply until the code is there. All others wait, so that equal views give equal moves.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache


@cache
def begun(work: Callable[[], None]) -> Future[None]:
    """The work, started in a thread of its own at the first call in this process."""
    return ThreadPoolExecutor(1, "compile").submit(work)


def ready(work: Callable[[], None], hurry: bool, time: float = 0.0) -> bool:
    """Whether the work is done; it is started if need be.

    Without ``hurry`` this waits until it is. In a hurry it waits for half of the ``time`` that there is: else
    a game against a quick opponent would be half over before the code is there.
    """
    try:
        begun(work).result(time / 2 if hurry else None)
    except TimeoutError:
        return False
    return True
