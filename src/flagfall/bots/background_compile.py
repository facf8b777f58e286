"""Code that is compiled beside the game.

The first time on a machine that takes half a minute, later some seconds. Who plays by the clock says that he
is in a hurry and plays more simply until the code is there; everybody else waits, so that equal views give
equal moves.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache


@cache
def begun(work: Callable[[], None]) -> Future[None]:
    """Work that has begun in a thread of its own, once in this process."""
    return ThreadPoolExecutor(1, "compile").submit(work)


def ready(work: Callable[[], None], hurry: bool, time: float = 0.0) -> bool:
    """Whether the work is done. It is begun if need be; who is not in a hurry waits for it.

    Who is waits for half of the ``time`` that he has: against a quick opponent the game would else be half
    over before the code is there.
    """
    try:
        begun(work).result(time / 2 if hurry else None)
    except TimeoutError:
        return False
    return True
