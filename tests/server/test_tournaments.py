"""Tournaments: made, entered and played to the end by people at a real server."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from flagfall.server.settings import Settings
from flagfall.server.storage.tournament_rows import Snapshot
from flagfall.server.tournaments import runner
from flagfall.server.tournaments.plan import plan
from tests.server.competitors import TOURNAMENT, Competitor, account, competing, soon
from tests.server.kit import PATIENCE, ManualTime, Person, Server, run, settings


@contextlib.asynccontextmanager
async def people(server: Server, count: int) -> AsyncIterator[list[Person]]:
    """Somebody with an account, and guests."""
    async with contextlib.AsyncExitStack() as stack:
        first = await stack.enter_async_context(account(server, "Ann"))
        others = [await stack.enter_async_context(Person(server)) for _ in range(count - 1)]
        yield [first, *others]


async def enter(everybody: list[Person], **wish: Any) -> str:
    """A tournament that the first of some people made and all take part in; its id."""
    made = (await everybody[0].post("/api/tournaments", {**TOURNAMENT, **wish})).json()
    id: str = made["seen"]["tournament"]["id"]
    for person in everybody:
        await person.post(f"/api/tournaments/{id}/join", {"code": made.get("code", "")})
    return id


def quick(database: str, **more: Any) -> Settings:
    """Settings under which nobody rests."""
    return settings(database, tournament_rest=0.0, **more)


def points(seen: dict[str, Any]) -> dict[int, float]:
    return {one["number"]: one["points"] for one in seen["standings"]}


async def finish(clock: ManualTime, competitors: list[Competitor], step: int = 1_000) -> dict[str, Any]:
    """Let time pass between the games until the tournament is over; what everybody sees then.

    Not during a game: on a busy machine it would be lost by the clock.
    """
    async with asyncio.timeout(PATIENCE):
        while True:
            seen = (await competitors[0].person.get(f"/api/tournaments/{competitors[0].tournament}")).json()
            if seen["seen"]["tournament"]["status"] == "over":
                return seen["seen"]  # type: ignore[no-any-return]
            if not any("table" in game and "points" not in game for game in seen["seen"]["games"]):
                clock.time += step
            await asyncio.sleep(0.05)


def test_a_round_robin_brings_all_together_and_a_bot_fills_the_odd_field(database: str) -> None:
    clock = ManualTime()

    async def go() -> None:
        async with people(server, 3) as everybody:
            id = await enter(everybody, kind="round-robin", rounds=1, most=8, bots="1", starts=clock.time + 1)
            competitors = [Competitor(one, id) for one in everybody]
            async with competing(competitors):
                seen = await finish(clock, competitors, 2)
            games = seen["games"]
            assert seen["tournament"]["rounds"] == 3
            met = Counter(frozenset((game["first"], game["second"])) for game in games)
            assert sorted(map(sorted, met)) == [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
            assert set(met.values()) == {1}
            assert {game["how"] for game in games} <= {"played", "left"}
            # The bot beats everybody, who all have higher numbers, and takes no place.
            assert points(seen) == {0: 3.0, 1: 2.0, 2: 1.0, 3: 0.0}
            assert [(one["place"], one["number"]) for one in seen["standings"]] == [
                (0, 0),
                (1, 1),
                (2, 2),
                (3, 3),
            ]
            assert seen["tournament"]["winner"] == "Ann"
            listed = (await everybody[1].get("/api/tournaments")).json()
            assert [one["id"] for one in listed["past"]] == [id]
            table = games[0]["table"]
            assert (await everybody[1].get(f"/api/tables/{table}")).json()["table"]["tournament"] == id

    with Server(quick(database), clock) as server:
        run(go())


def test_swiss_rounds_give_byes_and_take_late_comers_in_the_first_half(sqlite: str) -> None:
    clock = ManualTime()

    async def go() -> None:
        async with people(server, 6) as everybody:
            early, late = everybody[:5], everybody[5]
            id = await enter(early, kind="swiss", rounds=3, starts=clock.time + 1)
            competitors = [Competitor(one, id) for one in early]
            clock.time += 1
            async with competing(competitors):
                await competitors[0].until(lambda seen: seen["tournament"].get("round", 0) == 1)
                await late.post(f"/api/tournaments/{id}/join", {})
                newcomer = Competitor(late, id)
                async with competing([newcomer]):
                    seen = await finish(clock, competitors)
            byes = [game["first"] for game in seen["games"] if game["how"] == "bye"]
            assert len(byes) == len(set(byes))
            assert all(game["points"] == [1.0, 0.0] for game in seen["games"] if game["how"] == "bye")
            met = Counter(
                frozenset((game["first"], game["second"])) for game in seen["games"] if game["how"] != "bye"
            )
            assert set(met.values()) == {1}
            assert Counter(game["round"] for game in seen["games"]) == {1: 3, 2: 3, 3: 3}
            assert seen["standings"][0]["number"] == 1
            assert seen["standings"][0]["points"] == 3.0
            assert (await late.post(f"/api/tournaments/{id}/join", {}, 409)).json()["code"] == "over"

    with Server(settings(sqlite, tournament_rest=5.0), clock) as server:
        run(go())


def test_an_arena_pairs_those_who_are_free_until_its_time_is_over(sqlite: str) -> None:
    clock = ManualTime()

    async def go() -> None:
        async with people(server, 4) as everybody:
            id = await enter(everybody, kind="arena", minutes=10, starts=0)
            competitors = [Competitor(one, id) for one in everybody]
            async with competing(competitors):

                def rounds(n: int) -> Any:
                    return lambda seen: sum("points" in game for game in seen["games"]) == 2 * n

                first = await competitors[0].until(rounds(1))
                # Nobody plays again before having rested: no time passes.
                assert len(first["games"]) == 2
                clock.time += 10_000
                second = await competitors[0].until(rounds(2))
                pairs = [frozenset((game["first"], game["second"])) for game in second["games"]]
                assert len(set(pairs)) == 4
                # Two points for a win.
                assert sum(points(second).values()) == 8
                await everybody[3].post(f"/api/tournaments/{id}/leave")
                clock.time += 10_000
                third = await competitors[0].until(
                    lambda seen: sum("points" in g for g in seen["games"]) == 5
                )
                assert 4 not in (third["games"][0]["first"], third["games"][0]["second"])
                clock.time += 10 * 60_000
                over = await competitors[0].until(lambda seen: seen["tournament"]["status"] == "over")
                assert len(over["games"]) == 5
                assert over["standings"][0]["wins"] >= 2

    with Server(settings(sqlite, tournament_rest=10.0), clock) as server:
        run(go())


def test_who_does_not_come_loses_is_away_and_may_come_back(sqlite: str) -> None:
    clock = ManualTime()

    async def go() -> None:
        async with people(server, 2) as everybody:
            ann, ben = everybody
            id = await enter(everybody, kind="arena", minutes=60, starts=0)
            watching = Competitor(ann, id)
            watching.played = _Never()
            async with competing([watching]):
                seen = await watching.until(lambda seen: any(game.get("table") for game in seen["games"]))
                table = seen["games"][0]["table"]
                async with ann.at(table) as line:
                    await line.until("welcome")
                    clock.time += 59_000
                    await line.settled()
                    clock.time += 2_000
                    over = await line.until("table")
                    assert over["table"]["status"] == "aborted"
                seen = await watching.until(lambda seen: "points" in seen["games"][0])
                game = seen["games"][0]
                assert game["how"] == "no-show"
                assert game["points"] == ([2, 0] if game["first"] == 1 else [0, 2])
                assert [one.get("away", False) for one in seen["players"]] == [False, True]
                clock.time += 60_000
                await ben.post(f"/api/tournaments/{id}/join", {})
                clock.time += 60_000
                # Both are there again, and are paired again.
                seen = await watching.until(
                    lambda seen: len(seen["games"]) == 2 and seen["games"][0].get("table")
                )
                # This time nobody comes: both lose.
                clock.time += 61_000
                seen = await watching.until(lambda seen: "points" in seen["games"][0])
                assert (seen["games"][0]["how"], seen["games"][0]["points"]) == ("no-show", [0, 0])
                assert all(one["away"] for one in seen["players"])

    with Server(settings(sqlite), clock) as server:
        run(go())


class _Never(list[str]):
    """Games that somebody only looks at: all of them count as played."""

    def __contains__(self, _: object) -> bool:
        return True


def test_a_private_tournament_is_for_those_who_have_its_link(sqlite: str) -> None:
    async def go() -> None:
        async with people(server, 3) as (ann, ben, cas):
            wish = {**TOURNAMENT, "kind": "arena", "starts": soon(), "private": True}
            made = (await ann.post("/api/tournaments", wish)).json()
            id, code = made["seen"]["tournament"]["id"], made["code"]
            for path in (f"/api/tournaments/{id}", f"/api/tournaments/{id}?code=wrong"):
                assert (await cas.get(path, 404)).json() == (
                    await cas.get("/api/tournaments/none", 404)
                ).json()
            for request in ("join", "leave", "stop"):
                there = await cas.post(f"/api/tournaments/{id}/{request}", {}, 404)
                assert there.json() == (await cas.post(f"/api/tournaments/none/{request}", {}, 404)).json()
            async with cas.socket(f"/api/tournaments/{id}/live") as line:
                assert (await line.next())["problem"]["code"] == "not-found"
            assert "code" not in (await cas.get(f"/api/tournaments/{id}?code={code}")).json()
            await ben.post(f"/api/tournaments/{id}/join", {"code": code})
            assert (await ben.get(f"/api/tournaments/{id}")).json()["code"] == code
            assert (await cas.get("/api/tournaments")).json()["coming"] == []
            assert len((await ben.get("/api/tournaments")).json()["coming"]) == 1

    with Server(settings(sqlite)) as server:
        run(go())


def test_the_games_of_a_private_tournament_are_seen_by_their_players_alone(sqlite: str) -> None:
    async def go() -> None:
        async with people(server, 3) as everybody:
            ann, ben, cas = everybody
            id = await enter([ann, ben], kind="arena", starts=0, private=True)
            watching = Competitor(ann, id)
            watching.played = _Never()
            async with competing([watching]):
                seen = await watching.until(lambda seen: any(game.get("table") for game in seen["games"]))
            table = seen["games"][0]["table"]
            await cas.get(f"/api/tables/{table}", 404)
            async with cas.at(table) as line:
                assert (await line.next())["problem"]["code"] == "not-found"
            lobby = (await cas.get("/api/lobby")).json()
            assert table not in str(lobby)
            # No hints, takebacks or rematches in a tournament.
            async with ann.at(table) as mine, ben.at(table) as theirs:
                first, second = (mine, ann), (theirs, ben)
                for line, person in (first, second):
                    welcome = await line.until("welcome")
                    assert welcome["table"]["advice"] is False
                    seat = welcome["seats"][0]
                    found = (await person.get(f"/api/games/original/setup?seat={seat}")).json()
                    await line.send("act", action={"type": "deploy", "pieces": found["pieces"]})
                turn = await mine.until("table", where=lambda one: one["table"]["status"] == "play")
                assert turn["table"]["tournament"] == id
                seat = (await ann.get(f"/api/tables/{table}")).json()["seats"][0]
                answer = await ann.http.get(f"/api/tables/{table}/advice/hints?seat={seat}")
                assert answer.json()["code"] == "no-advice", answer.text
                for what in ("takeback", "rematch"):
                    await mine.send("offer", what=what)
                    refused = await mine.until("refused")
                    assert refused["problem"]["code"] == "tournament"

    with Server(settings(sqlite)) as server:
        run(go())


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"name": " \n "}, "name"),
    ({"name": "\u3164\u3164\u3164"}, "name"),
    ({"name": "\u2800\u2800\u2800\u2800"}, "name"),
    ({"name": "... - ..."}, "name"),
    ({"kind": "round-robin", "most": 17, "rounds": 1}, "most"),
    ({"kind": "round-robin", "most": 8, "rounds": 3}, "rounds"),
    ({"kind": "swiss", "starts": 1}, "starts"),
    ({"starts": 1 << 52}, "starts"),
    ({"bots": "99"}, "bots"),
    ({"game": "nothing"}, "game"),
    ({"options": {"nothing": 1}}, "options.nothing"),
    ({"most": 65}, "most"),
    ({"minutes": 9}, "minutes"),
    ({"clock": {"type": "none"}}, "clock"),
]


def test_a_wish_that_cannot_be_is_refused_with_its_field(sqlite: str) -> None:
    async def go() -> None:
        async with people(server, 1) as (ann,):
            for wish, field in WRONG:
                whole = {**TOURNAMENT, "kind": "arena", "starts": soon(), **wish}
                answer = await ann.http.post("/api/tournaments", json=whole)
                assert answer.status_code in (400, 404), answer.text
                assert field in answer.json()["field"] + answer.json()["detail"], answer.text

    with Server(settings(sqlite)) as server:
        run(go())


def test_an_account_has_one_tournament_at_a_time_and_may_stop_it(sqlite: str) -> None:
    async def go() -> None:
        async with people(server, 2) as (ann, ben):
            wish = {**TOURNAMENT, "kind": "swiss", "starts": soon()}
            assert (await ben.post("/api/tournaments", wish, 403)).json()["code"] == "forbidden"
            id = await enter([ann, ben], kind="swiss", starts=soon())
            assert (await ann.post("/api/tournaments", wish, 429)).json()["code"] == "too-many"
            await ben.post(f"/api/tournaments/{id}/stop", status=403)
            await ben.post(f"/api/tournaments/{id}/leave")
            seen = (await ann.get(f"/api/tournaments/{id}")).json()["seen"]
            assert [one["number"] for one in seen["players"]] == [1]
            stopped = (await ann.post(f"/api/tournaments/{id}/stop")).json()["seen"]
            assert stopped["tournament"]["status"] == "cancelled"
            await ben.post(f"/api/tournaments/{id}/join", {}, 409)
            await ann.post("/api/tournaments", wish)

    with Server(settings(sqlite)) as server:
        run(go())


@pytest.mark.parametrize("fault", [OperationalError("", None, Exception("locked")), RuntimeError("once")])
def test_what_failed_once_is_tried_again_although_the_clock_of_the_tables_stands(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """A clock that stands is what a frozen test has; a server must not wait for it to try again."""
    left = [fault]

    def failing(snapshot: Snapshot, *args: Any) -> Any:
        # The end of a game is told once: nothing else makes anybody look again.
        if left and any(info.status in ("over", "aborted") for info, _ in snapshot.tables.values()):
            raise left.pop()
        return plan(snapshot, *args)

    monkeypatch.setattr(runner, "plan", failing)
    monkeypatch.setattr(runner, "AFTER_FAULT", 0.1)

    async def go() -> None:
        async with people(server, 2) as everybody:
            id = await enter(everybody, kind="arena", starts=0)
            competitors = [Competitor(one, id) for one in everybody]
            async with competing(competitors), asyncio.timeout(PATIENCE):
                await competitors[1].until(lambda seen: any("points" in game for game in seen["games"]))
            assert not left

    with Server(settings(sqlite), ManualTime()) as server:
        run(go())


def test_a_tournament_with_one_player_is_called_off_when_it_should_begin(sqlite: str) -> None:
    clock = ManualTime()

    async def go() -> None:
        async with people(server, 1) as everybody:
            id = await enter(everybody, kind="swiss", starts=clock.time + 60_000)
            watching = Competitor(everybody[0], id)
            async with competing([watching]):
                await watching.until(lambda seen: seen["tournament"]["status"] == "open")
                clock.time += 60_000
                await watching.until(lambda seen: seen["tournament"]["status"] == "cancelled")

    with Server(settings(sqlite), clock) as server:
        run(go())


def test_a_tournament_is_rated_by_the_usual_rules_if_a_bot_may_play_in_it(sqlite: str) -> None:
    async def go() -> None:
        async with account(server, "Ann") as ann:
            arena = {**TOURNAMENT, "kind": "arena", "starts": soon()}
            short = {**arena, "rated": True, "options": {"ply_limit": 10}}
            answer = await ann.post("/api/tournaments", {**short, "bots": "1"}, status=403)
            assert answer.json()["field"] == "rated"
            mission = {**arena, "game": "mission-first-steps"}
            assert (await ann.post("/api/tournaments", mission, status=403)).json()["field"] == "game"
            await ann.post("/api/tournaments", short)

    with Server(settings(sqlite)) as server:
        run(go())


def test_rated_tournaments_are_for_accounts_and_programs_play_where_bots_may(sqlite: str) -> None:
    async def go() -> None:
        async with people(server, 2) as (ann, guest), account(server, "Zoe") as zoe:
            id = await enter([ann], kind="arena", starts=soon(), rated=True)
            assert (await guest.post(f"/api/tournaments/{id}/join", {}, 403)).json()["code"] == "forbidden"
            secret = (await zoe.post("/api/me/tokens", {"name": "bot"})).json()["secret"]
            async with httpx.AsyncClient(
                base_url=server.url, headers={"Authorization": f"Bearer {secret}"}, timeout=PATIENCE
            ) as program:
                answer = await program.post(f"/api/tournaments/{id}/join", json={})
                assert answer.status_code == 403, answer.text
                assert "programs" in answer.json()["detail"]
                await ann.post(f"/api/tournaments/{id}/stop")
                id = await enter([ann], kind="arena", starts=soon(), bots="1")
                answer = await program.post(f"/api/tournaments/{id}/join", json={})
                assert answer.status_code == 200, answer.text
                players = answer.json()["seen"]["players"]
                assert [one["sitter"].get("bot", False) for one in players] == [False, True]

    with Server(settings(sqlite)) as server:
        run(go())


def test_personal_data_of_tournaments_is_exported_and_deleted(sqlite: str) -> None:
    async def go() -> None:
        async with people(server, 2) as everybody:
            ann, ben = everybody
            id = await enter(everybody, kind="arena", starts=0)
            competitors = [Competitor(one, id) for one in everybody]
            async with competing(competitors):
                await competitors[1].until(lambda seen: any("points" in game for game in seen["games"]))
            data = (await ann.get("/api/me/export")).json()
            assert [one["tournament_id"] for one in data["tournaments"]] == [id]
            assert [one["id"] for one in data["tournaments_made"]] == [id]
            answer = await ann.http.request("DELETE", "/api/me", json={"password": "correct horse"})
            assert answer.is_success, answer.text
            text = (await ben.get(f"/api/tournaments/{id}")).text
            assert "Ann" not in text
            assert ann.me["id"] not in text
            seen = (await ben.get(f"/api/tournaments/{id}")).json()["seen"]
            assert [one["points"] for one in seen["standings"]] == [2, 0]

    with Server(settings(sqlite), ManualTime()) as server:
        run(go())


def test_two_of_whom_one_has_blocked_the_other_are_not_paired_where_others_are(sqlite: str) -> None:
    async def go() -> None:
        async with people(server, 3) as everybody:
            ann, ben, cas = everybody
            await ben.http.put(f"/api/me/blocks/{ann.me['id']}")
            id = await enter([ann, ben], kind="arena", minutes=10, starts=0)
            watching = Competitor(ann, id)
            watching.played = _Never()
            async with competing([watching]):
                await watching.until(lambda seen: len(seen["players"]) == 2)
                await watching.until(lambda seen: seen["tournament"]["status"] == "running")
                await cas.post(f"/api/tournaments/{id}/join", {})
                seen = await watching.until(lambda seen: any(game.get("table") for game in seen["games"]))
            # They have waited for somebody else, although both were free.
            met = [{game["first"], game["second"]} for game in seen["games"]]
            assert len(met) == 1
            assert 3 in met[0]

    with Server(settings(sqlite), ManualTime()) as server:
        run(go())


def test_who_has_blocked_somebody_is_told_where_all_meet_all(sqlite: str) -> None:
    async def go() -> None:
        async with people(server, 3) as (ann, ben, cas):
            for blocking in (ben, ann):
                await blocking.http.put(f"/api/me/blocks/{cas.me['id']}")
            wish = {**TOURNAMENT, "kind": "round-robin", "rounds": 1, "most": 8, "starts": soon()}
            id = (await ann.post("/api/tournaments", wish)).json()["seen"]["tournament"]["id"]
            join = f"/api/tournaments/{id}/join"
            await ann.post(join, {})
            await cas.post(join, {})  # Whom others block, nobody is told.
            assert (await ben.post(join, {}, 403)).json()["code"] == "blocked"
            await ben.http.delete(f"/api/me/blocks/{cas.me['id']}")
            await ben.post(join, {})

    with Server(settings(sqlite)) as server:
        run(go())


def test_a_guest_who_signs_in_goes_on_under_the_account(sqlite: str) -> None:
    async def go() -> None:
        async with people(server, 2) as (ann, guest), account(server, "Zoe"):
            id = await enter([ann, guest], kind="arena", starts=soon())
            await guest.post("/api/login", {"name": "Zoe", "password": "correct horse"})
            seen = (await ann.get(f"/api/tournaments/{id}")).json()["seen"]
            assert [one["sitter"]["name"] for one in seen["players"]] == ["Ann", "Zoe"]

    with Server(settings(sqlite)) as server:
        run(go())
