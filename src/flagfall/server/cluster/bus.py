"""Messages between the processes of a server, and the bus of a server that has only one.

Messages from one process to another arrive in order, each once, or both ends hear that the way between them
is broken. What is spread to all may get lost: it only ever says that something is worth looking at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

from flagfall.server.cluster.bus_messages import BusMessage

OnMessage: TypeAlias = Callable[[str, BusMessage], None]
"""Takes the sender's name and a message."""
OnBroken: TypeAlias = Callable[[str], None]
"""Takes the name of the process between which and us something was lost."""


class Bus(Protocol):
    """How processes reach each other, and themselves."""

    @property
    def healthy(self) -> bool:
        """Whether messages get through at present."""

    async def start(self, name: str, hear: OnMessage, broken: OnBroken) -> None:
        """Begin to take messages for a process of this name."""

    async def stop(self) -> None:
        """Send what waits, and end."""

    def send(self, to: str, message: BusMessage) -> None:
        """Send a message to one process, perhaps oneself."""

    def broadcast(self, message: BusMessage) -> None:
        """Send a message to all processes, oneself included."""

    def heartbeat(self, peers: Iterable[str]) -> None:
        """Write to some processes, so that they notice what was lost even if nothing else is said."""


class LocalBus:
    """Messages within one process: handed over at once, as they are."""

    healthy = True

    def __init__(self, members: dict[str, OnMessage] | None = None) -> None:
        self._members = {} if members is None else members
        self._name = ""

    async def start(self, name: str, hear: OnMessage, broken: OnBroken) -> None:
        """Begin; nothing is ever lost here."""
        self._name = name
        self._members[name] = hear

    async def stop(self) -> None:
        """End."""
        self._members.pop(self._name, None)

    def send(self, to: str, message: BusMessage) -> None:
        """Hand a message over, if there is somebody."""
        if to in self._members:
            self._members[to](self._name, message)

    def broadcast(self, message: BusMessage) -> None:
        """Hand a message to everybody."""
        for hear in list(self._members.values()):
            hear(self._name, message)

    def heartbeat(self, peers: Iterable[str]) -> None:
        """Nothing gets lost, so there is nothing to notice."""
