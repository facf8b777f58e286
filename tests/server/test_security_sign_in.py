"""Limits for those who guess, new secrets for new rights, and closed sockets for those who lost theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from sqlalchemy import update

from flagfall.server.accounts import socket_expiry
from flagfall.server.storage import schema
from tests.server.kit import Person, Server, run, settings
from tests.waits import PATIENCE

GOOD = "correct horse battery"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket_expiry, "EVERY", 0.05)
        folder = tmp_path_factory.mktemp("sign-in")
        with Server(settings(f"sqlite:///{folder}/x.sqlite3")) as server:
            yield server


_names = iter(f"Somebody {number}" for number in range(1_000))


async def _account(server: Server) -> tuple[Person, str, list[str]]:
    person = await Person(server).__aenter__()
    name = next(_names)
    made = (await person.post("/api/account", {"name": name, "password": GOOD})).json()
    person.me = made["me"]
    return person, name, made["codes"]


def _with(server: Server, cookie: str) -> Person:
    """Somebody who has got hold of a cookie."""
    thief = Person(server)
    thief.http.cookies.set("flagfall", cookie)
    return thief


async def _known(person: Person) -> bool:
    return "me" in (await person.get("/api/hello")).json()


# ---- sessions ----------------------------------------------------------------------------------------


def test_signing_in_ends_the_session_that_the_browser_had(place: Server) -> None:
    async def go() -> None:
        _, name, _ = await _account(place)
        async with Person(place) as phone:
            planted = _with(place, phone.http.cookies["flagfall"])
            assert await _known(planted)
            await phone.post("/api/login", {"name": name, "password": GOOD})
            first = phone.http.cookies["flagfall"]
            assert not await _known(planted)
            await phone.post("/api/login", {"name": name, "password": GOOD})
            assert phone.http.cookies["flagfall"] != first
            assert not await _known(_with(place, first))

    run(go())


def test_a_new_password_gives_a_new_session_here_and_ends_all_others(place: Server) -> None:
    async def go() -> None:
        ann, name, _ = await _account(place)
        old = ann.http.cookies["flagfall"]
        other = Person(place)
        await other.post("/api/login", {"name": name, "password": GOOD})
        change = {"old": GOOD, "new": "another good one"}
        assert (await ann.http.put("/api/me/password", json=change)).status_code == 200
        assert ann.http.cookies["flagfall"] != old
        assert await _known(ann)
        assert not await _known(_with(place, old))
        assert not await _known(other)

    run(go())


def test_leaving_everywhere_ends_every_session(place: Server) -> None:
    async def go() -> None:
        ann, name, _ = await _account(place)
        there = [Person(place) for _ in range(3)]
        for one in there:
            await one.post("/api/login", {"name": name, "password": GOOD})
        kept = [ann.http.cookies["flagfall"], *(one.http.cookies["flagfall"] for one in there)]
        assert (await there[1].http.delete("/api/me/sessions")).status_code == 204
        assert "flagfall" not in there[1].http.cookies
        assert [await _known(_with(place, cookie)) for cookie in kept] == [False] * 4
        assert (await Person(place).http.delete("/api/me/sessions")).status_code == 401

    run(go())


def test_recovery_ends_the_tokens_too(place: Server) -> None:
    async def go() -> None:
        ann, name, codes = await _account(place)
        token = (await ann.post("/api/me/tokens", {"name": "a thief's"})).json()["secret"]
        await Person(place, token).get("/api/me/tables")
        again = {"name": name, "code": codes[0], "password": "another good one"}
        await Person(place).post("/api/recover", again)
        await Person(place, token).get("/api/me/tables", status=401)

    run(go())


@pytest.mark.parametrize("way", ["logout", "password", "token", "expired", "banned"])
def test_whose_sign_in_has_ended_loses_their_websockets(place: Server, way: str) -> None:
    async def go() -> None:
        ann, name, _ = await _account(place)
        token = (await ann.post("/api/me/tokens", {"name": "bot", "scopes": ["play"]})).json()
        table = (await ann.table("duel", "hotseat"))["table"]["id"]
        other = Person(place)
        await other.post("/api/login", {"name": name, "password": GOOD})
        who = Person(place, token["secret"]) if way == "token" else other
        async with who.at(table) as line, who.socket("/api/live") as lobby, ann.at(table) as mine:
            assert (await line.next())["seats"] == [0, 1]
            await lobby.next()
            await mine.next()
            await _end(place, way, ann, other, token["id"])
            assert await line.closed() == 1012
            assert await lobby.closed() == 1012
            if way in ("logout", "token"):
                await mine.settled()

    run(go())


async def _end(place: Server, way: str, ann: Person, other: Person, token: str) -> None:
    people, sessions = schema.people, schema.sessions
    match way:
        case "logout":
            await other.post("/api/logout")
        case "password":
            await ann.http.put("/api/me/password", json={"old": GOOD, "new": "another good one"})
        case "token":
            await ann.http.delete(f"/api/me/tokens/{token}")
        case "expired":
            await _write(place, update(sessions).where(sessions.c.person == ann.me["id"]).values(expires=1))
        case "banned":
            await _write(place, update(people).where(people.c.id == ann.me["id"]).values(banned=True))


async def _write(place: Server, statement: Any) -> None:
    work = lambda: place.tables.store.write(lambda db: db.execute(statement))  # noqa: E731
    await asyncio.to_thread(place.on_loop, work)


# ---- limits ------------------------------------------------------------------------------------------


def test_who_tries_what_is_not_there_has_to_wait_whatever_comes_next(tmp_path: Path) -> None:
    async def go(server: Server) -> None:
        ann = await Person(server).__aenter__()
        made = await ann.table("duel", "link", seat=0)
        table, code = made["table"]["id"], made["code"]
        async with Person(server) as eve:
            for n in range(4):
                await eve.get(f"/api/tables/AbCdEfGhIj{n:02d}", status=404)
            for n in range(4):
                async with eve.at(table, code=f"{n}" * 24) as line:
                    assert await line.closed() == 4404
            # The right code comes too late: it cannot be told from a wrong one.
            answers = [
                await eve.get(f"/api/tables/{table}?code={guess}", status=429) for guess in (code, "x" * 24)
            ]
            assert answers[0].json() == answers[1].json()
            assert int(answers[0].headers["retry-after"]) > 0
            with pytest.raises(websockets.InvalidStatus):
                async with eve.at(table, code=code):
                    pass

    with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3", misses_per_minute=8)) as server:
        run(go(server))


def test_tokens_and_people_cannot_be_tried_one_by_one(tmp_path: Path) -> None:
    with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3", misses_per_minute=6)) as server:
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
            tries = [
                client.get("/api/hello", headers={"Authorization": f"Bearer ff_{n:043d}"}) for n in range(4)
            ]
            tries += [client.get(f"/api/people/{n:012d}") for n in range(4)]
        assert [one.status_code for one in tries] == [401] * 4 + [404] * 2 + [429] * 2


def test_codes_of_recovery_are_limited_for_a_name_from_all_addresses(tmp_path: Path) -> None:
    limits = {"logins_per_minute": 3, "proxies": 1}
    with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3", **limits)) as server:
        statuses = []
        with httpx.Client(base_url=server.url, headers={"X-Flagfall": "1"}, timeout=PATIENCE) as client:
            for n in range(5):
                body = {"name": "Ann Lee", "code": f"abcde-{n}", "password": GOOD}
                where = {"X-Forwarded-For": f"10.0.0.{n}"}
                answer = client.post("/api/recover", json=body, headers=where)
                statuses.append(answer.status_code)
                if n == 0:
                    assert answer.json() == {"code": "unauthorized", "detail": "name or code is wrong"}
        assert statuses == [401, 401, 401, 429, 429]


def test_a_known_and_an_unknown_name_get_the_same_answer_to_a_wrong_recovery_code(place: Server) -> None:
    async def go() -> None:
        _, name, codes = await _account(place)
        _, other, _ = await _account(place)
        answers = [
            await Person(place).post(
                "/api/recover", {"name": who, "code": code, "password": GOOD}, status=401
            )
            for who, code in ((name, "abcde-fghjk"), ("Nobody Here", codes[0]), (other, codes[0]))
        ]
        assert len({answer.text for answer in answers}) == 1

    run(go())


def test_files_are_limited_in_number_and_size(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "src/flagfall/ranks/editions/duel.toml").read_text()
    with (
        Server(settings(f"sqlite:///{tmp_path}/x.sqlite3", uploads_per_minute=3)) as server,
        httpx.Client(base_url=server.url, headers={"X-Flagfall": "1"}, timeout=PATIENCE) as client,
    ):
        client.post("/api/session")
        assert client.post("/api/editions/check", json={"text": "x" * 70_000}).status_code == 400
        assert client.post("/api/editions/check", json={"text": "x" * 140_000}).status_code == 413
        # A body without a length is counted as it comes.
        many = (b'{"text":"' if n == 0 else b"x" * 10_000 for n in range(30))
        assert client.post("/api/editions/check", content=many).status_code == 413
        assert client.post("/api/editions/check", json={"text": text}).status_code == 200
        assert client.post("/api/editions", json={"text": text}).status_code == 200
        assert client.post("/api/editions/check", json={"text": f"n = {'9' * 5_000}"}).status_code == 200
        assert client.post("/api/editions", json={"text": text}).status_code == 429
