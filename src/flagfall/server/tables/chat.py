"""What people say at a table: who may say it, who hears it, and how often."""

from __future__ import annotations

import unicodedata

from flagfall.server.cluster.connection import Connection
from flagfall.server.refusal import Refusal
from flagfall.server.storage.store import Store
from flagfall.server.storage.tables import chat_lines
from flagfall.server.tables.table_state import TableState
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.token_bucket import Limiter
from flagfall.server.wire.messages import Said, Say
from flagfall.server.wire.tables import Room

SHOWN = 60
"""How much of what was said a newcomer is shown."""


def clean(text: str) -> str:
    """A text without control and direction characters, in one line."""
    kept = "".join(
        " " if sign in "\n\t" else sign
        for sign in unicodedata.normalize("NFC", text)
        if sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return " ".join(kept.split())


class Chat:
    """The talk at all tables."""

    def __init__(
        self, store: Store, time_and_chance: TimeAndChance, per_minute: int, free_text: bool
    ) -> None:
        self._store = store
        self._time_and_chance = time_and_chance
        self._limit = Limiter(per_minute / 60, per_minute / 3)
        self._free_text = free_text

    def hears(self, table_state: TableState, connection: Connection, said: Said) -> bool:
        """Whether a connection is told: players do not hear onlookers before the end, nor whom they block."""
        if said.person in connection.blocked:
            return False
        return (
            said.room == "players"
            or not connection.seats
            or not (table_state.live or table_state.status == "open")
        )

    async def said(self, table_state: TableState, connection: Connection) -> tuple[Said, ...]:
        """What was said last, for somebody who comes in."""
        lines = await self._store.read(lambda db: chat_lines.last_lines(db, table_state.id, SHOWN))
        return tuple(line for line in lines if self.hears(table_state, connection, line))

    async def say(self, table_state: TableState, connection: Connection, message: Say) -> Said:
        """Store what somebody says, if they may say it."""
        if connection.person is None:
            raise Refusal("unauthorized", "sign in to talk")
        text = clean(message.text)
        if (message.preset is None) == (not text):
            raise Refusal("bad-message", "send either a preset or a text", field="text")
        if text and not self._free_text:
            raise Refusal("forbidden", "only presets here")
        if not self._limit.take(connection.person):
            raise Refusal("too-many", "too many chat lines", retry=self._limit.wait(connection.person))
        playing = table_state.live or table_state.status == "open"
        room: Room = "players" if connection.seats or not playing else "watchers"
        seat = connection.seats[0] if connection.seats else -1
        at = self._time_and_chance.now()
        line = chat_lines.NewLine(at, room, connection.person, seat, text, message.preset)
        id, name = await self._store.write(lambda db: chat_lines.add_line(db, table_state.id, line))
        return Said(id, at, room, name, seat, connection.person, text, message.preset)
