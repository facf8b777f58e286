"""A process that ends hands its tables and websockets on to others, a few at a time."""

from __future__ import annotations

import asyncio
import contextlib

from flagfall.server.cluster.bus import Bus
from flagfall.server.cluster.bus_messages import TablesReleased
from flagfall.server.cluster.local_sockets import LocalSockets
from flagfall.server.cluster.ownership import Ownership
from flagfall.server.tables.actor import Actor

FEW = 20
"""Tables that are released at a time, so that nobody waits long for the next owner."""
ROUNDS = 40
"""In how many steps at most: an operator waits for the end."""
BREATH = 0.2
"""Seconds between two steps."""


async def hand_on(
    actors: dict[str, Actor], ownership: Ownership, local_sockets: LocalSockets, bus: Bus
) -> None:
    """Release tables and close websockets a few at a time, so that nobody waits long."""
    ids = list(actors)
    few = max(FEW, len(ids) // ROUNDS)
    with contextlib.suppress(Exception):  # Without the database everything ends with the lease.
        while ids:
            some, ids = ids[:few], ids[few:]
            await ownership.release(some)
            for id in some:
                if id in actors:
                    actors[id].give_up(1012, "moved")
            bus.broadcast(TablesReleased())
            await asyncio.sleep(BREATH)
    few = max(2 * FEW, len(local_sockets) // ROUNDS)
    while len(local_sockets):
        local_sockets.close_all(few)
        await asyncio.sleep(BREATH)
