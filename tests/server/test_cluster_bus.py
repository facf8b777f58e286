"""Messages between processes: one suite for the bus within a process and the one over Redis."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from flagfall.server.cluster.bus import Bus, LocalBus
from flagfall.server.cluster.bus_messages import (
    BusMessage,
    ClientSent,
    CloseSocket,
    LinkBroken,
    LobbyChanged,
    NotifyPlayer,
    SendText,
    SocketClosed,
    SocketOpened,
    TableReply,
    TableRequest,
    TablesReleased,
    UnreadableSent,
)
from flagfall.server.cluster.redis_bus import RedisBus
from flagfall.server.cluster.table_calls import TableCall
from flagfall.server.wire.messages import Act, Ping
from flagfall.server.wire.tables import Problem
from tests.server.kit import PATIENCE, run
from tests.server.services import Redis

MESSAGES: list[BusMessage] = [
    SocketOpened(1, "t", None, "", (), "", {-1: 12}),
    ClientSent(1, Act({"type": "move", "origin": 31, "to": 41}, n=3, ref=7)),
    UnreadableSent(1, Problem("bad-message", field="action")),
    SendText(1, '{"type":"told"}'),
    CloseSocket(1, 1012, "moved"),
    SocketClosed(1),
]


class Member:
    """A process on a bus, with all it has heard."""

    def __init__(self, name: str, bus: Bus) -> None:
        self.name = name
        self.bus = bus
        self.heard: list[tuple[str, BusMessage]] = []
        self.broken: list[str] = []

    async def until(self, fits: Callable[[], Any]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not fits():
                await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def members(make: Callable[[], Bus], *names: str) -> AsyncIterator[list[Member]]:
    """Processes with these names."""
    made = [Member(name, make()) for name in names]
    for one in made:
        await one.bus.start(
            one.name, lambda peer, message, one=one: one.heard.append((peer, message)), one.broken.append
        )
    await asyncio.gather(*(one.until(lambda one=one: one.bus.healthy) for one in made))
    try:
        yield made
    finally:
        for one in made:
            await one.bus.stop()


@pytest.fixture(params=["local", "redis"])
def make(request: pytest.FixtureRequest) -> Callable[[], Bus]:
    if request.param == "local":
        there: dict[str, Any] = {}
        return lambda: LocalBus(there)
    url = request.getfixturevalue("redis")
    prefix = f"test-{request.node.name}"
    return lambda: RedisBus(url, prefix)


def test_messages_arrive_once_and_in_order(make: Callable[[], Bus]) -> None:
    async def go() -> None:
        async with members(make, "a", "b") as (a, b):
            for n in range(300):
                a.bus.send("b", SendText(n, "x"))
                b.bus.send("a", SendText(n, "y"))
                if n % 50 == 0:
                    await asyncio.sleep(0.001)
            await b.until(lambda: len(b.heard) == 300 and len(a.heard) == 300)
            assert b.heard == [("a", SendText(n, "x")) for n in range(300)]
            assert a.heard == [("b", SendText(n, "y")) for n in range(300)]
            assert not a.broken
            assert not b.broken

    run(go())


def test_every_kind_of_message_arrives_as_it_was_sent(make: Callable[[], Bus]) -> None:
    async def go() -> None:
        async with members(make, "a", "b") as (a, b):
            for message in MESSAGES:
                a.bus.send("b", message)
            await b.until(lambda: len(b.heard) == len(MESSAGES))
            assert [message for _, message in b.heard] == MESSAGES

    run(go())


WIRE = {
    "enter": SocketOpened(1, "t", None, "", (), "", {}),
    "heard": ClientSent(1, Ping()),
    "misread": UnreadableSent(1, Problem("bad-message")),
    "left": SocketClosed(1),
    "tell": SendText(1, "x"),
    "shut": CloseSocket(1, 1012, "moved"),
}
"""How processes of all versions name messages about sockets."""


@pytest.mark.parametrize("tag", WIRE)
def test_old_and_new_processes_understand_each_other(tag: str) -> None:
    sent = msgspec.msgpack.decode(msgspec.msgpack.encode(WIRE[tag]))
    assert (sent["type"], sent["line"]) == (tag, 1)


def test_requests_to_tables_keep_their_names_between_versions() -> None:
    assert {one.__name__ for one in TableCall.__subclasses__()} == {"Sit", "HandOver", "Leave", "EndNoShow"}
    tags = {one: one.__struct_config__.tag for one in (TableRequest, TableReply, LobbyChanged, NotifyPlayer)}
    assert list(tags.values()) == ["ask", "reply", "lobby", "wanted"]
    assert (TablesReleased.__struct_config__.tag, LinkBroken.__struct_config__.tag) == ("orphaned", "void")


def test_a_message_to_oneself_comes_at_once(make: Callable[[], Bus]) -> None:
    async def go() -> None:
        async with members(make, "a") as (a,):
            a.bus.send("a", SocketClosed(1))
            assert a.heard == [("a", SocketClosed(1))]

    run(go())


def test_what_is_broadcast_reaches_everybody_once(make: Callable[[], Bus]) -> None:
    async def go() -> None:
        async with members(make, "a", "b", "c") as everybody:
            # A newcomer hears what is spread after it has come: who has heard something is there.
            for one, other in zip(everybody, (*everybody[1:], everybody[0]), strict=True):
                one.bus.send(other.name, SocketClosed(0))
            for one in everybody:
                await one.until(lambda one=one: one.heard)
                one.heard.clear()
            everybody[0].bus.broadcast(LobbyChanged())
            for one in everybody:
                await one.until(lambda one=one: one.heard)
            everybody[1].bus.send("a", SocketClosed(1))
            await everybody[0].until(lambda: len(everybody[0].heard) == 2)
            assert [one.heard[0] for one in everybody] == [("a", LobbyChanged())] * 3
            assert all(len(one.heard) == 1 for one in everybody[1:])

    run(go())


def test_a_message_to_nobody_harms_nobody(make: Callable[[], Bus]) -> None:
    async def go() -> None:
        async with members(make, "a") as (a,):
            a.bus.send("nobody", SocketClosed(1))
            a.bus.heartbeat(["nobody", "a"])
            await asyncio.sleep(0.05)
            assert not a.heard

    run(go())


def test_both_ends_hear_of_what_was_lost_with_redis(redis: str, tmp_path: Path) -> None:
    """Redis is killed with a message in it, and starts with nothing: the next beat shows the gap."""
    server = Redis(tmp_path)

    async def go() -> None:
        async with members(lambda: RedisBus(server.url), "a", "b") as (a, b):
            a.bus.send("b", SocketClosed(1))
            await b.until(lambda: b.heard)
            server.stop()
            a.bus.send("b", SocketClosed(2))
            await a.until(lambda: a.broken)
            assert not b.broken
            server.start()
            while not b.broken:
                a.bus.heartbeat(["b"])
                await asyncio.sleep(0.1)
            assert set(b.broken) == {"a"}
            a.bus.send("b", SocketClosed(3))
            await b.until(lambda: len(b.heard) == 2)
            assert [message for _, message in b.heard] == [SocketClosed(1), SocketClosed(3)]

    try:
        run(go())
    finally:
        server.stop()


def test_a_process_that_was_away_catches_up(redis: str) -> None:
    """What was sent before a process reads is read in order; its stream waits for it."""

    async def go() -> None:
        async with members(lambda: RedisBus(redis, "late"), "a") as (a,):
            for n in range(20):
                a.bus.send("b", SocketClosed(n))
                await asyncio.sleep(0.002)
            async with members(lambda: RedisBus(redis, "late"), "b") as (b,):
                await b.until(lambda: len(b.heard) == 20)
                assert [message for _, message in b.heard] == [SocketClosed(n) for n in range(20)]
                assert not b.broken

    run(go())
