"""What the server's tests run on: SQLite in a file, a real PostgreSQL and a real Redis started here."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import flagfall
from flagfall.core import unregister
from tests.server.kit import Server, settings
from tests.server.services import Postgres, Redis, programs


@pytest.fixture(autouse=True)
def games_as_they_were() -> Iterator[None]:
    """What a test uploads is known to the whole process; the next test finds only what was there before."""
    known = set(flagfall.games())
    yield
    for id in set(flagfall.games()) - known:
        unregister(id)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a running PostgreSQL, without a database; skipped where the programs are missing."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed (initdb not found): run tools/needs.sh")
    with tempfile.TemporaryDirectory(prefix="flagfall-pg-") as folder:
        server = Postgres(Path(folder))
        yield server.url
        server.stop()


@pytest.fixture(scope="session")
def redis() -> Iterator[str]:
    """The address of a running Redis; skipped where the program is missing."""
    if shutil.which("redis-server") is None:
        pytest.skip("Redis is not installed (redis-server not found): run tools/needs.sh")
    with tempfile.TemporaryDirectory(prefix="flagfall-redis-") as folder:
        server = Redis(Path(folder))
        yield server.url
        server.stop()


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
