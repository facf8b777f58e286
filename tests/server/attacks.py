"""Attacks that once made a server useless for everybody else, to be run against any build.

``python -m tests.server.attacks http://127.0.0.1:8420`` runs them against a server and prints, for each, how
long somebody else's sign-in and ``/healthz`` took meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import secrets
import sys
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import httpx
import msgspec

import flagfall

PIECE = '[[piece]]\nid="p"\nletter="A"\nrank="2"\nname="x"\n'
ARMIES = '[[army]]\nid="red"\nnames="r"\n[[army]]\nid="blue"\nnames="b"\n'
BOMBS = (
    "a." * 32_000 + "a = 1",
    "[" + "a." * 32_000 + "a]",
    "a = {" + "a." * 30_000 + "a = 1}",
    "a = " + "[" * 60_000,
    ARMIES + PIECE * 700,
    "[[a]]\n" * 10_000,
    'a = """' + '\\"""' * 16_000,
    "n = [" + "9" * 4_000 + "," + "9" * 60_000 + "]",
)
"""Editions that are small outside and huge inside."""
SIGN_IN = 2.0
"""Seconds that registering and signing in may take meanwhile, on a machine that does nothing else."""
HEALTH = 0.2
"""The same for ``/healthz``."""
HEAD = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nX-Flagfall: 1\r\nContent-Type: application/json\r\n"


class Attacker:
    """Raw connections from one address."""

    def __init__(self, url: str, source: str = "127.0.0.2") -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.source = source
        self.open: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def connect(self, said: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection over which something was said; it stays open."""
        local = (self.source, 0) if self.host == "127.0.0.1" else None
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=local)
        self.open.append((reader, writer))
        writer.write(said)
        return reader, writer

    async def half_requests(self, many: int) -> None:
        """Requests that begin and do not go on."""
        for _ in range(many):
            await self.connect(HEAD)

    async def slow_bodies(self, many: int) -> None:
        """Bodies of which one byte comes."""
        for _ in range(many):
            await self.connect(HEAD + b"Content-Length: 1000\r\n\r\n{")

    async def endless_headers(self) -> bytes:
        """Header lines until the server has had enough; what it says."""
        reader, writer = await self.connect(HEAD)
        with contextlib.suppress(OSError):
            for _ in range(100_000):
                if writer.is_closing() or reader.at_eof():
                    break
                writer.write(b"X-Line: and another\r\n" * 50)
                await writer.drain()
        return await heard(reader)

    async def close(self) -> None:
        """End all connections."""
        for _, writer in self.open:
            writer.close()
        self.open.clear()


async def heard(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server closes."""
    said = b""
    with contextlib.suppress(OSError):
        while part := await reader.read(65_536):
            said += part
    return said


async def toml_bombs(url: str) -> list[int]:
    """Eight editions at once; the statuses of the answers."""
    async with httpx.AsyncClient(base_url=url, headers={"X-Flagfall": "1"}, timeout=300) as client:
        await client.post("/api/session")
        answers = await asyncio.gather(
            *(client.post("/api/editions/check", json={"text": text}) for text in BOMBS)
        )
        assert all(len(answer.content) < 200_000 for answer in answers)
        return [answer.status_code for answer in answers]


async def sign_in(url: str, source: str | None = None) -> None:
    """What somebody else does meanwhile: register, sign in, and see that the server is well.

    From an address of their own on a server of this machine: an address may sign in so often in a minute.
    """
    here = httpx.AsyncHTTPTransport(local_address=source if urlsplit(url).hostname == "127.0.0.1" else None)
    headers = {"X-Flagfall": "1"}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=300, transport=here) as client:
        name, password = f"Ann{secrets.token_hex(4)}", "correct horse battery"
        await client.post("/api/session")
        made = await client.post("/api/account", json={"name": name, "password": password})
        assert made.is_success, made.text
        begun = await client.post("/api/login", json={"name": name, "password": password})
        assert begun.is_success, begun.text
        assert (await client.get("/healthz")).status_code == 200


class Pulse:
    """Somebody who asks for ``/healthz`` all the time, on a connection of their own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.longest = 0.0

    async def run(self) -> None:
        """Ask until cancelled, and keep the longest time that an answer took."""
        async with httpx.AsyncClient(base_url=self.url, timeout=300) as client:
            while True:
                begun = time.monotonic()
                (await client.get("/healthz")).raise_for_status()
                self.longest = max(self.longest, time.monotonic() - begun)
                await asyncio.sleep(0.02)


async def unread_answers(attacker: Attacker, many: int) -> None:
    """Requests for much, of which nothing is read."""
    ask = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for _ in range(many):
        _, writer = await attacker.connect(ask * 50)
        writer.transport.pause_reading()  # type: ignore[attr-defined]


def long_line(game: str, steps: int) -> dict[str, object]:
    """A position with many steps from there, for an analysis board to play through."""
    state, taken, rng = flagfall.game(game).new(seed=1), [], random.Random(1)
    text = state.position()
    while len(taken) < steps and (pending := state.pending()):
        action = pending[0].sample(rng)
        state = state.apply(pending[0].seat, action).state
        taken.append({"action": msgspec.to_builtins(action)})
    return {"game": game, "text": text, "steps": taken}


async def long_analyses(url: str, line: object, many: int, source: str = "127.0.0.2") -> list[int]:
    """Analyses of long lines, all at once; the statuses of the answers."""
    here = httpx.AsyncHTTPTransport(
        local_address=source if urlsplit(url).hostname == "127.0.0.1" else None,
        limits=httpx.Limits(max_connections=many),
    )
    headers = {"X-Flagfall": "1"}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=300, transport=here) as client:
        await client.post("/api/session")
        answers = await asyncio.gather(*(client.post("/api/analysis/hex", json=line) for _ in range(many)))
        return [answer.status_code for answer in answers]


async def handshakes(url: str, many: int) -> None:
    """Websockets to the lobby, opened and closed as fast as it goes."""
    import websockets

    for _ in range(many):
        with contextlib.suppress(websockets.WebSocketException, OSError):
            async with websockets.connect(url.replace("http", "ws", 1) + "/api/live"):
                pass


async def main(url: str) -> int:
    """Run all attacks, one after the other; 1 if somebody else was harmed by any of them."""
    attacker = Attacker(url)
    line = long_line("hex-six", 200)
    attacks: dict[str, Callable[[], Awaitable[object]]] = {
        "nothing": lambda: asyncio.sleep(0),
        "eight TOML bombs": lambda: toml_bombs(url),
        "1,100 half requests": lambda: attacker.half_requests(1_100),
        "200 slow bodies": lambda: attacker.slow_bodies(200),
        "endless header lines": attacker.endless_headers,
        "200 unread answers": lambda: unread_answers(attacker, 200),
        "300 handshakes": lambda: handshakes(url, 300),
        "100 long analyses": lambda: long_analyses(url, line, 100),
    }
    harmed = False
    for number, (name, attack) in enumerate(attacks.items()):
        pulse = Pulse(url)
        asking = asyncio.create_task(pulse.run())
        going = asyncio.ensure_future(attack())
        await asyncio.sleep(0.2)
        begun = time.monotonic()
        await sign_in(url, f"127.0.1.{number + 1}")
        took = time.monotonic() - begun
        with contextlib.suppress(OSError):
            await going
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await attacker.close()
        sys.stdout.write(f"{name:24s} signing in: {took:5.2f} s   /healthz: {pulse.longest:5.2f} s\n")
        harmed = harmed or took > SIGN_IN or pulse.longest > HEALTH
    return int(harmed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", help="of a running server")
    sys.exit(asyncio.run(main(parser.parse_args().url)))
