"""Attacks on the door: those who attack are turned away, and somebody else is served meanwhile."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from flagfall.server.http import connection_limits
from tests.server.attacks import BOMBS, HEAD, Attacker, heard, sign_in, toml_bombs
from tests.server.kit import PATIENCE, Server, run, settings

MANY = 40


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Server]:
    with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3", requests_at_once_per_address=MANY)) as server:
        yield server


def test_eight_toml_bombs_keep_nobody_from_signing_in(place: Server) -> None:
    async def go() -> None:
        bombs = asyncio.create_task(toml_bombs(place.url))
        await sign_in(place.url)
        statuses = await bombs
        assert len(statuses) == len(BOMBS)
        assert set(statuses) <= {200, 413, 503}

    run(go())


def test_an_address_has_so_many_connections_and_others_have_theirs(place: Server) -> None:
    async def go() -> None:
        attacker = Attacker(place.url)
        await attacker.half_requests(3 * MANY)
        refused = [await heard(reader) for reader, _ in attacker.open[MANY:]]
        # They are closed; one whose bytes were still on the way may have lost the answer.
        assert all(not said or said.startswith(b"HTTP/1.1 429 ") for said in refused)
        # Nobody waits for the attack to end: it goes on while somebody else signs in.
        await sign_in(place.url)
        assert not any(reader.at_eof() for reader, _ in attacker.open[:MANY])
        await attacker.close()

    run(go())


@pytest.mark.parametrize(
    "rest", [b"", b"Content-Length: 1000\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\n1"]
)
def test_a_request_that_does_not_come_is_not_waited_for(
    place: Server, rest: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connection_limits, "SECONDS", 0.5)

    async def go() -> None:
        attacker = Attacker(place.url)
        reader, _ = await attacker.connect(HEAD + rest)
        said = await heard(reader)
        assert said.startswith(b"HTTP/1.1 408 ")
        assert b"x-content-type-options: nosniff" in said
        # A connection that has said one request, and then only blank lines.
        reader, writer = await attacker.connect(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await reader.readuntil(b"ok")
        writer.write(b"\r\n")
        assert (await heard(reader)).startswith(b"HTTP/1.1 408 ")
        await attacker.close()

    run(go())
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


def test_an_answer_that_is_not_read_is_not_kept(
    place: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Those who ask for much and read nothing are cut off; who reads slowly gets all of it."""
    monkeypatch.setattr(connection_limits, "SECONDS", 0.5)
    ask = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"

    async def go() -> None:
        attacker = Attacker(place.url)
        protocol = place._server.config.http_protocol_class  # type: ignore[union-attr]
        lost: list[str] = []
        forget = protocol.connection_lost

        def watched(self: Any, exc: Exception | None) -> None:
            lost.append(self._where)
            forget(self, exc)

        monkeypatch.setattr(protocol, "connection_lost", watched)
        # So many requests on one connection that neither side can hold the answers.
        reader, _ = await attacker.connect(ask * 200)
        held = reader._transport  # type: ignore[attr-defined]
        held.pause_reading()
        while attacker.source not in lost:
            await asyncio.sleep(0.05)
        assert protocol.open[attacker.source] == 0
        monkeypatch.setattr(connection_limits, "SECONDS", PATIENCE)
        slow, _ = await attacker.connect(ask)
        said = b""
        while not said.endswith(b"}") or len(said) < 100_000:
            said += await slow.read(16_384)
            await asyncio.sleep(0.01)
        assert said.startswith(b"HTTP/1.1 200 ")
        await attacker.close()

    run(go())
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


@pytest.mark.parametrize("limit", ["requests_per_minute", "misses_per_minute"])
def test_who_asks_for_too_much_is_told_so_once_for_all_that_is_on_the_way(tmp_path: Path, limit: str) -> None:
    """Ten thousand requests in a row would keep everybody waiting, even if each is refused at once."""
    more = {limit: 10}
    ask = b"GET /api/tables/none HTTP/1.1\r\nHost: localhost\r\n\r\n"

    async def go() -> None:
        attacker = Attacker(place.url)
        reader, _ = await attacker.connect(ask * 50)
        said = await heard(reader)
        assert said.count(b"HTTP/1.1 429 ") == 1
        assert said.count(b"HTTP/1.1 404 ") < 20
        await attacker.close()

    with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3", **more)) as place:
        run(go())


@pytest.mark.parametrize("at_once", [False, True])
def test_a_head_has_64_kb(place: Server, at_once: bool) -> None:
    async def go() -> None:
        attacker = Attacker(place.url)
        if at_once:
            reader, _ = await attacker.connect(HEAD + b"X-Line: x\r\n" * 7_000 + b"\r\n")
            said = await heard(reader)
        else:
            said = await attacker.endless_headers()
        # A client that goes on writing may lose the answer; that it is closed shows here.
        assert said.startswith(b"HTTP/1.1 431 ") or (not at_once and not said)
        await sign_in(place.url)
        await attacker.close()

    run(go())


@pytest.mark.parametrize(
    "said",
    [
        b"GET /api/hello HTTP/1.1\r\nHost: [\r\n\r\n",
        b"GET /api/hello HTTP/1.1\r\nHost: localhost:99999\r\n\r\n",
        b"GET /api/hello HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[x\r\n\r\n",
        HEAD + b"Origin: http://[\r\nContent-Length: 0\r\n\r\n",
        b"no request at all\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5_000 + b"\r\n\r\n",
    ],
)
def test_a_malformed_request_gets_400_with_our_headers(
    place: Server, said: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        attacker = Attacker(place.url)
        reader, writer = await attacker.connect(said)
        writer.write_eof()
        answer = await reader.read(4_096)
        assert answer.startswith(b"HTTP/1.1 400 "), answer
        assert b"x-content-type-options: nosniff" in answer
        await attacker.close()

    run(go())
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


@pytest.mark.parametrize(
    "body",
    [b"{", b"\xff\xfe", b'{"name": "\xff"}', b'{"name": "\\ud800"}', b"[" * 100_000, b'{"name":' * 15_000],
)
def test_a_malformed_body_gets_400(place: Server, body: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with httpx.Client(base_url=place.url, headers={"X-Flagfall": "1"}, timeout=PATIENCE) as client:
        client.post("/api/session")
        for path in ("/api/login", "/api/tables", "/api/editions/check"):
            answer = client.post(path, content=body, headers={"content-type": "application/json"})
            assert answer.status_code == 400, (path, answer.text)
            assert answer.headers["x-content-type-options"] == "nosniff"
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


def test_not_ready_while_nothing_can_be_written(tmp_path: Path) -> None:
    async def until(client: httpx.AsyncClient, status: int) -> None:
        while (await client.get("/readyz")).status_code != status:
            await asyncio.sleep(0.05)

    async def go() -> None:
        with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3")) as server:
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client:
                await until(client, 200)
                full = "BEGIN SELECT RAISE(FAIL, 'the disk is full'); END"
                with sqlite3.connect(tmp_path / "x.sqlite3") as db:
                    db.execute(f"CREATE TRIGGER a BEFORE INSERT ON pulse {full}")
                    db.execute(f"CREATE TRIGGER b BEFORE UPDATE ON pulse {full}")
                await until(client, 503)
                assert (await client.get("/healthz")).status_code == 200
                with sqlite3.connect(tmp_path / "x.sqlite3") as db:
                    db.execute("DROP TRIGGER a")
                    db.execute("DROP TRIGGER b")
                await until(client, 200)

    run(go())


def test_who_takes_an_answer_slowly_is_waited_for_and_who_takes_nothing_is_not() -> None:
    class Pipe:
        """What the loop holds for a client that reads so many bytes between two looks."""

        def __init__(self, left: int) -> None:
            self.left, self.aborted = left, False

        def get_write_buffer_size(self) -> int:
            return self.left

        def abort(self) -> None:
            self.aborted = True

    async def go() -> None:
        for taken, cut in ((connection_limits.LEAST, False), (connection_limits.LEAST - 1, True)):
            connection = connection_limits.LimitedConnection.__new__(connection_limits.LimitedConnection)
            connection.loop = asyncio.get_running_loop()
            connection.transport = pipe = Pipe(100_000)  # type: ignore[assignment]
            connection._watch(pipe.left)
            pipe.left -= taken
            connection._look(100_000)
            assert pipe.aborted == cut
            connection._unwatch()

    run(go())
