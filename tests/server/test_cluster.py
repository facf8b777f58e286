"""Several processes on one PostgreSQL and one Redis: any of them will do for any player."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from sqlalchemy import select

from flagfall.server.hosting.tables import Tables
from flagfall.server.storage import schema
from flagfall.server.tables.log_entries import Revived, read_entry
from tests.server.conftest import fresh
from tests.server.kit import PATIENCE, Line, ManualTime, Person, Server, deploy, play_on, run, settings


@pytest.fixture
def two(request: pytest.FixtureRequest, tmp_path: Any, redis: str) -> Iterator[tuple[Server, Server]]:
    """Two servers that share the tables, and keep them however slow the machine is."""
    database = fresh(request, tmp_path, "postgresql")
    given = settings(database, redis=redis, lease_seconds=600.0)
    with Server(given) as first, Server(given) as second:
        yield first, second


@pytest.fixture
def hasty(request: pytest.FixtureRequest, tmp_path: Any, redis: str) -> Iterator[tuple[Server, Server]]:
    """Two servers of which one soon takes the tables of another that stands still."""
    database = fresh(request, tmp_path, "postgresql")
    given = settings(database, redis=redis, lease_seconds=3.0)
    with Server(given) as first, Server(given) as second:
        yield first, second


def there(person: Person, server: Server) -> Person:
    """The same person at another server."""
    other = Person(server)
    other.http.cookies.update(dict(person.http.cookies))
    other.me = person.me
    return other


@contextlib.asynccontextmanager
async def a_game(ann: Person, ben: Person, **more: Any) -> AsyncIterator[tuple[str, Line, Line]]:
    """A game of two people that has begun, with the lines of both."""
    table = (await ann.table("duel", "anyone", seat=0, **more))["table"]["id"]
    await ben.post(f"/api/tables/{table}/join", {})
    async with ann.at(table) as a, ben.at(table) as b:
        await asyncio.gather(a.until("welcome"), b.until("welcome"))
        await deploy(a, "duel", 0)
        await deploy(b, "duel", 1)
        yield table, a, b


def test_a_game_is_played_through_two_processes(two: tuple[Server, Server]) -> None:
    first, second = two

    async def go() -> None:
        async with Person(first) as ann, Person(second) as ben, a_game(ann, ben) as (table, a, b):
            assert list(first.tables.actors) == [table]
            assert not second.tables.actors
            ends = await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
            assert ends[0] == ends[1]
            assert ends[0] is not None
            # Each stream is whole, whichever process it came through, and any process tells it again.
            for person, line, seat in ((ann, a, 0), (ben, b, 1)):
                told = [message for message in line.heard if message["type"] == "told"]
                assert [message["n"] for message in told] == list(range(1, len(told) + 1))
                for server in two:
                    again = await there(person, server).get(f"/api/tables/{table}/history?seat={seat}")
                    assert again.json() == told

    run(go())


def test_presence_talk_and_notices_go_from_process_to_process(two: tuple[Server, Server]) -> None:
    first, second = two

    async def go() -> None:
        async with Person(first) as ann, Person(second) as ben, a_game(ann, ben) as (table, a, b):
            await b.send("say", preset="hello")
            assert (await a.until("said"))["preset"] == "hello"
            async with there(ann, second).socket("/api/live") as lobby:
                await lobby.next()
                async with Person(second) as eve, eve.at(table) as e:
                    assert (await e.next())["type"] == "welcome"
                    await a.until("presence", where=lambda m: m["watchers"] == 1)
                await a.socket.close()
                await b.until("presence", where=lambda m: (m["seats"], m["watchers"]) == ([False, True], 0))
                await b.send("resign")
                assert (await lobby.until("notice"))["what"] in ("over", "turn")

    run(go())


def test_whoever_may_not_see_a_table_is_turned_away_by_every_process_alike(
    two: tuple[Server, Server],
) -> None:
    async def go() -> None:
        async with Person(two[0]) as ann, Person(two[0]) as eve:
            private = (await ann.table("duel", "link"))["table"]["id"]
            for server in two:
                for table in (private, "nosuchtable"):
                    async with there(eve, server).at(table) as line:
                        assert await line.closed() == 4404
                        assert [m["type"] for m in line.heard] == ["goodbye"]
                    await there(eve, server).get(f"/api/tables/{table}", status=404)

    run(go())


def _stall(tables: Tables, until: list[bool]) -> None:
    """Keep a process from doing anything, as if it were stopped."""
    while not until:
        time.sleep(0.05)


def test_a_stalled_owner_loses_its_tables_and_can_write_no_more(hasty: tuple[Server, Server]) -> None:
    """The owner stands still with a move in its mailbox; when it goes on, the table is another's."""
    first, second = hasty
    go_on: list[bool] = []

    async def go() -> None:
        async with Person(first) as ann, Person(second) as ben:
            clock = {"type": "bank", "base": 600, "increment": 0}
            async with a_game(ann, ben, clock=clock) as (table, a, b):
                turn = await a.until("turn", where=lambda m: m["must"] == "act")
                old = first.tables.actors[table]
                loop = old._work.task.get_loop()
                loop.call_soon_threadsafe(_stall, first.tables, go_on)
                # It has come before the owner stands still, and is looked at only when it goes on.
                await a.send("act", action=turn["legal"][0], ref=1)
                assert await b.closed() == 1012
                async with ben.at(table, since="1:1") as b2, there(ann, second).at(table, since="0:1") as a2:
                    await b2.until("resumed", "welcome")
                    await a2.until("resumed", "welcome")
                    new = second.tables.actors[table]
                    assert new.epoch > old.epoch
                    go_on.append(True)
                    assert await a.closed() == 1012
                    assert not any(message == {"type": "done", "ref": 1} for message in a.heard)
                    assert table not in first.tables.actors
                    # The game goes on at its new owner, through both processes.
                    async with ann.at(table) as a3:
                        await play_on(a3, random.Random(3), 1)
                        assert (await a2.until("told"))["n"] == (await b2.until("told"))["n"]
                rows = second.on_loop(lambda: second.tables.store.read(lambda db: _rows(db, table)))
                assert [row.epoch for row in rows] == sorted(row.epoch for row in rows)
                # Nobody's time ran while the owner was away.
                assert any(isinstance(read_entry(row.body), Revived) for row in rows)

    try:
        run(go())
    finally:
        go_on.append(True)


def test_who_came_through_a_stalled_process_is_away_and_comes_back(hasty: tuple[Server, Server]) -> None:
    """The owner forgets those who came through it; when it goes on, it sends them to come again."""
    first, second = hasty
    go_on: list[bool] = []

    async def go() -> None:
        async with Person(first) as ann, Person(second) as ben, a_game(ann, ben) as (table, a, b):
            await a.until("turn", where=lambda m: m["must"] == "act")
            loop = second.tables._tasks[0].get_loop()
            loop.call_soon_threadsafe(_stall, second.tables, go_on)
            await a.until("presence", where=lambda m: m["seats"] == [True, False])
            go_on.append(True)
            assert await b.closed() == 1012
            async with ben.at(table, since="1:1") as b2:
                await b2.until("resumed", "welcome")
                await a.until("presence", where=lambda m: m["seats"] == [True, True])

    try:
        run(go())
    finally:
        go_on.append(True)


def _rows(db: Any, table: str) -> list[Any]:
    return list(db.execute(select(schema.log).where(schema.log.c.table_id == table).order_by("number")))


def test_a_process_that_ends_hands_its_tables_on_at_once(
    request: pytest.FixtureRequest, tmp_path: Any, redis: str
) -> None:
    """No lease has to run out: the clock is taken up by the process that stays, as it stood."""
    database = fresh(request, tmp_path, "postgresql")
    given = settings(database, redis=redis, lease_seconds=600.0)
    time_and_chance = ManualTime()

    async def go() -> None:
        with Server(given, time_and_chance) as stays:
            with Server(given, time_and_chance) as goes:
                async with Person(goes) as ann, Person(stays) as ben:
                    clock = {"type": "bank", "base": 600, "increment": 0}
                    async with a_game(ann, ben, clock=clock) as (table, a, b):
                        await a.until("turn", where=lambda m: m["must"] == "act")
                        time_and_chance.time += 10_000
                        goes._server.should_exit = True
                        assert await a.closed() == 1012
                        assert await b.closed() == 1012
            async with asyncio.timeout(PATIENCE):
                while table not in stays.tables.actors:
                    await asyncio.sleep(0.05)
            async with there(ann, stays).at(table, since="0:1") as a:
                back = await a.until("resumed", "welcome")
                assert back["clock"]["left"] == [590_000, 600_000]
                await play_on(a, random.Random(1), 1)
                await a.until("told")

    run(go())


def test_people_join_and_sign_in_through_any_process(two: tuple[Server, Server]) -> None:
    first, second = two

    async def go() -> None:
        async with Person(first) as ann, Person(second) as ben:
            made = await ann.table("duel", "anyone", seat=0)
            table = made["table"]["id"]
            joined = await ben.post(f"/api/tables/{table}/join", {})
            assert joined.json()["seats"] == [1]
            # The guest becomes an account elsewhere; the table, which is at the first, hears of it.
            name = f"Ben {random.Random().randrange(10**6)}"
            await ben.post("/api/account", {"name": name, "password": "a long password"})
            seen = (await ann.get(f"/api/tables/{table}")).json()
            assert seen["table"]["seats"][1]["name"] == name

    run(go())


def test_several_processes_need_a_shared_database(sqlite: str) -> None:
    from flagfall.core import BadOption
    from flagfall.server.app import create_tables

    with pytest.raises(BadOption, match="PostgreSQL"):
        create_tables(settings(sqlite, redis="redis://127.0.0.1:1/0"))


def test_a_table_that_was_dropped_is_taken_up_again_while_its_bot_is_due(sqlite: str) -> None:
    """Nobody looks, the log could not be written, and the process lives on: it reads the table again."""

    async def go() -> None:
        with Server(settings(sqlite, bot_pace=600.0)) as server:
            async with Person(server) as ann:
                made = await ann.table("duel", {"type": "bot", "level": "1"}, seat=0)
                table = made["table"]["id"]
                old = server.tables.actors[table]

                async def drop() -> None:
                    old.give_up()

                server.on_loop(drop)
                async with asyncio.timeout(PATIENCE):
                    while (new := server.tables.actors.get(table)) is None:
                        await asyncio.sleep(0.05)
                assert new.epoch == old.epoch + 1

    run(go())
