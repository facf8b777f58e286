"""The analysis board: any position by the real rules, and none of the asker's own running games."""

from __future__ import annotations

from typing import Any

import flagfall
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState
from flagfall.server.http.ranks.fair_play import same_position
from tests.server.kit import Person, Server, run, settings
from tests.server.test_playing import set_up, sit


def position_text(server: Server, table: str) -> str:
    """The truth of a running game, as nobody is ever sent it."""
    state: Any = server.tables.actors[table].table_state.state
    return str(state.position())


def test_a_position_is_played_on_for_both_sides_and_the_engine_knows_only_what_the_mover_knows(
    sqlite: str,
) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            async with Person(server) as ann:
                start = (await ann.get("/api/analysis/fresh?game=duel")).json()
                moment = (await ann.post("/api/analysis", start)).json()
                assert moment["turn"] == 0
                line = {**start, "actions": [moment["legal"][0]]}
                after = (await ann.post("/api/analysis", line)).json()
                assert after["turn"] == 1
                assert after["last"]
                # Each side's view hides what the other side has.
                for seat, view in enumerate(after["views"]):
                    assert all(not one.get("rank") for one in view["pieces"] if one["seat"] != seat)
                again = (await ann.post("/api/analysis", {"game": "duel", "text": after["text"]})).json()
                assert again["legal"] == after["legal"]
                answer = (await ann.post("/api/analysis/lines", {"line": line})).json()
                assert answer["seat"] == 1
                assert all(move["action"] in after["legal"] for move in answer["moves"])
                hidden = [one for one in after["views"][1]["pieces"] if one["seat"] == 0]
                assert {one["piece"] for one in answer["pieces"]} == {one["id"] for one in hidden}
                # A world in which one of them is the marshal: all others are not.
                still = next(one for one in hidden if not one.get("moved"))
                known = {"line": line, "assume": [{"square": still["square"], "rank": "10"}]}
                world = (await ann.post("/api/analysis/lines", known)).json()
                others = [rank for one in world["pieces"] for rank, _ in one["odds"]]
                assert "10" not in others
                twice = [{"square": one["square"], "rank": "10"} for one in hidden[:2]]
                refused = await ann.post("/api/analysis/lines", {"line": line, "assume": twice}, status=400)
                assert refused.json()["field"] == "assume"
                wrong = {**start, "actions": [{"type": "move", "origin": 0, "target": 99}]}
                assert (await ann.post("/api/analysis", wrong, status=422)).json()["field"] == "actions.0"
                bad = await ann.post("/api/analysis", {"game": "duel", "text": "nonsense"}, status=422)
                assert bad.json()["code"] == "bad-text"

    run(go())


def test_a_running_game_against_people_is_not_analysed_for_its_players(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            ann, ben, table = await sit(server, advice=True)
            async with ann.at(table) as a, ben.at(table) as b:
                await set_up(a, b)
                await ann.get(f"/api/tables/{table}/position?upto=2", status=409)
                asked = {"game": "barrage", "text": position_text(server, table)}
                for person in (ann, ben):
                    answer = await person.post("/api/analysis", asked, status=400)
                    assert answer.json()["code"] == "running"
                    answer = await person.post("/api/analysis/lines", {"line": asked}, status=400)
                    assert answer.json()["code"] == "running"
                # Nobody else is told that somebody plays it.
                async with Person(server) as eve:
                    await eve.post("/api/analysis", asked, status=200)

    run(go())


DUEL = """
. . . . . . . . . f
. . . . . . . . b m
. . . . . . . . . .
. . . . . . . . . .
. . ~ ~ . . ~ ~ . .
. . ~ ~ . . ~ ~ . .
. . . . . . . . . .
S . . . . . . . . .
M . . . . . . . . .
F B N . . . . . . .
turn red
"""


def _state(text: str, edition: str = "duel") -> RankState:
    game = flagfall.game(edition)
    assert isinstance(game, RankGame)
    return game.position(text)


def test_a_position_is_the_same_with_other_enemies_moved_pieces_or_turned_round() -> None:
    running = _state(DUEL)
    for seat in (0, 1):
        assert same_position(running.view(seat), seat, running)
    view = running.view(0)
    # What the enemies are is not known: it makes no difference. Nor does a piece that stands elsewhere.
    assert same_position(view, 0, _state(DUEL.replace("b m", "m b")))
    assert same_position(view, 0, _state(DUEL.replace("S . . . . . . . . .", ". S . . . . . . . .")))
    turned = DUEL.strip().splitlines()
    rows = [" ".join(row.split()[::-1]).swapcase() for row in turned[:10]][::-1]
    assert same_position(view, 0, _state("\n".join([*rows, "turn blue"])))
    # Nor that left and right are exchanged, whichever side is whose.
    for lines, turn in ((turned[:10], "red"), (rows, "blue")):
        mirror = [" ".join(row.split()[::-1]) for row in lines]
        assert same_position(view, 0, _state("\n".join([*mirror, f"turn {turn}"])))
    # Other own pieces are another game.
    assert not same_position(view, 0, _state(DUEL.replace("F B N", "B F N").replace("M .", ". M")))


def test_a_position_is_the_same_in_an_edition_that_names_its_pieces_differently() -> None:
    running = _state(DUEL)
    letters = str.maketrans("MSNmsn", "ELAyku")  # What the same ranks are called in the saga.
    board, turn = DUEL.split("turn")
    disguised = _state(f"{board.translate(letters)}turn{turn.replace('red', 'dark')}", "star-wars-saga")
    assert same_position(running.view(0), 0, disguised)
