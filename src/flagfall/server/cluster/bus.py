"""Letters between the processes of a server, and the bus of a server that has only one.

Letters from one process to another arrive in order, each once, or both ends hear that the way between them
is broken. What is spread to all may get lost: it only ever says that something is worth looking at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

from flagfall.server.cluster.bus_messages import Letter

Hear: TypeAlias = Callable[[str, Letter], None]
"""Takes the sender's name and a letter."""
Broken: TypeAlias = Callable[[str], None]
"""Takes the name of the process between which and us something was lost."""


class Bus(Protocol):
    """How processes reach each other, and themselves."""

    @property
    def well(self) -> bool:
        """Whether letters get through at present."""

    async def start(self, name: str, hear: Hear, broken: Broken) -> None:
        """Begin to take letters for a process of this name."""

    async def stop(self) -> None:
        """Send what waits, and end."""

    def send(self, to: str, letter: Letter) -> None:
        """Send a letter to one process, perhaps oneself."""

    def spread(self, letter: Letter) -> None:
        """Send a letter to all processes, oneself included."""

    def beat(self, peers: Iterable[str]) -> None:
        """Write to some processes, so that they notice what was lost even if nothing else is said."""


class LocalBus:
    """Letters within one process: handed over at once, as they are."""

    well = True

    def __init__(self, members: dict[str, Hear] | None = None) -> None:
        self._members = {} if members is None else members
        self._name = ""

    async def start(self, name: str, hear: Hear, broken: Broken) -> None:
        """Begin; nothing is ever lost here."""
        self._name = name
        self._members[name] = hear

    async def stop(self) -> None:
        """End."""
        self._members.pop(self._name, None)

    def send(self, to: str, letter: Letter) -> None:
        """Hand a letter over, if there is somebody."""
        if to in self._members:
            self._members[to](self._name, letter)

    def spread(self, letter: Letter) -> None:
        """Hand a letter to everybody."""
        for hear in list(self._members.values()):
            hear(self._name, letter)

    def beat(self, peers: Iterable[str]) -> None:
        """Nothing gets lost, so there is nothing to notice."""
