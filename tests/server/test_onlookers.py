"""Many onlookers: who is there is told once a second, and handshakes count like requests."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import pytest
import websockets

from flagfall.server.tables.presence_news import FEW
from tests.server.kit import Person, Server, run, settings

MANY = 40


def test_presence_is_told_at_most_once_a_second_where_many_watch(tmp_path: Path) -> None:
    async def go() -> None:
        with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3")) as server:
            async with Person(server) as ann, contextlib.AsyncExitStack() as watching:
                table = (await ann.table("duel", "anyone"))["table"]["id"]
                async with ann.at(table) as line:
                    await line.until("welcome")
                    begun = time.monotonic()
                    async with Person(server) as ben:
                        for _ in range(MANY):
                            await (await watching.enter_async_context(ben.at(table))).until("welcome")
                        await line.until("presence", where=lambda m: m["watchers"] == MANY)
                    told = sum(message["type"] == "presence" for message in line.heard)
                    assert told <= FEW + 1 + (time.monotonic() - begun)

    run(go())


def test_websocket_handshakes_count_in_the_limits(tmp_path: Path) -> None:
    async def go() -> None:
        few = settings(f"sqlite:///{tmp_path}/x.sqlite3", requests_per_minute=20)
        with Server(few) as server:
            async with Person(server) as ann:
                with pytest.raises(websockets.InvalidStatus):
                    for _ in range(30):
                        async with ann.socket("/api/live"):
                            pass

    run(go())


def test_a_full_server_turns_new_tables_and_onlookers_away_and_lets_players_in(tmp_path: Path) -> None:
    async def go() -> None:
        with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3", sockets_at_most=5)) as server:
            async with (
                Person(server) as ann,
                Person(server) as ben,
                contextlib.AsyncExitStack() as watching,
            ):
                table = (await ann.table("duel", "anyone"))["table"]["id"]
                for _ in range(4):
                    await (await watching.enter_async_context(ben.at(table))).until("welcome")
                async with ben.at(table) as late:
                    goodbye = await late.until("goodbye")
                    assert goodbye["problem"]["code"] == "busy"
                    assert "only players" in goodbye["problem"]["detail"]
                for _ in range(2):
                    await (await watching.enter_async_context(ann.at(table))).until("welcome")
                full = await ben.post(
                    "/api/tables", {"game": "duel", "against": {"type": "anyone"}}, status=503
                )
                assert "full" in full.json()["detail"]

    run(go())
