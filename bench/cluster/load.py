"""Both players of a table sit at any process; the table is at one of theirs, or at a third."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
from tests.server.services import Postgres, Redis

from bench.cluster.draw import draw
from bench.server.load import (
    COOKIE,
    LIMITS,
    SERVE,
    Table,
    connect,
    cpu,
    free_port,
    leave,
    paced,
    process,
    quantiles,
)

GAME = "original"


class Found(NamedTuple):
    """What was measured with some processes and some live tables."""

    processes: int
    tables: int
    moves: float
    """Moves a second when every table moves as soon as it can."""
    p50: float
    p99: float
    """Milliseconds from a move to the word of it, at a steady rate."""
    far: float
    """The share of websockets at another process than their table."""
    cost: float
    """Milliseconds of processor time that the servers take for a move: other work changes it little."""


@contextlib.contextmanager
def cluster(count: int) -> Iterator[tuple[list[str], list[int]]]:
    """Addresses and process ids of some servers that share the tables."""
    with tempfile.TemporaryDirectory(prefix="flagfall-bench-") as folder, contextlib.ExitStack() as stack:
        postgres = Postgres(Path(folder))
        stack.callback(postgres.stop)
        redis = Redis(Path(folder))
        stack.callback(redis.stop)
        place = {"FLAGFALL_DATABASE": postgres.database("bench"), "FLAGFALL_REDIS": redis.url}
        urls, pids = [], []
        for _ in range(count):
            port = free_port()
            command = (sys.executable, "-c", SERVE)
            server = stack.enter_context(process(*command, **LIMITS, **place, FLAGFALL_PORT=str(port)))
            assert server.stdout is not None
            server.stdout.readline()
            urls.append(f"http://127.0.0.1:{port}")
            pids.append(server.pid)
        yield urls, pids


async def _seat(urls: list[str], count: int) -> tuple[list[Table], float]:
    """Make tables all over the cluster, with both players at any process; the share of far websockets."""
    rng = random.Random(count)
    headers = {"X-Flagfall": "1"}
    ann, ben = (httpx.AsyncClient(headers=headers, timeout=60) for _ in range(2))
    for person in (ann, ben):
        (await person.post(f"{urls[0]}/api/session")).raise_for_status()
    setups = [
        (await ann.get(f"{urls[0]}/api/games/{GAME}/setup", params={"seat": seat})).json()["pieces"]
        for seat in (0, 1)
    ]
    cookies = [person.cookies[COOKIE] for person in (ann, ben)]
    far = 0

    async def one(number: int) -> Table:
        nonlocal far
        home = urls[number % len(urls)]
        clock = {"type": "bank", "base": 3_600, "increment": 10}
        new = {"game": GAME, "against": {"type": "anyone"}, "seat": 0, "clock": clock}
        send = {"headers": {"Cookie": f"{COOKIE}={cookies[0]}"}}
        id = (await ann.post(f"{home}/api/tables", json=new, **send)).json()["table"]["id"]  # type: ignore[arg-type]
        send = {"headers": {"Cookie": f"{COOKIE}={cookies[1]}"}}
        (await ben.post(f"{home}/api/tables/{id}/join", json={}, **send)).raise_for_status()  # type: ignore[arg-type]
        table = Table(number)
        for seat in (0, 1):
            where = rng.choice(urls)
            far += where != home
            line = await connect(where, id, cookies[seat])
            table.lines.append(line)
            await line.send(json.dumps({"type": "act", "action": {"type": "deploy", "pieces": setups[seat]}}))
        return table

    made: list[Table] = []
    for start in range(0, count, 10):
        made += await asyncio.gather(*(one(number) for number in range(start, min(count, start + 10))))
    await ann.aclose()
    await ben.aclose()
    return made, far / (2 * count)


async def _everybody(tables: list[Table], seconds: float) -> None:
    """Every table moves as soon as it can."""
    until = time.perf_counter() + seconds

    async def one(table: Table) -> None:
        while time.perf_counter() < until:
            if not await table.move():
                await asyncio.sleep(0.005)

    await asyncio.gather(*(one(table) for table in tables))


async def _measure(urls: list[str], pids: list[int], count: int, rate: float, seconds: float) -> Found:
    tables, far = await _seat(urls, count)
    late: list[float] = []
    moves = [0]
    listening = [asyncio.create_task(table.listen(seat, late, moves)) for table in tables for seat in (0, 1)]
    while any(table.turn is None for table in tables):
        await asyncio.sleep(0.05)
    await paced(tables, rate, 2.0)
    late.clear()
    await paced(tables, rate, seconds)
    times = quantiles(late)
    moves[0] = 0
    used, begun = sum(map(cpu, pids)), time.perf_counter()
    await _everybody(tables, seconds)
    wall = time.perf_counter() - begun
    found = Found(
        len(urls),
        count,
        moves[0] / wall,
        times["p50_ms"],
        times["p99_ms"],
        far,
        1_000 * (sum(map(cpu, pids)) - used) / max(1, moves[0]),
    )
    await leave(listening, tables)
    return found


def run(
    processes: tuple[int, ...] = (1, 2),
    tables: tuple[int, ...] = (20,),
    rate: float = 20.0,
    seconds: float = 3.0,
    folder: Path | None = None,
) -> None:
    """Print, and perhaps draw, what some processes do with some tables."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 6 * max(tables) + 200)), hard))
    found: list[Found] = []
    print(f"{GAME}, PostgreSQL and Redis on the same machine, answers at {rate:g} moves a second")
    for count in processes:
        with cluster(count) as (urls, pids):
            for many in tables:
                one = asyncio.run(_measure(urls, pids, many, rate, seconds))
                found.append(one)
                print(
                    f"  {one.processes} processes, {one.tables} tables, "
                    f"{one.far:.0%} of the websockets at another process than their table: "
                    f"{one.moves:.0f} moves/s, {one.cost:.1f} ms of processor time each; "
                    f"p50 {one.p50:.1f} ms, p99 {one.p99:.1f} ms",
                    flush=True,
                )
    alone = max(one.moves for one in found if one.processes == processes[0])
    most = max(found, key=lambda one: one.moves)
    print(f"  {most.processes} processes move {most.moves / alone:.1f} times as fast as {processes[0]}")
    if folder is not None:
        draw(found, folder)
