"""The websockets of this process: each has a line to the owner of its table, wherever that is."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from flagfall.server.cluster.bus_messages import Enter, Heard, Left, Misread, Shut, Tell
from flagfall.server.tables.connection import Connection
from flagfall.server.wire.tables import ClientMessage, Problem

if TYPE_CHECKING:
    from flagfall.server.tables.tables import Hall

PATIENCE = 5.0
"""Seconds after which a line that the owner has not answered is given up."""


class Line:
    """The way from a websocket to its table."""

    __slots__ = ("answered", "connection", "id", "opened", "owner")

    def __init__(self, id: int, owner: str, connection: Connection) -> None:
        self.id = id
        self.owner = owner
        self.connection = connection
        self.opened = time.monotonic()
        self.answered = False


class Lines:
    """All lines of this process."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._lines: dict[int, Line] = {}
        self._next = 0

    def __len__(self) -> int:
        return len(self._lines)

    def open(self, owner: str, table: str, connection: Connection, code: str, since: dict[int, int]) -> Line:
        """A line to a table's owner, who lets the socket in or closes it."""
        self._next += 1
        line = self._lines[self._next] = Line(self._next, owner, connection)
        blocked = tuple(connection.blocked)
        letter = Enter(line.id, table, connection.person, connection.name, blocked, code, since)
        self._hall.bus.send(owner, letter)
        return line

    def hear(self, line: Line, message: ClientMessage | Problem) -> None:
        """Pass on what the client says, or that it could not be read."""
        if line.id in self._lines:
            said = Misread(line.id, message) if isinstance(message, Problem) else Heard(line.id, message)
            self._hall.bus.send(line.owner, said)

    def close(self, line: Line) -> None:
        """The client has gone."""
        if self._lines.pop(line.id, None) is not None:
            self._hall.bus.send(line.owner, Left(line.id))

    def close_all(self, most: int | None = None) -> None:
        """Let everybody go, or so many."""
        for line in list(self._lines.values())[:most]:
            self._give_up(line)

    # ---- from the owners ------------------------------------------------------------------------

    def tell(self, owner: str, letter: Tell) -> None:
        """Pass on what the table tells; a line that is not known any more is ended there too."""
        line = self._lines.get(letter.line)
        if line is None or line.owner != owner:
            self._hall.bus.send(owner, Left(letter.line))
        else:
            line.answered = True
            line.connection.send(letter.text)

    def shut(self, owner: str, letter: Shut) -> None:
        """The owner ends a line."""
        line = self._lines.get(letter.line)
        if line is not None and line.owner == owner:
            del self._lines[letter.line]
            line.connection.close(letter.code, letter.reason)

    def cut(self, owner: str) -> None:
        """The way to an owner is broken: its clients come back, and go on by their numbers."""
        for line in [line for line in self._lines.values() if line.owner == owner]:
            self._give_up(line)

    def sweep(self) -> None:
        """Give up lines that an owner does not answer."""
        late = time.monotonic() - PATIENCE
        for line in [one for one in self._lines.values() if not one.answered and one.opened < late]:
            self._give_up(line)

    def _give_up(self, line: Line) -> None:
        self.close(line)
        line.connection.close(1012, "moved")
