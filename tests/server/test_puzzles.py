"""Puzzles over HTTP: answers stay on the server, and the first try is rated on both sides."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec
from sqlalchemy import create_engine

from flagfall.puzzles.hexes.turn import Turn
from flagfall.puzzles.library import hex_puzzles, puzzles
from flagfall.ranks.board import BY_NAME
from flagfall.server.accounts import puzzle_ratings
from flagfall.server.http.puzzles import of_the_day
from flagfall.server.storage import puzzle_tries, schema
from tests.server.kit import Person, Server, run


def test_a_puzzle_is_asked_answered_explained_and_rated_once(server: Server) -> None:
    puzzle = next(one for one in puzzles() if (one.game, one.kind) == ("barrage", "flag"))

    async def go() -> None:
        async with Person(server) as ann:
            path = f"/api/puzzles/{puzzle.id}"
            asked = await ann.get(path)
            shown = asked.json()
            assert shown["kind"] == "flag"
            assert shown["scene"]["view"]["setups"][1 - puzzle.seat] is None
            assert "answers" not in shown
            kinds = [one for one in shown["scene"]["view"]["pieces"] if one["seat"] != puzzle.seat]
            assert not any(one.get("kind") == "flag" for one in kinds)
            square = BY_NAME[puzzle.answers[0]]
            other = next(one["square"] for one in kinds if one["square"] != square)
            wrong = (await ann.post(path, {"answer": {"type": "pick", "squares": [other]}})).json()
            assert wrong["right"] is False
            assert wrong["squares"] == []
            assert wrong["why"] == []
            assert wrong["change"] < 0
            right = (await ann.post(path, {"answer": {"type": "pick", "squares": [square]}})).json()
            assert right["right"] is True
            assert right["why"]
            assert right["change"] == 0, "only the first try counts"
            assert right["record"]["tried"] == 1
            assert right["record"]["solved"] == 0
            again = (await ann.get(path)).json()
            assert again["rating"] > shown["rating"], "the puzzle won"
            first, second = (await ann.get("/api/puzzles/daily")), (await ann.get("/api/puzzles/daily"))
            assert msgspec.json.decode(first.content) == msgspec.json.decode(second.content)
            assert not (await ann.get("/api/me/puzzles")).json().get("today")
            await ann.post(f"/api/puzzles/{first.json()['id']}", {"answer": None})
            assert not (await ann.get("/api/me/puzzles")).json().get("today"), "shown is not solved"
            await ann.get("/api/puzzles/nothing", status=404)
            await ann.get("/api/puzzles/next?kind=nothing", status=404)
            assert (await ann.get("/api/puzzles/next?game=duel")).json()["game"] == "duel"

    run(go())


def test_who_has_no_session_is_answered_and_counts_nowhere(server: Server) -> None:
    puzzle = next(one for one in puzzles() if (one.game, one.kind) == ("duel", "flag"))
    path = f"/api/puzzles/{puzzle.id}"

    async def go() -> None:
        async with Person(server) as ann:
            before = (await ann.get(path)).json()["rating"]
            stranger = Person(server)
            for answer in ({"type": "pick", "squares": [0]}, None):
                told = (await stranger.post(path, {"answer": answer})).json()
                assert (told["right"], told["record"], told["change"]) == (False, None, 0)
                assert bool(told["why"]) == (answer is None), "only who gives up is shown the answer"
            await stranger.get("/api/me/puzzles", status=401)
            await stranger.http.aclose()
            assert (await ann.get(path)).json()["rating"] == before, "nobody's try rates no puzzle"
            given_up = (await ann.post(path, {"answer": None})).json()
            assert given_up["change"] < 0, "for a guest it counts"
            assert (given_up["record"]["tried"], given_up["record"]["solved"]) == (1, 0)
            assert (await ann.get(path)).json()["rating"] > before

    run(go())


def test_a_hex_puzzle_tells_what_its_seat_knows_and_shows_what_an_answer_leads_to(server: Server) -> None:
    hidden = next(one for one in hex_puzzles() if one.kind == "hidden")
    graded = next(one for one in hex_puzzles() if one.kind == "manner")
    turn = Turn.of(hidden)
    right = turn.state.board.map.hex(hidden.answers[0])

    async def go() -> None:
        async with Person(server) as ann:
            path = f"/api/puzzles/{hidden.id}"
            shown = (await ann.get(path)).json()
            assert (shown["type"], shown["kind"], shown["unit"]) == ("hexes", "hidden", turn.unit)
            assert "answers" not in shown
            assert "position" not in shown
            assert shown["view"]["table"]["pile"] == sorted(shown["view"]["table"]["pile"])
            assert right in shown["hexes"]
            other = next(hex for hex in shown["hexes"] if hex != right)
            wrong = (await ann.post(path, {"answer": {"type": "pick", "squares": [other]}})).json()
            assert wrong["right"] is False
            assert wrong["solution"] is None
            assert wrong["counter"]["lines"][0]["line"]["sight"]["clear"] is True
            assert wrong["change"] < 0
            far = (await ann.post(path, {"answer": {"type": "pick", "squares": [99999]}})).json()
            assert (far["right"], far["counter"]) == (False, None)
            solved = (await ann.post(path, {"answer": {"type": "pick", "squares": [right]}})).json()
            assert solved["right"] is True
            assert not any(one["line"]["sight"]["clear"] for one in solved["solution"]["lines"])
            assert solved["record"]["tried"] == 1
            path = f"/api/puzzles/{graded.id}"
            manners = [one["id"] for one in (await ann.get(path)).json()["manners"]]
            assert graded.answers[0] in manners
            worse = next(one for one in manners if one != graded.answers[0])
            lower = (await ann.post(path, {"answer": {"type": "manner", "manner": worse}})).json()
            assert lower["counter"]["percent"] <= graded.percent - 15
            assert lower["manner"] == ""
            given_up = (await ann.post(path, {"answer": None})).json()
            assert (given_up["right"], given_up["manner"]) == (False, graded.answers[0])
            assert given_up["solution"]["percent"] == graded.percent
            shelves = (await ann.get("/api/puzzles")).json()
            assert sum(one["count"] for one in shelves) == len(puzzles()) + len(hex_puzzles())
            assert (await ann.get("/api/puzzles/next?kind=shots")).json()["kind"] == "shots"

    run(go())


def test_the_puzzle_of_the_day_is_solved_for_its_day_also_at_a_second_try() -> None:
    engine = create_engine("sqlite://")
    schema.metadata.create_all(engine)
    day = date(2026, 1, 1)
    with engine.begin() as db:
        for solved in (False, True):
            puzzle_tries.first_try(db, "ann", "p", solved, day.isoformat(), 1)
            assert puzzle_ratings.record(db, "ann", day, 1).today is solved
        assert not puzzle_ratings.record(db, "ann", day + timedelta(days=1), 1).today


def test_the_puzzle_of_the_day_is_one_about_hidden_pieces_and_none_comes_twice_before_all_have_been() -> None:
    first = date(2026, 1, 1)
    found = [of_the_day(first + timedelta(days=day)).id for day in range(len(puzzles()))]
    assert sorted(found) == sorted(one.id for one in puzzles())
