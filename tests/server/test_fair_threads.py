"""Threads are shared: nobody has all of them, and a single wish is served before a long row of somebody's."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from flagfall.server.fair_threads import SHARE, FairThreads, asker
from tests.server.kit import PATIENCE, Server, run, settings


def submit(threads: FairThreads, who: str, work: Callable[..., Any], *args: Any) -> Future[Any]:
    """Have something done for somebody."""

    def ask() -> Future[Any]:
        asker.set(who)
        return threads.submit(work, *args)

    return contextvars.copy_context().run(ask)


def test_one_asker_has_a_part_of_the_threads() -> None:
    begun, over = threading.Semaphore(0), threading.Event()

    def long() -> None:
        begun.release()
        assert over.wait(PATIENCE)

    with FairThreads(SHARE + 1) as threads:
        held = [submit(threads, "greedy", long) for _ in range(20)]
        for _ in range(SHARE):
            assert begun.acquire(timeout=PATIENCE)
        # One thread is left: all others are served by it, however many there are.
        for number in range(10):
            assert submit(threads, f"other {number}", str, number).result(PATIENCE) == str(number)
        assert not begun.acquire(blocking=False)
        over.set()
        for one in held:
            one.result(PATIENCE)


def test_of_those_who_wait_everybodys_first_comes_before_anybodys_second() -> None:
    begun, over, done = threading.Semaphore(0), threading.Event(), list[str]()

    def long() -> None:
        begun.release()
        assert over.wait(PATIENCE)

    with FairThreads(1) as threads:
        submit(threads, "first", long)
        assert begun.acquire(timeout=PATIENCE)
        rest = [submit(threads, who, done.append, who) for who in ("a", "a", "a", "b", "b", "c")]
        over.set()
        for one in rest:
            one.result(PATIENCE)
    assert done == ["a", "b", "c", "a", "b", "a"]


def test_what_fails_fails_for_who_asked_and_what_nobody_waits_for_is_left_out() -> None:
    begun, over, done = threading.Semaphore(0), threading.Event(), list[str]()

    def long() -> None:
        begun.release()
        assert over.wait(PATIENCE)

    with FairThreads(1) as threads:
        submit(threads, "a", long)
        assert begun.acquire(timeout=PATIENCE)
        dropped = submit(threads, "a", done.append, "dropped")
        wrong = submit(threads, "a", int, "no number")
        assert dropped.cancel()
        over.set()
        with pytest.raises(ValueError, match="no number"):
            wrong.result(PATIENCE)
        submit(threads, "a", done.append, "after it").result(PATIENCE)
    assert done == ["after it"]


def test_a_server_has_them_for_its_loop(sqlite: str) -> None:
    """And so for everything that is done by `asyncio.to_thread`."""

    async def name() -> str:
        return await asyncio.to_thread(lambda: threading.current_thread().name)

    with Server(settings(sqlite)) as server:
        assert server.on_loop(name).startswith("fair")
    assert run(name()).startswith("asyncio")
