"""The lobby, clocks that run out, editions of one's own, and the schema of what travels."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from flagfall.server.settings import Settings
from flagfall.server.storage import schema
from flagfall.server.storage.store import Store, migrate, open_engine, revision
from flagfall.server.wire import typescript
from tests.server.kit import ManualTime, Person, Server, deploy, play_on, run, settings
from tests.server.test_playing import set_up, sit

ROOT = Path(__file__).parents[2]


def test_quick_play_seats_two_who_want_the_same_together(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann, Person(server) as ben, Person(server) as eve:
            wish = {"game": "pirates", "clock": {"type": "bank", "base": 600, "increment": 3}}
            async with ann.socket("/api/live") as lobby:
                await lobby.until("lobby")
                first = (await ann.post("/api/quick", wish)).json()
                assert first["table"]["status"] == "open"
                shown = await lobby.until("lobby", where=lambda m: bool(m["open"]))
                assert first["table"]["id"] in [table["id"] for table in shown["open"]]
                again = (await ann.post("/api/quick", wish)).json()
                assert again["table"]["id"] == first["table"]["id"]  # One waits at one table.
                other = (await eve.post("/api/quick", {**wish, "game": "duel"})).json()
                assert other["table"]["id"] != first["table"]["id"]
                second = (await ben.post("/api/quick", wish)).json()
                assert second["table"]["id"] == first["table"]["id"]
                assert second["table"]["status"] == "setup"
                assert sorted(first["seats"] + second["seats"]) == [0, 1]
                notice = await lobby.until("notice")
                assert (notice["what"], notice["table"]["id"]) == ("began", first["table"]["id"])

    run(go())


def test_the_lobby_counts_the_people_who_are_here_once_each(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann, Person(server) as ben, ann.socket("/api/live") as lobby:
            first = await lobby.until("lobby")
            async with ann.socket("/api/live") as again, ben.socket("/api/live") as other:
                await again.until("lobby")
                shown = await other.until("lobby")
                assert shown["here"] == first["here"] + 1
                assert (await ben.get("/api/lobby")).json()["here"] == shown["here"]
            told = await lobby.until("here", where=lambda m: m["people"] == first["here"])
            assert told["people"] == first["here"]

    run(go())


def test_the_lobby_shows_games_of_people_first_and_none_that_was_left(sqlite: str) -> None:
    time_and_chance = ManualTime()

    async def go() -> None:
        with Server(settings(sqlite), time_and_chance) as server:
            slow = {"type": "days", "days": 3}
            async with Person(server) as ann, Person(server) as ben:
                over_days = await ann.table("duel", "anyone", clock=slow)
                waiting = await ann.table("duel", "anyone")
                bot = await ann.table("duel", {"type": "bot", "level": "1"}, seat=0)
                people = await ann.table("duel", "anyone", seat=0)
                await ben.post(f"/api/tables/{people['table']['id']}/join", {})
                ids = [made["table"]["id"] for made in (people, bot)]
                lobby = (await ann.get("/api/lobby")).json()
                assert not lobby["playing"], "nobody watches an army being set up"
                for id in ids:
                    async with ann.at(id) as a:
                        await deploy(a, "duel", 0)
                        if id == ids[0]:
                            async with ben.at(id) as b:
                                await deploy(b, "duel", 1)
                        await a.until("turn", where=lambda m: m["must"] == "act")
                lobby = (await ann.get("/api/lobby")).json()
                assert [one["id"] for one in lobby["playing"]] == ids
                assert {one["id"] for one in lobby["open"]} == {
                    made["table"]["id"] for made in (waiting, over_days)
                }
                time_and_chance.time += 2 * 3_600_000
                lobby = (await ann.get("/api/lobby")).json()
                assert [one["id"] for one in lobby["open"]] == [over_days["table"]["id"]]
                assert not lobby["playing"]

    run(go())


def test_who_is_elsewhere_is_told_when_it_is_their_turn(server: Server) -> None:
    async def go() -> None:
        ann, ben, table = await sit(server, clock={"type": "days", "days": 3})
        async with ann.at(table) as a, ben.at(table) as b:
            await set_up(a, b)
        async with ben.socket("/api/live") as elsewhere, ann.at(table) as a:
            await elsewhere.until("lobby")
            await play_on(a, random.Random(1), 1)
            notice = await elsewhere.until("notice")
            assert (notice["what"], notice["table"]["id"]) == ("turn", table)
        mine = (await ben.get("/api/me/tables?status=live")).json()["tables"]
        assert [one["due"] for one in mine] == [True]

    run(go())


def test_a_clock_that_runs_out_loses_the_game(sqlite: str) -> None:
    time_and_chance = ManualTime()

    async def go() -> None:
        with Server(settings(sqlite), time_and_chance) as server:
            ann, ben, table = await sit(server, clock={"type": "bank", "base": 60}, setup=60)
            async with ann.at(table) as a, ben.at(table) as b:
                await set_up(a, b)
                time_and_chance.time += 60_001
                # Time is up for the mover, no matter who speaks first.
                await b.send("offer", what="rematch")
                end = await a.until("table", where=lambda m: m["table"]["status"] in ("over", "aborted"))
            assert end["table"]["outcome"] == {
                "termination": "time",
                "scores": [0.0, 1.0],
                "rule": "ST-END-3",
            }

    run(go())


def test_a_flag_falls_although_nobody_is_there(sqlite: str) -> None:
    time_and_chance = ManualTime()

    async def go() -> None:
        with Server(settings(sqlite), time_and_chance) as server:
            ann, ben, table = await sit(server, clock={"type": "move", "seconds": 5})
            async with ann.at(table) as a, ben.at(table) as b:
                await set_up(a, b)
            async with ben.socket("/api/live") as elsewhere:
                await elsewhere.until("lobby")
                time_and_chance.time += 5_001  # Not before somebody waits for the news.
                over = await elsewhere.until("notice", where=lambda m: m["what"] == "over")
                assert over["table"]["outcome"]["termination"] == "time"

    run(go())


# ---- own editions ------------------------------------------------------------------------------------


def test_an_own_edition_is_playable_at_once_against_people_and_bots(server: Server) -> None:
    good = (ROOT / "src/flagfall/ranks/editions/duel.toml").read_text().replace('en = "Stratego', 'en = "My')
    line = good[: good.index("count = 1")].count("\n") + 1

    async def go() -> None:
        async with Person(server) as ann, Person(server) as ben:
            faults = (
                await ann.post("/api/editions/check", {"text": good.replace("count = 1", "count = 'one'", 1)})
            ).json()
            assert [(fault["line"], fault["field"]) for fault in faults["faults"]] == [
                (line, "piece[1].count")
            ]
            assert "card" not in faults
            broken = (await ann.post("/api/editions", {"text": "id = "})).json()
            assert broken["faults"][0]["line"] == 1
            card = (await ann.post("/api/editions", {"text": good})).json()["card"]
            assert card["own"] is True
            assert card["id"].startswith("duel-")
            info = (await ben.get(f"/api/games/{card['id']}")).json()
            assert info["edition"]["file"] == ""
            made = await ben.table(card["id"], {"type": "bot", "level": "1"}, seat=0)
            async with ben.at(made["table"]["id"]) as b:
                await deploy(b, card["id"], 0)
                assert await play_on(b, random.Random(1))
            await ben.get(f"/api/tables/{made['table']['id']}/text")
            new = {"game": card["id"], "against": {"type": "anyone"}, "rated": True}
            await ann.post("/api/tables", new, status=403)
            return card["id"]

    id = run(go())
    # A server that starts again knows it still.
    server.tables.games._own.clear()

    async def again() -> None:
        async with Person(server) as ann:
            await ann.table(id, "hotseat")

    run(again())


# ---- what travels ------------------------------------------------------------------------------------


def test_the_types_of_the_client_are_up_to_date() -> None:
    written = (ROOT / "web/src/wire.ts").read_text(encoding="utf-8")
    assert written == typescript.typescript(), (
        "run: python -m flagfall.server.wire.typescript web/src/wire.ts"
    )


def test_every_struct_of_the_wire_is_known_to_the_client() -> None:
    written = typescript.typescript()
    for struct in typescript.structs():
        assert f"export interface {struct.__name__}" in written
    for union in ("RankEvent", "HexAction", "ServerMessage<V, E, A>", "ClientMessage<A>"):
        assert f"export type {union} =" in written


def test_the_api_describes_itself(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            api = (await ann.get("/api/schema/openapi.json")).json()
            assert "/api/tables/{table}/join" in api["paths"]
            assert api["components"]["schemas"]["NewTable"]["required"] == ["against", "game"]
            for path, methods in api["paths"].items():
                for method in methods.values():
                    assert method.get("description"), path

    run(go())


def test_what_a_database_cannot_keep_is_refused(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            text = (await ann.get("/api/games/duel/setup?seat=0&style=human")).json()["text"]
            setup = {"game": "duel", "seat": 0, "name": "a\0b", "text": text}
            for answer in (
                await ann.http.get(f"/api/me/tables?before={10**25}"),
                await ann.http.get("/api/people/a%00b"),
                await ann.http.get("/api/tables/a%00b"),
                await ann.http.get("/api/games/a%00b"),
                await ann.http.get("/api/bots?game=a%00b"),
                await ann.http.get("/api/ladder?game=a%00b"),
                await ann.http.get("/api/me/setups?game=a%00b"),
                await ann.http.put("/api/me/blocks/a%00b"),
                await ann.http.delete("/api/me/tokens/a%00b"),
                await ann.http.post("/api/me/setups", json=setup),
                await ann.http.post("/api/me/tokens", json={"name": "a\0b"}),
                await ann.http.post("/api/reports", json={"person": "x", "text": "a\0b"}),
                await ann.http.put("/api/me/preferences", json={"a": "\0"}),
                await ann.http.post("/api/login", json={"name": "a\0b", "password": "\0" * 9}),
            ):
                assert answer.status_code < 500, (answer.request.url, answer.text)
            async with ann.at("a%00b") as line:
                assert await line.closed() == 4404

    run(go())


def test_a_state_cannot_be_encoded() -> None:
    import flagfall

    with pytest.raises(TypeError):
        msgspec.json.encode(flagfall.game("duel").new())


# ---- the database ------------------------------------------------------------------------------------


def test_the_migrations_lead_to_the_schema(database: str) -> None:
    engine = open_engine(database, 1, immediate=True)
    with engine.begin() as connection:
        migrate(connection)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), schema.metadata)
        assert differences == []
        now, newest = revision(connection)
        assert now == newest
    engine.dispose()


def test_a_database_of_the_first_version_is_brought_up_to_date_with_its_games(database: str) -> None:
    engine = open_engine(database, 1, immediate=True)
    with engine.begin() as connection:
        migrate(connection, "0001")
        assert "ratings" not in inspect(connection).get_table_names()
        connection.execute(
            text("INSERT INTO people (id, name, created, preferences) VALUES ('p1', 'Old Ann', 1, :kept)"),
            {"kept": '{"a":1}'},
        )
        opened = (
            '{"type":"opened","game":"duel","options":{},"clock":{"type":"none"},"setup":0,"rated":false,'
            '"private":false,"watch":true,"hotseat":true,"seed":1,"nonces":["%s","%s","%s"],"rules":"old"}'
        ) % (("00" * 32,) * 3)
        sat = '{"type":"sat","seat":%d,"sitter":{"type":"person","id":"p1","name":"Old Ann"}}'
        info = (
            '{"id":"t1","game":"duel","options":{},"status":"setup","clock":{"type":"none"},"speed":"free",'
            '"seats":[null,null],"created":1,"watch":true}'
        )
        connection.execute(
            text(
                "INSERT INTO tables (id, info, status, private, code, maker, created, updated, wakes, "
                "length, epoch, owner) VALUES ('t1', :info, 'setup', :no, 'c', 'p1', 1, 1, :no, 3, 1, 'x')"
            ),
            {"info": info, "no": False},
        )
        for number, body in enumerate((opened, sat % 0, sat % 1)):
            connection.execute(
                text("INSERT INTO log (table_id, number, epoch, at, body) VALUES ('t1', :n, 1, 1, :body)"),
                {"n": number, "body": body},
            )
        for seat in (0, 1):
            connection.execute(
                text("INSERT INTO seats (table_id, seat, person) VALUES ('t1', :seat, 'p1')"), {"seat": seat}
            )
    engine.dispose()

    async def go() -> None:
        with Server(settings(database)) as server:
            async with Person(server) as ann:
                found = (await ann.get("/api/people/p1")).json()
                assert found["name"] == "Old Ann"
                old = (await ann.get("/api/tables/t1")).json()
                assert old["table"]["status"] == "setup"
                async with ann.at("t1") as line:
                    welcome = await line.next()
                assert welcome["table"]["seats"][0]["name"] == "Old Ann"

    run(go())


def test_sqlite_is_durable_and_does_not_wait_for_readers(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/deep/down/x.sqlite3")
    store.start()
    with store._writing.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    run(store.stop())


def test_an_unknown_kind_of_database_is_refused() -> None:
    with pytest.raises(ValueError, match="database"):
        Store("mysql://localhost/x")
    assert Settings().database.startswith("sqlite:///")
    create_engine("sqlite://").dispose()
