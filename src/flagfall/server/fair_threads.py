"""Threads that work for everybody in turn: somebody who asks for much gets some of them, and others the rest.

Work in threads slows the event loop down too, a little with every thread that is busy. So nobody
has more than `SHARE` of them at once, and of those who wait everybody's first comes before anybody's second.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
SHARE = 2
"""Threads that work for one asker at once; there are more, so that there is always one for somebody else."""
asker: ContextVar[str] = ContextVar("asker", default="")
"""For whom something is done: the address that a request comes from, or a table that goes on by itself."""


class _Job(NamedTuple):
    future: Future[Any]
    work: Callable[[], Any]


class FairThreads(ThreadPoolExecutor):
    """Threads for work that takes long, shared by all askers."""

    def __init__(self, threads: int | None = None, name: str = "fair") -> None:
        super().__init__(threads, thread_name_prefix=name)
        self._lock = threading.Lock()
        self._rows: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._working: Counter[str] = Counter()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have something done for the asker of now, when it is their turn."""
        job = _Job(Future(), lambda: fn(*args, **kwargs))
        with self._lock:  # The thread that is called takes nothing before the job is there.
            super().submit(self._work)
            self._rows.setdefault(asker.get(), deque()).append(job)
        return job.future

    def _work(self) -> None:
        """Do what may be done now. A thread that finds nothing leaves the rest to those who work for them."""
        while (taken := self._take()) is not None:
            who, job = taken
            try:
                if job.future.set_running_or_notify_cancel():
                    _do(job)
            finally:
                with self._lock:
                    self._working[who] -= 1
                    if not self._working[who]:
                        del self._working[who]

    def _take(self) -> tuple[str, _Job] | None:
        with self._lock:
            for who, row in self._rows.items():
                if self._working[who] < SHARE:
                    job = row.popleft()
                    self._rows.move_to_end(who)
                    if not row:
                        del self._rows[who]
                    self._working[who] += 1
                    return who, job
        return None


def _do(job: _Job) -> None:
    try:
        result = job.work()
    except BaseException as error:
        job.future.set_exception(error)
    else:
        job.future.set_result(result)
