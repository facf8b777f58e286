"""Friends, whether they are here, challenges by name: on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from flagfall.server.hosting import lobby
from flagfall.server.storage import presence
from tests.server.kit import Person, Server, deploy, run
from tests.server.test_people import account
from tests.waits import PATIENCE


async def people(server: Server, n: int) -> list[Person]:
    return [(await account(server))[0] for _ in range(n)]


async def mine(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = (await person.get("/api/me/friends")).json()
    return found


async def add(person: Person, other: str) -> None:
    answer = await person.http.put(f"/api/me/friends/{other}")
    assert answer.status_code == 200, answer.text


async def befriend(one: Person, other: Person) -> None:
    await add(one, other.me["id"])
    await add(other, one.me["id"])


async def where(person: Person, wanted: str) -> dict[str, Any]:
    """The only friend of a person, once they are seen to be somewhere."""
    async with asyncio.timeout(PATIENCE):
        while True:
            (friend,) = (await mine(person))["friends"]
            if friend.get("where", "away") == wanted:
                return dict(friend)
            await asyncio.sleep(0.05)


def names(found: list[dict[str, Any]]) -> list[str]:
    return [one["name"] for one in found]


def test_two_who_add_each_other_are_friends(server: Server) -> None:
    async def go() -> None:
        ann, ben = await people(server, 2)
        async with ben.socket("/api/live") as b, ann.socket("/api/live") as a:
            await b.until("lobby")
            await a.until("lobby")
            await add(ann, ben.me["name"].upper())
            assert await b.until("friends") == {"type": "friends", "what": "asking", "name": ann.me["name"]}
            assert names((await mine(ann))["asked"]) == [ben.me["name"]]
            assert names((await mine(ben))["asking"]) == [ann.me["name"]]
            await add(ben, ann.me["id"])
            assert (await a.until("friends"))["what"] == "added"
            for person, other in ((ann, ben), (ben, ann)):
                found = await mine(person)
                assert names(found["friends"]) == [other.me["name"]]
                assert "asked" not in found and "asking" not in found
        await ben.http.delete(f"/api/me/friends/{ann.me['id']}")
        assert "friends" not in await mine(ann)

    run(go())


def test_only_accounts_can_be_added_and_only_by_accounts(server: Server) -> None:
    async def go() -> None:
        (ann,) = await people(server, 1)
        async with Person(server) as guest:
            for asker, other, status in (
                (ann, guest.me["id"], 403),
                (guest, ann.me["id"], 403),
                (ann, ann.me["id"], 400),
                (ann, "nobody at all", 404),
            ):
                answer = await asker.http.put(f"/api/me/friends/{other}")
                assert answer.status_code == status, answer.text
        assert "asked" not in await mine(ann)

    run(go())


def test_who_blocks_somebody_loses_and_hears_nothing_of_them(server: Server) -> None:
    async def go() -> None:
        ann, ben = await people(server, 2)
        await befriend(ann, ben)
        await ben.http.put(f"/api/me/blocks/{ann.me['id']}")
        assert "friends" not in await mine(ann)
        made = await ann.table("barrage", "link", seat=0)
        async with ben.socket("/api/live") as b:
            await b.until("lobby")
            await add(ann, ben.me["id"])  # As if they had not answered yet.
            await ann.post(f"/api/tables/{made['table']['id']}/invite", {"person": ben.me["name"]})
            await b.settled()
            assert {one["type"] for one in b.heard} <= {"lobby", "here", "pong"}
        assert names((await mine(ann))["asked"]) == [ben.me["name"]]
        assert not {"asking", "invitations", "friends"} & (await mine(ben)).keys()
        answer = await ben.http.put(f"/api/me/friends/{ann.me['id']}")
        assert answer.status_code == 403

    run(go())


def test_friends_see_who_is_here_and_who_plays_in_public(server: Server) -> None:
    async def go() -> None:
        ann, ben, eve = await people(server, 3)
        await befriend(ann, ben)
        assert (await mine(ann))["friends"][0].get("where", "away") == "away"
        await add(eve, ben.me["id"])
        async with ben.socket("/api/live") as line:
            await line.until("lobby")
            await where(ann, "here")
            assert "friends" not in await mine(eve)  # Who was not added sees nothing.
            private = await ben.table("barrage", "link", seat=0)
            await eve.post(f"/api/tables/{private['table']['id']}/join", {"code": private["code"]})
            assert (await where(ann, "here")).get("table", "") == ""
            table = (await ben.table("barrage", {"type": "bot", "level": "1"}, seat=0))["table"]["id"]
            assert (await where(ann, "playing"))["table"] == table
            hidden = {"seen": False, "friends_only": False}
            answer = await ben.http.put("/api/me/friend-settings", json=hidden)
            assert answer.status_code == 204
            assert "where" not in (await mine(ann))["friends"][0]
            assert (await mine(ben))["seen"] is False
            await ben.http.put("/api/me/friend-settings", json={**hidden, "seen": True})
            await where(ann, "playing")
        await where(ann, "away")

    run(go())


def test_who_was_at_a_process_that_ended_is_away(server: Server) -> None:
    async def go() -> None:
        ann, ben = await people(server, 2)
        await befriend(ann, ben)
        store = server.tables.store
        note = lambda: store.write(lambda db: presence.note_here(db, "ended", [ben.me["id"]], []))  # noqa: E731
        await asyncio.to_thread(server.on_loop, note)
        assert "where" not in (await mine(ann))["friends"][0]

    run(go())


def test_a_challenge_is_seen_at_once_and_leads_to_the_seat(server: Server) -> None:
    async def go() -> None:
        ann, ben = await people(server, 2)
        made = await ann.table("barrage", "link", seat=0)
        table = made["table"]["id"]
        async with ben.socket("/api/live") as b:
            await b.until("lobby")
            await ann.post(f"/api/tables/{table}/invite", {"person": ben.me["name"]})
            notice = await b.until("notice")
        told = (notice["what"], notice["table"]["id"], notice["code"], notice["by"])
        assert told == ("invited", table, made["code"], ann.me["name"])
        (invited,) = (await mine(ben))["invitations"]
        assert (invited["table"]["id"], invited["code"], invited["by"]["name"]) == (
            *(table, made["code"], ann.me["name"]),
        )
        await ben.post(f"/api/tables/{table}/join", {"code": invited["code"]})
        assert "invitations" not in await mine(ben)
        refused = await ann.post(f"/api/tables/{table}/invite", {"person": ben.me["id"]}, status=409)
        assert refused.json()["code"] == "taken"

    run(go())


def test_a_challenge_makes_a_table_unless_it_may_not_be_made(server: Server) -> None:
    async def go() -> None:
        ann, ben = await people(server, 2)
        wish = {"person": ben.me["name"], "game": "barrage", "seat": 1}
        made = (await ann.post("/api/challenges", wish, status=201)).json()
        assert (made["seats"], made["table"]["private"]) == ([1], True)
        (invited,) = (await mine(ben))["invitations"]
        assert (invited["table"]["id"], invited["code"]) == (made["table"]["id"], made["code"])
        await ben.http.put("/api/me/friend-settings", json={"seen": True, "friends_only": True})
        assert (await ann.post("/api/challenges", wish, status=403)).json()["code"] == "friends-only"
        assert len((await ann.get("/api/me/tables?status=live")).json()["tables"]) == 1

    run(go())


def test_a_challenge_can_be_turned_down(server: Server) -> None:
    async def go() -> None:
        ann, ben = await people(server, 2)
        table = (await ann.table("barrage", "link", seat=0))["table"]["id"]
        await ann.post(f"/api/tables/{table}/invite", {"person": ben.me["id"]})
        async with ann.socket("/api/live") as a:
            await a.until("lobby")
            await ben.http.delete(f"/api/me/invitations/{table}")
            notice = await a.until("notice")
        assert (notice["what"], notice["table"]["id"], notice["by"]) == ("declined", table, ben.me["name"])
        assert "invitations" not in await mine(ben)

    run(go())


def test_only_who_sits_there_can_invite_and_some_take_challenges_of_friends_alone(server: Server) -> None:
    async def go() -> None:
        ann, ben, eve = await people(server, 3)
        table = (await ann.table("barrage", "link", seat=0))["table"]["id"]
        path = f"/api/tables/{table}/invite"
        await eve.post(path, {"person": ben.me["id"]}, status=404)
        await ann.post(path, {"person": ann.me["id"]}, status=400)
        await ann.post(path, {"person": "nobody at all"}, status=404)
        await ben.http.put("/api/me/friend-settings", json={"seen": True, "friends_only": True})
        refused = await ann.post(path, {"person": ben.me["id"]}, status=403)
        assert refused.json()["code"] == "friends-only"
        await befriend(ann, ben)
        await ann.post(path, {"person": ben.me["id"]})
        assert len((await mine(ben))["invitations"]) == 1

    run(go())


def test_recent_opponents_are_listed_without_those_who_block(server: Server) -> None:
    async def go() -> None:
        ann, ben, eve = await people(server, 3)
        for other in (ben, eve, ben):
            made = await ann.table("barrage", "link", seat=0)
            table = made["table"]["id"]
            await other.post(f"/api/tables/{table}/join", {"code": made["code"]})
            async with ann.at(table) as a, other.at(table) as o:
                await deploy(a, "barrage", 0)
                await deploy(o, "barrage", 1)
                turn = await a.until("turn", where=lambda m: m["must"] == "act")
                await a.send("act", seat=0, action=turn["legal"][0])
                await a.send("resign")
                await a.until("table", where=lambda m: m["table"]["status"] == "over")
        assert names((await mine(ann))["recent"]) == [ben.me["name"], eve.me["name"]]
        await ben.http.put(f"/api/me/blocks/{ann.me['id']}")
        assert names((await mine(ann))["recent"]) == [eve.me["name"]]

    run(go())


def test_what_is_kept_of_friends_is_exported_and_deleted(server: Server) -> None:
    async def go() -> None:
        ann, ben = await people(server, 2)
        await befriend(ann, ben)
        table = (await ann.table("barrage", "link", seat=0))["table"]["id"]
        await ann.post(f"/api/tables/{table}/invite", {"person": ben.me["id"]})
        kept = (await ann.get("/api/me/export")).json()
        assert [one["friend"] for one in kept["friends"]] == [ben.me["id"]]
        assert [one["person"] for one in kept["invitations"]] == [ben.me["id"]]
        assert kept["person"][0]["seen"] is True
        assert (await ann.http.delete("/api/me")).status_code == 204
        assert not {"friends", "asking", "asked", "invitations"} & (await mine(ben)).keys()

    run(go())


@pytest.fixture(autouse=True)
def quick_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is here is noted without a pause."""
    monkeypatch.setattr(lobby, "PAUSE", 0.02)
