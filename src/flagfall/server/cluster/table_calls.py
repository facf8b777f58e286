"""Requests to the owner of a table, carried out where the table is.

A kind of request is a struct with the work that it asks for; `ask_kind` makes it known. It may be carried
out again after a table has moved, so that it has to be one that does no harm twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from sqlalchemy.exc import DBAPIError

from flagfall.server.accounts.people import Identity
from flagfall.server.cluster.bus_messages import TableReply, TableRequest
from flagfall.server.cluster.ownership import Elsewhere
from flagfall.server.refusal import Refusal
from flagfall.server.tables.actor import Actor, Gone
from flagfall.server.wire.tables import PersonSitter, Problem

if TYPE_CHECKING:
    from flagfall.server.tables.tables import Tables

T = TypeVar("T")
PATIENCE = 5.0
"""Seconds that an answer may take."""
TRIES = 5

logger = logging.getLogger("flagfall.tables")


class Request(msgspec.Struct, Generic[T], frozen=True):
    """Something that the owner of a table is asked for."""

    async def do(self, actor: Actor) -> T:
        """Do it; runs as one of the table's turns."""
        raise NotImplementedError


Kind = TypeVar("Kind", bound=type[Request[Any]])
_kinds: dict[str, tuple[type[Request[Any]], Any]] = {}


def ask_kind(gives: Any) -> Callable[[Kind], Kind]:
    """Make a kind of request known, with the type of what it gives."""

    def keep(kind: Kind) -> Kind:
        _kinds[kind.__name__] = (kind, gives)
        return kind

    return keep


@ask_kind(int)
class Sit(Request[int], frozen=True):
    """Give the free seat to a person; the seat."""

    sitter: PersonSitter
    code: str

    async def do(self, actor: Actor) -> int:
        """Sit down."""
        return await actor.sit(self.sitter, self.code)


@ask_kind(None)
class HandOver(Request[None], frozen=True):
    """Give the seats of a person to the account that he has become."""

    person: str
    identity: Identity

    async def do(self, actor: Actor) -> None:
        """Hand them over."""
        await actor.hander(self.person, self.identity)()


@ask_kind(None)
class Leave(Request[None], frozen=True):
    """Have a person give up whatever still goes on."""

    person: str

    async def do(self, actor: Actor) -> None:
        """Leave."""
        await actor.leaver(self.person)()


class TableCalls:
    """Requests of this process to others and to itself, and theirs to us."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._next = 0
        self._waiting: dict[int, tuple[str, asyncio.Future[TableReply]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, table: str, request: Request[T]) -> T:
        """What a request to a table's owner gives; `Refusal`, or `Gone` if no owner answers."""
        for wait in range(TRIES):
            await asyncio.sleep(0.1 * wait)
            reply = await self._once(await self._tables.owner_of(table), table, request)
            if reply.problem is not None:
                refusal = Refusal(reply.problem.code)
                refusal.problem = reply.problem
                raise refusal
            if reply.value:
                gives = _kinds[type(request).__name__][1]
                result: T = msgspec.msgpack.decode(reply.value, type=gives)
                return result
        raise Gone

    async def _once(self, owner: str, table: str, request: Request[T]) -> TableReply:
        self._next += 1
        id = self._next
        future: asyncio.Future[TableReply] = asyncio.get_running_loop().create_future()
        self._waiting[id] = (owner, future)
        try:
            body = msgspec.msgpack.encode(request)
            self._tables.bus.send(owner, TableRequest(id, table, type(request).__name__, body))
            async with asyncio.timeout(PATIENCE):
                return await future
        except TimeoutError:
            raise Gone from None
        finally:
            del self._waiting[id]

    def reply(self, owner: str, message: TableReply) -> None:
        """An answer has come."""
        asked, future = self._waiting.get(message.id, ("", None))
        if future is not None and asked == owner and not future.done():
            future.set_result(message)

    def cut(self, owner: str) -> None:
        """The way to an owner is broken: its answers will not come."""
        for asked, future in self._waiting.values():
            if asked == owner and not future.done():
                future.set_result(TableReply(0))

    def serve(self, peer: str, message: TableRequest) -> None:
        """Carry out a request to one of our tables."""
        task = asyncio.create_task(self._serve(peer, message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, peer: str, message: TableRequest) -> None:
        try:
            kind, _ = _kinds[message.what]
            request = msgspec.msgpack.decode(message.request, type=kind)
            actor = await self._tables.table(message.table)
            value = await actor.ask(lambda: request.do(actor))
            reply = TableReply(message.id, msgspec.msgpack.encode(value))
        except Refusal as refusal:
            reply = TableReply(message.id, problem=refusal.problem)
        except (Gone, Elsewhere):
            reply = TableReply(message.id)
        except Exception as error:
            if not isinstance(error, DBAPIError):
                logger.exception("%s at table %s", message.what, message.table)
            reply = TableReply(message.id, problem=Problem("busy", detail="try again", retry=1))
        self._tables.bus.send(peer, reply)
