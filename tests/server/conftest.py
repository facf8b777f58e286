"""Databases for the server's tests: SQLite in a file, and a real PostgreSQL started here."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.kit import Server, settings


def _programs() -> Path | None:
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


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a running PostgreSQL, without a database; skipped where the programs are missing."""
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (initdb not found): run tools/needs.sh")
    with tempfile.TemporaryDirectory(prefix="flagfall-pg-") as folder:
        user = _user()
        Path(folder).chmod(0o755)
        data = Path(folder, "data")
        data.mkdir()
        if user is not None:
            shutil.chown(data, user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        plain = {"user": user, "cwd": "/", "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "flagfall", "-A", "trust", "-E", "UTF8", "--no-sync"],
            check=True,
            **plain,  # type: ignore[call-overload]
        )
        server = subprocess.Popen(
            [
                *(programs / "postgres", "-D", data, "-p", str(port), "-k", data),
                *("-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=60"),
            ],
            **plain,  # type: ignore[call-overload]
        )
        try:
            _wait(port, server)
            yield f"postgresql://flagfall@127.0.0.1:{port}"
        finally:
            server.send_signal(signal.SIGINT)  # Fast: whoever is connected still is let go.
            server.wait(30)


def _wait(port: int, server: subprocess.Popen[bytes]) -> None:
    import time

    import psycopg

    for _ in range(300):
        try:
            psycopg.connect(f"postgresql://flagfall@127.0.0.1:{port}/postgres").close()
        except psycopg.OperationalError:
            assert server.poll() is None, "PostgreSQL did not start"
            time.sleep(0.05)
        else:
            return
    raise AssertionError("PostgreSQL does not answer")


_count = 0


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of its own for a test, of both kinds."""
    return fresh(request, tmp_path, request.param)


def fresh(request: pytest.FixtureRequest, folder: Path, kind: str) -> str:
    """The address of a new, empty database."""
    global _count
    _count += 1
    if kind == "sqlite":
        return f"sqlite:///{folder}/{_count}.sqlite3"
    import psycopg

    base = request.getfixturevalue("postgresql")
    name = f"test{os.getpid()}_{_count}"
    with psycopg.connect(f"{base}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload]
    return f"{base}/{name}"


@pytest.fixture
def sqlite(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A SQLite database of its own for a test."""
    return fresh(request, tmp_path, "sqlite")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a database of each kind, shared by the tests of a module."""
    url = fresh(request, tmp_path_factory.mktemp("server"), request.param)
    with Server(settings(url)) as running:
        yield running
