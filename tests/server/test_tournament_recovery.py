"""A tournament goes on whatever happens to its server: no pairing is lost, none is played twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from flagfall.server.storage import schema
from flagfall.server.storage.store import Fenced, Store
from flagfall.server.storage.tournament_rows import (
    NewPairing,
    Plan,
    carry_out,
    changed,
    mark_made,
    tournament,
)
from tests.server.competitors import TOURNAMENT, Competitor, account, competing, soon
from tests.server.conftest import fresh
from tests.server.kit import PATIENCE, Person, Server, run, settings
from tests.server.test_recovery import Process

PLAYERS = 4
A_CYCLE = PLAYERS * (PLAYERS - 1) // 2
"""Games until everybody has met everybody."""


@contextlib.asynccontextmanager
async def entered(url: str, **wish: Any) -> Any:
    """People who take part in a tournament that has not begun yet."""
    async with contextlib.AsyncExitStack() as stack:
        everybody = [await stack.enter_async_context(account(url, "Ann"))]
        everybody += [await stack.enter_async_context(Person(url)) for _ in range(PLAYERS - 1)]
        asked = {**TOURNAMENT, "kind": "round-robin", "rounds": 1, "most": 8, "starts": soon(), **wish}
        made = (await everybody[0].post("/api/tournaments", asked)).json()
        id = made["seen"]["tournament"]["id"]
        for person in everybody:
            await person.post(f"/api/tournaments/{id}/join", {})
        yield [Competitor(person, id) for person in everybody]


def begin_now(database: str, id: str) -> None:
    """Have a tournament begin at once."""
    store = Store(database)
    with store._writing.begin() as db:
        db.execute(schema.tournaments.update().where(schema.tournaments.c.id == id).values(starts=0))
    store._writing.dispose()
    store._reading.dispose()


def check_whole(database: str, id: str, games: int) -> None:
    """Every pair has met as often as it should, each game at one table, and each has its result."""
    store = Store(database)
    with store._reading.connect() as db:
        rows = db.execute(select(schema.pairings).where(schema.pairings.c.tournament_id == id)).all()
        assert [row.number for row in rows] == list(range(1, games + 1))
        met = Counter((row.first, row.second) for row in rows)
        assert set(met.values()) == {1}
        assert len(met) == games
        assert all(row.points_first + row.points_second == 2 for row in rows)
        assert all(row.how in ("played", "left") for row in rows)
        assert len({row.table_id for row in rows}) == games
        tables = db.execute(select(func.count()).select_from(schema.tables)).scalar_one()
        assert tables == games
    store._reading.dispose()
    store._writing.dispose()


@pytest.mark.parametrize(
    ("kind", "cycles", "kills"),
    [
        ("sqlite", 1, 1),
        pytest.param("sqlite", 2, 12, marks=pytest.mark.long),
        pytest.param("postgresql", 2, 8, marks=pytest.mark.long),
    ],
)
def test_sigkill_at_any_moment_neither_loses_nor_doubles_a_pairing(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str, cycles: int, kills: int
) -> None:
    database = fresh(request, tmp_path, kind)
    process = Process(database)
    # A kill must not make anybody late for a game.
    process.environment |= {"FLAGFALL_TOURNAMENT_REST": "0", "FLAGFALL_TOURNAMENT_NO_SHOW": "3600"}
    request.addfinalizer(process.kill)

    async def go() -> None:
        await process.start()
        async with entered(process.url, rounds=cycles, setup=900) as competitors:
            id = competitors[0].tournament
            begin_now(database, id)
            async with competing(competitors) as playing:
                for kill in range(kills):
                    goal = 1 + kill * cycles * A_CYCLE // (kills + 1)
                    # In the midst of the games, and sometimes of a round that is being paired.
                    await competitors[0].until(lambda seen, goal=goal: len(seen["games"]) >= goal)
                    await asyncio.sleep(0.07 * (kill % 4))
                    process.kill()
                    await process.start()
                async with asyncio.timeout(3 * PATIENCE):
                    await asyncio.gather(*playing)
            seen = competitors[0].seen
            assert seen["tournament"]["status"] == "over"
            assert [one["points"] for one in seen["standings"]] == [cycles * n for n in (3, 2, 1, 0)]
            assert sum(one.comebacks for one in competitors) >= kills
        process.kill()
        check_whole(database, id, cycles * A_CYCLE)

    run(go())


def test_another_process_goes_on_with_the_tournaments_of_one_that_ends(
    request: pytest.FixtureRequest, tmp_path: Path, redis: str
) -> None:
    database = fresh(request, tmp_path, "postgresql")
    given = settings(database, redis=redis, lease_seconds=3.0, tournament_rest=0.0, tournament_no_show=3600.0)

    async def go(one: Server, other: Server) -> None:
        async with entered(one.url, setup=900) as competitors:
            id = competitors[0].tournament
            for competitor in competitors[::2]:  # Half of them come through the other process.
                move(competitor.person, other)
            begin_now(database, id)
            async with competing(competitors) as playing:
                await competitors[0].until(lambda seen: any("points" in game for game in seen["games"]))
                owners = {server.tables.name: server for server in (one, other)}
                leaving = owners[owner_of(database, id)]
                staying = other if leaving is one else one
                leaving._server.should_exit = True
                for competitor in competitors:
                    move(competitor.person, staying)
                async with asyncio.timeout(3 * PATIENCE):
                    await asyncio.gather(*playing)
            assert owner_of(database, id) == staying.tables.name
        check_whole(database, id, A_CYCLE)

    with Server(given) as one, Server(given) as other:
        run(go(one, other))


def move(person: Person, server: Server) -> None:
    """Have a person come through another process from now on."""
    person.url = server.url
    person.http.base_url = server.url  # type: ignore[assignment]


def owner_of(database: str, id: str) -> str:
    store = Store(database)
    with store._reading.connect() as db:
        found = tournament(db, id)
    store._reading.dispose()
    store._writing.dispose()
    assert found is not None
    return found.owner


def test_a_plan_for_an_older_version_or_by_a_former_owner_writes_nothing(sqlite: str) -> None:
    async def go() -> None:
        async with entered(server.url) as competitors:
            id = competitors[0].tournament
            store = server.tables.store
            plan = Plan(pairings=(NewPairing(1, 2, "table-of-them"),))
            before = await store.read(lambda db: tournament(db, id))
            assert before is not None
            await store.write(lambda db: changed(db, id))
            with pytest.raises(Fenced):
                await store.write(lambda db: carry_out(db, before, plan, 1))
            now = await store.read(lambda db: tournament(db, id))
            assert now is not None
            await store.write(lambda db: carry_out(db, now, plan, 1))
            with pytest.raises(Fenced):
                await store.write(lambda db: carry_out(db, now, plan, 1))
            with pytest.raises(Fenced):
                await store.write(lambda db: mark_made(db, id, now.epoch + 1, 1))
            assert await store.write(lambda db: mark_made(db, id, now.epoch, 1))
            assert not await store.write(lambda db: mark_made(db, id, now.epoch, 1))

    with Server(settings(sqlite)) as server:
        server.on_loop(go)
