"""Processes of two versions work together: what they send each other is understood, or passed over.

The last test plays a whole rolling restart; `tests/server/rolling_restart.py` does so from any
checkout.
"""

from __future__ import annotations

import asyncio
import base64
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import msgspec
import pytest

from flagfall.server.cluster import table_calls
from flagfall.server.cluster.bus_messages import (
    BusMessage,
    ClientSent,
    SocketClosed,
    SocketOpened,
    TableRequest,
)
from flagfall.server.cluster.redis_bus import RedisBus
from flagfall.server.hosting import owner_requests  # noqa: F401 - makes the kinds of calls known
from flagfall.server.wire.messages import Act, Say
from tests.server.kit import run
from tests.server.rolling_restart import roll
from tests.server.services import programs
from tests.server.test_cluster_bus import members

OLD = json.loads((Path(__file__).parent / "data" / "bus_messages.json").read_text(encoding="utf-8"))
"""Every kind of message, as the first version with several processes wrote it (MessagePack in base64)."""
ROOT = Path(__file__).parents[2]
OLDER = "26c26f9"
"""The last version before messages were generic: its clients play the hex game by ``hex-act``."""
read = msgspec.msgpack.Decoder(BusMessage).decode


@pytest.mark.parametrize("name", OLD)
def test_what_an_older_process_writes_is_understood(name: str) -> None:
    message = read(base64.b64decode(OLD[name]))
    if isinstance(message, TableRequest):
        kind, _ = table_calls._kinds[message.what]
        msgspec.msgpack.decode(message.request, type=kind)
    if isinstance(message, SocketOpened):
        assert (message.socket, message.table, message.since) == (3, "t1", {0: 4})
    if isinstance(message, ClientSent):
        assert message.message.ref is not None


@pytest.mark.parametrize("name", OLD)
def test_an_older_process_understands_what_we_write(name: str) -> None:
    """Its reader knows these fields: ours may leave none out, and what is new it passes over."""
    body = base64.b64decode(OLD[name])
    theirs, ours = msgspec.msgpack.decode(body), msgspec.msgpack.decode(msgspec.msgpack.encode(read(body)))
    assert ours["type"] == theirs["type"]
    assert set(theirs) <= set(ours)
    if "message" in theirs:  # What clients send is read without unknown fields.
        assert set(ours["message"]) == set(theirs["message"])


def test_every_kind_of_message_is_among_those_of_the_older_version() -> None:
    """A new kind would be unreadable there: send it one version after it is understood."""
    known = {msgspec.msgpack.decode(base64.b64decode(body))["type"] for body in OLD.values()}
    ours = {one.__struct_config__.tag for one in BusMessage.__args__}  # type: ignore[attr-defined]
    assert ours == known


def test_a_message_that_only_a_newer_version_knows_is_passed_over(redis: str) -> None:
    class Newer(msgspec.Struct, tag="newer"):
        what: int

    async def go() -> None:
        async with members(lambda: RedisBus(redis, "newer"), "a", "b") as (a, b):
            a.bus.send("b", SocketClosed(1))
            a.bus.send("b", Newer(2))  # type: ignore[arg-type]
            a.bus.send("b", SocketClosed(3))
            await b.until(lambda: len(b.heard) == 2)
            assert [message for _, message in b.heard] == [SocketClosed(1), SocketClosed(3)]
            assert not b.broken
            await asyncio.sleep(0)

    run(go())


def test_what_a_client_of_the_first_protocol_says_is_understood() -> None:
    said = [read(base64.b64decode(OLD[name])) for name in ("heard act", "heard say")]
    assert isinstance(said[0], ClientSent) and isinstance(said[0].message, Act)
    assert said[0].message.action == {"type": "move", "origin": 1, "target": 2}
    assert isinstance(said[1], ClientSent) and isinstance(said[1].message, Say)


@pytest.mark.long
def test_games_go_on_through_a_rolling_restart_from_an_older_version(tmp_path: Path) -> None:
    """With real processes of both versions on one database; clients say ``hex-act``, as they did then."""
    if programs() is None or shutil.which("redis-server") is None:
        pytest.skip("needs PostgreSQL and Redis")
    packed = subprocess.run(["git", "archive", OLDER, "src"], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip(f"the history does not have {OLDER}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as sources:
        sources.extractall(tmp_path, filter="data")
    with tempfile.TemporaryDirectory(prefix="flagfall-rolling-") as folder:
        asyncio.run(roll(tmp_path, Path(folder)))
