"""The hex game at tables: scenarios in the gallery, whole games, questions that the engine answers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import flagfall
from flagfall.core import OfferedActions
from flagfall.core.offers import multiplied
from flagfall.hexes.all_acts import ANY
from flagfall.hexes.rules.attacks import Odds, damage_odds
from flagfall.server.http.hexes import answers as hex_answers
from flagfall.server.tables.log_entries import Acted, read_entry, write_entry
from tests.server.kit import Line, Person, Server, run, settings

SCENARIOS = [id for id in flagfall.games() if flagfall.game(id).family == "hexes"]


@pytest.fixture
def server(sqlite: str) -> Iterator[Server]:
    """A server on a database of its own."""
    with Server(settings(sqlite)) as running:
        yield running


def in_play(id: str, seed: int) -> Any:
    """A state of a scenario in which the first unit acts."""
    game: Any = flagfall.game(id)
    rng = random.Random(seed)
    state = game.new(seed=seed)
    while state.phase != "play":
        decision = state.pending()[0]
        state = state.apply(decision.seat, decision.sample(rng)).state
    return state


@pytest.mark.parametrize("id", SCENARIOS)
def test_every_move_has_its_cost_and_every_attack_its_odds(id: str) -> None:
    state = in_play(id, 3)
    rng = random.Random(id)
    for _ in range(12):
        if not state.pending():
            break
        seat = state.to_move
        legal = state.legal(seat)
        asked = hex_answers.demand(state, seat, 7)
        assert asked.what == "act" and asked.unit == state.actor and asked.n == 7
        costs = {first + at: cost for first, run in asked.costs_from for at, cost in enumerate(run)}
        assert len(msgspec.json.encode(asked.costs_from)) < 40_000
        for index, action in enumerate(legal):
            kind = type(action).__name__
            assert (index in costs) == (kind in ("Move", "Sprint", "SmokeScreen")), action
        attacks = {shot.index for shot in asked.shots}
        named = {"Shoot", "Strike", "Control", "Demolish", "Burn"}
        assert attacks == {i for i, action in enumerate(legal) if type(action).__name__ in named}
        for shot in asked.shots:
            assert shot.odds.to_hit.legal
            assert sum(part.value for part in shot.odds.to_hit.parts) == shot.odds.to_hit.number
        for index, cost in list(costs.items())[:5]:
            plan = hex_answers.plan(state, seat, legal[index])
            assert plan.cost == cost
        decision = state.pending()[0]
        state = state.apply(decision.seat, decision.sample(rng)).state


def test_hx_abl_clk_no_answer_depends_on_where_the_unseen_are() -> None:
    game: Any = flagfall.game("hex-hunt")
    twin_maker = game.twins()
    found = 0
    for seed in range(30):
        twins = twin_maker.make(0, random.Random(seed))
        one, two = twins.first, twins.second
        if one.to_move != 0 or one.result is not None or one.view(0) != two.view(0):
            continue
        found += any(a.hex != b.hex for a, b in zip(one.pieces, two.pieces, strict=True))
        answers = [msgspec.json.encode(hex_answers.demand(state, 0, 1)) for state in (one, two)]
        assert answers[0] == answers[1]
        looks = [
            msgspec.json.encode(
                [hex_answers.sights(state.field(0), unit) for unit in range(len(state.pieces))]
            )
            for state in (one, two)
        ]
        assert looks[0] == looks[1]
        fields = [hex_answers.what_if(state.field(0), one.actor) for state in (one, two)]
        gazes = [msgspec.json.encode(hex_answers.gaze(field, one.actor)) for field in fields]
        assert gazes[0] == gazes[1]
        if fields[0] is not None and fields[1] is not None:
            for hex in range(0, one.board.grid.size, 7):
                lines = [msgspec.json.encode(hex_answers.line(field, one.actor, hex)) for field in fields]  # type: ignore[arg-type]
                assert lines[0] == lines[1]
    assert found, "some twins have to differ in something unseen"


def test_a_log_entry_of_the_hex_game_reads_back_as_it_was() -> None:
    state = in_play("hex-three", 5)
    decision = state.pending()[0]
    action = decision.sample(random.Random(1))
    entry = Acted(decision.seat, action, state.apply(decision.seat, action).events)
    assert read_entry(write_entry(entry, state.game), state.game) == entry


async def _answer(person: Person, line: Line, table: str, seat: int, rng: random.Random) -> bool:
    """Wait for a turn and take it as the page does; False when the game is over."""
    while True:
        told = await line.next()
        if told["type"] == "table" and told["table"]["status"] == "over":
            return False
        if told["type"] == "turn":
            break
    asked = (await person.get(f"/api/tables/{table}/hex/demand?seat={seat}")).json()
    if asked["what"] == "deploy":
        unit = rng.choice(asked["deploy"])
        spot = rng.choice(unit["spots"])
        info = (await person.get("/api/hexes/hex-three")).json()["map"]
        hex = rng.choice(spot["hexes"])
        at = f"{hex % info['width'] + 1:02}{hex // info['width'] + 1:02}"
        action = {"type": "deploy", "unit": unit["unit"], "at": at, "facing": "N", "mode": spot["mode"]}
    else:
        shots = sorted(asked.get("shots", ()), key=lambda shot: -shot["mean"])
        index = shots[0]["index"] if shots else rng.randrange(len(told["legal"]))
        action = told["legal"][index]
    await line.send("hex-act", action=action, n=asked["n"])
    return True


def test_a_turn_comes_as_offers_to_those_who_ask_and_as_a_list_to_others(server: Server) -> None:
    """Both are the same actions, the offers in a small part of the bytes; the rules refuse all others."""

    async def go() -> None:
        async with Person(server) as ann:
            made = await ann.table("hex-duel", "hotseat")
            table, seat = made["table"]["id"], made["table"]["turn"]
            async with ann.at(table) as listed, ann.at(table, actions="offers") as offered:
                for _ in range(2):
                    long, short = await listed.until("turn"), await offered.until("turn")
                    assert "offers" not in long and short["legal"] == []
                    offers = msgspec.convert(short["offers"], list[OfferedActions])
                    assert multiplied(offers, ANY) == msgspec.convert(long["legal"], list[ANY])
                    assert len(short["offers"]) < len(long["legal"]) / 3
                    move = next(one for one in long["legal"] if one["type"] == "move")
                    away = {**move, "to": "0101"}
                    assert away not in long["legal"]
                    await offered.send("act", seat=seat, action=away)
                    assert (await offered.until("refused"))["problem"]["rule"] in ("HX-MOVE-4", "HX-TERR-2")
                    await offered.send("act", seat=seat, action={"type": "end"})
                    seat = 1 - seat
            async with ann.at(table, actions="some") as line:
                assert (await line.until("goodbye"))["problem"]["field"] == "actions"

    run(go())


def test_a_game_against_a_bot_goes_from_deployment_to_the_end(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            cards = {card["id"]: card for card in (await ann.get("/api/games")).json()}
            assert set(SCENARIOS) <= set(cards)
            assert cards["hex-three"]["family"] == "hexes"
            made = await ann.table("hex-three", {"type": "bot", "level": "1"}, seat=0)
            table = made["table"]["id"]
            async with ann.at(table) as line:
                welcome = await line.next()
                assert welcome["streams"][0]["view"]["type"] == "hex"
                assert welcome["table"]["status"] == "play"
                rng = random.Random(2)
                for _ in range(40):
                    if not await _answer(ann, line, table, 0, rng):
                        break
                else:
                    await line.send("resign")
                    await line.until("table", where=lambda m: m["table"]["status"] == "over")
            seen = (await ann.get(f"/api/tables/{table}")).json()["table"]
            assert seen["outcome"]["rule"].startswith("HX-")
            history = (await ann.get(f"/api/tables/{table}/history?seat=0")).json()
            assert any(event["type"] == "drawn" for told in history for event in told["events"])
            record = (await ann.get(f"/api/tables/{table}/record")).json()
            assert len(record["entries"]) >= len(history)

    run(go())


def test_questions_are_for_the_seat_that_asks_and_refused_to_others(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann, Person(server) as eve:
            made = await ann.table("hex-duel", "hotseat")
            table = made["table"]["id"]
            turn = made["table"]["turn"]
            asked = (await ann.get(f"/api/tables/{table}/hex/demand?seat={turn}")).json()
            assert asked["what"] == "act"
            idle = (await ann.get(f"/api/tables/{table}/hex/demand?seat={1 - turn}")).json()
            assert idle == {"n": 0, "what": ""}
            await eve.get(f"/api/tables/{table}/hex/demand?seat={turn}", 404)
            await eve.get(f"/api/tables/{table}/hex/sight?seat={turn}&unit=0", 404)
            await ann.get(f"/api/tables/{table}/hex/sight?seat={turn}&unit=99", 404)
            # A table at one screen is private: nobody else learns that it is there.
            late = (await ann.get(f"/api/tables/{table}/hex/plan?seat={turn}&index=0&n=5")).json()
            assert late["path"] == []
            await ann.get(f"/api/tables/{table}/hex/plan?seat={turn}&index=-1&n=0", 404)
            await eve.get(f"/api/tables/{table}/hex/plan?seat={turn}&index=0&n=0", 404)
            look = (await ann.get(f"/api/tables/{table}/hex/sight?seat={turn}&unit=0")).json()
            assert look["reach"]
            await ann.get("/api/hexes/original", 404)
            await ann.get("/api/hexes/nothing", 404)
            await ann.get("/api/games/hex-duel", 404)
            other = (await ann.table("duel", "hotseat"))["table"]["id"]
            await ann.get(f"/api/tables/{other}/hex/sight?seat=0&unit=0", 404)

    run(go())


def test_a_shot_is_told_with_the_parts_that_the_question_named(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            made = await ann.table("hex-duel", "hotseat")
            table = made["table"]["id"]
            async with ann.at(table) as line:
                for _ in range(60):
                    turn = await line.until("turn")
                    seat = turn["seat"]
                    asked = (await ann.get(f"/api/tables/{table}/hex/demand?seat={seat}")).json()
                    shots = asked.get("shots", [])
                    if shots:
                        shot = shots[0]
                        await line.send("hex-act", action=turn["legal"][shot["index"]], seat=seat)
                        told = await line.until("told")
                        attacked = next(e for e in told["events"] if e["type"] == "attacked")
                        assert attacked["to_hit"] == shot["odds"]["to_hit"]
                        return
                    await line.send("hex-act", action={"type": "end"}, seat=seat)
            raise AssertionError("nobody ever had a target")

    run(go())


def test_odds_are_the_engines_own() -> None:
    state = in_play("hex-titans", 3)
    seat = state.to_move
    field = state.game.field(state.view(seat))
    asked = hex_answers.demand(state, seat, 0)
    assert asked.shots
    for shot in asked.shots:
        odds: Odds = damage_odds(field, shot.odds.to_hit.attack)
        assert shot.odds == odds
        assert shot.out == odds.chance_to_deactivate


def test_a_move_is_taken_back_as_long_as_neither_die_nor_card_was_shown(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            made = await ann.table("hex-duel", "hotseat")
            table = made["table"]["id"]
            async with ann.at(table) as line:
                turn = await line.until("turn")
                seat = turn["seat"]
                first = next(m for m in line.heard if m["type"] == "welcome")["streams"][seat]["view"]
                move = next(action for action in turn["legal"] if action["type"] == "move")
                await line.send("hex-act", action=move, seat=seat)
                await line.until("turn")
                await line.send("offer", what="takeback", seat=seat)
                back = await line.until("reset", where=lambda m: m["seat"] == seat)
                assert back["view"] == first
                turn = await line.until("turn")
                assert any(action == move for action in turn["legal"])
                await line.send("hex-act", action={"type": "end"}, seat=seat)
                await line.until("turn")
                await line.send("offer", what="takeback", seat=seat)
                refused = await line.until("refused")
                assert refused["problem"]["code"] == "revealed"  # A card has been turned since.

    run(go())


def test_questions_about_ways_lines_and_dangers_are_for_the_seats_own_eyes(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann, Person(server) as eve:
            made = await ann.table("hex-duel", "hotseat")
            table = made["table"]["id"]
            seat = made["table"]["turn"]
            path = f"/api/tables/{table}/hex"
            asked = (await ann.get(f"{path}/demand?seat={seat}")).json()
            unit = asked["unit"]
            gaze = (await ann.get(f"{path}/gaze?seat={seat}&unit={unit}")).json()
            assert gaze["seen"] and gaze["arc"]
            line = (await ann.get(f"{path}/line?seat={seat}&unit={unit}&at=0707")).json()
            assert len(line["line"]["stations"]) > 2
            first, costs = asked["costs_from"][0]
            index = first + costs.index(max(costs))
            there = (await ann.get(f"{path}/gaze?seat={seat}&unit={unit}&n=0&index={index}")).json()
            assert there["arc"] != gaze["arc"]
            reach = (await ann.get(f"{path}/sight?seat={seat}&unit={unit}")).json()["reach"]
            info = (await ann.get("/api/hexes/hex-duel")).json()["map"]
            near = [
                f"{hex % info['width'] + 1:02d}{hex // info['width'] + 1:02d}" for hex, cost in reach if cost
            ]
            way = (await ann.get(f"{path}/way?seat={seat}&n=0&through={near[0]}")).json()
            assert way["ends"] and way["points"] == asked["points"]
            steps = ".".join(way["ends"][0]["via"])
            plan = (await ann.get(f"{path}/plan?seat={seat}&n=0&via={steps}")).json()
            assert plan["cost"] == way["ends"][0]["cost"]
            await ann.get(f"{path}/plan?seat={seat}&n=0&via={'f.' * 60}f", 422)
            await ann.get(f"{path}/plan?seat={seat}&n=0&via=f&manner=fly", 400)
            await ann.get(f"{path}/way?seat={seat}&n=0&through=9999", 400)
            await ann.get(f"{path}/line?seat={seat}&unit={unit}&at=zz", 400)
            await ann.get(f"{path}/gaze?seat={seat}&unit=77", 404)
            late = (await ann.get(f"{path}/way?seat={seat}&n=9&through={near[0]}")).json()
            assert late["ends"] == []
            for question in ("gaze?unit=0", "line?unit=0&at=0707", "way?n=0&through=0707"):
                await eve.get(f"{path}/{question}&seat={seat}", 404)
            await ann.get(f"{path}/report", 409)

    run(go())
