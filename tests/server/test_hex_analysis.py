"""The analysis board of the hex game: both sides, other dice, other cards, questions, and no running game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import flagfall
from flagfall.core import OfferedActions
from flagfall.core.offers import multiplied
from flagfall.server.http.hexes.analysis import same_position
from tests.server.kit import Person, Server, run, settings
from tests.server.test_hex_tables import in_play

GAME = "hex-three"


@pytest.fixture
def server(sqlite: str) -> Iterator[Server]:
    """A server on a database of its own."""
    with Server(settings(sqlite)) as running:
        yield running


def legal(moment: dict[str, Any]) -> list[dict[str, Any]]:
    """The actions of a moment, in the order of the server's list."""
    game: Any = flagfall.game(GAME)
    offers = [msgspec.convert(one, OfferedActions) for one in moment["offers"]]
    return [msgspec.to_builtins(one) for one in multiplied(offers, game.action_type)]


def _start(seed: int = 5) -> dict[str, Any]:
    return {"game": GAME, "text": in_play(GAME, seed).position()}


def test_a_hex_position_is_played_on_for_both_sides_with_costs_and_odds(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            line: dict[str, Any] = {**_start(), "steps": []}
            seats = set()
            for _ in range(6):
                moment = (await ann.post("/api/analysis/hex", line)).json()
                seats.add(moment["seat"])
                assert moment["demand"]["what"] == "act"
                assert moment["demand"]["unit"] == moment["view"]["table"]["stack"][-1][0]
                line["steps"].append({"action": {"type": "end"}})
            assert seats == {0, 1}
            state: Any = flagfall.game(GAME).position(line["text"])
            for _ in line["steps"]:
                state = state.apply(state.to_move, flagfall.game(GAME).action("end")).state
            moment = (await ann.post("/api/analysis/hex", line)).json()
            assert moment["text"] == state.position()
            # A line goes on from its text as it does from its beginning.
            again = (await ann.post("/api/analysis/hex", {"game": GAME, "text": moment["text"]})).json()
            assert again["offers"] == moment["offers"] and again["demand"] == moment["demand"]
            wrong = {
                **line,
                "steps": [{"action": {"type": "deploy", "unit": "x", "at": "0101", "facing": "N"}}],
            }
            refused = (await ann.post("/api/analysis/hex", wrong, status=422)).json()
            assert refused["field"] == "steps.0" and refused["rule"].startswith("HX-")
            bad = (await ann.post("/api/analysis/hex", {"game": GAME, "text": "nonsense"}, status=422)).json()
            assert bad["code"] == "bad-text"
            square = await ann.post("/api/analysis/hex", {"game": "duel", "text": ""}, status=404)
            assert square.json()["field"] == "game"

    run(go())


def _armed() -> dict[str, Any]:
    """A moment in which the acting unit can shoot."""
    for seed in range(200):
        state = in_play(GAME, seed)
        rng = random.Random(seed)
        for _ in range(60):
            if not state.pending():
                break
            if any(type(one).__name__ == "Shoot" for one in state.legal(state.to_move)):
                return {"game": GAME, "text": state.position()}
            decision = state.pending()[0]
            state = state.apply(decision.seat, decision.sample(rng)).state
    raise AssertionError("nobody ever can shoot")


def test_other_dice_may_give_another_result_and_the_same_dice_never_do(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            start = _armed()
            moment = (await ann.post("/api/analysis/hex", start)).json()
            shot = moment["demand"]["shots"][0]
            action = legal(moment)[shot["index"]]
            results: dict[int, str] = {}
            for dice in (*range(12), *range(12)):
                line = {**start, "steps": [{"action": action, "dice": dice}]}
                after = (await ann.post("/api/analysis/hex", line)).json()
                assert after["rolled"]
                told = msgspec.json.encode(after["told"]).decode()
                assert results.setdefault(dice, told) == told
            assert len(set(results.values())) > 3
            state: Any = flagfall.game(GAME).position(start["text"])
            kept = state.apply(state.to_move, flagfall.game(GAME).action(str(_action(action)))).state
            line = {**start, "steps": [{"action": action}]}
            assert (await ann.post("/api/analysis/hex", line)).json()["text"] == kept.position()

    run(go())


def _action(found: dict[str, Any]) -> Any:
    return msgspec.convert(found, flagfall.game(GAME).action_type)


def test_any_card_of_the_pile_may_come_next(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            start = _start()
            pile = (await ann.post("/api/analysis/hex", start)).json()["view"]["table"]["pile"]
            assert len(pile) > 1
            for card in pile:
                step = {"action": {"type": "end"}, "card": card}
                after = (await ann.post("/api/analysis/hex", {**start, "steps": [step]})).json()
                assert after["view"]["table"]["stack"][0][0] == card
            gone = {"action": {"type": "end"}, "card": 99}
            refused = await ann.post("/api/analysis/hex", {**start, "steps": [gone]}, status=400)
            assert refused.json()["field"] == "card"

    run(go())


def test_questions_are_answered_as_at_a_table(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            line = _armed()
            moment = (await ann.post("/api/analysis/hex", line)).json()
            unit, shot = moment["demand"]["unit"], moment["demand"]["shots"][0]

            async def ask(what: str, status: int = 200, **more: Any) -> Any:
                body = {"line": line, "what": what, **more}
                found = (await ann.post("/api/analysis/hex/ask", body, status=status)).json()
                return found.get(what) if status == 200 else found

            assert shot["odds"] in [one["odds"] for one in (await ask("sight", unit=unit))["shots"]]
            assert (await ask("gaze", unit=unit))["seen"]
            hexes = flagfall.game(GAME).board().map  # type: ignore[attr-defined]
            at = hexes.label(shot["odds"]["to_hit"]["attack"]["hex"])
            assert (await ask("line", unit=unit, at=at))["line"]["sight"]["clear"]
            first = moment["demand"]["costs_from"][0]
            plan = await ask("plan", index=first[0])
            assert plan["cost"] == first[1][0] and plan["path"]
            assert (await ask("hint"))["hint"]["action"]["type"]
            assert (await ask("gaze", status=404, unit=99))["field"] == "unit"
            assert (await ask("plan", status=404, index=99_999))["field"] == "index"
            assert (await ask("way", status=400, through="nowhere"))["field"] == "through"

    run(go())


def test_a_running_hex_game_against_people_is_not_analysed_for_its_players(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann, Person(server) as ben, Person(server) as eve:
            made = await ann.table("hex-duel", "link", seat=0)
            table = made["table"]["id"]
            await ben.post(f"/api/tables/{table}/join", {"code": made["code"]})
            async with ann.at(table) as a:
                await a.until("welcome")
                state: Any = server.tables.actors[table].table_state.state
                asked = {"game": "hex-duel", "text": state.position()}
                await ann.get(f"/api/tables/{table}/position?upto=0", status=409)
                for person in (ann, ben):
                    for path, body in (("hex", asked), ("hex/ask", {"line": asked, "what": "hint"})):
                        refused = await person.post(f"/api/analysis/{path}", body, status=400)
                        assert refused.json()["code"] == "running"
                # Nobody else is told that somebody plays it, and against a bot it may be asked.
                await eve.post("/api/analysis/hex", asked, status=200)
                await eve.table("hex-duel", {"type": "bot", "level": "1"})
                await eve.post("/api/analysis/hex", asked, status=200)

    run(go())


def test_a_hex_position_is_the_same_with_two_units_moved_and_not_with_three() -> None:
    state = in_play("hex-six", 2)
    running = state.view(0)
    assert same_position(running, state)
    pieces = list(state.pieces)
    placed = [n for n, piece in enumerate(pieces) if piece.status == "play" and piece.hex >= 0]
    assert len(placed) >= 6
    for count, unit in enumerate(placed[:4], 1):
        pieces[unit] = msgspec.structs.replace(pieces[unit], hex=pieces[unit].hex + 1)
        other = state.copy()
        other.pieces = tuple(pieces)
        assert same_position(running, other) == (count <= 2)
