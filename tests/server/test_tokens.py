"""API tokens: how long they live, what ends them, and that their scopes hold for reading too."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import text

from flagfall.server.accounts.sessions import DAY
from flagfall.server.storage.store import migrate, open_engine
from flagfall.terminal.main import main
from tests.server.competitors import soon
from tests.server.kit import Person, Server, deploy, run
from tests.server.routes import ROUTES
from tests.server.test_people import GOOD, account


async def _token(person: Person, *scopes: str) -> str:
    made = await person.post("/api/me/tokens", {"name": "bot", "scopes": scopes or ("play", "tables")})
    return str(made.json()["secret"])


async def _lives(server: Server, secret: str) -> bool:
    async with Person(server, secret) as bot:
        return (await bot.http.get("/api/hello")).status_code == 200


def test_a_guests_tokens_end_when_the_guest_registers_or_signs_in(server: Server) -> None:
    async def go() -> None:
        _, name, _ = await account(server)
        for path, body in (("/api/account", {"name": name + " B"}), ("/api/login", {"name": name})):
            async with Person(server) as guest:
                secret = await _token(guest)
                assert await _lives(server, secret)
                await guest.post(path, {**body, "password": GOOD})
                assert not await _lives(server, secret)
                assert (await guest.get("/api/me/tokens")).json() == []

    run(go())


def test_a_new_password_ends_the_tokens_if_asked_to(server: Server) -> None:
    async def change(person: Person, old: str, new: str, **more: Any) -> None:
        answer = await person.http.put("/api/me/password", json={"old": old, "new": new, **more})
        assert answer.status_code == 200, answer.text

    async def go() -> None:
        ann, _, _ = await account(server)
        secret = await _token(ann)
        await change(ann, GOOD, "another good one")
        assert await _lives(server, secret)
        await change(ann, "another good one", "a third good one", end_tokens=True)
        assert not await _lives(server, secret)

    run(go())


def test_leaving_everywhere_can_include_the_tokens(server: Server) -> None:
    async def go() -> None:
        ann, name, _ = await account(server)
        secret = await _token(ann)
        assert (await ann.http.delete("/api/me/sessions")).status_code == 204
        assert await _lives(server, secret)
        await ann.post("/api/login", {"name": name, "password": GOOD})
        assert (await ann.http.delete("/api/me/sessions?and_tokens=true")).status_code == 204
        assert not await _lives(server, secret)

    run(go())


def test_a_token_has_a_scope_and_lives_at_most_a_year(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            await ann.post("/api/me/tokens", {"name": "bot", "scopes": []}, status=400)
            await ann.post("/api/me/tokens", {"name": "bot", "days": 366}, status=400)
            made = (await ann.post("/api/me/tokens", {"name": "bot"})).json()
            assert made["expires"] - made["created"] == 365 * DAY

    run(go())


def test_an_operator_gives_a_token_for_at_most_a_year(
    sqlite: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "migrate", "--database", sqlite]) == 0
    assert main(["admin", "token", "nobody", "--database", sqlite, "--days", "366"]) == 2
    assert "1 to 365" in capsys.readouterr().err


def test_tokens_of_an_older_version_end_after_a_year(database: str) -> None:
    engine = open_engine(database, 1, immediate=True)
    with engine.begin() as db:
        migrate(db, "0004")
        db.execute(text("INSERT INTO people (id, name, created) VALUES ('p', 'Old Ann', 1)"))
        for id, scopes, days in (("long", "play", 3_650), ("short", "play", 30), ("none", "", 30)):
            values = {"id": id, "scopes": scopes, "expires": 1 + days * DAY}
            statement = "INSERT INTO tokens VALUES (:id, :id, 'p', 'bot', :scopes, 1, :expires)"
            db.execute(text(statement), values)
        migrate(db)
        left = db.execute(text("SELECT id, expires FROM tokens ORDER BY id")).all()
        assert [tuple(row) for row in left] == [("long", 1 + 365 * DAY), ("short", 1 + 30 * DAY)]
    engine.dispose()


def test_the_scopes_of_a_token_hold_for_every_read(server: Server) -> None:
    async def go() -> None:
        ann, _, _ = await account(server)
        ben = await Person(server).__aenter__()
        await ann.http.put("/api/me/preferences", json={"theme": "dark"})
        await ann.http.put(f"/api/me/blocks/{(await Person(server).__aenter__()).me['id']}")
        made = await ann.table("barrage", "link", seat=0)
        table = made["table"]["id"]
        await ben.post(f"/api/tables/{table}/join", {"code": made["code"]})
        async with ann.at(table) as a, ben.at(table) as b:
            await deploy(a, "barrage", 0)
            await deploy(b, "barrage", 1)
            await b.until("told")
            await a.until("turn", where=lambda m: m["must"] == "act")
        here = f"/api/tables/{table}"
        reads = {
            here: {"play", "tables"},
            f"{here}/history?seat=0": {"play"},
            f"{here}/advice/hints?seat=0": {"play"},
            f"{here}/advice/beliefs?seat=0": {"play"},
            f"{here}/hex/demand?seat=0": {"play"},
            "/api/me/tables": {"tables"},
            "/api/me/setups": {"setups"},
        }
        for scope in ("play", "tables", "setups"):
            async with Person(server, await _token(ann, scope)) as bot:
                for path, allowed in reads.items():
                    answer = await bot.http.get(path)
                    assert (answer.status_code == 403) == (scope not in allowed), (scope, path, answer.text)
                me = (await bot.get("/api/hello")).json()["me"]
                assert me["id"] == ann.me["id"]
                assert "preferences" not in me
                assert "blocked" not in me
                async with bot.socket("/api/live") as line:
                    heard = (await line.until("lobby", "goodbye"))["type"]
                    assert heard == ("goodbye" if scope == "setups" else "lobby")
            async with Person(server, await _token(ann, scope)) as bot, bot.at(table) as line:
                assert (await line.next())["type"] == ("welcome" if scope == "play" else "goodbye")

    run(go())


SCOPED: dict[str, set[str]] = {
    "/api/me/analyses": {"setups"},
    "/api/me/ranks": {"tables"},
    "/api/me/setups": {"setups"},
    "/api/me/tables": {"tables"},
    "/api/people/{person:str}/progress": {"play", "tables"},
    "/api/people/{person:str}/ratings/{game:str}/{speed:str}": {"play", "tables"},
    "/api/people/{person:str}/statistics": {"play", "tables"},
    "/api/tables/{table:str}": {"play", "tables"},
    "/api/tables/{table:str}/advice/beliefs": {"play"},
    "/api/tables/{table:str}/advice/chances": {"play"},
    "/api/tables/{table:str}/advice/hints": {"play"},
    "/api/tables/{table:str}/advice/plan": {"play"},
    "/api/tables/{table:str}/hex/demand": {"play"},
    "/api/tables/{table:str}/hex/gaze": {"play"},
    "/api/tables/{table:str}/hex/line": {"play"},
    "/api/tables/{table:str}/hex/plan": {"play"},
    "/api/tables/{table:str}/hex/report": {"play", "tables"},
    "/api/tables/{table:str}/hex/sight": {"play"},
    "/api/tables/{table:str}/hex/way": {"play"},
    "/api/tables/{table:str}/history": {"play"},
    "/api/tables/{table:str}/position": {"play", "tables"},
    "/api/tables/{table:str}/record": {"play", "tables"},
    "/api/tables/{table:str}/review": {"play"},
    "/api/tables/{table:str}/review/moment": {"play"},
    "/api/tables/{table:str}/text": {"play", "tables"},
    "/api/tournaments": {"tables"},
    "/api/tournaments/{tournament:str}": {"play", "tables"},
}
"""What tokens read for their owner, and by which scopes. All else is for everybody, or for browsers alone."""
CHANCE = {"/api/analysis/fresh", "/api/games/{game:str}/setup", "/api/maps/generate", "/api/puzzles/next"}
"""What is drawn again for everybody."""


def test_every_route_tells_a_token_what_its_scopes_allow_and_else_what_strangers_are_told(
    server: Server,
) -> None:
    """A new route that knows who asks has to be in the table above."""
    reads = [one.path for one in ROUTES if one.method == "GET" and one.path not in CHANCE | {"/api/hello"}]
    assert set(SCOPED) <= set(reads)

    async def go() -> None:
        ann, _, _ = await account(server)
        table = (await ann.table("barrage", "link", seat=0))["table"]["id"]
        wish = {"name": "Spring cup", "game": "barrage", "kind": "arena", "starts": soon(), "private": True}
        cup = (await ann.post("/api/tournaments", wish)).json()["seen"]["tournament"]["id"]
        words = {"table": table, "tournament": cup, "person": ann.me["id"], "speed": "free"}
        programs = {scope: Person(server, await _token(ann, scope)) for scope in ("play", "tables", "setups")}
        for path in reads:
            filled = re.sub(r"{(\w+):\w+}", lambda found: words.get(found[1], "barrage"), path)
            asked = f"{filled}?seat=0&n=0&unit=0&at=0101&through=0101&upto=0"
            stranger = await Person(server).http.get(asked)
            for scope, program in programs.items():
                answer = await program.http.get(asked)
                refused = answer.status_code == 403 and "token" in answer.json()["detail"]
                if path in SCOPED:
                    assert refused == (scope not in SCOPED[path]), (path, scope, answer.text)
                elif not refused:
                    told = answer.status_code, answer.content
                    assert told == (stranger.status_code, stranger.content), (path, scope)

    run(go())


def test_what_a_program_tries_is_no_try_of_its_owner(server: Server) -> None:
    async def go() -> None:
        ann, _, _ = await account(server)
        async with Person(server, await _token(ann, "setups")) as bot:
            puzzle = (await bot.get("/api/puzzles/next?game=barrage")).json()["id"]
            told = (await bot.post(f"/api/puzzles/{puzzle}", {"answer": None})).json()
        assert told["record"] is None
        assert (await ann.get("/api/me/puzzles")).json()["tried"] == 0
        await ann.post(f"/api/puzzles/{puzzle}", {"answer": None})
        assert (await ann.get("/api/me/puzzles")).json()["tried"] == 1

    run(go())
