"""How long a process that is told to end leaves its players without a connection.

``python -m bench.cluster.drain``: two processes, everybody connected to either; one gets SIGTERM, and all
who were there come back to the other, as a browser does through the proxy. A table counts as there when its
player has been told how it stands.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from typing import Any

import httpx
import websockets

from bench.cluster.load import cluster
from bench.server.load import COOKIE

LIMIT = 1.0
"""Seconds that a drain may cost a player."""
AGAIN = 0.02
"""Seconds between two tries to come back."""


class Guest:
    """A player who comes back as soon as he is sent away."""

    def __init__(self, urls: list[str], table: str, cookie: str) -> None:
        self.urls = urls
        self.table = table
        self.cookie = cookie
        self.away: list[float] = []
        self.there = asyncio.Event()

    async def stay(self) -> None:
        """Be there, and count the seconds that one is not."""
        left: float | None = None
        place = 0
        while True:
            try:
                async with self._line(self.urls[place]) as line:
                    async for text in line:
                        if left is not None and text.startswith(('{"type":"welcome"', '{"type":"resumed"')):
                            self.away.append(time.perf_counter() - left)
                            left = None
                        self.there.set()
            except (OSError, websockets.WebSocketException):
                pass
            left = left or time.perf_counter()
            place = 1
            await asyncio.sleep(AGAIN)

    def _line(self, url: str) -> Any:
        return websockets.connect(
            f"{url.replace('http', 'ws', 1)}/api/tables/{self.table}/live",
            additional_headers={"Cookie": f"{COOKIE}={self.cookie}"},
            ping_interval=None,
        )


async def _drain(urls: list[str], pid: int, tables: int) -> list[float]:
    async with httpx.AsyncClient(headers={"X-Flagfall": "1"}, timeout=60) as ann:
        (await ann.post(f"{urls[0]}/api/session")).raise_for_status()
        cookie = ann.cookies[COOKIE]
        send: Any = {"headers": {"Cookie": f"{COOKIE}={cookie}"}}
        guests = []
        for _ in range(tables):
            wish = {"game": "original", "against": {"type": "hotseat"}}
            made = (await ann.post(f"{urls[0]}/api/tables", json=wish, **send)).json()
            guests.append(Guest(urls, made["table"]["id"], cookie))
    staying = [asyncio.create_task(guest.stay()) for guest in guests]
    await asyncio.gather(*(guest.there.wait() for guest in guests))
    os.kill(pid, signal.SIGTERM)
    async with asyncio.timeout(60):
        while not all(guest.away for guest in guests):
            await asyncio.sleep(0.05)
    for task in staying:
        task.cancel()
    await asyncio.gather(*staying, return_exceptions=True)
    return sorted(max(guest.away) for guest in guests)


def run(counts: tuple[int, ...] = (10, 100, 400)) -> None:
    """Print how long players were away, next to what they may be."""
    for tables in counts:
        with cluster(2) as (urls, pids):
            away = asyncio.run(_drain(urls, pids[0], tables))
        middle, worst = away[len(away) // 2], away[-1]
        print(
            f"  {tables} tables: away {middle:.2f} s (median), {worst:.2f} s (longest); "
            f"{worst / LIMIT:.2f} of what it may be",
            flush=True,
        )


if __name__ == "__main__":
    run()
