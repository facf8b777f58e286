"""Missions over HTTP: a table against the mission's bot, and a result that is read from the finished game."""

from __future__ import annotations

from typing import Any

from flagfall.server.storage.mission_results import Kept, keep_result
from tests.server.kit import Person, Server, run
from tests.server.test_people import GOOD, account

FIRST = "mission-first-steps"
WAY = ("0504", "0305")
"""Where Bumblebee goes: as far as it can."""


async def begun(person: Person, mission: str) -> str:
    """Sit down to a mission; its table."""
    found: str = (await person.post(f"/api/missions/{mission}/tables")).json()["table"]["id"]
    return found


async def won(person: Person) -> str:
    """Win the first mission; its table."""
    table = await begun(person, FIRST)
    async with person.at(table) as line:
        while True:
            told = await line.next()
            if told["type"] == "table" and told["table"]["status"] == "over":
                return table
            if told["type"] == "turn":
                asked = (await person.get(f"/api/tables/{table}/hex/demand?seat=0")).json()
                moves = {one["to"]: one for one in told["legal"] if one["type"] == "move" and "to" in one}
                near = [moves[hex] for hex in WAY if hex in moves]
                end: Any = next(one for one in told["legal"] if one["type"] == "end")
                await line.send("hex-act", action=near[0] if near else end, n=asked["n"])


def test_a_mission_is_listed_begun_won_and_kept(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            book = (await ann.get("/api/missions")).json()
            assert book["missions"][0]["id"] == FIRST
            assert FIRST not in [one["id"] for one in (await ann.get("/api/games")).json()]
            assert (await ann.get("/api/me/missions")).json() == {}
            told = (await ann.get(f"/api/hexes/{FIRST}")).json()["mission"]
            assert (told["chapter"]["id"], told["next"]) == ("tutorial", "mission-cover")
            assert "mission" not in (await ann.get("/api/hexes/hex-duel")).json()
            table = await begun(ann, FIRST)
            seats = (await ann.get(f"/api/tables/{table}")).json()["table"]["seats"]
            assert [seat["type"] for seat in seats] == ["person", "bot"]
            assert (await ann.post(f"/api/tables/{table}/hex/mission", status=409)).json()[
                "code"
            ] == "not-over"
            done = await won(ann)
            first = (await ann.post(f"/api/tables/{done}/hex/mission")).json()
            assert first["won"]
            assert first["best"]["stars"] == 1
            assert (await ann.get("/api/me/missions")).json() == {FIRST: first["best"]}
            await ann.post("/api/missions/mission-none/tables", status=404)
            duel = await ann.table("hex-duel", {"type": "bot", "level": "1"})
            await ann.post(f"/api/tables/{duel['table']['id']}/hex/mission", status=404)
            async with Person(server) as bob:
                await bob.post(f"/api/tables/{done}/hex/mission", status=403)

    run(go())


def test_a_lost_mission_gives_nothing_and_none_is_begun_with_another_rival_or_damage(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            table = await begun(ann, FIRST)
            async with ann.at(table) as line:
                for _ in range(2):  # a game that has hardly begun is called off, not lost
                    await line.until("turn")
                    asked = (await ann.get(f"/api/tables/{table}/hex/demand?seat=0")).json()
                    await line.send("hex-act", action={"type": "end"}, n=asked["n"])
                await line.until("turn")
                await line.send("resign", seat=0)
                await line.until("table", where=lambda told: told["table"]["status"] == "over")
            done = (await ann.post(f"/api/tables/{table}/hex/mission")).json()
            assert (done["won"], done["best"]) == (False, None)
            # By hand there could be damage for the enemy, and missions that are not open yet.
            wish = {"against": {"type": "bot", "level": "2"}, "seat": 0}
            last = {"game": "mission-the-plain", "options": {"start_damage": "none"}}
            for game in ({"game": FIRST}, last):
                answer = await ann.post("/api/tables", {**wish, **game}, status=403)
                assert answer.json()["field"] == "game"
            assert (await ann.get("/api/me/missions")).json() == {}

    run(go())


def test_what_a_guest_reached_comes_along_to_the_account(server: Server) -> None:
    async def go() -> None:
        ann, name, _ = await account(server)
        async with Person(server) as guest:
            await guest.post(f"/api/tables/{await won(guest)}/hex/mission")
            await guest.post("/api/login", {"name": name, "password": GOOD})
            assert (await guest.get("/api/me/missions")).json()[FIRST]["stars"] == 1
            exported = (await guest.get("/api/me/export")).json()
            assert [row["mission"] for row in exported["missions"]] == [FIRST]
        await ann.__aexit__(None, None, None)

    run(go())


def test_a_mission_of_the_campaign_opens_after_the_one_before_and_begins_with_its_damage(
    server: Server,
) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            first, second = "mission-yard-at-dawn", "mission-tracks-in-the-wood"
            assert (await ann.post(f"/api/missions/{second}/tables", status=403)).json()["field"] == "mission"
            fresh = (await ann.post(f"/api/missions/{first}/tables")).json()
            assert fresh["table"]["options"]["start_damage"] == "none"
            done = Kept(2, (True, False), {"jazz": 3})
            store = server.tables.store
            server.on_loop(lambda: store.write(lambda db: keep_result(db, ann.me["id"], first, done, 1)))
            worse = Kept(2, (True, False), {"jazz": 5})
            server.on_loop(lambda: store.write(lambda db: keep_result(db, ann.me["id"], first, worse, 2)))
            made = (await ann.post(f"/api/missions/{second}/tables")).json()
            assert made["table"]["options"]["start_damage"] == "jazz:3"
            await ann.post("/api/missions/mission-the-spring/tables", status=403)

    run(go())
