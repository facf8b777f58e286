"""A private game is for its players: every route of the server, tried by everybody else.

The routes are found by walking over the server's modules, so that a new route is tried without anybody
thinking of it. Those who may not see a table get, byte for byte, the answer for a table that is not there.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import websockets
from sqlalchemy import update

import flagfall.server
from flagfall.server.accounts.sessions import digest
from flagfall.server.storage import schema
from tests.server.kit import PATIENCE, Person, Server, deploy, play_on, run, settings
from tests.server.routes import QUERY, ROUTES, Route
from tests.smoke import smoke

GOOD = "correct horse battery"
ABSENT = "AbCdEfGhIjKl"
"""The id of a table that is not there, of the same form as all others."""
WORDS = "the zebra is at h8"
"""What is said at the tables: it must turn up nowhere else."""
BODIES: dict[str, Any] = {"/api/tables/{table:str}/join": {"code": ""}}


_count = count(100)


class Game(NamedTuple):
    """A private game, with what nobody else may hear of it."""

    table: str
    code: str
    players: tuple[Person, Person]
    secrets: tuple[str, ...]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("private")
    with Server(settings(f"sqlite:///{folder}/x.sqlite3", bot_processes=0)) as server:
        yield server


async def _account(server: Server, name: str) -> Person:
    person = await Person(server).__aenter__()
    given = {"name": f"{name} {next(_count)}", "password": GOOD}
    person.me = (await person.post("/api/account", given)).json()["me"]
    return person


async def _game(server: Server, game: str, over: bool) -> Game:
    """A private game of two accounts: in its middle, or over."""
    ann, ben = await _account(server, "Ann"), await _account(server, "Ben")
    made = await ann.table(game, "link", seat=0)
    table, code = made["table"]["id"], made["code"]
    await ben.post(f"/api/tables/{table}/join", {"code": code})
    async with ann.at(table) as a, ben.at(table) as b:
        if game == "barrage":
            await deploy(a, game, 0)
            await deploy(b, game, 1)
            await play_on(a, random.Random(1), 1)
        await a.send("say", text=WORDS)
        await a.settled()
        if over and game == "barrage":
            await b.until("turn", where=lambda m: m["must"] == "act")
            await b.send("resign")
            await a.until("table", where=lambda m: m["table"]["status"] == "over")
    opened = (await server_log(server, table))[0]
    secrets = (table, code, WORDS, str(opened["seed"]), *opened["nonces"])
    return Game(table, code, (ann, ben), secrets)


async def server_log(server: Server, table: str) -> list[dict[str, Any]]:
    def work(db: Any) -> list[dict[str, Any]]:
        rows = db.execute(schema.log.select().where(schema.log.c.table_id == table).order_by("number"))
        return [json.loads(row.body) for row in rows]

    found: list[dict[str, Any]] = await asyncio.to_thread(
        server.on_loop, lambda: server.tables.store.read(work)
    )
    return found


async def _change(server: Server, statement: Any) -> None:
    await asyncio.to_thread(
        server.on_loop, lambda: server.tables.store.write(lambda db: db.execute(statement))
    )


@asynccontextmanager
async def strangers(server: Server, game: Game) -> AsyncIterator[dict[str, Person]]:
    """Everybody who has no right to a game."""
    nobody = Person(server)
    guest = await Person(server).__aenter__()
    other = await _account(server, "Eve")
    scopes = {"name": "bot", "scopes": ["play", "tables", "setups"]}
    theirs = (await other.post("/api/me/tokens", scopes)).json()["secret"]
    player = game.players[0]
    revoked = (await player.post("/api/me/tokens", scopes)).json()
    assert (await player.http.delete(f"/api/me/tokens/{revoked['id']}")).status_code == 204
    expired = (await player.post("/api/me/tokens", scopes)).json()
    await _change(server, update(schema.tokens).where(schema.tokens.c.id == expired["id"]).values(expires=1))
    left = await _session(server, player)
    await left.post("/api/logout")
    old = await _session(server, player)
    session = digest(old.http.cookies["flagfall"])
    await _change(server, update(schema.sessions).where(schema.sessions.c.hash == session).values(expires=1))
    yield {
        "nobody": nobody,
        "a guest": guest,
        "another account": other,
        "another account's token": Person(server, theirs),
        "a revoked token": Person(server, revoked["secret"]),
        "an expired token": Person(server, expired["secret"]),
        "a session that was ended": left,
        "an expired session": old,
    }


async def _session(server: Server, player: Person) -> Person:
    """The same player in another browser; the cookie is kept whatever the server says."""
    there = Person(server)
    await there.post("/api/login", {"name": player.me["name"], "password": GOOD})
    again = Person(server)
    again.http.cookies.set("flagfall", there.http.cookies["flagfall"])
    return again


def _filled(route: Route, game: Game, table: str) -> str:
    values = {"table": table, "person": game.players[0].me["id"], "game": "barrage"}
    return re.sub(r"{(\w+):\w+}", lambda found: values.get(found[1], ABSENT), route.path)


async def _request(route: Route, who: Person, game: Game, table: str, code: str) -> tuple[int, str]:
    path = f"{_filled(route, game, table)}?{QUERY.format(code=code)}"
    if route.method == "LIVE":
        return await _listen(who, path)
    body = BODIES.get(route.path, {})
    if route.path.endswith("/join"):
        body = {"code": code}
    wanted = None if route.method in ("GET", "HEAD", "OPTIONS") else body
    answer = await who.http.request(route.method, path, json=wanted)
    return answer.status_code, answer.text


async def _listen(who: Person, path: str) -> tuple[int, str]:
    """All that comes over a websocket until it is closed, or nothing comes any more after a ping."""
    heard: list[str] = []
    try:
        async with who.socket(path) as line:
            with suppress(websockets.ConnectionClosed):  # What came before the end is still to be read.
                await line.send("ping")
            while True:
                async with asyncio.timeout(PATIENCE):
                    text = await line.socket.recv()
                heard.append(text)
                if json.loads(text)["type"] == "pong":
                    return 0, "".join(one for one in heard if '"pong"' not in one)
    except websockets.ConnectionClosed as closed:
        return (closed.rcvd.code if closed.rcvd else 0), "".join(heard)


def _changes_the_asker(route: Route) -> bool:
    """Doors that end or change who asks: they are tried elsewhere, and know no tables."""
    return (route.method, route.path) in {
        ("POST", "/api/logout"),
        ("DELETE", "/api/me"),
        ("DELETE", "/api/me/sessions"),
        ("POST", "/api/session"),
    }


@pytest.mark.parametrize(
    ("kind", "over"), smoke([("barrage", False), ("barrage", True), ("hex-duel", False)], ("barrage", False))
)
def test_nobody_but_its_players_reaches_anything_of_a_private_game(
    place: Server, kind: str, over: bool
) -> None:
    async def go() -> None:
        game = await _game(place, kind, over)
        async with strangers(place, game) as people:
            for who, person in people.items():
                for route in ROUTES:
                    if _changes_the_asker(route):
                        continue
                    for code in ("", "A" * 24)[: 1 + ("{table" in route.path)]:
                        got = await _request(route, person, game, game.table, code)
                        assert not 500 <= got[0] < 600, f"{route} breaks for {who}"
                        if "{table" in route.path:
                            none = await _request(route, person, game, ABSENT, code)
                            assert got == none, f"{who} can tell {route} from a table that is not there"
                        for secret in game.secrets:
                            assert secret not in got[1], f"{who} hears of the game at {route}"

    run(go())


def test_the_players_do_reach_their_game(place: Server) -> None:
    """Else the test above would prove nothing."""

    async def go() -> None:
        game = await _game(place, "barrage", True)
        told = ""
        for route in ROUTES:
            if not _changes_the_asker(route) and "/advice/" not in route.path:  # Thinking takes its time.
                status, text = await _request(route, game.players[0], game, game.table, game.code)
                told += text
                assert status != 404 or "{table" not in route.path or "/hex/" in route.path, route
        for secret in (game.table, WORDS, *game.secrets[3:]):
            assert secret in told, secret

    run(go())


def test_every_route_of_the_description_is_tried(place: Server) -> None:
    async def go() -> None:
        async with Person(place) as ann:
            told = (await ann.get("/api/schema/openapi.json")).json()["paths"]
        known = {(route.method, re.sub(r"{(\w+):\w+}", r"{\1}", route.path)) for route in ROUTES}
        assert {(method.upper(), path) for path, ways in told.items() for method in ways} <= known

    run(go())


def test_every_handler_of_the_application_is_tried() -> None:
    """Handlers are made by decorators: as many as there are in the sources."""
    folder = Path(next(iter(flagfall.server.__path__)))
    made = sum(
        len(
            re.findall(
                r"^@(?:get|post|put|delete|patch|head|websocket|route)\(", path.read_text(), re.MULTILINE
            )
        )
        for path in folder.rglob("*.py")
    )
    assert made == len(ROUTES)
