"""What clients ask for at a table: each message becomes an entry of the log, or is refused to its sender."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from flagfall.core import Action, Event, State, Step
from flagfall.server.cluster.connection import Connection
from flagfall.server.metrics import Metrics
from flagfall.server.refusal import Refusal
from flagfall.server.tables import referee
from flagfall.server.tables.chat import Chat
from flagfall.server.tables.log_entries import Acted, Declined, Entry, Offered, Rematched, TookBack
from flagfall.server.tables.table_state import TableState
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.messages import (
    Abort,
    Act,
    Content,
    Decline,
    Done,
    Offer,
    Ping,
    Pong,
    ReadMessage,
    Refused,
    Resign,
    Said,
    Say,
    Share,
    Typed,
)
from flagfall.server.wire.tables import BotSitter, OfferKind


class MessageHost(Protocol):
    """What messages need of the process that their table is in."""

    time_and_chance: TimeAndChance
    chat: Chat
    metrics: Metrics

    async def rematch(self, table_state: TableState, /) -> str:
        """Make another table with the same players and the seats changed; its id."""


class MessageTable(Protocol):
    """What messages need of their table."""

    table_state: TableState

    @property
    def tables(self) -> MessageHost:
        """The process that the table is in."""

    @property
    def connections(self) -> Collection[Connection]:
        """Everybody who is connected to the table."""

    async def judge(
        self, seat: int, action: Action, last: int | None = None
    ) -> tuple[Acted[Action, Event], Step[State]]:
        """A seat's action as the rules take it; refused if they refuse it."""

    async def commit(
        self,
        entry: Entry,
        step: Step[State] | None = None,
        sender: Connection | None = None,
        ref: int | None = None,
    ) -> None:
        """Move the table on by an entry, and acknowledge it to its sender."""

    def line_for(self, connection: Connection, said: Said) -> Said:
        """A line of chat as a connection may have it."""

    async def time_up(self) -> bool:
        """Do what follows from clocks that have run out; whether any has."""

    def taken_back(self) -> None:
        """Have the bots think again after a move was taken back."""


async def hear(table: MessageTable, connection: Connection, message: ReadMessage) -> None:
    """Do what a client asks; refusals go to that client alone."""
    if isinstance(message, Ping):
        connection.tell(Pong(table.tables.time_and_chance.now()))
        return
    try:
        with table.tables.metrics.answers.time():
            if isinstance(message, Say):
                await _say(table, connection, message)
            elif isinstance(message, Share):
                await _share(table, connection, message.ref)
            else:
                await _play(table, connection, message)
    except Refusal as refusal:
        table.tables.metrics.refusals.labels(refusal.problem.code).inc()
        connection.tell(Refused(refusal.problem, message.ref))


async def _play(
    table: MessageTable,
    connection: Connection,
    message: Act[Content] | Typed | Resign | Offer | Decline | Abort,
) -> None:
    """Do what a seat asks: act, resign, offer, decline, abort."""
    table_state, ref = table.table_state, message.ref
    seat = _seat(table_state, connection, message.seat)
    await table.time_up()
    match message:
        case Act(action=content, n=last):
            action = referee.take_action(table_state, content)
            await table.commit(*await table.judge(seat, action, last), connection, ref)
        case Typed(text=text, n=last):
            action = referee.read_action(table_state, seat, text)
            await table.commit(*await table.judge(seat, action, last), connection, ref)
        case Resign():
            await table.commit(*referee.resign(table_state, seat), connection, ref)
        case Offer(what=what):
            await _offer(table, connection, seat, what, ref)
        case Decline(what=what):
            await table.commit(referee.decline(table_state, seat, what), None, connection, ref)
        case Abort():
            await table.commit(referee.abort(table_state, seat), None, connection, ref)


def _seat(table_state: TableState, connection: Connection, wanted: int | None) -> int:
    """The seat that a message is for: the one it names, the only one of its sender, or the one to move."""
    if wanted is not None and wanted in connection.seats:
        return wanted
    if wanted is not None or not connection.seats:
        raise Refusal("forbidden", "that seat is not yours")
    if len(connection.seats) == 1:
        return connection.seats[0]
    if table_state.turn is None:
        raise Refusal("bad-message", "name the seat", field="seat")
    return table_state.turn


async def _offer(
    table: MessageTable, connection: Connection, seat: int, what: OfferKind, ref: int | None
) -> None:
    """Offer something, or take what the other has offered; bots decline."""
    granted, step = referee.offer(table.table_state, seat, what)
    entry: Entry = granted or Rematched(await table.tables.rematch(table.table_state))
    await table.commit(entry, step, connection, ref)
    if isinstance(entry, TookBack):
        table.taken_back()
    if isinstance(entry, Offered) and isinstance(table.table_state.sitters[1 - seat], BotSitter):
        await table.commit(Declined(seat, entry.what))


async def _share(table: MessageTable, connection: Connection, ref: int | None) -> None:
    """Open the replay; anybody with a seat may, also with both (nobody's turn says which)."""
    if not connection.seats:
        raise Refusal("forbidden", "that seat is not yours")
    await table.time_up()
    await table.commit(referee.share(table.table_state), None, connection, ref)


async def _say(table: MessageTable, connection: Connection, message: Say) -> None:
    """Tell a line of chat to all who may hear it."""
    said = await table.tables.chat.say(table.table_state, connection, message)
    for other in table.connections:
        if table.tables.chat.hears(table.table_state, other, said):
            other.tell(table.line_for(other, said))
    if message.ref is not None:
        connection.tell(Done(message.ref))
