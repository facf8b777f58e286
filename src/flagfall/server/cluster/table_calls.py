"""Requests to the owner of a table, carried out in the owner's process and answered over the bus.

A kind of request is a struct with the work that it asks for (`hosting.owner_requests`); `call_kind` makes
it known. It may be carried out again after a table has moved, so doing it twice must do no harm.
"""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from sqlalchemy.exc import DBAPIError

from flagfall.server.cluster.bus import Bus
from flagfall.server.cluster.bus_messages import TableReply, TableRequest
from flagfall.server.cluster.ownership import Gone
from flagfall.server.refusal import Refusal
from flagfall.server.storage.tables.table_owners import Elsewhere
from flagfall.server.wire.tables import Problem

T = TypeVar("T")
Table = TypeVar("Table", bound="CalledTable")
Kind = TypeVar("Kind", bound="type[TableCall[Any, Any]]")
PATIENCE = 5.0
"""Seconds that an answer may take."""
TRIES = 5

logger = logging.getLogger("flagfall.tables")


class CalledTable(Protocol):
    """What a call needs of a table: it does one thing after another."""

    async def ask(self, work: Callable[[], Awaitable[T]], /) -> T:
        """Have something done and wait for the result."""


class TableCall(msgspec.Struct, Generic[Table, T], frozen=True):
    """Something that the owner of a table is asked for."""

    @abstractmethod
    async def carry_out(self, table: Table) -> T:
        """Do it, as one of the table's turns."""


_kinds: dict[str, tuple[type[TableCall[Any, Any]], Any]] = {}


def call_kind(result: type | None) -> Callable[[Kind], Kind]:
    """Make a kind of call known by its class's name, with the type of its result."""

    def keep(kind: Kind) -> Kind:
        if getattr(kind.carry_out, "__isabstractmethod__", False):  # Structs have no abstract base classes.
            raise TypeError(f"{kind.__name__} does not say how it is carried out")
        _kinds[kind.__name__] = (kind, result)
        return kind

    return keep


class TableCalls(Generic[Table]):
    """Calls of this process to others and to itself, and theirs to us.

    ``owner_of`` gives the process that owns a table, ``find`` a table of this process.
    """

    def __init__(
        self,
        bus: Bus,
        owner_of: Callable[[str], Awaitable[str]],
        find: Callable[[str], Awaitable[Table]],
    ) -> None:
        self._bus = bus
        self._owner_of = owner_of
        self._find = find
        self._next = 0
        self._waiting: dict[int, tuple[str, asyncio.Future[TableReply]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, table: str, call: TableCall[Table, T]) -> T:
        """The result of a call to a table's owner; `Refusal`, or `Gone` if no owner answers."""
        for wait in range(TRIES):
            await asyncio.sleep(0.1 * wait)
            reply = await self._once(await self._owner_of(table), table, call)
            if reply.problem is not None:
                refusal = Refusal(reply.problem.code)
                refusal.problem = reply.problem
                raise refusal
            if reply.value:
                kind = _kinds[type(call).__name__][1]
                result: T = msgspec.msgpack.decode(reply.value, type=kind)
                return result
        raise Gone

    async def _once(self, owner: str, table: str, call: TableCall[Table, T]) -> TableReply:
        self._next += 1
        id = self._next
        future: asyncio.Future[TableReply] = asyncio.get_running_loop().create_future()
        self._waiting[id] = (owner, future)
        try:
            body = msgspec.msgpack.encode(call)
            self._bus.send(owner, TableRequest(id, table, type(call).__name__, body))
            async with asyncio.timeout(PATIENCE):
                return await future
        except TimeoutError:
            raise Gone from None
        finally:
            del self._waiting[id]

    def replied(self, owner: str, message: TableReply) -> None:
        """Give an answer to the task that waits for it."""
        asked, future = self._waiting.get(message.id, ("", None))
        if future is not None and asked == owner and not future.done():
            future.set_result(message)

    def link_lost(self, owner: str) -> None:
        """Try again what a process was asked for: its answers will not come."""
        for asked, future in self._waiting.values():
            if asked == owner and not future.done():
                future.set_result(TableReply(0))

    def requested(self, peer: str, message: TableRequest) -> None:
        """Carry out a call to one of our tables, and answer it."""
        task = asyncio.create_task(self._serve(peer, message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, peer: str, message: TableRequest) -> None:
        try:
            kind, _ = _kinds[message.what]
            call = msgspec.msgpack.decode(message.request, type=kind)
            table = await self._find(message.table)
            value = await table.ask(lambda: call.carry_out(table))
            reply = TableReply(message.id, msgspec.msgpack.encode(value))
        except Refusal as refusal:
            reply = TableReply(message.id, problem=refusal.problem)
        except (Gone, Elsewhere):
            reply = TableReply(message.id)
        except Exception as error:
            if not isinstance(error, DBAPIError):
                logger.exception("%s at table %s", message.what, message.table)
            reply = TableReply(message.id, problem=Problem("busy", detail="try again", retry=1))
        self._bus.send(peer, reply)
