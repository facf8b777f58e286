"""The set-up laboratory: findings and one's own games at once, a score by parts, and no running game."""

from __future__ import annotations

import random
from typing import Any

import flagfall
from flagfall.bots.ranks.setup_lab.scoring import game_parts
from flagfall.bots.ranks.setups import generate
from flagfall.ranks.actions import Deploy
from flagfall.ranks.game import RankGame
from flagfall.server.http.ranks.fair_play import placed, same_placed
from tests.server.kit import Person, Server, run, settings
from tests.server.test_playing import set_up, sit


def rank_game(id: str) -> RankGame:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    return game


def flipped(text: str) -> str:
    """A set-up with left and right exchanged."""
    return "/".join(row[::-1] for row in text.split("/"))


async def drawn(person: Person, game: str, seat: int = 0) -> dict[str, Any]:
    """A question about a fresh set-up."""
    found = (await person.get(f"/api/games/{game}/setup?seat={seat}&style=human")).json()
    return {"game": game, "seat": seat, "text": found["text"]}


async def scored(person: Person, asked: dict[str, Any]) -> list[dict[str, Any]]:
    """All answers on the way to a whole score."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["percent"] < 100:
        found.append((await person.post("/api/setup-lab/score", asked)).json())
    return found


def test_a_set_up_is_examined_and_scored_by_parts_the_same_for_everybody(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            async with Person(server) as ann, Person(server) as ben:
                asked = await drawn(ann, "barrage")
                report = (await ann.post("/api/setup-lab", asked)).json()
                assert report["scored_by"] == "network"
                assert len(report["field"]) == 24
                assert {"flag.way", "movers"} <= {one["name"] for one in report["findings"]}
                assert report["own"] == {"won": 0, "drawn": 0, "lost": 0}
                parts = await scored(ann, asked)
                assert [one["percent"] for one in parts] == sorted({one["percent"] for one in parts})
                games = game_parts(rank_game("barrage"))
                assert parts[games - 2]["score"] == 0, "no score before all games are played"
                assert parts[games - 1]["games"] == 48
                last = parts[-1]
                assert 0 < last["score"] < 100
                assert last["margin"] > 0
                assert await scored(ben, asked) == [last]

    run(go())


def test_an_edition_without_a_network_is_scored_by_its_structure(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            async with Person(server) as ann:
                asked = await drawn(ann, "pirates-code", 1)
                assert (await ann.post("/api/setup-lab", asked)).json()["scored_by"] == "structure"
                last = (await scored(ann, asked))[-1]
                assert (last["scored_by"], last["games"], last["margin"]) == ("structure", 0, 0)
                assert 0 < last["score"] <= 100

    run(go())


def test_bad_set_ups_and_unknown_games_are_refused(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            async with Person(server) as ann:
                asked = await drawn(ann, "duel")
                for path in ("/api/setup-lab", "/api/setup-lab/score"):
                    bad = await ann.post(path, {**asked, "text": "nonsense"}, status=422)
                    assert bad.json()["code"] == "bad-text"
                    await ann.post(path, {**asked, "seat": 2}, status=400)
                    await ann.post(path, {**asked, "text": "." * 1001}, status=400)
                    await ann.post(path, {**asked, "game": "nothing"}, status=404)
                    await ann.post(path, {**asked, "game": "hex-duel"}, status=404)

    run(go())


def test_one_set_up_at_a_time_and_not_too_many(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            async with Person(server) as ann:
                first, second = await drawn(ann, "pirates-code"), await drawn(ann, "pirates-code")
                advisor = server.tables.advisor
                advisor._scoring.add(ann.me["id"])
                busy = await ann.post("/api/setup-lab/score", first, status=503)
                assert busy.json()["code"] == "busy"
                advisor._scoring.clear()
                await ann.post("/api/setup-lab/score", first)
                while advisor._scores_begun.take(ann.me["id"]):
                    pass
                refused = await ann.post("/api/setup-lab/score", second, status=503)
                assert refused.json()["retry"] > 0
                await scored(ann, first)  # what was begun is finished nevertheless

    run(go())


def test_the_set_up_of_a_running_game_is_refused_for_its_player_alone(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            ann, ben, table = await sit(server)
            async with ann.at(table) as a, ben.at(table) as b:
                await set_up(a, b)
                game = rank_game("barrage")
                own, theirs = server.tables.actors[table].table_state.setups
                text, other = game.write_setup(own, 0), game.write_setup(theirs, 1)  # type: ignore[arg-type]
                assert text is not None and other is not None
                for letters in (text, flipped(text)):
                    for seat in (0, 1):
                        for path in ("/api/setup-lab", "/api/setup-lab/score"):
                            asked = {"game": "barrage", "seat": seat, "text": letters}
                            refused = await ann.post(path, asked, status=400)
                            assert refused.json()["code"] == "running"
                # What the opponent has is as good as any other set-up: the answer tells nothing.
                mine, same = placed(game, 0, own), placed(game, 0, game.setup(other, 0))  # type: ignore[arg-type]
                if not same_placed(mine, same, game.board):
                    await ann.post("/api/setup-lab", {"game": "barrage", "seat": 0, "text": other})
                async with Person(server) as eve:
                    await eve.post("/api/setup-lab", {"game": "barrage", "seat": 0, "text": text})
                # After the end it is told, with how it went.
                await a.send("act", action=a.heard[-1]["legal"][0])
                await b.until("turn")
                await a.send("resign", ref=1)
                await b.until("table", where=lambda m: m["table"]["status"] == "over")
                await a.until("table", where=lambda m: m["table"]["status"] == "over")
                asked = {"game": "barrage", "seat": 1, "text": text}
                report = (await ann.post("/api/setup-lab", asked)).json()
                assert report["own"] == {"won": 0, "drawn": 0, "lost": 1}
                assert report["looked_at"] == 1
                asked = {"game": "barrage", "seat": 0, "text": flipped(text)}
                report = (await ann.post("/api/setup-lab", asked)).json()
                assert report["own_mirrored"] == {"won": 0, "drawn": 0, "lost": 1}
                assert report["own"]["lost"] == 0
                # Games of others do not count: ben won, and not with this set-up.
                report = (await ben.post("/api/setup-lab", asked)).json()
                assert report["own"] == report["own_mirrored"] or text == other
                assert report["looked_at"] == 1

    run(go())


def test_a_set_up_is_the_same_mirrored_turned_round_and_with_two_pieces_exchanged() -> None:
    board = rank_game("duel").board
    own = frozenset(((0, "F"), (1, "B"), (10, "10"), (20, "S"), (24, "3"), (13, "2")))
    assert same_placed(own, own, board)
    assert same_placed(own, frozenset((9 - 2 * (s % 10) + s, rank) for s, rank in own), board)
    assert same_placed(own, frozenset((board.mirrored(s), rank) for s, rank in own), board)
    assert same_placed(own, own - {(0, "F"), (1, "B")} | {(1, "F"), (0, "B")}, board)
    assert not same_placed(own, frozenset(((1, "F"), (0, "B"), (20, "10"), (10, "S"))), board)


def test_a_set_up_is_the_same_in_an_edition_that_names_its_pieces_differently() -> None:
    stars, classic = rank_game("star-wars-saga"), rank_game("original")
    own = generate(stars, 0, random.Random(1), "any")
    names = [{kind.id: kind.strength for kind in game.edition.armies[0].kinds} for game in (stars, classic)]
    of = {strength: id for id, strength in names[1].items()}
    disguised = Deploy(tuple((square, of[names[0][kind]]) for square, kind in own.pieces))
    classic.new().apply(0, disguised)  # It is a set-up of the other edition.
    assert same_placed(placed(stars, 0, own), placed(classic, 0, disguised), classic.board)
    assert placed(stars, 0, own) == placed(classic, 0, disguised)
