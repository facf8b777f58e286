"""What guests bring along, ratings at one moment, the ladder, old hashes, shared replays, whole lists."""

from __future__ import annotations

import asyncio
import os
import random
import stat
import threading
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Engine, insert, select, text, update

from flagfall.server.accounts import glicko, ratings
from flagfall.server.accounts.guests import merge
from flagfall.server.http.middleware import address
from flagfall.server.storage import schema
from flagfall.server.storage.backup import backup
from flagfall.server.storage.setups import MOST
from flagfall.server.storage.store import migrate, open_engine
from flagfall.server.storage.tables import table_rows
from tests.server.kit import PATIENCE, Person, Server, deploy, play_on, run
from tests.server.test_people import GOOD, account
from tests.server.test_security_sign_in import _write

NOW = 1_700_000_000_000


# ---- guests ------------------------------------------------------------------------------------------


def test_a_guest_who_signs_in_keeps_blocks_in_both_directions(server: Server) -> None:
    async def go() -> None:
        ann, name, _ = await account(server)
        ben, cat, dan = [(await account(server))[0] for _ in range(3)]
        await ann.http.put(f"/api/me/blocks/{cat.me['id']}")
        async with Person(server) as guest:
            for blocked in (ben, cat, ann):
                await guest.http.put(f"/api/me/blocks/{blocked.me['id']}")
            await dan.http.put(f"/api/me/blocks/{guest.me['id']}")
            await guest.post("/api/login", {"name": name, "password": GOOD})
        mine = (await ann.get("/api/hello")).json()["me"]["blocked"]
        assert sorted(mine) == sorted([ben.me["id"], cat.me["id"]])
        assert (await dan.get("/api/hello")).json()["me"]["blocked"] == [ann.me["id"]]

    run(go())


def test_a_guest_brings_no_more_set_ups_than_an_account_may_have(database: str) -> None:
    """Else one could have any number of them, and a list that fills the memory of the server."""
    engine = open_engine(database, 1, immediate=True)
    with engine.begin() as db:
        migrate(db)
        for who in ("ann", "guest"):
            db.execute(insert(schema.people).values(id=who, name=who, created=1))
        for who, many in (("ann", MOST - 2), ("guest", 5)):
            for number in range(many):
                row = {"id": f"{who}{number}", "person": who, "game": "duel", "seat": 0, "text": ""}
                db.execute(insert(schema.setups).values(name=f"{who} {number}", updated=number, **row))
        merge(db, "guest", "ann")
        found = set(db.execute(select(schema.setups.c.id).where(schema.setups.c.person == "ann")).scalars())
    engine.dispose()
    assert len(found) == MOST
    assert {one for one in found if one.startswith("guest")} == {"guest3", "guest4"}  # the newest ones


def test_a_password_hashed_with_old_parameters_is_hashed_anew_at_sign_in(server: Server) -> None:
    people = schema.people

    async def stored(person: str) -> str:
        row = select(people.c.password).where(people.c.id == person)
        read = lambda: server.tables.store.read(lambda db: db.execute(row).scalar_one())  # noqa: E731
        return str(await asyncio.to_thread(server.on_loop, read))

    async def go() -> None:
        ann, name, _ = await account(server)
        old = PasswordHasher(time_cost=1, memory_cost=8_192, parallelism=1).hash(GOOD)
        await _write(server, update(people).where(people.c.id == ann.me["id"]).values(password=old))
        await Person(server).post("/api/login", {"name": name, "password": "wrong wrong"}, status=401)
        assert await stored(ann.me["id"]) == old
        await ann.post("/api/login", {"name": name, "password": GOOD})
        renewed = await stored(ann.me["id"])
        assert "m=19456,t=2" in renewed
        await ann.post("/api/login", {"name": name, "password": GOOD})
        assert await stored(ann.me["id"]) == renewed

    run(go())


# ---- ratings -----------------------------------------------------------------------------------------


def _rate(engine: Engine, game: str, who: list[str]) -> None:
    with engine.begin() as db:
        ratings.RatedGame(db, who, game, "blitz", (1.0, 0.0), NOW).store(db)


def _waits(engine: Engine) -> bool:
    with engine.connect() as db:
        waiting = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        return bool(db.execute(waiting).scalar_one())


def test_two_games_of_a_player_that_end_at_once_are_both_rated(database: str) -> None:
    first, second = (open_engine(database, 2, immediate=True) for _ in range(2))
    with first.begin() as db:
        migrate(db)
    _rate(first, "barrage", ["ann", "ben"])
    with first.begin() as db:
        one = ratings.RatedGame(db, ["ann", "ben"], "barrage", "blitz", (1.0, 0.0), NOW)
        # The other game ends in another process: the players are named the other way round.
        other = threading.Thread(target=_rate, args=(second, "barrage", ["ben", "ann"]), daemon=True)
        other.start()
        while db.dialect.name == "postgresql" and other.is_alive() and not _waits(first):
            pass
        one.store(db)
    other.join(PATIENCE)
    with first.connect() as db:
        assert [ratings.current(db, who, "barrage", "blitz").games for who in ("ann", "ben")] == [3, 3]
    for engine in (first, second):
        engine.dispose()


def test_the_ladder_shows_only_ratings_that_are_not_provisional(database: str) -> None:
    engine = open_engine(database, 1, immediate=True)
    with engine.begin() as db:
        migrate(db)
        long_ago = NOW - 300 * glicko.PERIOD
        rows = [
            ("new", 2_400, 300.0, NOW),
            ("rested", 2_300, 60.0, long_ago),
            ("sure", 1_700, 60.0, NOW),
            ("low", 1_200, 50.0, NOW),
        ]
        for who, rating, deviation, updated in rows:
            db.execute(insert(schema.people).values(id=who, name=who, created=1))
            values = {"rating": rating, "deviation": deviation, "volatility": 0.06, "games": 9}
            db.execute(
                insert(schema.ratings).values(who=who, game="duel", speed="blitz", updated=updated, **values)
            )
        for speed in ("blitz", None):
            shown = ratings.ladder(db, "duel", speed, NOW)
            assert [row.sitter.id for row in shown] == ["sure", "low"]
            assert not any(row.rating.provisional for row in shown)
        for n in range(ratings.LADDER):
            db.execute(insert(schema.people).values(id=f"p{n}", name="x", created=1))
            values = {"rating": 1_500, "deviation": 50.0, "volatility": 0.06, "games": 9}
            db.execute(
                insert(schema.ratings).values(who=f"p{n}", game="duel", speed="rapid", updated=NOW, **values)
            )
        assert len(ratings.ladder(db, "duel", None, NOW)) == ratings.LADDER
    engine.dispose()


# ---- where a request comes from ----------------------------------------------------------------------


def test_all_lines_of_x_forwarded_for_count() -> None:
    lines = [(b"x-forwarded-for", b"9.9.9.9"), (b"host", b"h"), (b"x-forwarded-for", b"1.1.1.1, 2.2.2.2")]
    scope = {"client": ("10.0.0.1", 1), "headers": lines}
    assert [address(scope, n) for n in range(5)] == ["10.0.0.1", "2.2.2.2", "1.1.1.1", "9.9.9.9", "9.9.9.9"]


def test_ipv6_addresses_are_limited_by_64() -> None:
    def place(client: str) -> str:
        return address({"client": (client, 1), "headers": []}, 0)

    assert place("2001:db8:1:2:3:4:5:6") == place("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert place("2001:db8:1:3::9") != place("2001:db8:1:2::9")
    assert place("::ffff:1.2.3.4") == place("1.2.3.4") == "1.2.3.4"
    forwarded = {"client": ("::1", 1), "headers": [(b"x-forwarded-for", b"2001:db8:1:2::7")]}
    assert address(forwarded, 1) == "2001:db8:1:2::/64"


# ---- tables ------------------------------------------------------------------------------------------


def test_the_replay_of_a_game_on_one_screen_can_be_shared(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann, Person(server) as eve:
            table = (await ann.table("barrage", "hotseat"))["table"]["id"]
            async with ann.at(table) as line:
                await deploy(line, "barrage", 0)
                await deploy(line, "barrage", 1)
                await play_on(line, random.Random(1), 2)
                await line.until("turn", where=lambda m: m["must"] == "act")
                await line.send("resign", seat=0, ref=7)
                await line.until("done", where=lambda m: m["ref"] == 7)
                await eve.get(f"/api/tables/{table}/record", status=404)
                await line.send("share", ref=8)
                assert (heard := await line.until("done", "refused"))["type"] == "done", heard
            await eve.get(f"/api/tables/{table}/record")

    run(go())


def test_a_list_of_tables_in_pages_loses_none_that_changed_at_once(database: str) -> None:
    engine = open_engine(database, 1, immediate=True)
    info = (
        '{"id":"%s","game":"duel","options":{},"status":"setup","clock":{"type":"none"},"speed":"free",'
        '"seats":[null,null],"created":1,"watch":true}'
    )
    with engine.begin() as db:
        migrate(db)
        for n in range(10):
            id = f"t{n}"
            new = table_rows.NewTableRow(
                id=id, info=info % id, status="setup", private=True, code="c", maker="p", wakes=False,
                owner="x", at=100 + n // 4, entries=(), people=((0, "p", False), (1, "p", True)),
            )  # fmt: skip
            table_rows.insert_table(db, new)
        seen, before = [], 0
        while page := table_rows.tables_of(db, "p", table_rows.LIVE, before, 3):
            seen += [one.info.id for one in page]
            before = page[-1].updated
        assert sorted(seen) == [f"t{n}" for n in range(10)]
        assert seen[0] == "t8"
    engine.dispose()


# ---- files -------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_a_database_and_what_lies_beside_it_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        engine = open_engine(f"sqlite:///{tmp_path}/x.sqlite3", 1, immediate=True)
        with engine.begin() as db:
            migrate(db)
        with engine.begin() as db:
            db.execute(insert(schema.people).values(id="p", name="x", created=1))
            beside = tmp_path / "b.gz.part"
            beside.write_bytes(b"left behind")
            beside.chmod(0o644)
            backup(db, tmp_path / "b.gz")
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        engine.dispose()
    finally:
        os.umask(before)
    assert set(modes) >= {"x.sqlite3", "x.sqlite3-wal", "b.gz"}
    assert set(modes.values()) == {0o600}
