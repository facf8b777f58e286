"""The websockets of tables, of the lobby and of tournaments."""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
from litestar import websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from sqlalchemy.exc import DBAPIError

from flagfall.server.accounts.blocks import blocked_by
from flagfall.server.accounts.identity import Identity
from flagfall.server.accounts.socket_expiry import SocketExpiry
from flagfall.server.cluster.connection import Connection
from flagfall.server.cluster.local_sockets import LocalSocket
from flagfall.server.cluster.ownership import Gone
from flagfall.server.cluster.remote_sockets import CODES
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import identify, in_scope
from flagfall.server.http.asgi import Socket
from flagfall.server.refusal import Refusal, unreadable
from flagfall.server.tournaments import entering
from flagfall.server.tournaments.watchers import Rooms
from flagfall.server.wire import messages
from flagfall.server.wire.messages import Goodbye, Ping, Pong, ReadMessage, Refused
from flagfall.server.wire.tables import Problem

LONGEST = 16_384
"""Characters of a message at most."""
PATIENCE = 1_000
"""Messages above the rate, in a row, after which a client is disconnected."""

_read = msgspec.json.Decoder(ReadMessage).decode


def read_since(text: str) -> dict[int, int]:
    """``0:12,1:12`` as the last number of each stream; what cannot be read is left out."""
    found: dict[int, int] = {}
    for part in text.split(",")[:4]:
        seat, _, n = part.partition(":")
        with contextlib.suppress(ValueError):
            if len(part) < 24:
                found[int(seat)] = int(n)
    return found


def read_message(text: object) -> ReadMessage:
    """A message of a client; refused with the field that is wrong."""
    if not isinstance(text, str):
        raise Refusal("bad-message", "send text, not bytes")
    if len(text) > LONGEST:
        raise Refusal("bad-message", f"at most {LONGEST} characters")
    try:
        message: ReadMessage = _read(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise unreadable(error) from None
    return message


async def _write(socket: Socket, connection: Connection) -> None:
    """Send what is queued, until the connection is over."""
    try:
        while (text := await connection.out.get()) is not None:
            await socket.send_data(text, mode="text")
        code, reason = connection.over or (1000, "")
        await socket.close(code=code, reason=reason)
    except (WebSocketDisconnect, RuntimeError, OSError):
        connection.over = connection.over or (1006, "gone")
    except Exception:
        # The server's websocket library has errors of its own for a client that has gone.
        connection.over = connection.over or (1006, "gone")


async def _turn_away(socket: Socket, problem: Problem) -> None:
    await socket.send_data(msgspec.json.encode(Goodbye(problem, False)).decode(), mode="text")
    await socket.close(code=CODES.get(problem.code, 4400), reason=problem.code)


def check_protocol(said: str) -> None:
    """`Refusal` if a client names a protocol that is not served any more; clients may name none."""
    if said.isdecimal() and int(said[:9]) < messages.OLDEST:
        raise Refusal("outdated", "older than this server: please reload the page, or update the program")


def wants_offers(said: str) -> bool:
    """Whether a client asks for legal actions as ``offers``; programs that say nothing get the ``list``."""
    if said not in ("", "list", "offers"):
        raise Refusal("bad-message", "list or offers", field="actions")
    return said == "offers"


async def _receive(socket: Socket) -> object:
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone")
    return event.get("text") if event.get("text") is not None else event.get("bytes")


class _MessageRate:
    """How fast a client sends: one that sends too much is slowed down, then disconnected."""

    __slots__ = ("_level", "_patience", "_rate", "_since")

    def __init__(self, tables: Tables) -> None:
        self._rate = tables.settings.messages_per_second
        self._level = 3 * self._rate
        self._since = time.monotonic()
        self._patience = PATIENCE

    async def wait(self) -> None:
        """Wait until another message may be handled: a client that sends too much is read more slowly."""
        now = time.monotonic()
        self._level = min(3 * self._rate, self._level + (now - self._since) * self._rate) - 1
        self._since = now
        if self._level >= 0:
            self._patience = min(PATIENCE, self._patience + 1)
            return
        self._patience -= 1
        await asyncio.sleep(-self._level / self._rate)

    @property
    def exceeded(self) -> bool:
        """Whether the client has sent too much for too long."""
        return self._patience <= 0


@websocket("/api/tables/{table:str}/live")
async def table_live(
    socket: Socket,
    table: FromPath[str],
    tables: NamedDependency[Tables],
    socket_expiry: NamedDependency[SocketExpiry],
) -> None:
    """Play at a table, or watch it."""
    await socket.accept()
    try:
        identity = in_scope(await identify(socket, tables), "play")
        check_protocol(socket.query_params.get("protocol", ""))
        owner = await tables.owner_of(table)
        connection = await _connection(identity, tables)
        connection.offers = wants_offers(socket.query_params.get("actions", ""))
    except Refusal as refusal:
        await _turn_away(socket, refusal.problem)
        return
    except (Gone, DBAPIError):
        await socket.close(code=1013, reason="busy")
        return
    since = read_since(socket.query_params.get("since", ""))
    local = tables.local_sockets.open(owner, table, connection, socket.query_params.get("code", ""), since)
    writer = asyncio.create_task(_write(socket, connection))
    try:
        with socket_expiry.watch(identity, connection):
            await _listen(socket, tables, local)
        connection.close(4429, "too many messages")
        await writer
    except WebSocketDisconnect:
        pass
    finally:
        tables.local_sockets.close(local)
        writer.cancel()


async def _listen(socket: Socket, tables: Tables, local: LocalSocket) -> None:
    """Pass on what a client sends, until it goes or sends too much."""
    rate = _MessageRate(tables)
    while not rate.exceeded:
        await _pass_on(socket, tables, local, rate)


async def _pass_on(socket: Socket, tables: Tables, local: LocalSocket, rate: _MessageRate) -> None:
    """Pass on the next message; in a frame of its own, so that nothing of the last one is kept meanwhile."""
    text = await _receive(socket)
    await rate.wait()
    try:
        tables.local_sockets.pass_on(local, read_message(text))
    except Refusal as refusal:
        tables.local_sockets.pass_on(local, refusal.problem)


async def _connection(identity: Identity | None, tables: Tables) -> Connection:
    if identity is None:
        return Connection()
    blocked = await tables.store.read(lambda db: blocked_by(db, identity.person))
    return Connection(identity.person, identity.name, frozenset(blocked))


@websocket("/api/live")
async def lobby_live(
    socket: Socket, tables: NamedDependency[Tables], socket_expiry: NamedDependency[SocketExpiry]
) -> None:
    """Look at the lobby, and be told when a table waits for you."""
    await socket.accept()
    try:
        identity = in_scope(await identify(socket, tables), "play", "tables")
        connection = await _connection(identity, tables)
    except Refusal as refusal:
        await _turn_away(socket, refusal.problem)
        return
    except DBAPIError:
        await socket.close(code=1013, reason="busy")
        return
    writer = asyncio.create_task(_write(socket, connection))
    try:
        await tables.lobby.enter(connection)
        with socket_expiry.watch(identity, connection):
            await _answer_pings(socket, tables, connection)
    except WebSocketDisconnect:
        pass
    finally:
        tables.lobby.leave(connection)
        writer.cancel()


@websocket("/api/tournaments/{tournament:str}/live")
async def tournament_live(
    socket: Socket,
    tournament: FromPath[str],
    tables: NamedDependency[Tables],
    rooms: NamedDependency[Rooms],
    socket_expiry: NamedDependency[SocketExpiry],
) -> None:
    """Look at a tournament as it goes on."""
    await socket.accept()
    id, code = tournament[:64], socket.query_params.get("code", "")
    try:
        identity = in_scope(await identify(socket, tables), "play", "tables")
        person = identity.person if identity else None
        await tables.store.read(lambda db: entering.visible(db, id, person, code))
        connection = await _connection(identity, tables)
    except Refusal as refusal:
        await _turn_away(socket, refusal.problem)
        return
    except DBAPIError:
        await socket.close(code=1013, reason="busy")
        return
    writer = asyncio.create_task(_write(socket, connection))
    try:
        await rooms.enter(id, connection)
        with socket_expiry.watch(identity, connection):
            await _answer_pings(socket, tables, connection)
    except WebSocketDisconnect:
        pass
    finally:
        rooms.leave(id, connection)
        writer.cancel()


async def _answer_pings(socket: Socket, tables: Tables, connection: Connection) -> None:
    """Answer pings, the only messages here, until the client goes or sends too much."""
    rate = _MessageRate(tables)
    while not rate.exceeded:
        text = await _receive(socket)
        await rate.wait()
        try:
            message = read_message(text)
            if not isinstance(message, Ping):
                raise Refusal("bad-message", "only pings here")
            connection.tell(Pong(tables.time_and_chance.now()))
        except Refusal as refusal:
            connection.tell(Refused(refusal.problem))
