"""Code that is compiled beside the game.

The first time on a machine that takes half a minute. Who plays by the clock says that he is in a hurry and
plays more simply until the code is there; everybody else waits, so that equal views give equal moves.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache


@cache
def begun(work: Callable[[], None]) -> Future[None]:
    """Work that has begun in a thread of its own, once in this process."""
    return ThreadPoolExecutor(1, "compile").submit(work)


def ready(work: Callable[[], None], hurry: bool) -> bool:
    """Whether the work is done. It is begun if need be; who is not in a hurry waits for it."""
    future = begun(work)
    if hurry and not future.done():
        return False
    future.result()
    return True
