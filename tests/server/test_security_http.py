"""Who gets in, what every answer carries, and what nobody is told."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from flagfall.server.http.middleware import address
from flagfall.server.refusal import Refusal
from tests.server.kit import Person, Server, deploy, play_on, run, settings
from tests.waits import PATIENCE


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("http")
    with Server(settings(f"sqlite:///{folder}/x.sqlite3")) as server:
        yield server


def test_a_change_needs_our_header_and_our_origin(place: Server) -> None:
    with httpx.Client(base_url=place.url, timeout=PATIENCE) as client:
        assert client.post("/api/session").status_code == 403
        evil = {"X-Flagfall": "1", "Origin": "https://evil.example"}
        assert client.post("/api/session", headers=evil).status_code == 403
        assert client.post("/api/session", headers={"X-Flagfall": "1", "Origin": "null"}).status_code == 403
        answer = client.post("/api/session", headers={"X-Flagfall": "1", "Origin": place.url})
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie


def test_a_name_that_is_not_ours_is_refused(place: Server, tmp_path: Path) -> None:
    """A page can point its own name at our address: the browser then sends that name."""
    with httpx.Client(base_url=place.url, headers={"X-Flagfall": "1"}, timeout=PATIENCE) as client:
        evil = {"Host": "evil.example:8420", "Origin": "http://evil.example:8420"}
        assert client.post("/api/session", headers=evil).status_code == 421
        assert client.get("/", headers=evil).status_code == 421
        for host in ("localhost:8420", "192.168.1.7:8420", "[::1]:8420"):
            assert client.get("/api/hello", headers={"Host": host}).status_code == 200
    named = settings(f"sqlite:///{tmp_path}/x.sqlite3", hosts=("club.example",))
    with Server(named) as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        assert client.get("/api/hello", headers={"Host": "club.example"}).status_code == 200


def test_a_websocket_from_another_site_is_turned_away(place: Server) -> None:
    async def go() -> None:
        async with Person(place) as ann:
            table = (await ann.table("duel", "hotseat"))["table"]["id"]
            with pytest.raises(websockets.InvalidStatus):
                async with ann.socket(f"/api/tables/{table}/live", Origin="https://evil.example"):
                    pass
            async with ann.socket(f"/api/tables/{table}/live", Origin=place.url) as line:
                assert (await line.next())["type"] == "welcome"

    run(go())


def test_every_answer_carries_the_headers(place: Server) -> None:
    with httpx.Client(base_url=place.url, timeout=PATIENCE) as client:
        for path in ("/", "/lobby", "/api/hello", "/api/nothing", "/missing.png"):
            headers = client.get(path).headers
            assert "default-src 'self'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers


def test_only_the_worker_of_the_bot_may_compile(place: Server) -> None:
    with httpx.Client(base_url=place.url, timeout=PATIENCE) as client:
        policies = {
            path: client.get(path).headers["content-security-policy"]
            for path in ("/", "/offline", "/assets/index-x.js", "/assets/bot-worker-x.js")
        }
    assert [path for path in policies if "wasm-unsafe-eval" in policies[path]] == ["/assets/bot-worker-x.js"]
    assert "unsafe-eval'" not in policies["/assets/bot-worker-x.js"].replace("wasm-unsafe-eval'", "")


def test_cookies_are_for_https_alone_where_people_come_by_https(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    with (
        Server(settings(url, base_url="https://play.example")) as server,
        httpx.Client(base_url=server.url, headers={"X-Flagfall": "1"}, timeout=PATIENCE) as client,
    ):
        answer = client.post("/api/session", headers={"Origin": "https://play.example"})
        assert "secure" in answer.headers["set-cookie"].lower()
        assert "strict-transport-security" in answer.headers


def test_too_large_a_body_is_refused(place: Server) -> None:
    with httpx.Client(base_url=place.url, headers={"X-Flagfall": "1"}, timeout=PATIENCE) as client:
        client.post("/api/session")
        assert client.post("/api/editions", json={"text": "x" * 200_000}).status_code == 413
        # Also where the length is not told beforehand.
        answer = client.post(
            "/api/editions",
            content=(b"x" * 10_000 for _ in range(30)),
            headers={"content-type": "application/json"},
        )
        assert answer.status_code in (400, 413)
        assert client.put("/api/me/preferences", json={"x": "y" * 20_000}).status_code == 413


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tables", {}),
        ("/api/tables", {"game": "duel"}),
        ("/api/tables", {"game": "duel", "against": {"type": "martian"}}),
        ("/api/tables", {"game": "duel", "against": {"type": "bot", "level": "99"}}),
        ("/api/tables", {"game": "duel", "against": {"type": "link"}, "options": {"nonsense": 1}}),
        ("/api/tables", {"game": "duel", "against": {"type": "link"}, "options": {"two_square": 99}}),
        ("/api/tables", {"game": "duel", "against": {"type": "link"}, "clock": {"type": "bank", "base": 1}}),
        ("/api/tables", {"game": "duel", "against": {"type": "link"}, "extra": 1}),
        ("/api/account", {"name": "x", "password": "short"}),
        ("/api/quick", []),
    ],
)
def test_a_bad_request_gets_one_clear_problem(place: Server, path: str, body: Any) -> None:
    with httpx.Client(base_url=place.url, headers={"X-Flagfall": "1"}, timeout=PATIENCE) as client:
        client.post("/api/session")
        answer = client.post(path, json=body)
        assert answer.status_code == 400, answer.text
        problem = answer.json()
        assert problem["code"] == "bad-message"
        assert problem["detail"]


def test_unknown_things_are_not_found(place: Server) -> None:
    with httpx.Client(base_url=place.url, headers={"X-Flagfall": "1"}, timeout=PATIENCE) as client:
        client.post("/api/session")
        new = {"game": "nogame", "against": {"type": "link"}}
        for answer in (
            client.get("/api/games/nogame"),
            client.get("/api/tables/nothere"),
            client.get("/api/tables/nothere/record"),
            client.get("/api/people/nobody"),
            client.get("/api/nothing"),
            client.post("/api/tables", json=new),
            client.post("/api/tables/nothere/join", json={}),
            client.get("/api/games/duel/setup?style=wild"),
            client.get("/api/games/pirates-code/setup?style=learned"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_every_style_that_a_game_names_gives_a_set_up_that_it_takes(place: Server) -> None:
    with httpx.Client(base_url=place.url, headers={"X-Flagfall": "1"}, timeout=PATIENCE) as client:
        client.post("/api/session")
        for game, learned in (("barrage", True), ("pirates-code", False)):
            styles = client.get(f"/api/games/{game}").json()["styles"]
            assert ("learned" in styles) == learned
            for style in styles:
                drawn = client.get(f"/api/games/{game}/setup?seat=1&style={style}").json()
                read = client.post(f"/api/games/{game}/setup?seat=1", json={"text": drawn["text"]})
                assert (read.status_code, read.json()) == (200, drawn)


def test_a_private_table_is_as_good_as_not_there(place: Server) -> None:
    """A person with neither seat nor code gets the very answer of a table that does not exist."""

    async def go() -> None:
        async with Person(place) as ann, Person(place) as ben, Person(place) as eve:
            made = await ann.table("barrage", "link", seat=0)
            table = made["table"]["id"]

            async def nothing() -> None:
                for path in ("", "/record", "/text", "/history?seat=0", "/history?seat=-1"):
                    there = await eve.http.get(f"/api/tables/{table}{path}")
                    missing = await eve.http.get(f"/api/tables/missing{path}")
                    assert (there.status_code, there.content) == (missing.status_code, missing.content)
                for code in ("", "wrong", made["code"][:-1]):
                    answer = await eve.http.post(f"/api/tables/{table}/join", json={"code": code})
                    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
                async with eve.at(table) as line, eve.at("missing") as other:
                    assert await line.closed() == await other.closed() == 4404
                    assert line.raw == other.raw

            await nothing()
            await ben.post(f"/api/tables/{table}/join", {"code": made["code"]})
            await nothing()
            async with ann.at(table) as a, ben.at(table) as b:
                await deploy(a, "barrage", 0)
                await deploy(b, "barrage", 1)
                await play_on(a, random.Random(1), 1)
                await b.until("turn", where=lambda m: m["must"] == "act")
                lobby = (await eve.get("/api/lobby")).text
                assert table not in lobby
                await nothing()
                await b.send("resign")
                await a.until("table", where=lambda m: m["table"]["status"] == "over")
                await nothing()
                await a.send("share", ref=1)
                await a.until("done")
            await eve.get(f"/api/tables/{table}/record")

    run(go())


def test_a_table_without_onlookers_has_none(place: Server) -> None:
    async def go() -> None:
        async with Person(place) as ann, Person(place) as eve:
            table = (await ann.table("duel", "anyone", watch=False))["table"]["id"]
            async with eve.at(table) as line:
                assert await line.closed() == 4404
            await eve.get(f"/api/tables/{table}/history", status=403)

    run(go())


def test_diagnostic_logs_hold_no_secret(place: Server, caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        async with Person(place) as ann:
            made = await ann.table("duel", "hotseat")
            actor = place.tables.actors[made["table"]["id"]]
            store = actor.tables.store
            actor.tables.store = _Full(store)  # type: ignore[assignment]
            try:
                async with ann.at(made["table"]["id"]) as line:
                    await line.next()
                    await deploy(line, "duel", 0)
                    # The table is read from its log again; nothing half-done is left.
                    assert await line.closed() == 1012
            finally:
                actor.tables.store = store
            async with ann.at(made["table"]["id"]) as line:
                welcome = await line.next()
                assert welcome["table"]["ready"] == [False, False]
            opened = actor.table_state.opened
            ours = ("flagfall", "uvicorn", "litestar", "sqlalchemy", "alembic")
            text = "\n".join(
                record.getMessage() + (record.exc_text or "")
                for record in caplog.records
                if record.name.startswith(ours)
            )
            assert "is reloaded" in text
            for secret in (*opened.nonces, str(opened.seed), ann.http.cookies["flagfall"], actor.code):
                assert secret not in text

    with caplog.at_level(logging.DEBUG):
        run(go())


class _Full:
    """A database that can be read, but takes no more entries."""

    def __init__(self, store: Any) -> None:
        self.read = store.read
        self.write = store.write

    async def append(self, *_: Any) -> None:
        raise OSError("the disk is full")


def test_the_address_is_that_of_the_last_trusted_proxy() -> None:
    scope = {"client": ("10.0.0.1", 1), "headers": [(b"x-forwarded-for", b"1.1.1.1, 2.2.2.2, 3.3.3.3")]}
    assert [address(scope, n) for n in range(4)] == ["10.0.0.1", "3.3.3.3", "2.2.2.2", "1.1.1.1"]


def test_refusals_carry_their_problem() -> None:
    assert Refusal("illegal", rule="ST-MOVE-1").problem.rule == "ST-MOVE-1"
