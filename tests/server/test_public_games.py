"""The database of games: what is in it, what never is, who is named, and what it counts."""

from __future__ import annotations

import asyncio
import io
import random
import zipfile
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, delete, insert, select

import flagfall
from flagfall.core.record import read_record
from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import NAMES
from flagfall.server.accounts import personal_data
from flagfall.server.admin.game_index import index_games
from flagfall.server.http.community.public_games import _zipped
from flagfall.server.http.request_limits import RequestLimits
from flagfall.server.storage import schema
from flagfall.server.storage.games import game_search
from flagfall.server.storage.games.public_games import PublicGame, add_public_game, leave_out, show_games
from flagfall.server.storage.store import migrate, open_engine
from flagfall.server.tables.log_entries import Acted, Opened, Sat, TookBack
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.game_search import GameFilter
from flagfall.server.wire.tables import NoClock, PersonSitter, TableInfo
from tests.server.kit import PATIENCE, Line, Person, Server, deploy, play_on, run, settings
from tests.server.test_people import account

NOW = 1_700_000_000_000


# ---- storage -------------------------------------------------------------------------------------------


@pytest.fixture
def db(database: str) -> Iterator[Connection]:
    engine = open_engine(database, 1, immediate=True)
    with engine.begin() as connection:
        migrate(connection)
        for who in ("ann", "ben", "cat"):
            connection.execute(
                insert(schema.people).values(id=who, name=who.title(), name_key=who, created=1)
            )
        yield connection
    engine.dispose()


def played(db: Connection, id: str, *who: str, **more: Any) -> str:
    """Store a finished public game of people; its table."""
    sitters = [PersonSitter(one, "") for one in who]
    first, second = (*sitters, None, None)[:2]
    info = TableInfo(id, "duel", {}, "over", NoClock(), "free", (first, second), 1, True)
    body = msgspec.json.encode(info).decode()
    row: dict[str, Any] = {"status": "over", "private": False, "code": "", "created": 1, "updated": 1}
    db.execute(
        insert(schema.tables).values(id=id, info=body, wakes=False, length=0, epoch=1, owner="", **row)
    )
    for seat, one in enumerate(who):
        db.execute(insert(schema.seats).values(table_id=id, seat=seat, person=one))
    usual: dict[str, Any] = {"game": "duel", "speed": "free", "rated": False, "program": False, "plies": 40}
    usual |= {"first_level": None, "second_level": None, "rating_low": None, "rating_high": None}
    usual |= {"first_score": 1.0, "ended": NOW}
    assert add_public_game(db, PublicGame(table_id=id, **{**usual, **more}))
    return id


def found(db: Connection, **wish: Any) -> list[str]:
    """The games that fit a search, all pages of two."""
    pages, cursor = [], None
    while True:
        page = game_search.search(db, GameFilter(**wish), cursor, 2)
        pages += [one.id for one in page.games]
        if not page.more:
            return pages
        ended, _, table = page.more.partition(".")
        cursor = (int(ended), table)


def test_a_search_finds_the_games_that_fit_every_wish(db: Connection) -> None:
    played(
        db, "a", "ann", "ben", plies=10, rating_low=1_400, rating_high=1_600, landmarks=((0, "flag", "a1"),)
    )
    played(db, "b", "ben", "ann", first_score=0.0, plies=90, ended=NOW + 1, landmarks=((1, "flag", "a1"),))
    played(db, "c", "ann", first_score=0.5, second_level="3", ended=NOW + 2, game="barrage")
    played(db, "d", "cat", "ben", program=True, ended=NOW + 3, source="gravon")
    assert found(db) == ["d", "c", "b", "a"]
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({"game": "barrage"}, ["c"]),
        ({"kind": "people"}, ["b", "a"]),
        ({"kind": "bots"}, ["c"]),
        ({"kind": "programs"}, ["d"]),
        ({"level": "3"}, ["c"]),
        ({"level": "4"}, []),
        ({"rating_from": 1_400, "rating_to": 1_600}, ["a"]),
        ({"rating_from": 1_401}, []),
        ({"rating_to": 1_599}, []),
        ({"result": "first"}, ["d", "a"]),
        ({"result": "second"}, ["b"]),
        ({"result": "draw"}, ["c"]),
        ({"player": "ann"}, ["c", "b", "a"]),
        ({"player": "ann", "result": "won"}, ["b", "a"]),
        ({"player": "ben", "result": "lost"}, ["d", "b", "a"]),
        ({"player": "ben", "result": "won"}, []),
        ({"moves_from": 41}, ["b"]),
        ({"moves_to": 10}, ["a"]),
        ({"since": NOW + 3}, ["d"]),
        ({"until": NOW}, ["a"]),
        ({"flag": "a1"}, ["b", "a"]),
        ({"flag": "a1", "flag_seat": 1}, ["b"]),
        ({"flag": "b1"}, []),
        ({"source": "gravon"}, ["d"]),
        ({"source": "here"}, ["c", "b", "a"]),
    ]
    for wish, expected in cases:
        assert found(db, **wish) == expected, wish


def test_no_game_is_lost_between_pages_even_if_many_ended_at_once(db: Connection) -> None:
    ids = [played(db, f"t{n}", "ann", ended=NOW + n // 4) for n in range(11)]
    assert sorted(found(db)) == sorted(ids)
    first = game_search.search(db, GameFilter(), None, 2)
    assert first.count == 11
    # A game that ends while somebody turns pages does not shift the next page.
    played(db, "newer", "ben", ended=NOW + 99)
    ended, _, table = first.more.partition(".")
    later = game_search.search(db, GameFilter(), (int(ended), table), 2)
    assert (later.count, len({one.id for one in (*first.games, *later.games)})) == (None, 4)


def test_who_keeps_games_out_has_none_in_it_at_once_and_can_come_back(db: Connection) -> None:
    played(db, "a", "ann", "ben", landmarks=((0, "flag", "a1"),))
    played(db, "b", "ben", "cat")
    show_games(db, "ann", "out")
    assert found(db) == found(db, player="ben") == ["b"]
    assert found(db, player="ann") == []
    assert game_search.search(db, GameFilter(), None, 2).count == 1
    counted = game_search.statistics(db, GameFilter(game="duel"))
    assert (counted.games, counted.places) == (1, {})
    assert game_search.found_ids(db, GameFilter(), 9) == ["b"]
    show_games(db, "ann", "named")
    assert found(db) == ["b", "a"]


def test_who_is_not_named_is_found_by_nobody_who_asks_for_the_name(db: Connection) -> None:
    played(db, "a", "ann", "ben")
    show_games(db, "ann", "unnamed")
    (game,) = game_search.search(db, GameFilter(), None, 2).games
    first, second = game.seats
    assert isinstance(first, PersonSitter) and isinstance(second, PersonSitter)
    assert (first.id, first.name, second.id, second.name) == ("", "", "ben", "Ben")
    assert found(db, player="ann") == found(db, player="ann", result="won") == []
    # The loser is looked for, not the nameless winner.
    assert found(db, player="ben", result="lost") == ["a"]


def test_a_deleted_account_leaves_games_without_a_name_unless_it_kept_them_out(db: Connection) -> None:
    played(db, "a", "ann", "ben")
    played(db, "c", "cat", "ben")
    show_games(db, "cat", "out")
    assert personal_data.export(db, "cat")["person"][0]["games_shown"] == "out"
    personal_data.forget(db, "ann")
    personal_data.forget(db, "cat")
    assert found(db) == ["a"]
    (game,) = game_search.search(db, GameFilter(), None, 2).games
    assert [one.name for one in game.seats if isinstance(one, PersonSitter)] == ["", "Ben"]
    # Nor does filling the database again bring them back.
    assert not add_public_game(db, msgspec.structs.replace(_row(db, "a"), table_id="c"))
    leave_out(db, "nobody")


def _row(db: Connection, id: str) -> PublicGame:
    row = db.execute(select(schema.public_games).where(schema.public_games.c.table_id == id)).one()
    return PublicGame(**row._mapping)


def test_statistics_count_flags_and_first_moves_for_the_seat_that_had_them(db: Connection) -> None:
    marks = ((0, "flag", "a1"), (1, "flag", "j10"), (0, "first", "a4-a5"))
    played(db, "a", "ann", landmarks=marks, plies=20)
    played(db, "b", "ann", landmarks=marks, first_score=0.0, plies=40)
    played(db, "c", "ann", landmarks=((0, "flag", "b1"), *marks[1:]), first_score=0.5, plies=60)
    counted = game_search.statistics(db, GameFilter(game="duel"))
    assert (counted.games, counted.first, counted.drawn, counted.second, counted.plies) == (3, 1, 1, 1, 40)
    told = {
        (kind, one.seat, one.place): (one.games, one.won, one.drawn)
        for kind, tallies in counted.places.items()
        for one in tallies
    }
    assert told == {
        ("flag", 0, "a1"): (2, 1, 0),
        ("flag", 0, "b1"): (1, 0, 1),
        ("flag", 1, "j10"): (3, 1, 1),
        ("first", 0, "a4-a5"): (3, 1, 1),
    }
    assert game_search.statistics(db, GameFilter(game="barrage")).games == 0


def test_a_first_move_that_was_taken_back_does_not_count() -> None:
    game = flagfall.game("duel")
    table_state = TableState("t", flagfall.game)
    opened = Opened(
        game="duel",
        options=game.read_options({}),
        clock=NoClock(),
        setup=0,
        rated=False,
        private=False,
        watch=True,
        hotseat=False,
        seed=0,
        nonces=("0" * 64,) * 3,
        rules="",
    )
    for entry in (opened, Sat(0, PersonSitter("a", "")), Sat(1, PersonSitter("b", ""))):
        table_state.take(entry, 1)
    rng = random.Random(3)
    for seat in (0, 1):
        act(table_state, seat, table_state.state.pending()[0].sample(rng))
    quiet = [move for move in table_state.state.legal(0) if "x" not in game.write(table_state.state, move)]
    act(table_state, 0, quiet[0])
    table_state.take(TookBack(1), 1)
    assert table_state.firsts == {}
    act(table_state, 0, quiet[1])
    setup, first = table_state.setups[0], table_state.firsts[0][1]
    assert first == quiet[1]
    assert isinstance(setup, Deploy)
    flag = next(square for square, kind in setup.pieces if kind == "flag")
    marks = game.landmarks(0, setup, first)
    assert [tuple(mark) for mark in marks] == [("flag", NAMES[flag]), ("first", str(quiet[1]))]


def act(table_state: TableState, seat: int, action: Any) -> None:
    """Have a seat act."""
    events = table_state.state.apply(seat, action).events
    table_state.take(Acted(seat, action, events), 1)


# ---- games that were really played ---------------------------------------------------------------------


async def over(first: Line, second: Line) -> None:
    """Two people set up, make a move, and one resigns."""
    await deploy(first, "barrage", 0)
    await deploy(second, "barrage", 1)
    await play_on(first, random.Random(1), 1)
    await second.until("turn", where=lambda m: m["must"] == "act")
    await second.send("resign")
    await first.until("table", where=lambda m: m["table"]["status"] == "over")


async def ids(person: Person, query: str = "") -> list[str]:
    """The games that somebody finds."""
    return [one["id"] for one in (await person.get(f"/api/public-games?{query}")).json()["games"]]


def test_only_games_that_are_over_and_public_are_found(server: Server) -> None:
    async def go() -> None:
        ann, name, _ = await account(server)
        ben, _, _ = await account(server)
        own = f"player={name}"
        public = (await ann.table("barrage", "anyone", seat=0))["table"]["id"]
        link = await ann.table("barrage", "link", seat=0)
        await ben.post(f"/api/tables/{public}/join", {})
        await ben.post(f"/api/tables/{link['table']['id']}/join", {"code": link["code"]})
        async with ann.at(link["table"]["id"]) as a, ben.at(link["table"]["id"]) as b:
            await over(a, b)
        alone = (await ann.table("barrage", "anyone", seat=0))["table"]["id"]
        async with ann.at(alone) as a:
            await a.send("abort")
            await a.until("table", where=lambda m: m["table"]["status"] == "aborted")
        async with ann.at(public) as a, ben.at(public) as b:
            await deploy(a, "barrage", 0)
            await deploy(b, "barrage", 1)
            await play_on(a, random.Random(1), 1)
            await b.until("turn", where=lambda m: m["must"] == "act")
            # It runs, the others were private or aborted: nothing is found, counted or in a file.
            assert await ids(ann, own) == []
            counted = (await ann.get(f"/api/public-games/statistics?game=barrage&{own}")).json()
            assert (counted["games"], counted["places"]) == (0, {})
            empty = (await ann.get(f"/api/public-games/download?{own}")).content
            assert zipfile.ZipFile(io.BytesIO(empty)).namelist() == []
            await b.send("resign")
            await a.until("table", where=lambda m: m["table"]["status"] == "over")
        assert await ids(ann, own) == [public]
        counted = (await ann.get(f"/api/public-games/statistics?game=barrage&{own}")).json()
        assert (counted["games"], counted["first"]) == (1, 1)
        assert [one["seat"] for one in counted["places"]["flag"]] == [0, 1]
        assert [(one["seat"], one["won"]) for one in counted["places"]["first"]] == [(0, 1)]
        square = counted["places"]["flag"][0]["place"]
        assert await ids(ann, f"{own}&flag={square.upper()}&flag_seat=0") == [public]
        file = (await ann.get(f"/api/public-games/download?{own}")).content
        with zipfile.ZipFile(io.BytesIO(file)) as made:
            (one,) = made.namelist()
            record = read_record(made.read(one).decode())
        assert (record.game, record.players[0]) == ("barrage", name)

        async def two_at_once() -> None:
            limits = RequestLimits(server.tables.settings)
            slow, other = (_zipped(server.tables, limits, [public]) for _ in range(2))
            # Who takes a file slowly, a part at a time, keeps nobody else from theirs.
            assert await anext(slow)
            async with asyncio.timeout(PATIENCE):
                assert b"".join([part async for part in other])
            await slow.aclose()

        await asyncio.to_thread(server.on_loop, two_at_once)

    run(go())


def test_a_person_who_is_not_named_is_named_to_no_stranger(server: Server) -> None:
    async def go() -> None:
        ann, name, _ = await account(server)
        ben, _, _ = await account(server)
        table = (await ann.table("barrage", "anyone", seat=0))["table"]["id"]
        await ben.post(f"/api/tables/{table}/join", {})
        async with ann.at(table) as a, ben.at(table) as b:
            await a.send("say", text="a word of mine")
            await over(a, b)
        answer = await ann.http.put("/api/me/games-shown", json={"shown": "unnamed"})
        assert answer.status_code == 204
        assert (await ann.get("/api/hello")).json()["me"]["games_shown"] == "unnamed"
        secrets = (name, ann.me["id"])
        async with Person(server) as cat:
            paths = [f"/api/tables/{table}{more}" for more in ("", "/record", "/text")]
            paths += ["/api/public-games", f"/api/people/{ben.me['id']}"]
            for path in paths:
                told = (await cat.get(path)).text
                assert not any(secret in told for secret in secrets), path
            packed = (await cat.get("/api/public-games/download")).content
            with zipfile.ZipFile(io.BytesIO(packed)) as file:
                told = "".join(file.read(one).decode() for one in file.namelist() if table in one)
            assert told and name not in told
            async with cat.at(table) as line:
                welcome = await line.next()
            assert welcome["type"] == "welcome" and not any(one in line.raw[0] for one in secrets)
            assert [one["text"] for one in welcome["said"]] == ["a word of mine"]
            assert (await cat.get(f"/api/people/{ann.me['id']}")).json().get("recent", []) == []
            # Who played knows whom.
            assert name in (await ben.get(f"/api/tables/{table}/record")).text
            async with ben.at(table) as line:
                await line.next()
            assert name in line.raw[0]
            await ann.http.put("/api/me/games-shown", json={"shown": "out"})
            assert table not in await ids(cat)
            await ann.http.put("/api/me/games-shown", json={"shown": "named"})
            assert table in await ids(cat, f"player={name}")

    run(go())


def test_guests_and_wrong_wishes_are_refused_by_field(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            answer = await ann.http.put("/api/me/games-shown", json={"shown": "out"})
            assert answer.status_code == 403
            for query, field in (
                ("result=won", "player"),
                ("result=lots", "result"),
                ("flag=z99x", "flag"),
                ("rating_from=9&rating_to=8", "rating_to"),
                ("since=2&until=1", "until"),
                ("moves_from=-1", "moves_from"),
                ("flag_seat=2", "flag_seat"),
                ("after=here", "after"),
            ):
                refused = (await ann.get(f"/api/public-games?{query}", 400)).json()
                assert refused["field"] == field, query
            assert (await ann.get("/api/public-games/statistics", 400)).json()["field"] == "game"

    run(go())


def test_searches_and_downloads_have_limits(sqlite: str) -> None:
    async def go(server: Server) -> None:
        async with Person(server) as ann:
            for path in ("/api/public-games", "/api/public-games/download", "/api/me/export"):
                await ann.get(path)
                refused = await ann.get(path, 429)
                assert int(refused.headers["retry-after"]) > 0

    with Server(settings(sqlite, searches_per_minute=1, downloads_per_hour=1)) as server:
        run(go(server))


def test_older_games_are_filled_in_once_and_missions_are_not(sqlite: str) -> None:
    async def play(server: Server) -> tuple[str, list[dict[str, Any]]]:
        ann, _, _ = await account(server)
        ben, _, _ = await account(server)
        table = (await ann.table("barrage", "anyone", seat=0, rated=True))["table"]["id"]
        await ben.post(f"/api/tables/{table}/join", {})
        async with ann.at(table) as a, ben.at(table) as b:
            await over(a, b)
            await a.until("table", where=lambda m: m["table"].get("ratings", [None])[0])
        missions = (await ann.get("/api/missions")).json()["missions"]
        mission = (await ann.post(f"/api/missions/{missions[0]['id']}/tables")).json()["table"]["id"]
        async with ann.at(mission) as a:
            await play_on(a, random.Random(1), 4)
            await a.send("resign")
            await a.until("table", where=lambda m: m["table"]["status"] == "over")
        work = lambda: server.tables.store.read(rows)  # noqa: E731
        return table, await asyncio.to_thread(server.on_loop, work)

    def rows(db: Connection) -> list[dict[str, Any]]:
        tables = [schema.public_games, schema.public_game_landmarks]
        return [dict(row._mapping) for one in tables for row in db.execute(select(one))]

    with Server(settings(sqlite)) as server:
        table, before = run(play(server))
    assert {row["table_id"] for row in before} == {table}
    engine = open_engine(sqlite, 1, immediate=True)
    with engine.begin() as db:
        db.execute(delete(schema.public_game_landmarks))
        db.execute(delete(schema.public_games))
    (told,) = index_games(sqlite)
    assert (told.done, told.of, told.added, told.left_out) == (2, 2, 1, 1)
    with engine.begin() as db:
        key = lambda row: sorted((name, str(value)) for name, value in row.items())  # noqa: E731
        assert sorted(rows(db), key=key) == sorted(before, key=key)
    assert [one.added for one in index_games(sqlite)] == [0]
    engine.dispose()
