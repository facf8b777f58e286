"""Messages between the processes of a server, and the bus of a server that has only one.

Messages from one process to another arrive in order, each once, or both ends learn that the link between
them is broken. A broadcast may get lost: it only ever says that something is worth looking at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

from flagfall.server.cluster.bus_messages import BusMessage

OnMessage: TypeAlias = Callable[[str, BusMessage], None]
"""Takes the sender's name and a message."""
OnBroken: TypeAlias = Callable[[str], None]
"""Takes the name of a process: messages between it and us were lost."""


class Bus(Protocol):
    """How processes reach each other, and themselves."""

    @property
    def healthy(self) -> bool:
        """Whether messages get through at present."""

    async def start(self, name: str, on_message: OnMessage, on_broken: OnBroken) -> None:
        """Begin to take messages for a process of this name."""

    async def stop(self) -> None:
        """Send what waits, and disconnect."""

    def send(self, to: str, message: BusMessage) -> None:
        """Send a message to one process, perhaps to ourselves."""

    def broadcast(self, message: BusMessage) -> None:
        """Send a message to all processes, ourselves included."""

    def heartbeat(self, peers: Iterable[str]) -> None:
        """Write to some processes, so that they notice what was lost even if nothing else is sent."""


class LocalBus:
    """Messages within one process: handed over at once, as they are."""

    healthy = True

    def __init__(self, members: dict[str, OnMessage] | None = None) -> None:
        self._members = {} if members is None else members
        self._name = ""

    async def start(self, name: str, on_message: OnMessage, on_broken: OnBroken) -> None:
        """Begin to take messages; nothing is ever lost here."""
        self._name = name
        self._members[name] = on_message

    async def stop(self) -> None:
        """Take no more messages."""
        self._members.pop(self._name, None)

    def send(self, to: str, message: BusMessage) -> None:
        """Hand a message over, if there is a process of that name."""
        if to in self._members:
            self._members[to](self._name, message)

    def broadcast(self, message: BusMessage) -> None:
        """Hand a message to every process."""
        for on_message in list(self._members.values()):
            on_message(self._name, message)

    def heartbeat(self, peers: Iterable[str]) -> None:
        """Do nothing: nothing gets lost that could be noticed."""
