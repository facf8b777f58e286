"""The review of a finished game: for whom it is, that it grows in parts, and moves tried again."""

from __future__ import annotations

import random
from typing import Any

import httpx

from flagfall.server.token_bucket import Limiter
from tests.server.kit import Person, Server, deploy, play_on, run, settings
from tests.server.test_people import account
from tests.server.test_playing import set_up, sit
from tests.waits import PATIENCE


async def finished(person: Person) -> tuple[str, Any]:
    """A short game against a bot that the person gave up, and its end."""
    made = await person.table("duel", {"type": "bot", "level": "1"}, seat=0)
    table = made["table"]["id"]
    async with person.at(table) as socket:
        await deploy(socket, "duel", 0)
        end = await play_on(socket, random.Random(4), plies=5)
        if end is None:
            await socket.until("turn", where=lambda m: m["must"] == "act")
            await socket.send("resign", ref=1)
            over = await socket.until("table", where=lambda m: m["table"]["status"] == "over")
            end = over["table"]
    return table, end


async def whole(person: Person, table: str) -> list[dict[str, Any]]:
    """All parts of a review."""
    parts = [(await person.get(f"/api/tables/{table}/review")).json()]
    while parts[-1]["percent"] < 100:
        parts.append((await person.get(f"/api/tables/{table}/review")).json())
    return parts


def test_a_review_grows_in_parts_and_is_the_same_for_everybody(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            ann, _, _ = await account(server)
            table, end = await finished(ann)
            parts = await whole(ann, table)
            percents = [part["percent"] for part in parts]
            assert percents == sorted(set(percents))
            found = parts[-1]
            assert sum(seat["decisions"] for seat in found["seats"]) <= end["ply"]
            assert all(seat["judge"] == "network" for seat in found["seats"])
            async with Person(server) as eve:  # A public game that is over is open to all.
                assert (await whole(eve, table))[-1] == found
            # A decision can be tried again, from what its seat knew.
            path = f"/api/tables/{table}/review"
            moment = (await ann.get(f"{path}/moment?seat=0&upto=2")).json()
            assert moment["view"]["seat"] == 0
            assert all(not one.get("rank") for one in moment["view"]["pieces"] if one["seat"] == 1)
            tried = await ann.post(
                f"{path}/try", {"seat": 0, "upto": 2, "action": moment["legal"][0]}, status=200
            )
            assert tried.json()["move"]["tried"]["action"] == moment["legal"][0]
            wrong = {"type": "move", "origin": 0, "target": 99}
            answer = await ann.post(f"{path}/try", {"seat": 0, "upto": 2, "action": wrong}, status=422)
            assert answer.json()["field"] == "action"

    run(go())


def test_there_is_no_review_of_a_running_game_nor_for_those_who_may_not_see_it(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            ann, ben, table = await sit(server, advice=True)
            async with ann.at(table) as a, ben.at(table) as b:
                await set_up(a, b)
                for path in ("", "/moment?seat=0&upto=2"):
                    answer = await ann.get(f"/api/tables/{table}/review{path}", status=409)
                    assert answer.json()["code"] == "not-over"
                action = {"type": "move", "origin": 0, "target": 1}
                await ann.post(
                    f"/api/tables/{table}/review/try", {"seat": 0, "upto": 2, "action": action}, status=409
                )
                async with Person(server) as eve:
                    await eve.get(f"/api/tables/{table}/review", status=404)
                    # A game that was given up before the first move would count for nobody.
                    turn = next(m for m in a.heard if m["type"] == "turn" and m["must"] == "act")
                    await a.send("act", action=turn["legal"][0], ref=1)
                    await a.until("done")
                    await a.send("resign", ref=2)
                    await b.until("table", where=lambda m: m["table"]["status"] == "over")
                    await eve.get(f"/api/tables/{table}/review", status=404)
                    await eve.get(f"/api/tables/{table}/review/moment?seat=0&upto=2", status=404)
            # Nobody in particular asks for nothing: limits are for each person.
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as nobody:
                assert (await nobody.get(f"/api/tables/{table}/review")).status_code == 401

    run(go())


def test_one_person_may_begin_so_many_reviews(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            ann, _, _ = await account(server)
            table, _ = await finished(ann)
            other, _ = await finished(ann)
            server.tables.advisor._begun = Limiter(0.001, 1)
            await whole(ann, table)
            answer = await ann.get(f"/api/tables/{other}/review", status=503)
            assert answer.json()["code"] == "busy"
            assert answer.json()["retry"] > 100
            await ann.get(f"/api/tables/{table}/review")  # What is there costs nothing.

    run(go())
