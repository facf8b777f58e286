"""A table has one actor, also when somebody asks for it before the process that made it has put it up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from flagfall.server.accounts.identity import Identity
from flagfall.server.cluster.ownership import Gone
from flagfall.server.hosting import new_table, table_loading
from flagfall.server.tables.actor import Actor
from flagfall.server.wire.tables import Anyone, NewTable
from tests.server.kit import Person, Server, run, settings


@pytest.mark.parametrize("fails", [False, True])
def test_who_finds_a_stored_table_before_it_is_put_up_gets_the_one_actor(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    """The lobby and a tournament show a table as soon as it is stored."""
    reading = asyncio.Event()
    put_up = asyncio.Event()
    replay = table_loading._replay
    finding: list[asyncio.Task[Actor]] = []

    async def replayed(*args: Any) -> Any:
        first = not reading.is_set()
        reading.set()
        await put_up.wait()
        if fails and first:
            raise Gone
        return await replay(*args)

    async def found_at_once(state: Any) -> None:
        finding.append(asyncio.create_task(server.tables.table(state.id)))
        await reading.wait()

    async def make(person: Identity) -> None:
        tables = server.tables
        id = await tables.create(NewTable("duel", Anyone()), person)
        before = tables.actors.get(id)
        put_up.set()
        if fails:
            with pytest.raises(Gone):
                await finding[0]
            while id not in tables.actors:  # Nobody asks for it: its clock would stand still.
                await asyncio.sleep(0.01)
        actor = tables.actors[id] if fails else await finding[0]
        assert before in (None, actor), "two actors for one table"
        assert await tables.table(id) is actor
        assert not actor.gone

    async def go() -> None:
        async with Person(server) as ann:
            who = Identity(ann.me["id"], ann.me["name"], True)
            await asyncio.to_thread(server.on_loop, lambda: make(who))

    with Server(settings(sqlite)) as server:
        monkeypatch.setattr(table_loading, "_replay", replayed)
        monkeypatch.setattr(new_table, "_list_actions", found_at_once)
        run(go())
