"""The database, off the event loop: reads in a few threads, writes in one, appends to logs in batches.

One thread writes, so that SQLite's single writer is never waited for by another of ours, and everything
that was asked for while the last commit went on shares the next one. A commit is durable before anybody
is told of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sys
import threading
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy import (
    Connection,
    Engine,
    bindparam,
    case,
    create_engine,
    delete,
    event,
    insert,
    inspect,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from flagfall.core import BadOption, FlagfallError
from flagfall.server.fair_threads import FairThreads
from flagfall.server.storage import schema
from flagfall.server.storage.games.game_results import Result, add_results
from flagfall.server.storage.games.public_games import PublicGame, add_public_game

if TYPE_CHECKING:
    from alembic.config import Config

T = TypeVar("T")
BATCH = 256
READERS = 4
PATIENCE = {"connect_timeout": 5, "keepalives_idle": 5, "keepalives_interval": 2, "tcp_user_timeout": 10_000}
"""How soon a PostgreSQL that does not answer counts as gone, in seconds; the last one in milliseconds."""


class Fenced(Exception):  # noqa: N818 - a state of affairs, not a mistake
    """Another owner has taken the table over: nothing was written."""


class Append(msgspec.Struct):
    """One entry for the log of a table, with what the table's row shows after it."""

    table: str
    number: int
    epoch: int
    at: int
    body: str
    status: str
    info: str
    wakes: bool
    due: tuple[bool, bool]
    sits: tuple[int, str] | None = None
    """The seat that a person takes with this entry."""
    results: tuple[Result, ...] = ()
    """How the game ended for each person, if it ends with this entry."""
    public: PublicGame | None = None
    """What the game is found by, if it ends with this entry and everybody may find it."""


class _Job:
    """A piece of work for the writing thread."""

    __slots__ = ("append", "future", "loop", "work")

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        append: Append | None = None,
        work: Callable[[Connection], Any] | None = None,
    ) -> None:
        self.append = append
        self.work = work
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()


def open_engine(url: str, readers: int, immediate: bool) -> Engine:
    """An engine for a database: ``readers`` connections; transactions lock for writing if ``immediate``."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
        return create_engine(
            parsed, pool_size=readers, max_overflow=0, pool_pre_ping=True, connect_args=PATIENCE
        )
    if parsed.get_backend_name() != "sqlite":
        raise BadOption("database", "takes sqlite:///path or postgresql://...")
    if parsed.database and parsed.database != ":memory:":
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        _create(Path(parsed.database))
    engine = create_engine(parsed, pool_size=readers, max_overflow=0)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # We say ourselves when a transaction begins.
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


def check_reachable(url: str) -> None:
    """Say in a sentence why a database cannot be opened, before a server starts on it."""
    try:
        engine = open_engine(url, 1, immediate=False)
        try:
            engine.connect().close()
        finally:
            engine.dispose()
    except DBAPIError as error:
        why = str(error.orig).strip().splitlines()[0]
        shown = make_url(url).render_as_string(hide_password=True)
        raise FlagfallError(f"cannot open the database {shown}: {why}") from None
    except OSError as error:
        raise FlagfallError(f"cannot open the database {url}: {error.strerror}") from None


def _create(file: Path) -> None:
    """Create a database for its owner alone, if it is not there; the files beside it get the same mode.

    What root makes, by a restore for example, belongs to the owner of the folder: the server is not root.
    """
    with contextlib.suppress(OSError):  # SQLite says itself what it cannot open.
        made = os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            if sys.platform != "win32" and os.geteuid() == 0:
                folder = file.parent.stat()
                os.fchown(made, folder.st_uid, folder.st_gid)
        finally:
            os.close(made)


def _migrations() -> Path:
    return Path(str(files("flagfall.server.storage") / "migrations"))


def config() -> Config:
    """How Alembic finds the migrations."""
    from alembic.config import Config

    found = Config()
    found.set_main_option("script_location", str(_migrations()))
    return found


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring a database to a revision, from empty or from any older one."""
    if connection.dialect.name == "postgresql":
        # Two servers that start at once must not both migrate.
        connection.execute(text("SELECT pg_advisory_xact_lock(745290123)"))
    if revision == "head" and _is_newest(connection):
        return  # Nearly every start: a server that comes back has people waiting for it.
    from alembic import command

    ours = config()
    ours.attributes["connection"] = connection
    command.upgrade(ours, revision)


def _is_newest(connection: Connection) -> bool:
    """Whether a database has the newest revision, found out without the library that migrates."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    had = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return had == max(path.name[:4] for path in (_migrations() / "versions").glob("[0-9]*.py"))


def revision(connection: Connection) -> tuple[str | None, str | None]:
    """The revision that a database has, and the newest one."""
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    return (
        MigrationContext.configure(connection).get_current_revision(),
        ScriptDirectory.from_config(config()).get_current_head(),
    )


class Store:
    """All access to the database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._reading = open_engine(url, READERS, immediate=False)
        self._writing = open_engine(url, 1, immediate=True)
        self._threads = FairThreads(READERS, "read")
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None

    def start(self) -> None:
        """Bring the database up to date and start to take work."""
        with self._writing.begin() as connection:
            migrate(connection)
        self._writer = threading.Thread(target=self._write_all, name="write", daemon=True)
        self._writer.start()

    async def stop(self) -> None:
        """Finish what was asked for and close the database."""
        if self._writer is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        self._threads.shutdown(wait=True)
        self._reading.dispose()
        self._writing.dispose()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of some work in a read transaction; it must not write."""

        def run() -> T:
            with self._reading.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._threads, run)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The result of some work in a transaction of its own, once it is safely stored."""
        job = _Job(asyncio.get_running_loop(), work=work)
        self._jobs.put(job)
        result: T = await job.future
        return result

    async def append(self, entry: Append) -> None:
        """Append an entry to a log; `Fenced` if the table has another owner or more entries by now."""
        job = _Job(asyncio.get_running_loop(), append=entry)
        self._jobs.put(job)
        if not await job.future:
            raise Fenced

    # ---- the writing thread -------------------------------------------------------------------

    def _write_all(self) -> None:
        while (job := self._jobs.get()) is not None:
            if job.work is not None:
                self._finish([(job, *self._one(job.work))])
                continue
            batch, last = self._gather(job)
            self._finish(self._batch(batch))
            if last is not None:
                assert last.work is not None
                self._finish([(last, *self._one(last.work))])

    def _gather(self, first: _Job) -> tuple[list[_Job], _Job | None]:
        """The appends that wait, up to the first job of another kind, and that job."""
        batch = [first]
        while len(batch) < BATCH:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                self._jobs.put(None)
                break
            if job.append is None:
                return batch, job
            batch.append(job)
        return batch, None

    def _one(self, work: Callable[[Connection], Any]) -> tuple[Any, BaseException | None]:
        try:
            with self._writing.begin() as connection:
                return work(connection), None
        except BaseException as error:
            return None, error

    def _batch(self, batch: list[_Job]) -> list[tuple[_Job, Any, BaseException | None]]:
        try:
            with self._writing.begin() as connection:
                done = [(job, append(connection, job.append)) for job in batch if job.append is not None]
            return [(job, result, None) for job, result in done]
        except (OperationalError, InterfaceError) as error:  # The database is gone: for all of them.
            return [(job, None, error) for job in batch]
        except BaseException as error:
            if len(batch) == 1:
                return [(batch[0], None, error)]
            # One of them cannot be stored. Each once more by itself, so that it fails only its own table.
            return [result for job in batch for result in self._batch([job])]

    def _finish(self, done: list[tuple[_Job, Any, BaseException | None]]) -> None:
        def tell() -> None:
            for job, result, error in done:
                if job.future.cancelled():
                    continue
                if error is not None:
                    job.future.set_exception(error)
                else:
                    job.future.set_result(result)

        with contextlib.suppress(RuntimeError):  # The loop has ended: nobody waits.
            done[0][0].loop.call_soon_threadsafe(tell)


_row = schema.tables.c
_advance = (
    update(schema.tables)
    .where(_row.id == bindparam("t"), _row.epoch == bindparam("e"), _row.length == bindparam("n"))
    .values(
        length=bindparam("n") + 1,
        updated=bindparam("now"),
        status=bindparam("s"),
        info=bindparam("i"),
        wakes=bindparam("w"),
    )
)
_write = insert(schema.log)
_sit = insert(schema.seats)
_stand = delete(schema.seats).where(
    schema.seats.c.table_id == bindparam("t"), schema.seats.c.seat == bindparam("seat")
)
_due = (
    update(schema.seats)
    .where(schema.seats.c.table_id == bindparam("t"))
    .values(due=case((schema.seats.c.seat == 0, bindparam("d0")), else_=bindparam("d1")))
)


def append(connection: Connection, entry: Append) -> bool:
    """Write an entry, if it is the next one and its writer owns the table: that locks the row."""
    mine = connection.execute(
        _advance,
        {
            "t": entry.table,
            "e": entry.epoch,
            "n": entry.number,
            "now": entry.at,
            "s": entry.status,
            "i": entry.info,
            "w": entry.wakes,
        },
    )
    if mine.rowcount != 1:
        return False
    connection.execute(
        _write,
        {
            "table_id": entry.table,
            "number": entry.number,
            "epoch": entry.epoch,
            "at": entry.at,
            "body": entry.body,
        },
    )
    if entry.sits is not None:
        seat, person = entry.sits
        connection.execute(_stand, {"t": entry.table, "seat": seat})
        connection.execute(_sit, {"table_id": entry.table, "seat": seat, "person": person, "due": False})
    connection.execute(_due, {"t": entry.table, "d0": entry.due[0], "d1": entry.due[1]})
    if entry.results:
        add_results(connection, entry.results)
    if entry.public is not None:
        add_public_game(connection, entry.public)
    return True
