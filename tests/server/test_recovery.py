"""Nothing that was acknowledged is lost: the server is killed at any moment, and every game goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from sqlalchemy import create_engine, select

import flagfall
from flagfall.server.storage import schema
from flagfall.server.storage.store import Append, Fenced, Store
from flagfall.server.tables import clocks as table_clocks
from flagfall.server.tables.clocks import Clocks
from flagfall.server.tables.log_entries import Acted, Revived, Sat, read_entry
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.tables import BankClock, DaysClock, MoveClock, NoClock
from tests.server.conftest import fresh
from tests.server.kit import PATIENCE, Line, ManualTime, Person, Server, deploy, run, settings

SERVE = (
    "from flagfall.server.run import serve; from flagfall.server.settings import read_settings; "
    "serve(read_settings(), lambda _: print('ready', flush=True))"
)


class Process:
    """A server in a process of its own, at the same address whenever it is started again."""

    def __init__(self, database: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **os.environ,
            "FLAGFALL_DATABASE": database,
            "FLAGFALL_PORT": str(self.port),
            "FLAGFALL_REQUESTS_PER_MINUTE": "1000000",
            "FLAGFALL_GUESTS_PER_HOUR": "1000000",
            "FLAGFALL_MESSAGES_PER_SECOND": "10000",
            "FLAGFALL_BOT_PACE": "0.01",
            "FLAGFALL_BOT_WARM": "false",
            "FLAGFALL_BOT_SECONDS": "0.05",
        }
        self.running: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start, and wait until it listens."""
        self.running = subprocess.Popen(
            [sys.executable, "-c", SERVE], env=self.environment, stdout=subprocess.PIPE
        )
        assert self.running.stdout is not None
        line = await asyncio.to_thread(self.running.stdout.readline)
        assert line == b"ready\n"

    def kill(self) -> None:
        """SIGKILL."""
        if self.running is not None:
            self.running.send_signal(signal.SIGKILL)
            self.running.wait()
            assert self.running.stdout is not None
            self.running.stdout.close()
            self.running = None


@pytest.fixture
def light(sqlite: str) -> Iterator[Process]:
    made = Process(sqlite)
    yield made
    made.kill()


class Stubborn:
    """Plays at random, comes back whenever the connection breaks, and remembers what it was told."""

    def __init__(self, person: Person, table: str, seat: int) -> None:
        self.person = person
        self.table = table
        self.seat = seat
        self.rng = random.Random(f"{table} {seat}")
        self.told: dict[int, str] = {}
        self.acknowledged: list[dict[str, Any]] = []
        self.sent: dict[int, dict[str, Any]] = {}
        self.last = 0
        self.comebacks = 0
        self.over = False

    async def play(self, stop: asyncio.Event) -> None:
        """Play until told to stop."""
        while not stop.is_set():
            since = f"{self.seat}:{self.last}" if self.last else ""
            try:
                async with self.person.at(self.table, since=since) as line:
                    await self._play(line, stop)
            except (OSError, websockets.WebSocketException, TimeoutError, httpx.HTTPError):
                self.comebacks += 1
                await asyncio.sleep(0.05)

    async def _play(self, line: Line, stop: asyncio.Event) -> None:
        while not stop.is_set():
            message = await line.next()
            if message["type"] == "welcome":
                # What was told before must still be so: the numbers may only have gone on.
                assert message["streams"][0]["n"] >= self.last
                self.last = message["streams"][0]["n"]
            elif message["type"] == "told":
                assert message["n"] == self.last + 1
                self.last = message["n"]
                self.told[self.last] = line.raw[-1]
            elif message["type"] == "turn":
                ref = len(self.sent) + 1
                if message["must"] == "setup":
                    found = await self.person.get(f"/api/games/original/setup?seat={self.seat}")
                    action = {"type": "deploy", "pieces": found.json()["pieces"]}
                else:
                    action = self.rng.choice(message["legal"])
                self.sent[ref] = action
                await line.send("act", action=action, ref=ref)
            elif message["type"] == "done":
                self.acknowledged.append(self.sent[message["ref"]])
            if message["type"] in ("welcome", "table") and message["table"]["status"] == "over":
                self.over = True


@pytest.mark.parametrize(
    ("kind", "kills"),
    [
        ("sqlite", 1),  # `test_nothing_is_lost_whatever_breaks` does it to PostgreSQL in the quick run.
        pytest.param("sqlite", 20, marks=pytest.mark.long),
        pytest.param("postgresql", 10, marks=pytest.mark.long),
    ],
)
def test_sigkill_under_load_loses_nothing_that_was_acknowledged(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str, kills: int
) -> None:
    database = fresh(request, tmp_path, kind)
    process = Process(database)
    request.addfinalizer(process.kill)

    async def go() -> None:
        await process.start()
        players: list[Stubborn] = []
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(4):
                ann = await stack.enter_async_context(Person(process.url))
                ben = await stack.enter_async_context(Person(process.url))
                clocks = {"type": "bank", "base": 3600, "increment": 5}
                made = await ann.table("original", "link", seat=0, clock=clocks)
                table = made["table"]["id"]
                await ben.post(f"/api/tables/{table}/join", {"code": made["code"]})
                players += [Stubborn(ann, table, 0), Stubborn(ben, table, 1)]
            stop = asyncio.Event()
            playing = [asyncio.create_task(player.play(stop)) for player in players]

            async def more(acts: int) -> None:
                """Wait until so many more acts were acknowledged."""
                goal = acts + sum(len(player.acknowledged) for player in players)
                while sum(len(player.acknowledged) for player in players) < goal:
                    assert not any(task.done() for task in playing), [t for t in playing if t.done()]
                    await asyncio.sleep(0.01)

            for _ in range(kills):
                await more(20)
                process.kill()
                await process.start()
            assert not all(player.over for player in players)
            goal = [len(player.acknowledged) + 5 for player in players]
            async with asyncio.timeout(3 * PATIENCE):
                while any(  # A game that was played to its end before has nothing to go on with.
                    len(one.acknowledged) < some and not one.over
                    for one, some in zip(players, goal, strict=True)
                ):
                    assert not any(task.done() for task in playing), [t for t in playing if t.done()]
                    await asyncio.sleep(0.05)
            stop.set()
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            for player in players:
                history = await player.person.get(f"/api/tables/{player.table}/history?seat={player.seat}")
                told = {message["n"]: message for message in history.json()}
                assert sorted(told) == list(range(1, len(told) + 1))
                import json

                for n, text in player.told.items():
                    # Byte for byte what the log says, and never told twice differently.
                    assert told[n] == json.loads(text)
                assert player.comebacks >= kills
        process.kill()
        check_logs(database, players)

    run(go())


def check_logs(database: str, players: list[Stubborn]) -> None:
    """Every log is without a gap, plays through to a state, and holds all acknowledged acts in order."""
    store = Store(database)
    engine = store._reading
    with engine.connect() as connection:
        for player in players:
            rows = connection.execute(
                select(schema.log).where(schema.log.c.table_id == player.table).order_by(schema.log.c.number)
            ).all()
            assert [row.number for row in rows] == list(range(len(rows)))
            assert [row.epoch for row in rows] == sorted(row.epoch for row in rows)
            table_state = TableState(player.table, flagfall.game)
            for row in rows:
                table_state.take(table_state.read(row.body), row.at)
            mine = [
                entry.action
                for entry in (read_entry(row.body) for row in rows)
                if isinstance(entry, Acted) and entry.seat == player.seat
            ]
            # All that was acknowledged is there, in order; what was stored but not yet told may be there too.
            rest = iter(mine)
            for action in player.acknowledged:
                if action["type"] == "deploy":
                    action = {
                        "type": "deploy",
                        "pieces": [list(p) for p in sorted(map(tuple, action["pieces"]))],
                    }
                assert any(_same(action, other) for other in rest), "an acknowledged act is lost"
    engine.dispose()
    store._writing.dispose()


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    import json

    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def test_a_bots_turn_is_taken_up_after_a_kill(light: Process) -> None:
    async def go() -> None:
        await light.start()
        async with Person(light.url) as ann:
            made = await ann.table("duel", {"type": "bot", "level": "1"}, seat=0)
            table = made["table"]["id"]
            async with ann.at(table) as a:
                await deploy(a, "duel", 0)
                await a.until("done")
                light.kill()
            await light.start()
            async with ann.at(table) as a:
                turn = await a.until("turn")
                assert turn["must"] == "act"

    run(go())


# ---- two owners --------------------------------------------------------------------------------------


def test_an_owner_that_was_replaced_can_write_no_more(database: str) -> None:
    async def go() -> None:
        with Server(settings(database)) as old, Server(settings(database)) as new:
            async with Person(old) as ann:
                table = (await ann.table("duel", "anyone", seat=0))["table"]["id"]
                async with ann.at(table) as a:
                    await a.next()
                    taken = new.on_loop(lambda: new.tables.table(table))
                    assert taken.epoch == 2
                    await a.send("abort", ref=1)
                    # Not done, but told to come back: the log is the other's now.
                    assert await a.closed() == 1012
                    assert not any(message["type"] == "done" for message in a.heard)
                assert taken.table_state.status == "open"

    run(go())


def test_an_append_needs_the_next_number_and_the_present_epoch(database: str) -> None:
    async def go() -> None:
        with Server(settings(database)) as server:
            async with Person(server) as ann:
                table = (await ann.table("duel", "anyone", seat=0))["table"]["id"]
            before = await _log(server, table)
            body = '{"type":"shared"}'
            for number, epoch in ((1, 1), (3, 1), (2, 0), (2, 2)):
                entry = Append(table, number, epoch, 0, body, "open", "{}", False, (False, False))
                with pytest.raises(Fenced):
                    server.on_loop(lambda entry=entry: server.tables.store.append(entry))
            assert await _log(server, table) == before
            good = Append(table, 2, 1, 0, body, "open", "{}", False, (False, False))
            server.on_loop(lambda: server.tables.store.append(good))
            assert len(await _log(server, table)) == len(before) + 1

    run(go())


async def _log(server: Server, table: str) -> list[Any]:
    async def read() -> list[Any]:
        return await server.tables.store.read(
            lambda db: list(db.execute(select(schema.log).where(schema.log.c.table_id == table)))
        )

    return server.on_loop(read)  # type: ignore[no-any-return]


# ---- clocks --------------------------------------------------------------------------------------------


def test_nobodys_time_runs_while_the_server_is_away(sqlite: str) -> None:
    """The mover is charged for the time up to the last sign of life, not for the hour without a server."""
    time_and_chance = ManualTime()

    async def start(server: Server) -> tuple[str, dict[str, str]]:
        async with Person(server) as ann, Person(server) as ben:
            clocks = {"type": "bank", "base": 600, "increment": 0}
            made = await ann.table("duel", "link", seat=0, clock=clocks)
            table = made["table"]["id"]
            await ben.post(f"/api/tables/{table}/join", {"code": made["code"]})
            async with ann.at(table) as a, ben.at(table) as b:
                await deploy(a, "duel", 0)
                await deploy(b, "duel", 1)
                await a.until("turn", where=lambda m: m["must"] == "act")
            return table, dict(ann.http.cookies)

    with Server(settings(sqlite), time_and_chance) as server:
        table, cookies = run(start(server))
        time_and_chance.time += 10_000
        server.on_loop(server.tables.members.renew)
    # The last pulse of a server that ends was at the tenth second.
    time_and_chance.time += 3_600_000

    async def look(server: Server) -> None:
        ann = Person(server)
        ann.http.cookies.update(cookies)
        async with ann.at(table) as a:
            welcome = await a.next()
            assert welcome["clock"]["left"] == [590_000, 600_000]
            assert welcome["clock"]["running"] == [True, False]

    with Server(settings(sqlite), time_and_chance) as server:
        run(look(server))
    engine = create_engine(sqlite)
    with engine.connect() as connection:
        bodies = connection.execute(select(schema.log.c.body).order_by(schema.log.c.number)).scalars()
        kinds = [type(read_entry(body)) for body in bodies]
    engine.dispose()
    assert kinds[-1] is Revived
    assert kinds.count(Sat) == 2


def test_clocks_are_kept_as_their_kind_says() -> None:
    bank = BankClock(60, 5)
    clocks = table_clocks.for_play(bank, 0, 1_000)
    assert clocks.face(11_000).left == (50_000, 60_000)
    clocks = table_clocks.moved(bank, clocks, 0, 1, 11_000)
    assert (clocks.left, clocks.running) == ((55_000, 60_000), (False, True))
    # A turn that is not over earns no increment.
    clocks = table_clocks.moved(bank, clocks, 1, 1, 21_000)
    assert (clocks.left, clocks.running) == ((55_000, 50_000), (False, True))
    assert clocks.deadline() == 71_000
    assert clocks.fallen(71_000) == (False, True)

    each = MoveClock(30)
    clocks = table_clocks.moved(each, table_clocks.for_play(each, 0, 0), 0, 1, 29_000)
    assert clocks.at(29_000) == (30_000, 30_000)
    # Another turn of the same seat is a turn with time of its own.
    clocks = table_clocks.moved(each, table_clocks.for_play(each, 0, 0), 0, 0, 29_000, again=True)
    assert (clocks.at(30_000), clocks.running) == ((29_000, 30_000), (True, False))
    days = DaysClock(3)
    assert table_clocks.for_play(days, 0, 0).deadline() == 3 * 86_400_000
    assert table_clocks.for_play(NoClock(), 0, 0).deadline() is None


def test_only_those_who_have_not_set_up_lose_set_up_time() -> None:
    clocks = table_clocks.for_setup(60, 0)
    clocks = table_clocks.set_up(clocks, 1, 20_000)
    assert clocks.at(50_000) == (10_000, 40_000)
    assert clocks.fallen(60_000) == (True, False)
    assert Clocks().deadline() is None
