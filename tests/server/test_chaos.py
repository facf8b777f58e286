"""Everything breaks while games run through four processes: nothing is lost, no table has two owners.

Processes are killed, stopped until others have taken their tables and then let go on; Redis is killed and
starts with nothing; PostgreSQL is restarted. Players sit at random processes, come back to others whenever
a line breaks, and note all they are told.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import websockets
from sqlalchemy import create_engine, func, select

import flagfall
from flagfall.server.storage import schema
from flagfall.server.tables.log_entries import Acted
from flagfall.server.tables.table_state import TableState
from tests.server.kit import PATIENCE, run
from tests.server.services import Postgres, Redis, free_port, programs

NURSERY = """
import json, os, signal, sys
from flagfall.server.run import serve
from flagfall.server.settings import read_settings
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    born = os.fork()
    if not born:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os._exit(serve(read_settings(environment=json.loads(line))))
    print(born, flush=True)
"""
"""Has imported everything once, and forks a server for each line of settings."""


class Process:
    """One of the servers."""

    def __init__(self, nursery: subprocess.Popen[str], database: str, redis: str, lease: float) -> None:
        self.nursery = nursery
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.settings = {
            "FLAGFALL_DATABASE": database,
            "FLAGFALL_REDIS": redis,
            "FLAGFALL_LEASE_SECONDS": str(lease),
            "FLAGFALL_PORT": str(self.port),
            "FLAGFALL_REQUESTS_PER_MINUTE": "1000000",
            "FLAGFALL_GUESTS_PER_HOUR": "1000000",
            "FLAGFALL_MESSAGES_PER_SECOND": "10000",
            "FLAGFALL_CONNECTIONS_PER_ADDRESS": "10000",
            "FLAGFALL_TABLES_PER_PERSON": "100000",
            "FLAGFALL_BOT_WARM": "false",
        }
        self.pid = 0

    async def start(self) -> None:
        """Start, and wait until it listens."""
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.nursery.stdin.write(json.dumps(self.settings) + "\n")
        self.nursery.stdin.flush()
        self.pid = int(self.nursery.stdout.readline())
        while True:
            with contextlib.suppress(OSError):
                _, line = await asyncio.open_connection("127.0.0.1", self.port)
                line.close()
                return
            assert self.lives, "a server did not start"
            await asyncio.sleep(0.05)

    @property
    def lives(self) -> bool:
        """Whether the process is there, stopped or not."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, 0)
            return True
        return False

    def signal(self, which: signal.Signals) -> None:
        """Send a signal."""
        os.kill(self.pid, which)

    async def end(self, which: signal.Signals) -> None:
        """Send a signal that ends the process, and wait until it has gone."""
        self.signal(which)
        async with asyncio.timeout(PATIENCE):
            while self.lives:
                await asyncio.sleep(0.02)


class Player:
    """Somebody who plays at one table after the other, at any process that they happen to reach."""

    def __init__(self, cluster: Cluster, cookie: str, id: str) -> None:
        self.cluster = cluster
        self.cookie = cookie
        self.id = id
        self.comebacks = 0

    async def request(self, method: str, path: str, body: Any = None) -> Any:
        """What a request gives, from any process that answers."""
        patience = 4.0
        while True:
            patience *= 1.1
            url = self.cluster.rng.choice(self.cluster.processes).url
            headers = {"X-Flagfall": "1", "Cookie": f"flagfall={self.cookie}"}
            with contextlib.suppress(httpx.HTTPError):
                answer = await self.cluster.http.request(
                    method, url + path, json=body, headers=headers, timeout=patience
                )
                if answer.is_success:
                    return answer.json()
                assert answer.status_code >= 500, answer.text
            await asyncio.sleep(0.1)


class Sitting:
    """A player at one table, from the first move to the last."""

    def __init__(self, player: Player, table: str, seat: int, plies: int) -> None:
        self.player = player
        self.table = table
        self.seat = seat
        self.plies = plies
        self.rng = random.Random(f"{table} {seat}")
        self.last = 0
        self.told: dict[int, Any] = {}
        self.sent: dict[int, dict[str, Any]] = {}
        self.done: list[dict[str, Any]] = []
        self.over = False
        self.patience = 4.0
        """Seconds after which a silent line is given up: more each time, the machine itself may be slow."""
        self.end: int | None = None
        """The last number of a stream that has ended, once it is known."""
        self.heard = time.monotonic()
        self.longest = 0.0
        """Seconds between two things that they were told, at most."""

    async def play(self) -> None:
        """Play until the game is over, coming back whenever the line breaks."""
        while not self.over:
            cluster = self.player.cluster
            url = cluster.rng.choice(cluster.processes).url.replace("http", "ws", 1)
            since = f"?since={self.seat}:{self.last}" if self.last else ""
            headers = {"Cookie": f"flagfall={self.player.cookie}"}
            try:
                # A process that stands still keeps its sockets open: a silent line is given up.
                async with websockets.connect(
                    f"{url}/api/tables/{self.table}/live{since}",
                    additional_headers=headers,
                    open_timeout=self.patience,
                    ping_interval=2,
                    ping_timeout=self.patience,
                    close_timeout=1,
                ) as line:
                    async for text in line:
                        await self.hear(line, json.loads(text))
                        if self.over:
                            break
            except (OSError, websockets.WebSocketException, TimeoutError):
                pass
            self.player.comebacks += not self.over
            self.patience *= 1.1
            await asyncio.sleep(0.1)

    async def hear(self, line: Any, message: dict[str, Any]) -> None:
        """Take note of what is told, and move when it is time to."""
        match message["type"]:
            case "welcome":
                # What was told before must still be so: numbers may only have gone on.
                assert message["streams"][0]["n"] >= self.last, "an owner of before told of the past"
                self.last = message["streams"][0]["n"]
                self.over = message["table"]["status"] in ("over", "aborted")
            case "resumed":
                assert message["streams"][0]["n"] >= self.last
                # The line may have broken between the last thing told and the word that it was the last.
                if message["table"]["status"] in ("over", "aborted"):
                    self.end = message["streams"][0]["n"]
                    self.over = self.last == self.end
            case "told":
                assert message["n"] == self.last + 1, "a gap or a repetition in a stream"
                self.last = message["n"]
                self.told[self.last] = message
                self.over = self.last == self.end
                now = time.monotonic()
                self.longest, self.heard = max(self.longest, now - self.heard), now
            case "turn":
                ref = len(self.sent) + 1
                if message["must"] == "setup":
                    pieces = self.rng.choice(self.player.cluster.setups[self.seat])
                    action = {"type": "deploy", "pieces": pieces}
                elif len(self.told) > self.plies:
                    await line.send(json.dumps({"type": "resign"}))
                    return
                else:
                    action = self.rng.choice(message["legal"])
                self.sent[ref] = action
                await line.send(json.dumps({"type": "act", "action": action, "ref": ref, "n": self.last}))
            case "done":
                self.done.append(self.sent[message["ref"]])
            case "refused":
                # Sent again after a line broke, and done the first time: refused the second.
                assert message["problem"]["code"] in ("stale", "not-your-turn", "over"), message
            case "table":
                self.over = message["table"]["status"] in ("over", "aborted")


class Cluster:
    """Four processes, PostgreSQL, Redis, and everybody who plays."""

    def __init__(self, folder: Path, seed: int, lease: float) -> None:
        self.lease = lease
        self.rng = random.Random(seed)
        self.postgres = Postgres(folder)
        self.redis = Redis(folder)
        self.database = self.postgres.database("chaos")
        self.nursery = subprocess.Popen(
            [sys.executable, "-c", NURSERY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.processes = [Process(self.nursery, self.database, self.redis.url, lease) for _ in range(4)]
        self.setups: tuple[list[Any], list[Any]] = ([], [])
        self.sittings: list[Sitting] = []
        self.acts: Counter[str] = Counter()
        self.stopping = False

    async def __aenter__(self) -> Cluster:
        self.http = httpx.AsyncClient(timeout=PATIENCE)
        for process in self.processes:
            await process.start()
        for seat in (0, 1):
            for _ in range(8):
                setup = f"{self.processes[0].url}/api/games/duel/setup?seat={seat}"
                found = await self.http.get(setup, timeout=PATIENCE)
                self.setups[seat].append(found.json()["pieces"])
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()
        for process in self.processes:
            if process.lives:
                await process.end(signal.SIGKILL)
        self.nursery.kill()
        self.nursery.communicate()
        self.redis.stop()
        self.postgres.stop()

    async def person(self) -> Player:
        """A new guest."""
        patience = 4.0
        while True:
            patience *= 1.1
            url = self.rng.choice(self.processes).url
            with contextlib.suppress(httpx.HTTPError):
                async with httpx.AsyncClient(timeout=patience, headers={"X-Flagfall": "1"}) as alone:
                    answer = await alone.post(f"{url}/api/session")
                    if answer.is_success:
                        return Player(self, alone.cookies["flagfall"], answer.json()["id"])
            await asyncio.sleep(0.1)

    async def pair(self, plies: int) -> None:
        """Two people who play one game after the other, until the end is near."""
        ann, ben = await self.person(), await self.person()
        while not self.stopping:
            clock = {"type": "bank", "base": 3600, "increment": 5}
            wish = {"game": "duel", "against": {"type": "link"}, "seat": 0, "clock": clock}
            made = await ann.request("POST", "/api/tables", wish)
            table = made["table"]["id"]
            await ben.request("POST", f"/api/tables/{table}/join", {"code": made["code"]})
            both = [Sitting(ann, table, 0, plies), Sitting(ben, table, 1, plies)]
            self.sittings += both
            await asyncio.gather(*(one.play() for one in both))

    # ---- what is done to it ---------------------------------------------------------------------

    async def kill(self) -> None:
        """SIGKILL for one process, which is started again a little later."""
        victim = self.rng.choice(self.processes)
        await victim.end(signal.SIGKILL)
        await asyncio.sleep(self.rng.uniform(0.2, 1.5))
        await victim.start()

    async def pause(self) -> None:
        """SIGSTOP until the others must have taken over, then SIGCONT: the old owner lives on."""
        victim = self.rng.choice(self.processes)
        victim.signal(signal.SIGSTOP)
        await asyncio.sleep(self.lease + self.rng.uniform(1.5, 2.5))
        victim.signal(signal.SIGCONT)

    async def blink(self) -> None:
        """SIGSTOP for less than the lease: nobody may take over."""
        victim = self.rng.choice(self.processes)
        victim.signal(signal.SIGSTOP)
        await asyncio.sleep(self.rng.uniform(0.2, self.lease / 2))
        victim.signal(signal.SIGCONT)

    async def leave(self) -> None:
        """SIGTERM: the process hands its tables on and ends, and another is started in its place."""
        victim = self.rng.choice(self.processes)
        await victim.end(signal.SIGTERM)
        await victim.start()

    async def cut_redis(self) -> None:
        """Redis is killed, and starts with nothing."""
        self.redis.stop()
        await asyncio.sleep(self.rng.uniform(0.1, 1.5))
        await asyncio.to_thread(self.redis.start)

    async def restart_postgres(self) -> None:
        """PostgreSQL stops, as in an update or as in a crash, and starts again."""
        how = self.rng.choice((signal.SIGINT, signal.SIGQUIT))
        await asyncio.to_thread(self.postgres.stop, how)
        await asyncio.sleep(self.rng.uniform(0.0, 0.5))
        await asyncio.to_thread(self.postgres.start)

    async def shake(self, acts: list[Callable[[], Awaitable[None]]], rest: float) -> None:
        """Do all of that, and let games go on in between."""
        for act in acts:
            before = sum(len(one.done) for one in self.sittings)
            await act()
            self.acts[act.__name__] += 1
            async with asyncio.timeout(2 * PATIENCE):  # Whatever was done, moves are made again.
                while sum(len(one.done) for one in self.sittings) <= before + 5:
                    await asyncio.sleep(0.05)
            await asyncio.sleep(self.rng.uniform(0.5, 1.0) * rest)

    async def finish(self, players: list[asyncio.Task[None]]) -> None:
        """Let all games come to their end."""
        self.stopping = True
        for one in self.sittings:
            one.plies = 0
        done, late = await asyncio.wait(players, timeout=2 * PATIENCE)
        stuck = [
            (one.table, one.seat, one.last, one.told.get(one.last)) for one in self.sittings if not one.over
        ]
        assert not late, stuck
        for player in done:
            player.result()


def check_logs(database: str, sittings: list[Sitting]) -> dict[str, int]:
    """Every log is whole and replays, every client saw its stream, nothing is lost or counts twice."""
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    found: Counter[str] = Counter()
    with engine.connect() as connection:
        for pair in zip(sittings[::2], sittings[1::2], strict=True):
            table = pair[0].table
            rows = connection.execute(
                select(schema.log).where(schema.log.c.table_id == table).order_by(schema.log.c.number)
            ).all()
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one()
            assert [entry.number for entry in rows] == list(range(row.length))
            # Owners follow one another: an owner of before never writes after its successor.
            epochs = [entry.epoch for entry in rows]
            assert epochs == sorted(epochs)
            assert epochs[-1] <= row.epoch
            table_state = TableState(table, flagfall.game)
            entries, told = [], []
            for one_row in rows:
                entries.append(table_state.read(one_row.body))
                told.append(table_state.take(entries[-1], one_row.at))
            info = msgspec.json.decode(row.info)
            assert msgspec.json.decode(msgspec.json.encode(table_state.info())) == info
            assert info["status"] in ("over", "aborted")
            # The rules alone, given seed and actions, come to the same state by its hash.
            acts = [entry for entry in entries if isinstance(entry, Acted)]
            state = table_state.game.new(seed=table_state.opened.seed, **table_state.opened.options)
            for act in acts:
                state = state.apply(act.seat, act.action).state
            if table_state.outcome is not None and state.outcome() is None:
                state = state.ended(table_state.outcome).state
            assert state.digest() == table_state.state.digest()
            for one in pair:
                _check_stream(one, [json.loads(texts[one.seat]) for texts in told if one.seat in texts])
                mine = Counter(_text(msgspec.to_builtins(act.action)) for act in acts if act.seat == one.seat)
                assert not Counter(map(_text, one.done)) - mine, "an acknowledged act is lost"
                assert not mine - Counter(map(_text, one.sent.values())), "an act came from nowhere, or twice"
            found["entries"] += len(rows)
            found["takeovers"] += len(set(epochs)) - 1
    engine.dispose()
    return found


def owners_changed(database: str) -> bool:
    """Whether some table has been written to by more than one owner."""
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    log = schema.log.c
    several = select(log.table_id).group_by(log.table_id).having(func.count(log.epoch.distinct()) > 1)
    with engine.connect() as connection:
        found = connection.execute(several).first()
    engine.dispose()
    return found is not None


def _check_stream(one: Sitting, stream: list[dict[str, Any]]) -> None:
    """What a client was told is what the log tells its seat, under the same numbers."""
    assert [message["n"] for message in stream] == list(range(1, len(stream) + 1))
    for n, message in one.told.items():
        assert stream[n - 1] == message


def _text(action: dict[str, Any]) -> str:
    if action["type"] == "deploy":
        # The rules sort a set-up by square.
        action = {"type": "deploy", "pieces": [list(p) for p in sorted(map(tuple, action["pieces"]))]}
    return json.dumps(action, sort_keys=True)


needs = pytest.mark.skipif(
    programs() is None or not any(Path(f, "redis-server").exists() for f in os.environ["PATH"].split(":")),
    reason="PostgreSQL or Redis is not installed: run tools/needs.sh",
)


@needs
@pytest.mark.parametrize(
    ("minutes", "pairs"), [(0.0, 3), pytest.param(10.0, 16, marks=pytest.mark.long)], ids=["short", "long"]
)
def test_nothing_is_lost_whatever_breaks(minutes: float, pairs: int) -> None:
    async def go(folder: str) -> None:
        async with Cluster(Path(folder), pairs, 5.0 if minutes else 3.0) as cluster:
            players = [asyncio.create_task(cluster.pair(10 + n)) for n in range(pairs)]
            acts = [cluster.kill, cluster.pause, cluster.cut_redis, cluster.restart_postgres, cluster.leave]
            begun = time.monotonic()
            try:
                await asyncio.sleep(1)
                await cluster.shake([*acts], 0.3 if not minutes else 3)
                # A process that is killed may have had no table: go on until one had.
                while not await asyncio.to_thread(owners_changed, cluster.database):
                    await cluster.shake([cluster.kill], 0.3)
                while time.monotonic() - begun < 60 * minutes:
                    more = [*acts, cluster.blink]
                    cluster.rng.shuffle(more)
                    await cluster.shake(more[:3], 3)
                    for task in players:
                        assert not task.done(), task.exception()
                await cluster.finish(players)
            finally:
                for task in players:
                    task.cancel()
                await asyncio.gather(*players, return_exceptions=True)
            took = time.monotonic() - begun
            found = check_logs(cluster.database, cluster.sittings)
            # All that was tried has been tried, and owners have changed by it.
            assert found["takeovers"] > 0
            for act in ("kill", "pause", "cut_redis", "restart_postgres", "leave"):
                assert cluster.acts[act] > 0
            moves = sum(len(one.done) for one in cluster.sittings)
            comebacks = sum({one.player.id: one.player.comebacks for one in cluster.sittings}.values())
            waits = sorted(one.longest for one in cluster.sittings)
            print(
                f"\n{took:.0f} s, {len(waits) // 2} games, {moves} acknowledged acts, "
                f"{found['entries']} entries, {found['takeovers']} takeovers, {comebacks} comebacks, "
                f"{dict(cluster.acts)}; the longest silence in a game: "
                f"median {waits[len(waits) // 2]:.1f} s, most {waits[-1]:.1f} s"
            )

    # Not below pytest's own folder, which the user of PostgreSQL may not enter.
    with tempfile.TemporaryDirectory(prefix="flagfall-chaos-") as folder:
        run(go(folder))
