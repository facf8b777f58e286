"""Hints, beliefs and chances: for whom they are, and that nobody else hears of them."""

from __future__ import annotations

import random
import sys

from flagfall.server.workers.advice_client import Advisor, turning_points
from tests.server.kit import Person, Server, deploy, play_on, run, settings
from tests.server.test_people import account
from tests.server.test_playing import set_up, sit


def test_a_player_of_a_casual_game_gets_hints_and_beliefs_and_the_other_hears_nothing(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            ann, ben, table = await sit(server, advice=True)
            async with ann.at(table) as a, ben.at(table) as b:
                await set_up(a, b)
                await b.settled()
                before = list(b.raw)
                path = f"/api/tables/{table}/advice"
                turn = next(m for m in a.heard if m["type"] == "turn" and m["must"] == "act")
                hints = (await ann.get(f"{path}/hints?seat=0")).json()["moves"]
                assert hints
                for hint in hints:
                    assert hint["action"] in turn["legal"]
                    assert hint["reasons"][0]["kind"]
                beliefs = (await ann.get(f"{path}/beliefs?seat=0")).json()["pieces"]
                assert len(beliefs) == 8
                assert all(90 <= sum(p for _, p in one["odds"]) <= 110 for one in beliefs)
                # Not the other's turn: nothing to hint at. Not the other's seat, nor the bot's yet.
                assert (await ben.get(f"{path}/hints?seat=1")).json() == {"moves": []}
                await ann.get(f"{path}/beliefs?seat=1", status=403)
                await ann.get(f"{path}/beliefs?seat=0&bot=true", status=403)
                await ann.get(f"{path}/chances", status=409)
                async with Person(server) as eve:
                    await eve.get(f"{path}/beliefs?seat=0", status=404)
                await b.settled()
                assert [text for text in b.raw if '"pong"' not in text] == [
                    text for text in before if '"pong"' not in text
                ]

    run(go())


def test_there_is_no_advice_in_rated_games_nor_where_the_table_plays_from_memory(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            ann, _, _ = await account(server)
            bot = {"type": "bot", "level": "1"}
            for more, code in (({"rated": True}, "rated"), ({"options": {"memory": "table"}}, "memory")):
                made = await ann.table("duel", bot, seat=0, **more)
                table = made["table"]["id"]
                async with ann.at(table) as a:
                    await deploy(a, "duel", 0)
                    await a.until("turn", where=lambda m: m["must"] == "act")
                    for what in ("hints", "beliefs"):
                        answer = await ann.get(f"/api/tables/{table}/advice/{what}?seat=0", status=400)
                        assert answer.json()["code"] == code

    run(go())


def test_between_people_there_is_no_advice_unless_the_table_was_opened_with_it(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            for wanted in (False, True):
                ann, ben, table = await sit(server, advice=wanted)
                # An invited person reads it before sitting down; a rematch keeps to it.
                assert (await ben.get(f"/api/tables/{table}")).json()["table"].get("advice", True) is wanted
                async with ann.at(table) as a, ben.at(table) as b:
                    await set_up(a, b)
                    for what in ("beliefs",) if wanted else ("hints", "beliefs"):
                        path = f"/api/tables/{table}/advice/{what}?seat=0"
                        answer = await ann.get(path, status=200 if wanted else 400)
                        assert answer.json().get("code") == (None if wanted else "no-advice")

    run(go())


def test_quick_games_of_people_are_without_advice(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            async with Person(server) as ann:
                made = (await ann.post("/api/quick", {"game": "duel"})).json()
                assert made["table"]["advice"] is False
                bot = await ann.table("duel", {"type": "bot", "level": "1"})
                assert bot["table"].get("advice", True) is True

    run(go())


def test_a_finished_game_tells_chances_hints_and_what_the_bot_believed(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            ann, _, _ = await account(server)
            made = await ann.table("duel", {"type": "bot", "level": "4"}, seat=0, rated=True)
            table = made["table"]["id"]
            async with ann.at(table) as a:
                await deploy(a, "duel", 0)
                end = await play_on(a, random.Random(4))
            assert end is not None
            path = f"/api/tables/{table}/advice"
            chances = (await ann.get(f"{path}/chances")).json()
            seen = [chances.get("percent", 100)]
            while seen[-1] < 100:  # A long game comes in parts, each a little more.
                assert chances["turning"] == []
                chances = (await ann.get(f"{path}/chances")).json()
                seen.append(chances.get("percent", 100))
                assert seen[-1] > seen[-2]
            assert [len(line) for line in chances["seats"]] == [end["ply"] + 1] * 2
            assert [line[-1] for line in chances["seats"]] == [100 * s for s in end["outcome"]["scores"]]
            assert all(0 < ply <= end["ply"] for ply in chances["turning"])
            # Two acts set up; after four the mover is seat 0 again.
            assert (await ann.get(f"{path}/hints?seat=0&upto=4")).json()["moves"]
            mine = (await ann.get(f"{path}/beliefs?seat=0&upto=4")).json()
            its = (await ann.get(f"{path}/beliefs?seat=1&upto=4&bot=true")).json()
            assert (mine["bot"], its["bot"]) == (0, 4)
            assert mine["pieces"]
            assert its["pieces"]
            await ann.get(f"{path}/beliefs?seat=0&bot=true", status=403)
            async with Person(server) as eve:  # A public game that is over is open to all.
                assert (await eve.get(f"{path}/chances")).json() == chances

    run(go())


def test_an_adviser_that_fails_costs_nobody_anything(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            server.tables.advisor = Advisor(
                command=(sys.executable, "-c", "import sys; sys.stdin.readline()")
            )
            ann, ben, table = await sit(server, advice=True)
            async with ann.at(table) as a, ben.at(table) as b:
                await set_up(a, b)
                answer = await ann.get(f"/api/tables/{table}/advice/hints?seat=0", status=503)
                assert answer.json()["code"] == "busy"
                turn = next(m for m in a.heard if m["type"] == "turn" and m["must"] == "act")
                await a.send("act", action=turn["legal"][0], ref=5)
                await a.until("done")

    run(go())


def test_the_turning_points_are_the_greatest_changes_in_order() -> None:
    chances = [0.5, 0.52, 0.7, 0.69, 0.4, 0.41, 0.99]
    assert turning_points(chances) == [2, 4, 6]
    assert turning_points(chances, most=1) == [6]
    assert turning_points([0.5, 0.55, 0.6]) == []
