"""Players at many tables, who move at a steady rate, and how long the server takes to tell them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import httpx
import websockets

SERVE = (
    "from flagfall.server.run import serve; from flagfall.server.settings import read_settings; "
    "serve(read_settings(), lambda _: print('ready', flush=True))"
)
LIMITS = {
    "FLAGFALL_REQUESTS_PER_MINUTE": "100000000",
    "FLAGFALL_GUESTS_PER_HOUR": "1000000",
    "FLAGFALL_MESSAGES_PER_SECOND": "100000",
    "FLAGFALL_CONNECTIONS_PER_ADDRESS": "100000",
    "FLAGFALL_TABLES_PER_PERSON": "1000000",
}
COOKIE = "flagfall"


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def memory(pid: int) -> int:
    """Bytes of a process in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def process(*command: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process that ends with the block."""
    running = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, **environment})
    try:
        yield running
    finally:
        running.terminate()
        running.wait(30)


class Table:
    """A table with both players in this process."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lines: list[Any] = []
        self.turn: tuple[int, list[Any]] | None = None
        self.sent = 0.0
        self.waiting = False

    async def listen(self, seat: int, late: list[float], moves: list[int]) -> None:
        """Keep what one seat hears: whose turn it is, and how long a move took to come back."""
        async for text in self.lines[seat]:
            if self.waiting and text.startswith('{"type":"told"') and seat == self.mover:
                late.append(time.perf_counter() - self.sent)
                self.waiting = False
                moves[0] += 1
            elif text.startswith('{"type":"turn"') and (turn := json.loads(text))["must"] == "act":
                self.turn = (seat, turn["legal"])

    mover = -1

    async def move(self) -> bool:
        """Play one of the legal actions, if it is known whose turn it is."""
        if self.waiting or self.turn is None or not self.turn[1]:
            return False
        self.mover, legal = self.turn
        self.turn = None
        self.waiting = True
        self.sent = time.perf_counter()
        await self.lines[self.mover].send(json.dumps({"type": "act", "action": self.rng.choice(legal)}))
        return True


class Played(Protocol):
    """A table whose players are here."""

    @property
    def lines(self) -> list[Any]:
        """The websockets of its players."""
        ...

    async def move(self) -> bool:
        """Play, if it is known whose turn it is."""
        ...


async def connect(url: str, id: str, cookie: str, query: str = "") -> Any:
    """The websocket of a person at a table."""
    return await websockets.connect(
        f"{url.replace('http', 'ws', 1)}/api/tables/{id}/live{query}",
        additional_headers={"Cookie": f"{COOKIE}={cookie}"},
        compression=None,
        ping_interval=None,
    )


async def paced(tables: Sequence[Played], rate: float, seconds: float) -> None:
    """Moves at a steady rate, table after table; a table that is not ready is passed over."""
    begun = time.perf_counter()
    done = place = 0
    while (now := time.perf_counter() - begun) < seconds:
        while done < now * rate:
            for _ in range(len(tables)):
                place = (place + 1) % len(tables)
                if await tables[place].move():
                    break
            done += 1
        await asyncio.sleep(0.002)
    await asyncio.sleep(0.2)


async def leave(listening: Sequence[asyncio.Task[None]], tables: Sequence[Played]) -> None:
    """Stop listening, and close every websocket."""
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    closing = (line.close() for table in tables for line in table.lines)
    await asyncio.gather(*closing, return_exceptions=True)


async def _seat(url: str, tables: int, game: str) -> list[Table]:
    """Make the tables, connect both players to each, and set up."""
    ann, ben = (httpx.AsyncClient(base_url=url, headers={"X-Flagfall": "1"}, timeout=60) for _ in range(2))
    for person in (ann, ben):
        (await person.post("/api/session")).raise_for_status()
    setups = [
        (await ann.get(f"/api/games/{game}/setup", params={"seat": seat, "style": "human"})).json()["pieces"]
        for seat in (0, 1)
    ]

    async def one(number: int) -> Table:
        new = {"game": game, "against": {"type": "anyone"}, "seat": 0}
        new["clock"] = {"type": "bank", "base": 3_600, "increment": 10}
        id = (await ann.post("/api/tables", json=new)).json()["table"]["id"]
        (await ben.post(f"/api/tables/{id}/join", json={})).raise_for_status()
        table = Table(number)
        for seat, person in enumerate((ann, ben)):
            line = await connect(url, id, person.cookies[COOKIE])
            table.lines.append(line)
            deploy = {"type": "act", "action": {"type": "deploy", "pieces": setups[seat]}}
            await line.send(json.dumps(deploy))
        return table

    made: list[Table] = []
    for start in range(0, tables, 20):
        made += await asyncio.gather(*(one(number) for number in range(start, min(tables, start + 20))))
    await ann.aclose()
    await ben.aclose()
    return made


async def _tables(
    url: str, tables: int, rate: float, seconds: float, game: str, pid: int
) -> dict[str, float]:
    first = await _seat(url, 5, game)  # What a process loads once is no part of a table.
    before = memory(pid)
    begun = time.perf_counter()
    made = await _seat(url, tables, game)
    seated = time.perf_counter() - begun
    late: list[float] = []
    moves = [0]
    listening = [asyncio.create_task(table.listen(seat, late, moves)) for table in made for seat in (0, 1)]
    while any(table.turn is None for table in made):
        await asyncio.sleep(0.05)
    held = memory(pid)
    await paced(made, rate, min(3.0, seconds / 4))
    late.clear()
    moves[0] = 0
    used, begun = cpu(pid), time.perf_counter()
    await paced(made, rate, seconds)
    wall = time.perf_counter() - begun
    used = cpu(pid) - used
    result = {
        "seated_s": seated,
        "moves_per_s": moves[0] / wall,
        "server_cpu": used / wall,
        "kB_per_table": (held - before) / tables / 1_000,
        "kB_per_table_after": (memory(pid) - before) / tables / 1_000,
        **quantiles(late),
    }
    await leave(listening, first + made)
    return result


def quantiles(late: list[float]) -> dict[str, float]:
    """The median, the 99th of a hundred and the longest, in milliseconds."""
    ordered = sorted(late) or [0.0]
    at = lambda part: 1_000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]  # noqa: E731
    return {"p50_ms": at(0.5), "p99_ms": at(0.99), "max_ms": at(1.0)}


async def _echo(port: int, lines: int, rate: float, seconds: float, pid: int) -> dict[str, float]:
    """The same number of lines and the same rate, with nothing behind them."""
    for _ in range(200):
        try:
            first = await websockets.connect(f"ws://127.0.0.1:{port}/", compression=None)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            await first.close()
            break
    before = memory(pid)
    made: list[Any] = []
    for start in range(0, lines, 40):
        count = min(40, lines - start)
        made += await asyncio.gather(
            *(
                websockets.connect(f"ws://127.0.0.1:{port}/", compression=None, ping_interval=None)
                for _ in range(count)
            )
        )
    held = (memory(pid) - before) / lines / 1_000
    late: list[float] = []
    text = json.dumps({"type": "act", "action": {"type": "move", "origin": 30, "target": 40}})

    async def once(line: Any) -> None:
        sent = time.perf_counter()
        await line.send(text)
        await line.recv()
        late.append(time.perf_counter() - sent)

    begun = time.perf_counter()
    done = 0
    tasks = []
    while (now := time.perf_counter() - begun) < seconds:
        while done < now * rate:
            tasks.append(asyncio.create_task(once(made[done % len(made)])))
            done += 1
        await asyncio.sleep(0.002)
    await asyncio.gather(*tasks)
    await asyncio.gather(*(line.close() for line in made))
    return {"moves_per_s": len(late) / seconds, "kB_per_line": held, **quantiles(late)}


def echo_times(lines: int, rate: float, seconds: float) -> dict[str, float]:
    """What the bare echo takes."""
    port = free_port()
    with process(sys.executable, "-m", "bench.server.echo", str(port)) as echo:
        return asyncio.run(_echo(port, lines, rate, seconds, echo.pid))


def run(tables: int = 300, rate: float = 200.0, seconds: float = 10.0, game: str = "original") -> None:
    """Print what one process does with the tables, next to the echo."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 6 * tables + 200)), hard))
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        place = {"FLAGFALL_PORT": str(port), "FLAGFALL_DATABASE": f"sqlite:///{folder}/bench.sqlite3"}
        with process(sys.executable, "-c", SERVE, **LIMITS, **place) as server:
            assert server.stdout is not None
            server.stdout.readline()
            url = f"http://127.0.0.1:{port}"
            ours = asyncio.run(_tables(url, tables, rate, seconds, game, server.pid))
    bare = echo_times(2 * tables, rate, min(seconds, 5.0))
    print(f"{tables} tables of {game}, both players connected, {rate:g} moves a second wanted, SQLite")
    print(f"  all seated and set up in {ours['seated_s']:.1f} s")
    print(f"  {ours['moves_per_s']:.0f} moves/s for {ours['server_cpu']:.0%} of one processor")
    print(f"  answers: {told_times(ours)}")
    print(
        f"  {ours['kB_per_table']:.0f} kB a table with its two connections "
        f"({ours['kB_per_table_after']:.0f} kB after the moves)"
    )
    print(f"  bare echo, {2 * tables} lines, {bare['moves_per_s']:.0f}/s: {told_times(bare)}")
    print(f"  bare echo: {2 * bare['kB_per_line']:.0f} kB for two connections")
    ratios = (ours[name] / bare[name] for name in ("p50_ms", "p99_ms"))
    print("  ratio to the echo: p50 {:.1f}, p99 {:.1f}".format(*ratios))


def told_times(found: dict[str, float]) -> str:
    """Quantiles in words."""
    return f"p50 {found['p50_ms']:.1f} ms, p99 {found['p99_ms']:.1f} ms, longest {found['max_ms']:.1f} ms"
