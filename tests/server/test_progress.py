"""Ladders of bots, badges, statistics and the history of ratings, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, insert, select, text

import flagfall
from flagfall.bots.levels import levels
from flagfall.core.feats import FEATS
from flagfall.server.accounts import bot_ladders, personal_data, ratings, statistics
from flagfall.server.accounts.badges import Badge, badges
from flagfall.server.accounts.guests import merge
from flagfall.server.storage import schema
from flagfall.server.storage.games.game_results import Result, add_results
from flagfall.server.storage.store import migrate, open_engine
from flagfall.server.wire.tables import NoClock, PersonSitter, TableInfo
from tests.server.kit import Person, Server, deploy, play_on, run
from tests.server.test_people import account

NOW = 1_700_000_000_000
LADDERS = {"duel": ("1", "2", "3"), "barrage": ("1", "2"), "pirates": ("1",), "original": ("1",), "x": ("1",)}
WORDS = Path(__file__).parents[2] / "web/src/progress/words/en.ts"


@pytest.fixture
def db(database: str) -> Iterator[Connection]:
    engine = open_engine(database, 1, immediate=True)
    with engine.begin() as connection:
        migrate(connection)
        yield connection
    engine.dispose()


_count = 0


def played(db: Connection, person: str, score: float = 1.0, **more: Any) -> str:
    """Store a finished game of a person; its table."""
    global _count
    _count += 1
    id = f"t{_count}"
    info = TableInfo(id, "duel", {}, "over", NoClock(), "free", (PersonSitter(person, ""), None), 1, True)
    shown: dict[str, Any] = {"status": "over", "private": False, "code": "", "created": 1, "updated": 1}
    shown["info"] = msgspec.json.encode(info).decode()
    db.execute(insert(schema.tables).values(id=id, wakes=False, length=0, epoch=1, owner="", **shown))
    db.execute(insert(schema.seats).values(table_id=id, seat=0, person=person))
    usual: dict[str, Any] = {"game": "duel", "speed": "free", "level": "1", "plies": 10, "seconds": 60}
    usual |= {"ended": NOW + _count, "rated": False, "private": False, "hints": True, "memory": False}
    usual |= {"program": False, "feats": ""}
    rating = more.pop("rating", None)
    add_results(db, [Result(table_id=id, seat=0, score=score, **{**usual, **more})])
    if rating is not None:
        db.execute(schema.results.update().where(schema.results.c.table_id == id).values(rating=rating))
    return id


def have(db: Connection, public: bool = False) -> dict[str, int]:
    """How far Ann is with each badge."""
    return {one.id: one.have for one in bot_ladders.progress(db, "ann", LADDERS, public).badges}


# ---- the ladder ----------------------------------------------------------------------------------------


def test_the_easiest_bot_that_was_not_beaten_is_next(db: Connection) -> None:
    played(db, "ann", level="1")
    played(db, "ann", level="3", hints=False)
    played(db, "ann", 0.0, level="2")
    played(db, "ann", 0.5, level="2")
    ladder = bot_ladders.progress(db, "ann", LADDERS, False).ladders[0]
    assert [(one.level, one.games, one.wins, one.unaided) for one in ladder.rungs] == [
        ("1", 1, 1, False),
        ("2", 2, 0, False),
        ("3", 1, 1, True),
    ]
    assert (ladder.beaten, ladder.next) == (2, "2")
    played(db, "ann", level="2", memory=True, hints=False)
    ladder = bot_ladders.progress(db, "ann", LADDERS, False).ladders[0]
    assert (ladder.beaten, ladder.next, ladder.rungs[1].memory) == (3, "", True)


def test_only_ones_own_games_against_bots_count(db: Connection) -> None:
    played(db, "ben")
    played(db, "ann", level=None)
    played(db, "ann", program=True)
    played(db, "ann", game="somebody-made-it")
    assert not any(one.beaten for one in bot_ladders.progress(db, "ann", LADDERS, False).ladders)
    assert set(have(db).values()) == {0}


def test_others_see_only_what_public_games_tell(db: Connection) -> None:
    played(db, "ann", private=True)
    assert have(db)["first-win"] == 1
    assert have(db, public=True)["first-win"] == 0


def test_a_guest_who_signs_in_brings_results_along(db: Connection) -> None:
    for who in ("guest", "ann"):
        db.execute(insert(schema.people).values(id=who, name=who, created=1))
    played(db, "guest")
    merge(db, "guest", "ann")
    assert have(db)["first-win"] == 1


def test_a_deleted_account_takes_its_progress_along(db: Connection) -> None:
    db.execute(insert(schema.people).values(id="ann", name="Ann", created=1))
    table = played(db, "ann")
    assert [one["table_id"] for one in personal_data.export(db, "ann")["results"]] == [table]
    personal_data.forget(db, "ann")
    assert have(db)["first-win"] == 0


# ---- badges --------------------------------------------------------------------------------------------

WON: dict[str, tuple[list[dict[str, Any]], dict[str, Any]]] = {
    "first-win": ([{}], {"score": 0.5}),
    "unaided": ([{"hints": False, "level": "3"}], {"hints": False, "level": "2"}),
    "memory": ([{"memory": True}], {"memory": False}),
    "leader": ([{"feats": " leader ", "level": "3"}], {"level": "3", "feats": " unbroken "}),
    "unbroken": ([{"feats": " leader unbroken "}], {"feats": " leader "}),
    "blitz": ([{"speed": "blitz", "level": "3"}], {"speed": "rapid", "level": "3"}),
    "explorer": ([{"game": game} for game in LADDERS], {"game": "duel"}),
    "giant": ([{"level": "3"}], {"level": "2"}),
    "ladder": ([{"game": "barrage", "level": "1"}, {"game": "barrage", "level": "2"}], {"level": "1"}),
    "three-ladders": ([{"game": game} for game in ("pirates", "original", "x")], {"game": "duel"}),
    "veteran": ([{}] * 50, {"score": 0.0}),
    "master": (
        [{"level": "3", "memory": True, "hints": False}],
        {"level": "3", "memory": False, "hints": False},
    ),
}
"""For each badge games that give it, and one that does not."""


@pytest.mark.parametrize("badge", badges(), ids=lambda badge: badge.id)
def test_a_badge_is_given_for_what_it_says_and_not_for_less(db: Connection, badge: Badge) -> None:
    games, not_enough = WON[badge.id]
    seen = {one.id: one for one in bot_ladders.progress(db, "ann", LADDERS, False).badges}[badge.id]
    assert seen.have == 0 < seen.need
    played(db, "ben", **not_enough)
    before = have(db)[badge.id]
    played(db, "ann", **not_enough)
    assert have(db)[badge.id] < seen.need
    for game in games[:-1]:
        played(db, "ann", **game)
        assert have(db)[badge.id] < seen.need
    played(db, "ann", **games[-1])
    assert have(db)[badge.id] == seen.need > before


def test_every_badge_has_words_and_conditions_that_can_be_met() -> None:
    keys = set(re.findall(r'^ +"(badge\.[^"]+)":', WORDS.read_text(encoding="utf-8"), re.MULTILINE))
    assert keys == {f"badge.{one.id}{end}" for one in badges() for end in ("", ".help")}
    for badge in badges():
        assert not badge.feat or badge.feat in FEATS
        assert badge.level <= min(len(levels(game)) for game in flagfall.games())


# ---- statistics ----------------------------------------------------------------------------------------


def test_games_are_counted_by_game_level_month_and_length(db: Connection) -> None:
    day = 86_400_000
    played(db, "ann", level="1", plies=49, seconds=100)
    played(db, "ann", 0.0, level="1", plies=50, seconds=300)
    played(db, "ann", 0.5, level=None, plies=9_000, seconds=10**6, speed="days", ended=NOW + 40 * day)
    played(db, "ann", game="barrage", level="2", plies=499, private=True)
    played(db, "ben")
    seen = statistics.statistics(db, "ann", public=True)
    games, by_level = (list(map(msgspec.structs.astuple, told)) for told in (seen.games, seen.levels))
    assert games == [("duel", 1, 1, 1)]
    assert by_level == [("1", 1, 0, 1), ("people", 0, 1, 0)]
    assert [one.key for one in seen.months] == ["2023-11", "2023-12"]
    assert [(one.key, one.won) for one in seen.lengths] == [("0", 1), ("50", 0), ("500", 0)]
    assert (seen.plies, seen.seconds) == (round(9_099 / 3), 200)
    mine = statistics.statistics(db, "ann", public=False)
    assert [one.key for one in mine.games] == ["duel", "barrage"]
    assert [one.key for one in mine.lengths] == ["0", "50", "450", "500"]
    assert [one.key for one in statistics.statistics(db, "ann", False, "barrage").levels] == ["2"]


def test_nothing_played_gives_empty_statistics(db: Connection) -> None:
    assert statistics.statistics(db, "ann", False) == statistics.Statistics((), (), (), ())


def test_the_history_of_a_rating_is_told_in_pages(db: Connection) -> None:
    for n in range(statistics.POINTS + 1):
        played(db, "ann", level=None, speed="blitz", rating=1_500 + n, ended=NOW + n)
    played(db, "ann", level=None, speed="rapid", rating=9, ended=NOW)
    newest = statistics.rating_history(db, "ann", "duel", "blitz", public=True)
    assert [one.rating for one in newest.points] == [1_500 + n for n in range(1, statistics.POINTS + 1)]
    older = statistics.rating_history(db, "ann", "duel", "blitz", True, newest.more)
    assert ([one.rating for one in older.points], older.more) == ([1_500], 0)


def test_ones_place_is_counted_among_people_whose_rating_is_sure(db: Connection) -> None:
    rows = [("ann", 1_500, 60.0), ("ben", 1_600, 60.0), ("new", 1_900, 200.0), ("bot:1", 2_000, 50.0)]
    for who, rating, deviation in rows:
        if not who.startswith("bot:"):
            db.execute(insert(schema.people).values(id=who, name=who, created=1))
        values = {"rating": rating, "deviation": deviation, "volatility": 0.06, "games": 9, "updated": NOW}
        db.execute(insert(schema.ratings).values(who=who, game="duel", speed="blitz", **values))
    place = {who: ratings.own_ranks(db, who, "duel", NOW)[0] for who in ("ann", "ben", "new")}
    assert [(place[who].place, place[who].of) for who in ("ann", "ben", "new")] == [(2, 2), (1, 2), (0, 0)]
    assert ratings.own_ranks(db, "ann", "barrage", NOW) == []


# ---- games that were really played -----------------------------------------------------------------------


def test_a_game_counts_from_the_moment_it_is_over(server: Server) -> None:
    async def go() -> None:
        ann, _, _ = await account(server)
        ben, name, _ = await account(server)
        made = await ann.table("barrage", "link", seat=0, rated=True, clock={"type": "bank", "base": 300})
        table = made["table"]["id"]
        await ben.post(f"/api/tables/{table}/join", {"code": made["code"]})
        path = f"/api/people/{ann.me['id']}"
        async with ann.at(table) as a, ben.at(table) as b:
            await deploy(a, "barrage", 0)
            await deploy(b, "barrage", 1)
            await play_on(a, random.Random(1), 1)
            await b.until("turn", where=lambda m: m["must"] == "act")
            assert (await ann.get(f"{path}/statistics")).json()["games"] == []
            await b.send("resign")
            done = await a.until("table", where=lambda m: m["table"].get("ratings", [None])[0])
        tally = {"key": "barrage", "won": 1, "drawn": 0, "lost": 0}
        assert (await ann.get(f"{path}/statistics")).json()["games"] == [tally]
        # It was private: nobody else is told of it, not even by its numbers.
        assert (await ben.get(f"{path}/statistics")).json()["games"] == []
        history = (await ann.get(f"{path}/ratings/barrage/blitz")).json()
        assert [one["rating"] for one in history["points"]] == [done["table"]["ratings"][0]["after"]]
        assert (await ben.get(f"{path}/ratings/barrage/blitz")).json()["points"] == []
        assert (await ann.get("/api/me/ranks?game=barrage")).json()[0].get("place", 0) == 0
        assert (await ben.get(f"/api/people/{name}/progress?game=duel")).json()["ladders"][0]["next"] == "1"
        await ben.get("/api/people/nobody-at-all/progress", 404)
        await ben.get(f"{path}/ratings/barrage/warp", 400)
        feats = await _feats(server, table)
        assert feats == [" leader unbroken ", " leader unbroken "]

    run(go())


async def _feats(server: Server, table: str) -> list[str]:
    rows = select(schema.results.c.feats).where(schema.results.c.table_id == table)
    work = lambda: server.tables.store.read(lambda db: list(db.execute(rows).scalars()))  # noqa: E731
    return list(await asyncio.to_thread(server.on_loop, work))


def test_a_bot_can_be_played_without_hints_and_the_game_says_so(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            bot = {"type": "bot", "level": "1", "hints": False}
            table = (await ann.table("barrage", bot, seat=0))["table"]["id"]
            async with ann.at(table) as line:
                await deploy(line, "barrage", 0)
                turn = await line.until("turn", where=lambda m: m["must"] == "act")
                refused = await ann.get(f"/api/tables/{table}/advice/hints?seat=0", 400)
                assert refused.json()["code"] == "no-advice"
                await line.send("act", seat=0, action=turn["legal"][0])
                await line.send("resign")
                await line.until("table", where=lambda m: m["table"]["status"] == "over")
            found = (await ann.get(f"/api/people/{ann.me['id']}/progress?game=barrage")).json()
            rung = found["ladders"][0]["rungs"][0]
            assert (rung["games"], rung.get("wins", 0)) == (1, 0)

    run(go())


# ---- feats and older games -------------------------------------------------------------------------------


def test_feats_tell_what_was_lost_in_a_hidden_rank_game() -> None:
    game = flagfall.game("duel")
    state = game.new(seed=1)
    rng = random.Random(4)
    while state.outcome() is None:
        decision = state.pending()[0]
        state = state.apply(decision.seat, decision.sample(rng)).state
        for seat in (0, 1) if state.phase != "setup" else ():
            own = [piece for piece in range(len(state.where)) if state.seat_of(piece) == seat]
            lost = {state.kinds[piece].id for piece in own if state.where[piece] < 0}
            strongest = {"marshal"} & {state.kinds[piece].id for piece in own}
            assert ("unbroken" in game.feats(state, seat)) == (not lost)
            if strongest:
                assert ("leader" in game.feats(state, seat)) == ("marshal" not in lost)


def test_games_from_before_are_counted_too(database: str) -> None:
    person = {"type": "person", "id": "ann", "name": ""}
    info = {"id": "old", "game": "duel", "options": {"memory": "table"}, "speed": "free", "created": 1_000}
    info |= {"seats": [{"type": "bot", "id": "2"}, person], "updated": 61_000, "ply": 7}
    info |= {"outcome": {"scores": [0.0, 1.0]}}
    engine = open_engine(database, 1, immediate=True)
    with engine.begin() as db:
        migrate(db, "0008")
        for id, status in (("old", "over"), ("live", "play")):
            db.execute(
                text(
                    "INSERT INTO tables (id, info, status, private, code, created, updated, wakes, length,"
                    " epoch, owner) VALUES (:id, :info, :status, :no, '', 1, 1, :no, 0, 1, '')"
                ),
                {"id": id, "info": json.dumps({**info, "id": id}), "status": status, "no": False},
            )
            db.execute(insert(schema.seats).values(table_id=id, seat=1, person="ann"))
        migrate(db)
        (row,) = db.execute(select(schema.results)).all()
        assert (row.table_id, row.seat, row.level, row.score, row.plies, row.seconds) == (
            *("old", 1, "2", 1.0, 7, 60),
        )
        assert (row.hints, row.memory) == (False, True)
        assert have(db)["memory"] == 1
    engine.dispose()


def test_feats_tell_whether_a_unit_was_lost_in_a_hex_game() -> None:
    game = flagfall.game("hex-duel")
    state = game.new(seed=1)
    rng = random.Random(2)
    while state.outcome() is None:
        decision = state.pending()[0]
        state = state.apply(decision.seat, decision.sample(rng)).state
    for seat in (0, 1):
        lost = any(piece.status in ("wreck", "out") for piece in state.pieces if piece.owner == seat)
        assert game.feats(state, seat) == (() if lost else ("unbroken",))
    resigned = game.new(seed=1)
    assert all("unbroken" in game.feats(resigned, seat) for seat in (0, 1))
