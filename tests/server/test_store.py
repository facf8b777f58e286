"""The writing thread: what shares a commit, and what it does not share."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

from flagfall.server.storage.store import Append, Store
from flagfall.server.storage.tables import table_rows
from tests.server.kit import run


def _table(id: str) -> table_rows.NewTableRow:
    return table_rows.NewTableRow(
        id=id,
        info="{}",
        status="setup",
        private=True,
        code="c",
        maker="p",
        at=1,
        wakes=False,
        owner="x",
        entries=("{}",),
        people=((0, "p", False),),
    )


def test_an_append_that_fails_fails_its_own_table_alone(database: str) -> None:
    store = Store(database)
    store.start()

    async def go() -> None:
        for id in ("t0", "t1", "t2"):
            await store.write(lambda db, id=id: table_rows.insert_table(db, _table(id)))  # type: ignore[misc]
        # The thread is kept busy until all three wait: they share one batch.
        ready = threading.Event()
        busy = asyncio.ensure_future(store.write(lambda _: ready.wait()))
        bodies = ("good", "\ud800 cannot be stored", "good too")
        entries = [
            Append(f"t{n}", 1, 1, 2, body, "setup", "{}", False, (False, False))
            for n, body in enumerate(bodies)
        ]
        waiting = [asyncio.ensure_future(store.append(entry)) for entry in entries]
        await asyncio.sleep(0)
        ready.set()
        await busy
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [isinstance(one, Exception) for one in results] == [False, True, False]
        lengths = [
            (await store.read(lambda db, id=id: table_rows.table_row(db, id))).length  # type: ignore[misc]
            for id in ("t0", "t1", "t2")
        ]
        assert lengths == [2, 1, 2]
        await store.stop()

    run(go())


def test_a_server_that_comes_back_opens_a_database_of_its_version_at_once(sqlite: str) -> None:
    opens = (
        "import asyncio, sys; from flagfall.server.storage.store import Store;"
        "store = Store(sys.argv[1]); store.start(); asyncio.run(store.stop());"
        "print('alembic' in sys.modules)"
    )
    migrated = [
        subprocess.run(
            [sys.executable, "-c", opens, sqlite], check=True, capture_output=True, text=True
        ).stdout
        for _ in range(2)
    ]
    assert migrated == ["True\n", "False\n"], "an empty database is migrated, one that is up to date is not"
