"""Messages over Redis: a stream for each process, which it alone reads, and one for all.

Messages that wait share an entry of the stream. Entries are numbered for each pair of processes, so that the
reader knows when one is missing, for whatever reason: not sent, trimmed, or lost with a Redis that was
restarted. Nothing is kept to be sent later: the log is the truth, and clients who come back are told from
there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterable
from typing import Any

import msgspec
import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff
from redis.exceptions import RedisError

from flagfall.server.cluster.bus import OnBroken, OnMessage
from flagfall.server.cluster.bus_messages import BusMessage, LinkBroken

KEPT = 20_000
"""Entries of a stream at most: what a process that was stopped can catch up with."""
FORGOTTEN = 120
"""Seconds after which the stream of a process that is gone is deleted."""
WAIT = 1.0
"""Seconds that a read waits for new entries."""
TROUBLE = (RedisError, OSError, TimeoutError)

logger = logging.getLogger("flagfall.bus")


class _Packet(msgspec.Struct, array_like=True):
    """Messages of one sender, numbered for one reader; 0 for all."""

    sender: str
    number: int
    messages: list[msgspec.Raw]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Packet).decode
_read = msgspec.msgpack.Decoder(BusMessage).decode


class RedisBus:
    """The bus of a process that shares a Redis with others."""

    def __init__(self, url: str, prefix: str = "flagfall") -> None:
        self._url = url
        self._prefix = prefix
        self._out: dict[str, list[BusMessage]] = {}
        self._waiting = asyncio.Event()
        self._sent: dict[str, int] = {}
        self._heard: dict[str, int] = {}
        self._last_good = 0.0
        self._ending = False
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def healthy(self) -> bool:
        """Whether Redis answered within the last seconds."""
        return time.monotonic() - self._last_good < 5 * WAIT

    def _client(self) -> Any:
        # One more try over a fresh connection: if the entry was written already, its number tells the reader.
        retry = Retry(ConstantBackoff(0.05), 1)
        return redis.from_url(self._url, socket_connect_timeout=2, socket_timeout=5 * WAIT, retry=retry)

    async def start(self, name: str, on_message: OnMessage, on_broken: OnBroken) -> None:
        """Begin to read, as soon as Redis answers."""
        self._name, self._on_message, self._on_broken = name, on_message, on_broken
        self._writer, self._reader = self._client(), self._client()
        self._all = f"{self._prefix}:all"
        with contextlib.suppress(*TROUBLE):
            await self._writer.ping()
            self._last_good = time.monotonic()
        self._tasks = [asyncio.create_task(self._read_on()), asyncio.create_task(self._write_on())]

    async def stop(self) -> None:
        """Send what waits, and disconnect."""
        # Cancelling is not enough: the driver may take it for the end of its own command, and the task would
        # go on for ever. What is being written is finished.
        self._ending = True
        self._waiting.set()
        for reading in self._tasks[:1]:
            reading.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*TROUBLE):
            await self._writer.delete(self._inbox(self._name))
        for client in (self._writer, self._reader):
            with contextlib.suppress(*TROUBLE):
                await client.aclose()

    def _inbox(self, name: str) -> str:
        return f"{self._prefix}:to:{name}"

    def send(self, to: str, message: BusMessage) -> None:
        """Send a message; one to ourselves does not go over Redis."""
        if to == self._name:
            self._on_message(to, message)
        else:
            self._out.setdefault(to, []).append(message)
            self._waiting.set()

    def broadcast(self, message: BusMessage) -> None:
        """Send a message to all processes."""
        self._on_message(self._name, message)
        self._out.setdefault("", []).append(message)
        self._waiting.set()

    def heartbeat(self, peers: Iterable[str]) -> None:
        """Write an entry to some processes, empty if nothing waits for them."""
        for peer in peers:
            if peer != self._name:
                self._out.setdefault(peer, [])
        self._waiting.set()

    async def _write_on(self) -> None:
        while not self._ending or self._out:
            await self._waiting.wait()
            self._waiting.clear()
            await self._flush()

    async def _flush(self) -> None:
        out, self._out = self._out, {}
        if not out:
            return
        pipe = self._writer.pipeline(transaction=False)
        for peer, messages in out.items():
            number = 0
            if peer:
                number = self._sent[peer] = self._sent.get(peer, 0) + 1
            stream = self._inbox(peer) if peer else self._all
            pipe.xadd(
                stream,
                {"p": _encode(_Packet(self._name, number, [msgspec.Raw(_encode(one)) for one in messages]))},
                maxlen=KEPT,
                approximate=True,
            )
            pipe.expire(stream, FORGOTTEN)
        try:
            await pipe.execute()
            self._last_good = time.monotonic()
        except TROUBLE as error:
            logger.warning("Redis cannot be written: %s", type(error).__name__)
            # The numbers are used up: the others see the gap as soon as something arrives again.
            for peer in out:
                if peer:
                    self._on_broken(peer)

    async def _read_on(self) -> None:
        inbox = self._inbox(self._name)
        places: dict[str, Any] = {}
        while not self._ending:
            try:
                if not places:
                    newest = await self._reader.xrevrange(self._all, count=1)
                    places = {inbox: "0-0", self._all: newest[0][0] if newest else "0-0"}
                found = await self._reader.xread(places, count=500, block=int(WAIT * 1_000))
                self._last_good = time.monotonic()
                for stream, entries in found:
                    name = stream.decode()
                    places[name] = entries[-1][0]
                    for _, fields in entries:
                        self._take(fields[b"p"])
                    if name == inbox:
                        await self._reader.xtrim(inbox, minid=places[inbox])
            except TROUBLE as error:
                logger.warning("Redis cannot be read: %s", type(error).__name__)
                await asyncio.sleep(0.2)

    def _take(self, body: bytes) -> None:
        packet = _decode(body)
        sender = packet.sender
        if packet.number:
            missing = packet.number - self._heard.get(sender, 0) - 1
            if missing < 0:
                return
            self._heard[sender] = packet.number
            if missing:
                logger.warning("%d packets of %s are lost", missing, sender)
                self._on_broken(sender)
                self.send(sender, LinkBroken())
        elif sender == self._name:
            return
        for body in packet.messages:
            try:
                message = _read(body)
                if isinstance(message, LinkBroken):
                    self._on_broken(sender)
                else:
                    self._on_message(sender, message)
            except Exception:
                # One message that fails, or that only a newer version knows, must not keep the others from
                # being read.
                logger.exception("a message of %s failed", sender)
