"""A real PostgreSQL and a real Redis for the tests, which may be stopped, killed and started again."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.waits import PATIENCE

QUIET: dict[str, Any] = {"cwd": "/", "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


_ports = itertools.count(15_000 + os.getpid() * 37 % 16_000)
"""Below those that the system gives to callers: who starts again finds the own port free."""


def free_port() -> int:
    """A port that nobody uses, and that stays free while who listens there starts again."""
    for port in _ports:
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port
    raise AssertionError("there are always more numbers")


def programs() -> Path | None:
    """The folder of PostgreSQL's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    where = shutil.which("initdb")
    return Path(where).parent if where else None


def _user() -> str | None:
    """PostgreSQL does not run as root: who else."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    return None


class Postgres:
    """A PostgreSQL with its data in a folder."""

    def __init__(self, folder: Path) -> None:
        found = programs()
        assert found is not None
        self.programs = found
        self.port = free_port()
        self.url = f"postgresql://flagfall@127.0.0.1:{self.port}"
        self.plain: dict[str, Any] = {"user": _user(), **QUIET}
        folder.chmod(0o755)
        self.data = folder / "data"
        self.data.mkdir()
        if self.plain["user"] is not None:
            shutil.chown(self.data, self.plain["user"])
        subprocess.run(
            [found / "initdb", "-D", self.data, "-U", "flagfall", "-A", "trust", "-E", "UTF8", "--no-sync"],
            check=True,
            **self.plain,
        )
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        import psycopg

        self.running = subprocess.Popen(
            [
                *(self.programs / "postgres", "-D", self.data, "-p", str(self.port), "-k", self.data),
                *("-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=60"),
            ],
            **self.plain,
        )
        while True:
            try:
                psycopg.connect(f"{self.url}/postgres").close()
            except psycopg.OperationalError:
                assert self.running.poll() is None, "PostgreSQL did not start"
                time.sleep(0.05)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop: fast, so that remaining connections are closed; or at once by SIGQUIT, as in a crash."""
        self.running.send_signal(how)
        self.running.wait(PATIENCE)

    def database(self, name: str) -> str:
        """The address of a new, empty database."""
        import psycopg

        with psycopg.connect(f"{self.url}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload]
        return f"{self.url}/{name}"


class Redis:
    """A Redis that keeps nothing: what was in it when it ends is lost."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        self.running = subprocess.Popen([*command, "--save", "", "--appendonly", "no"], **QUIET)
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                    line.sendall(b"PING\r\n")
                    if line.recv(16).startswith(b"+PONG"):
                        return
            except OSError:
                assert self.running.poll() is None, "Redis did not start"
            time.sleep(0.05)

    def stop(self) -> None:
        """SIGKILL."""
        self.running.kill()
        self.running.wait()
