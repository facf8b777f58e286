"""A real server in a thread, and players who reach it as everybody does: by HTTP and websocket."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import httpx
import websockets

import flagfall
from flagfall.bots.ranks.setups import generate
from flagfall.server.app import create_app, create_tables
from flagfall.server.hosting.tables import Tables
from flagfall.server.run import DrainingServer, config
from flagfall.server.settings import Settings
from flagfall.server.time_and_chance import TimeAndChance
from tests.waits import PATIENCE as PATIENCE

SLOW: dict[str, Any] = {"open_timeout": PATIENCE, "max_queue": None, "ping_interval": None}
"""A websocket that is not given up on a slow machine, and that closes at once with messages unread."""


def settings(database: str, **more: Any) -> Settings:
    """Settings for tests: quick bots, generous limits."""
    given: dict[str, Any] = {
        "database": database,
        "port": 0,
        "bot_pace": 0.0,
        "bot_warm": False,
        "bot_seconds": 0.05,
        "requests_per_minute": 1_000_000,
        "guests_per_hour": 1_000_000,
        "logins_per_minute": 1_000_000,
        "misses_per_minute": 1_000_000,
        "uploads_per_minute": 1_000_000,
        "prints_per_minute": 1_000_000,
        "searches_per_minute": 1_000_000,
        "downloads_per_hour": 1_000_000,
        "messages_per_second": 10_000.0,
        "says_per_minute": 100_000,
        "connections_per_address": 10_000,
        "requests_at_once_per_address": 10_000,
        "tables_per_person": 10_000,
        "lag_at_most": 1e9,
    }
    return Settings(**{**given, **more})


class Server:
    """A server that really listens, in a thread of its own."""

    def __init__(self, settings: Settings, time_and_chance: TimeAndChance | None = None) -> None:
        self.tables: Tables = create_tables(settings, time_and_chance)
        self._server = DrainingServer(config(create_app(settings, self.tables), settings), self.tables)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> Server:
        self._thread.start()
        while not self._server.started:
            if not self._thread.is_alive():
                raise RuntimeError("the server did not start")
            threading.Event().wait(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.live = f"ws://127.0.0.1:{port}"
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not end"

    def on_loop(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """What some work on the server's own loop gives."""
        loop = next(iter(self.tables._tasks)).get_loop()
        return asyncio.run_coroutine_threadsafe(work(), loop).result(PATIENCE)  # type: ignore[arg-type]


class Person:
    """Somebody with a browser."""

    def __init__(self, server: Server | str, token: str = "") -> None:
        self.url = server if isinstance(server, str) else server.url
        headers = {"Authorization": f"Bearer {token}"} if token else {"X-Flagfall": "1"}
        self.token = token
        self.http = httpx.AsyncClient(base_url=self.url, headers=headers, timeout=PATIENCE)

    async def __aenter__(self) -> Person:
        if not self.token:
            self.me = (await self.post("/api/session")).json()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def ask(self, path: str) -> httpx.Response:
        """Any answer but that the server is busy: who is told so asks again, as people do."""
        while (answer := await self.http.get(path)).status_code == 503:
            await asyncio.sleep(1)
        return answer

    async def get(self, path: str, status: int = 200) -> httpx.Response:
        answer = await (self.http.get(path) if status == 503 else self.ask(path))
        assert answer.status_code == status, answer.text
        return answer

    async def post(self, path: str, body: Any = None, status: int | None = None) -> httpx.Response:
        answer = await self.http.post(path, json=body)
        assert answer.status_code == status if status else answer.is_success, answer.text
        return answer

    async def table(self, game: str, against: str | dict[str, Any], **more: Any) -> dict[str, Any]:
        """Make a table; the answer."""
        other = {"type": against} if isinstance(against, str) else against
        made = await self.post("/api/tables", {"game": game, "against": other, **more})
        return made.json()  # type: ignore[no-any-return]

    @contextlib.asynccontextmanager
    async def at(
        self, table: str, since: str = "", code: str = "", actions: str = "list"
    ) -> AsyncIterator[Line]:
        """A websocket to a table, which lists legal actions or makes offers."""
        path = f"/api/tables/{table}/live?since={since}&code={code}&actions={actions}"
        async with self.socket(path) as line:
            yield line

    @contextlib.asynccontextmanager
    async def socket(self, path: str, **headers: str) -> AsyncIterator[Line]:
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        elif "flagfall" in self.http.cookies:
            headers["Cookie"] = f"flagfall={self.http.cookies['flagfall']}"
        url = self.url.replace("http", "ws", 1) + path
        async with websockets.connect(url, additional_headers=headers, max_size=1 << 20, **SLOW) as socket:
            yield Line(socket)


class Line:
    """A websocket, with all that came over it."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.raw: list[str] = []
        self.heard: list[dict[str, Any]] = []

    async def send(self, type: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": type, **fields}))

    async def send_raw(self, data: str | bytes) -> None:
        await self.socket.send(data)

    async def next(self) -> dict[str, Any]:
        """The next message."""
        # Not `wait_for`: before Python 3.12 it loses a cancellation that comes together with a message.
        async with asyncio.timeout(PATIENCE):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self.heard.append(message)
        return message

    async def until(
        self, *types: str, where: Callable[[dict[str, Any]], bool] | None = None
    ) -> dict[str, Any]:
        """The next message of one of these types (that fits)."""
        while True:
            message = await self.next()
            if message["type"] in types and (where is None or where(message)):
                return message

    async def settled(self) -> None:
        """Wait until everything that was sent before has been answered."""
        await self.send("ping")
        await self.until("pong")

    async def closed(self) -> int:
        """The code with which the server closes."""
        try:
            while True:
                await self.next()
        except websockets.ConnectionClosed as closed:
            assert closed.rcvd is not None
            return closed.rcvd.code


async def deploy(line: Line, game: str, seat: int) -> None:
    """Set a seat up: always in the same way, so that what follows is the same in every run."""
    drawn = generate(flagfall.game(game), seat, random.Random(f"{game} {seat}"), "defensive")
    await line.send("act", seat=seat, action={"type": "deploy", "pieces": drawn.pieces}, ref=seat)


async def play_on(line: Line, rng: random.Random, plies: int = 10_000) -> dict[str, Any] | None:
    """Play at random whenever the line is asked to; the table at the end, or None after some plies."""
    while plies:
        message = await line.next()
        if message["type"] == "turn" and message["must"] == "act":
            await line.send("act", seat=message["seat"], action=rng.choice(message["legal"]))
            plies -= 1
        elif message["type"] == "refused":
            raise AssertionError(message)
        elif message["type"] == "table" and message["table"]["status"] in ("over", "aborted"):
            return message["table"]  # type: ignore[no-any-return]
    return None


class FrozenTime(TimeAndChance):
    """No time passes and chance repeats itself: for comparing what two servers send."""

    def __init__(self, commitments: bool = False) -> None:
        self._count = 0
        self._commitments = commitments

    def now(self) -> int:
        return 1_700_000_000_000

    def _next(self) -> str:
        self._count += 1
        return f"{self._count:06d}"

    def id(self) -> str:
        return "id" + self._next()

    def secret(self) -> str:
        return "secret-of-forty-three-letters-" + self._next()

    def nonce(self) -> str:
        return self._next().zfill(64)

    def draw(self, n: int) -> int:
        return 0

    def seed(self) -> int:
        return 0

    def commit(self, nonce: str, content: str) -> str:
        return super().commit(nonce, content) if self._commitments else "0" * 64


class ManualTime(TimeAndChance):
    """A clock that the test moves by hand."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000

    def now(self) -> int:
        return self.time


def run(work: Awaitable[Any]) -> Any:
    """Run a test's coroutine."""
    return asyncio.run(work)  # type: ignore[arg-type]


def events(line: Line, seat: int | None = None) -> Iterator[dict[str, Any]]:
    """All events that a line was told."""
    for message in line.heard:
        if message["type"] == "told" and (seat is None or message["seat"] == seat):
            yield from message["events"]
