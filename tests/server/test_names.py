"""Names are kept with people alone: a new one is shown everywhere, a deleted one nowhere."""

from __future__ import annotations

import asyncio
import random

import pytest
from sqlalchemy import Connection, select, text

from flagfall.server.accounts import passwords
from flagfall.server.storage import schema
from flagfall.server.storage.look_alikes import look
from flagfall.server.storage.store import migrate, open_engine
from tests.server.kit import Line, Person, Server, deploy, play_on, run, settings
from tests.server.test_people import GOOD, account, fresh_name


def everything(db: Connection) -> str:
    """All that is stored, as one text."""
    rows = (row for table in schema.metadata.sorted_tables for row in db.execute(select(table)))
    return "\n".join(str(tuple(row)) for row in rows)


async def stored(server: Server) -> str:
    work = lambda: server.tables.store.read(everything)  # noqa: E731
    return str(await asyncio.to_thread(server.on_loop, work))


async def begin(ann: Person, ben: Person) -> str:
    """A public table with both at it; its id."""
    table: str = (await ann.table("barrage", "anyone", seat=0))["table"]["id"]
    await ben.post(f"/api/tables/{table}/join", {})
    return table


async def open_play(a: Line, b: Line) -> None:
    """Both set up, and each has made a move."""
    await deploy(a, "barrage", 0)
    await deploy(b, "barrage", 1)
    await play_on(a, random.Random(1), 1)
    await play_on(b, random.Random(2), 1)
    await a.until("turn", where=lambda m: m["must"] == "act" and m["seat"] == 0)


async def shown(person: Person, table: str) -> list[str]:
    """All pages on which the table is shown to somebody."""
    here = f"/api/tables/{table}"
    paths = (here, f"{here}/record", f"{here}/text", f"{here}/history?seat=1", "/api/lobby")
    mine = ("/api/me/tables", "/api/me/export", "/api/ladder?game=barrage&speed=free")
    found = [(await person.http.get(path)).text for path in (*paths, *mine)]
    async with person.at(table) as line:
        await line.until("welcome")
        found += line.raw
    return found


def test_a_deleted_account_leaves_its_name_nowhere(server: Server) -> None:
    async def go() -> None:
        ann, name, _ = await account(server)
        ben = await Person(server).__aenter__()
        finished, live = await begin(ann, ben), await begin(ann, ben)
        async with ann.at(finished) as a, ben.at(finished) as b:
            await open_play(a, b)
            await a.send("say", text="hello there")
            await a.send("resign")
            await b.until("table", where=lambda m: m["table"]["status"] == "over")
        async with ann.at(live) as a, ben.at(live) as b:
            await open_play(a, b)
            assert name in "".join(await shown(ben, live))
            assert name in "".join(await shown(ben, finished))
            assert (await ann.http.delete("/api/me")).status_code == 204
            # Who looks at the table is told at once.
            now = await b.until("table", where=lambda m: not m["table"]["seats"][0]["name"])
            assert now["table"]["seats"][1]["name"] == ben.me["name"]
        for table in (finished, live):
            assert name not in "".join(await shown(ben, table))
        assert name not in await stored(server)

    run(go())


def test_what_a_guest_was_called_goes_with_the_account_that_the_guest_signs_in_to(server: Server) -> None:
    async def go() -> None:
        ann, name, _ = await account(server)
        called = fresh_name()
        async with Person(server) as guest, Person(server) as ben:
            await guest.http.put("/api/me/name", json={"name": called})
            table = await begin(guest, ben)
            async with guest.at(table) as a, ben.at(table) as b:
                await open_play(a, b)
                await a.send("resign")
                await b.until("table", where=lambda m: m["table"]["status"] == "over")
            await guest.post("/api/login", {"name": name, "password": GOOD})
            pages = "".join(await shown(ben, table))
            assert name in pages
            assert called not in pages
            assert (await ann.http.delete("/api/me")).status_code == 204
            pages = "".join(await shown(ben, table))
            assert name not in pages
            assert called not in await stored(server)

    run(go())


def test_a_new_name_is_shown_at_once_and_in_old_games(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann, Person(server) as ben:
            before, after = fresh_name(), fresh_name()
            await ann.http.put("/api/me/name", json={"name": before})
            finished, live = await begin(ann, ben), await begin(ann, ben)
            async with ann.at(finished) as a, ben.at(finished) as b:
                await open_play(a, b)
                await a.send("resign")
                await b.until("table", where=lambda m: m["table"]["status"] == "over")
            async with ann.at(live) as a, ben.at(live) as b:
                await open_play(a, b)
                assert (await ann.http.put("/api/me/name", json={"name": after})).status_code == 200
                await b.until("table", where=lambda m: m["table"]["seats"][0]["name"] == after)
                await a.send("say", preset="hello")
                assert (await b.until("said"))["name"] == after
            for table in (finished, live):
                pages = "".join(await shown(ben, table))
                assert after in pages
                assert before not in pages

    run(go())


@pytest.mark.parametrize(
    ("taken", "alike"),
    [
        ("Paul{}", "PauI{}"),
        ("Paul{}", "Pau1{}"),
        ("Otto{}", "0tt0{}"),
        ("Mama{}", "rnama{}"),
        ("gala{}", "ɡɑlɑ{}"),
    ],
)
def test_a_name_that_looks_like_an_accounts_is_refused(server: Server, taken: str, alike: str) -> None:
    mark = fresh_name()[-6:]

    async def go() -> None:
        async with Person(server) as ann, Person(server) as eve:
            await ann.post("/api/account", {"name": taken.format(mark), "password": GOOD})
            wrong = await eve.post("/api/account", {"name": alike.format(mark), "password": GOOD}, status=409)
            assert wrong.json()["field"] == "name"
            assert (await eve.http.put("/api/me/name", json={"name": alike.format(mark)})).status_code == 409
            # Other names are free, and signing in is by the name itself.
            await eve.post("/api/account", {"name": f"Pia{mark}", "password": GOOD})
            await eve.post("/api/login", {"name": alike.format(mark), "password": GOOD}, status=401)

    run(go())


@pytest.mark.parametrize("name", ["Guest 1234", "Guest l234", "Gue5t", "Marsha1", "MarshaI"])
def test_what_looks_like_a_guest_or_a_bot_is_told_apart(server: Server, name: str) -> None:
    async def go() -> None:
        async with Person(server) as eve:
            answer = await eve.http.put("/api/me/name", json={"name": name})
            assert answer.status_code == (409 if look(name).startswith(("guest", "marshal")) else 200)

    run(go())


def test_names_of_old_games_are_taken_out_of_their_logs(database: str) -> None:
    """A database of the version before: games go on, and who had deleted the account is not named."""
    engine = open_engine(database, 1, immediate=True)
    sat = '{"type":"sat","seat":%d,"sitter":{"type":"person","id":"%s","name":"%s"}}'
    seats = '[{"type":"person","id":"p1","name":"Old Paul"},{"type":"person","id":"p2","name":"Gone Gina"}]'
    with engine.begin() as db:
        migrate(db, "0005")
        person = "INSERT INTO people (id, name, name_key, created) VALUES ('p1', 'Old Paul', 'oldpaul', 1)"
        db.execute(text(person))
        opened = (
            '{"type":"opened","game":"duel","options":{},"clock":{"type":"none"},"setup":0,"rated":false,'
            '"private":false,"watch":true,"hotseat":false,"seed":1,"nonces":["%s","%s","%s"],"rules":"old"}'
        ) % (("00" * 32,) * 3)
        info = (
            '{"id":"t1","game":"duel","options":{},"status":"setup","clock":{"type":"none"},"speed":"free",'
            f'"seats":{seats},"created":1,"watch":true}}'
        )
        db.execute(
            text(
                "INSERT INTO tables (id, info, status, private, code, maker, created, updated, wakes, "
                "length, epoch, owner) VALUES ('t1', :info, 'setup', :no, 'c', 'p1', 1, 1, :no, 3, 1, 'x')"
            ),
            {"info": info, "no": False},
        )
        entries = (opened, sat % (0, "p1", "Old Paul"), sat % (1, "p2", "Gone Gina"))
        for number, body in enumerate(entries):
            entry = "INSERT INTO log (table_id, number, epoch, at, body) VALUES ('t1', :n, 1, 1, :body)"
            db.execute(text(entry), {"n": number, "body": body})
        db.execute(text("INSERT INTO seats (table_id, seat, person) VALUES ('t1', 0, 'p1')"))
    engine.dispose()

    async def go() -> None:
        with Server(settings(database)) as server:
            async with Person(server) as eve:
                names = [one["name"] for one in (await eve.get("/api/tables/t1")).json()["table"]["seats"]]
                assert names == ["Old Paul", ""]
                async with eve.at("t1") as line:
                    names = [one["name"] for one in (await line.until("welcome"))["table"]["seats"]]
                assert names == ["Old Paul", ""]
                await eve.post("/api/account", {"name": "0ld PauI", "password": GOOD}, status=409)
            everywhere = await stored(server)
            assert everywhere.count("Old Paul") == 1
            assert "Gone Gina" not in everywhere

    run(go())


def test_an_account_with_a_vowel_sign_in_a_letter_is_found_as_before(database: str) -> None:
    """Its name was compared without the sign before: the Thai letter SARA AM has one inside."""
    engine = open_engine(database, 1, immediate=True)
    with engine.begin() as db:
        migrate(db, "0014")
        person = (
            "INSERT INTO people (id, name, name_key, look, password, created) VALUES (:i, :n, :k, :k, :p, 1)"
        )
        for id, name, key in (("p1", "ทองคำ", "ทองคา"), ("p2", "Åsa", "asa")):
            values = {"i": id, "n": name, "k": key, "p": passwords.hash_password(GOOD)}
            db.execute(text(person), values)
    engine.dispose()

    async def go() -> None:
        with Server(settings(database)) as server:
            for name in ("ทองคำ", "Åsa"):
                async with Person(server) as back:
                    assert (await back.post("/api/login", {"name": name, "password": GOOD})).json()[
                        "name"
                    ] == name
            async with Person(server) as eve:
                await eve.post("/api/account", {"name": "ทองคำ", "password": GOOD}, status=409)

    run(go())
