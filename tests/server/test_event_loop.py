"""The event loop is for everybody: what takes long is done elsewhere, and a loop that is late sheds."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from litestar._openapi.plugin import OpenAPIPlugin

import flagfall.hexes.state
from flagfall.core import registry
from flagfall.server import loop_lag
from flagfall.server.fair_threads import asker
from flagfall.server.http.accounts import own_account
from flagfall.server.http.hexes import answers as hex_answers
from flagfall.server.http.ranks import games as rank_games
from flagfall.server.http.ranks import setups as setups_http
from flagfall.server.tables.table_state import TableState
from tests.server.kit import PATIENCE, Person, Server, run, settings

COMPUTED = ("offers", "legal", "take")
"""What a turn takes: what may be done, one by one too, and what an action leads to."""
QUESTIONS = ("demand", "plan", "way", "sights", "gaze", "line", "ending")


WISH = {"game": "duel", "against": {"type": "anyone"}}


async def admitted(person: Person) -> Any:
    """A table of somebody who asks for it until the server has time."""
    while (answer := await person.http.post("/api/tables", json=WISH)).status_code == 503:
        await asyncio.sleep(0.1)
    assert answer.is_success, answer.text
    return answer.json()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3")) as running:
        yield running


def test_what_takes_long_is_not_done_on_the_event_loop(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: dict[str, set[int]] = {}

    def watch(owner: Any, name: str) -> None:
        right = getattr(owner, name)

        def watching(*args: Any, **more: Any) -> Any:
            called.setdefault(name, set()).add(threading.get_ident())
            return right(*args, **more)

        monkeypatch.setattr(owner, name, watching)

    for name in QUESTIONS:
        watch(hex_answers, name)
    watch(rank_games, "read_setup")
    watch(setups_http, "read_setup")
    watch(own_account, "_written")
    for name in COMPUTED:
        watch(flagfall.hexes.state, name)

    async def go() -> None:
        async with Person(server) as ann:
            made = await ann.table("hex-duel", "hotseat")
            table, seat = made["table"]["id"], made["table"]["turn"]
            path = f"/api/tables/{table}/hex"
            asked = (await ann.get(f"{path}/demand?seat={seat}")).json()
            unit = asked["unit"]
            for question in ("plan?n=0", "gaze?n=0", "line?n=0&at=0707"):
                await ann.http.get(f"{path}/{question}&seat={seat}&unit={unit}&index=0")
            await ann.get(f"{path}/sight?seat={seat}&unit={unit}")
            await ann.get(f"{path}/way?seat={seat}&n=0&through=0707")
            async with ann.at(table) as line:
                turn = await line.until("turn")
                await line.send("act", seat=seat, action=turn["legal"][0])
                await line.until("turn")
            drawn = (await ann.get("/api/games/duel/setup?seat=0&style=human")).json()["text"]
            await ann.post("/api/games/duel/setup?seat=0", {"text": drawn})
            await ann.post("/api/me/setups", {"game": "duel", "seat": 0, "name": "A", "text": drawn})
            await ann.get("/api/me/export")

    run(go())
    loop = server._thread.ident
    assert set(called) == {*QUESTIONS, "read_setup", "_written", *COMPUTED}
    assert [name for name, threads in called.items() if loop in threads] == []


def test_games_and_the_schema_are_not_built_on_the_event_loop(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: dict[str, set[int]] = {"built": set(), "described": set()}
    schema = OpenAPIPlugin._build_openapi

    def described(self: OpenAPIPlugin) -> Any:
        called["described"].add(threading.get_ident())
        return schema(self)

    makers = dict(registry._makers)

    def maker(id: str) -> Any:
        called["built"].add(threading.get_ident())
        return makers[id]()

    monkeypatch.setattr(OpenAPIPlugin, "_build_openapi", described)
    monkeypatch.setattr(registry, "_makers", {id: partial(maker, id) for id in makers})
    monkeypatch.setattr(registry, "_built", {})

    async def go() -> None:
        async with Person(server) as ann:
            await ann.table("hex-duel", "hotseat")
            await ann.get("/api/games/duel/card")
            await ann.get("/api/games")
            await ann.get("/api/schema/openapi.json")

    run(go())
    assert all(called.values())
    assert [name for name, threads in called.items() if server._thread.ident in threads] == []


def test_the_schema_is_made_once_however_many_ask_for_it_at_once(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    schema = OpenAPIPlugin._build_openapi

    def described(self: OpenAPIPlugin) -> Any:
        made.append(threading.get_ident())
        time.sleep(0.5)  # Others ask meanwhile.
        return schema(self)

    monkeypatch.setattr(OpenAPIPlugin, "_build_openapi", described)

    async def go() -> None:
        async with Person(server) as ann:
            asked = [ann.http.get("/api/schema/openapi.json") for _ in range(5)]
            assert [answer.status_code for answer in await asyncio.gather(*asked)] == [200] * 5

    run(go())
    assert len(made) == 1


def test_nobody_who_signs_in_or_plays_waits_for_what_others_have_worked_out(server: Server) -> None:
    """An address that has maps made and long games read has a part of the threads; passwords have theirs."""
    over = threading.Event()

    async def keep_busy() -> None:
        asker.set("203.0.113.1")
        loop = asyncio.get_running_loop()
        for threads in (None, server.tables.store._threads):
            for _ in range(64):
                loop.run_in_executor(threads, over.wait)

    async def go() -> None:
        await asyncio.to_thread(server.on_loop, keep_busy)
        try:
            async with Person(server) as ann, asyncio.timeout(PATIENCE):
                await ann.post("/api/account", {"name": "Ann", "password": "correct horse"})
                await ann.post("/api/login", {"name": "Ann", "password": "correct horse"})
                table = (await ann.table("hex-duel", "hotseat"))["table"]["id"]
                async with ann.at(table) as line:
                    turn = await line.until("turn")
                    await line.send("act", seat=turn["seat"], action=turn["legal"][0])
                    await line.until("turn")
                    await ann.get(f"/api/tables/{table}/history?seat=0")
        finally:
            over.set()

    run(go())


def test_a_log_is_not_replayed_on_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = settings(f"sqlite:///{tmp_path}/x.sqlite3")

    async def go() -> None:
        with Server(given) as first:
            async with Person(first) as ann:
                table = (await ann.table("hex-duel", "hotseat"))["table"]["id"]
                cookie = ann.http.cookies["flagfall"]
        threads: set[int | None] = set()
        right = TableState.take

        def taken(*args: Any, **more: Any) -> Any:
            threads.add(threading.get_ident())
            return right(*args, **more)

        monkeypatch.setattr(TableState, "take", taken)
        with Server(given) as second:
            ann = Person(second)
            ann.http.cookies["flagfall"] = cookie
            async with ann.at(table) as line:
                await line.until("welcome")
            assert threads
            assert second._thread.ident not in threads

    run(go())


def test_a_server_that_is_late_with_everything_takes_no_new_tables_and_onlookers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players stay, and when it is in time again all may come."""
    monkeypatch.setattr(loop_lag, "STEP", 0.02)
    busy = threading.Event()
    given = settings(f"sqlite:///{tmp_path}/x.sqlite3", lag_at_most=0.12)

    async def hog() -> None:
        while busy.is_set():
            time.sleep(0.16)  # On the loop itself: that is what it is about.
            await asyncio.sleep(0)

    async def go() -> None:
        with Server(given) as server:
            async with Person(server) as ann, Person(server) as ben:
                table = (await admitted(ann))["table"]["id"]
                busy.set()
                loop = server.tables._tasks[0].get_loop()
                hogging = asyncio.run_coroutine_threadsafe(hog(), loop)
                while not server.tables.crowded:
                    await asyncio.sleep(0.1)
                full = await ben.post("/api/tables", WISH, status=503)
                assert full.json()["code"] == "busy"
                async with ben.at(table) as late:
                    assert (await late.until("goodbye"))["problem"]["code"] == "busy"
                async with ann.at(table) as line:
                    await line.until("welcome")
                busy.clear()
                await asyncio.to_thread(hogging.result)
                await admitted(ben)

    try:
        run(go())
    finally:
        with contextlib.suppress(RuntimeError):
            busy.clear()
