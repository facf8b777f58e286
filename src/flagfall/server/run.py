"""Running the server: uvicorn, the address it prints, and the QR code for phones in the same network."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import socket
import sys
from collections.abc import Callable
from typing import Any, TextIO
from urllib.request import urlopen

import msgspec
import uvicorn

from flagfall.core import FlagfallError
from flagfall.server import gc_pace, process_log
from flagfall.server.app import create_app, create_tables
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.connection_limits import connections
from flagfall.server.process_limits import allow_open_files
from flagfall.server.settings import Settings
from flagfall.server.storage.store import check_reachable
from flagfall.server.time_and_chance import TimeAndChance

KNOWN_GAME = "original"
"""A game that every Flagfall has."""
MESSAGE = 65_536
"""Bytes of a websocket message at most; larger ones are not read."""
SWITCH_INTERVAL = 0.000_5
"""Seconds after which a thread that computes lets the event loop go on; a tenth of what is usual."""


def lan_address() -> str | None:
    """The address of this machine in its local network, if it has one; nothing is sent to find it."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if found.startswith("127.") else found


def address(settings: Settings) -> str:
    """The address to be typed into a browser."""
    if settings.base_url:
        return settings.base_url
    host = settings.host
    if host in ("0.0.0.0", "::"):
        host = lan_address() or "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def show_qr(url: str, out: TextIO) -> None:
    """A QR code of an address, drawn in half blocks."""
    import segno

    segno.make(url, error="m").terminal(out, compact=True, border=2)


class DrainingServer(uvicorn.Server):
    """Uvicorn that calls back when it listens, and hands the tables over before it ends."""

    def __init__(
        self, config: uvicorn.Config, tables: Tables, listening: Callable[[int], None] | None = None
    ) -> None:
        super().__init__(config)
        self._tables = tables
        self._listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call ``listening`` with the port, which the system chooses where the settings say 0."""
        await super().startup(sockets)
        if self.started and self._listening is not None:
            self._listening(self.servers[0].sockets[0].getsockname()[1])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send newcomers to other processes, then everybody who is connected, then end."""
        self._tables.leaving = True
        await asyncio.sleep(self._tables.settings.drain_seconds)
        for server in self.servers:
            server.close()
        await self._tables.drain()
        await super().shutdown(sockets)


def config(app: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        log_level="warning",  # Below that uvicorn writes addresses and headers, which hold codes and cookies.
        access_log=False,
        http=connections(settings),
        ws_max_size=MESSAGE,
        ws_per_message_deflate=False,  # Little to gain on small messages, and sizes could tell.
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        proxy_headers=False,
        server_header=False,
        **more,
    )


class PortTaken(FlagfallError):  # noqa: N818 - named like the other errors
    """Another program listens at the port."""

    def __init__(self, settings: Settings) -> None:
        port, url = settings.port, address(settings)
        super().__init__(
            f"port {port} is taken, perhaps by a Flagfall that runs already: open {url},"
            f" or take another port (--port {port + 1}, or FLAGFALL_PORT={port + 1})"
        )


PORTS_TRIED = 20
"""How many ports a game for this machine tries, one after the other."""


def running_at(settings: Settings) -> bool:
    """Whether a Flagfall answers at the port already."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    found = f"[{host}]" if ":" in host else host
    try:
        with urlopen(f"http://{found}:{settings.port}/api/games/{KNOWN_GAME}/card", timeout=5) as answer:
            return bool(json.loads(answer.read(MESSAGE)).get("id") == KNOWN_GAME)
    except (OSError, ValueError, AttributeError):
        return False


def port_to_play(settings: Settings) -> tuple[Settings, bool]:
    """The settings with the port for a game on this machine, and whether a Flagfall answers there already.

    It is their port or the next one that no other program has; `PortTaken` after twenty. An earlier game
    may have moved too: a second process on one SQLite file would take the tables from the first.
    """
    for port in range(settings.port, min(settings.port + PORTS_TRIED, 65_536)):
        tried = msgspec.structs.replace(settings, port=port)
        if running_at(tried):
            return tried, True
        with contextlib.suppress(PortTaken):
            check_port(tried)
            return tried, False
    raise PortTaken(settings)


def check_port(settings: Settings) -> None:
    """Raise `PortTaken` if another program listens there; a name without an address shows at the start."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PortTaken(settings) from None
            if error.errno in (errno.EADDRNOTAVAIL, errno.EACCES):
                where = f"{settings.host}, port {settings.port}"
                raise FlagfallError(f"cannot listen at {where}: {error.strerror}") from None


def serve(
    settings: Settings,
    listening: Callable[[int], None] | None = None,
    time_and_chance: TimeAndChance | None = None,
) -> int:
    """Run until told to stop; the exit status."""
    check_port(settings)
    check_reachable(settings.database)
    process_log.set_up(settings.log_form, settings.log_level)
    tables = create_tables(settings, time_and_chance)
    server = DrainingServer(config(create_app(settings, tables), settings), tables, listening)
    gc_pace.begin()
    sys.setswitchinterval(SWITCH_INTERVAL)
    allow_open_files()
    server.run()
    return 0 if server.started else 1
