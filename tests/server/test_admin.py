"""What the operator does by hand: backup and restore to the last move, checks, bans, closed tables."""

from __future__ import annotations

import gzip
import os
import random
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, inspect, select, update

from flagfall.server.admin.database import open_database
from flagfall.server.admin.log_checks import verify
from flagfall.server.storage import schema, store
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.terminal.commands.admin import shown_place
from flagfall.terminal.main import main
from tests.server.conftest import fresh
from tests.server.kit import Person, Server, deploy, play_on, run, settings
from tests.smoke import smoke

GOOD = "correct horse battery"


def _admin(database: str, *words: str) -> int:
    return main(["admin", words[0], *words[1:], "--database", database])


async def _account(server: Server, name: str) -> Person:
    person = await Person(server).__aenter__()
    person.me = (await person.post("/api/account", {"name": name, "password": GOOD})).json()["me"]
    return person


async def _begun(server: Server, ann: Person, ben: Person, plies: int = 4) -> str:
    """A private game some moves on."""
    made = await ann.table("barrage", "link", seat=0, clock={"type": "days", "days": 3})
    table: str = made["table"]["id"]
    await ben.post(f"/api/tables/{table}/join", {"code": made["code"]})
    async with ann.at(table) as a, ben.at(table) as b:
        await deploy(a, "barrage", 0)
        await deploy(b, "barrage", 1)
        for ply in range(plies):
            await play_on((a, b)[ply % 2], random.Random(ply), 1)
        await a.send("say", text="see you tomorrow")
        await a.settled()
        await b.settled()
    return table


async def _seen(person: Person, table: str) -> dict[str, Any]:
    """All that a player knows of a table."""
    async with person.at(table) as line:
        welcome = await line.next()
    return {key: welcome[key] for key in ("seats", "streams", "said")} | {
        "ply": welcome["table"]["ply"],
        "commitments": welcome["table"]["commitments"],
    }


# ---- the drill ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "target"),
    smoke(
        [
            ("sqlite", "sqlite"),
            ("postgresql", "postgresql"),
            ("sqlite", "postgresql"),
            ("postgresql", "sqlite"),
        ],
        ("sqlite", "postgresql"),
        ("postgresql", "sqlite"),
    ),
)
def test_the_drill_backup_while_playing_and_restore_to_the_last_move(
    request: pytest.FixtureRequest, tmp_path: Path, source: str, target: str
) -> None:
    first, second = fresh(request, tmp_path, source), fresh(request, tmp_path, target)
    file = tmp_path / "backup.gz"

    async def play(server: Server) -> tuple[str, list[dict[str, Any]], list[str]]:
        ann, ben = await _account(server, "Ann Lee"), await _account(server, "Ben Lee")
        table = await _begun(server, ann, ben)
        text = (Path(__file__).parents[2] / "src/flagfall/ranks/editions/duel.toml").read_text()
        await ann.post("/api/editions", {"text": text})
        assert _admin(first, "backup", str(file)) == 0  # The server runs on meanwhile.
        seen = [await _seen(one, table) for one in (ann, ben)]
        return table, seen, [one.http.cookies["flagfall"] for one in (ann, ben)]

    async def go_on(server: Server, table: str, seen: list[dict[str, Any]], cookies: list[str]) -> None:
        players = []
        for cookie, before in zip(cookies, seen, strict=True):
            player = Person(server)
            player.http.cookies.set("flagfall", cookie)  # Who was signed in still is.
            players.append(player)
            assert await _seen(player, table) == before
        async with players[0].at(table) as a, players[1].at(table) as b:
            await play_on(a, random.Random(9), 1)
            await b.send("say", text="good morning")
            await b.until("turn", where=lambda m: m["must"] == "act")
            await b.send("resign")
            await a.until("table", where=lambda m: m["table"]["status"] == "over")

    with Server(settings(first)) as server:
        kept = run(play(server))
    assert _admin(second, "restore", str(file)) == 0
    assert _admin(second, "verify") == 0
    with open_database(first) as db:
        before = {one.table: one for one in verify(db)}
    with open_database(second) as db:
        assert {one.table: one for one in verify(db)} == before
    with Server(settings(second)) as server:
        run(go_on(server, *kept))
    assert _admin(second, "verify", kept[0]) == 0


def test_a_backup_is_for_its_owner_alone_and_replaces_nothing(sqlite: str, tmp_path: Path) -> None:
    file = tmp_path / "b.gz"
    assert _admin(sqlite, "migrate") == 0
    assert _admin(sqlite, "backup", str(file)) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert _admin(sqlite, "backup", str(file)) == 2
    assert _admin(sqlite, "backup", str(tmp_path / "no" / "b.gz")) == 2
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_what_root_restores_belongs_to_the_owner_of_the_folder(sqlite: str, tmp_path: Path) -> None:
    """The server runs as somebody else, and has to write to it."""
    file, folder = tmp_path / "b.gz", tmp_path / "state"
    folder.mkdir()
    os.chown(folder, 10_001, 10_002)
    assert _admin(sqlite, "migrate") == 0
    assert _admin(sqlite, "backup", str(file)) == 0
    assert _admin(f"sqlite:///{folder / 'new.sqlite3'}", "restore", str(file)) == 0
    assert {(one.stat().st_uid, one.stat().st_gid) for one in folder.iterdir()} == {(10_001, 10_002)}


def test_a_backup_says_of_which_database(
    sqlite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _admin(sqlite, "migrate") == 0
    capsys.readouterr()
    assert _admin(sqlite, "backup", str(tmp_path / "b.gz")) == 0
    assert capsys.readouterr().out.startswith(f"{sqlite}: ")
    assert shown_place("postgresql://me:secret@db/flagfall") == "postgresql://me:***@db/flagfall"


def test_what_is_damaged_or_not_empty_is_not_restored(database: str, tmp_path: Path) -> None:
    file, other = tmp_path / "b.gz", f"sqlite:///{tmp_path}/other.sqlite3"
    with Server(settings(other)) as server:
        run(_account(server, "Ann Lee"))
        assert _admin(other, "backup", str(file)) == 0
    whole = gzip.decompress(file.read_bytes())
    lines = whole.splitlines(keepends=True)
    for wrong in (
        b"",
        b"{}\n",
        b"".join(lines[:-1]),
        b"".join(line for line in lines if line != next(row for row in lines if row.startswith(b"["))),
        whole.replace(b'"table":"people"', b'"table":"nobody"'),
        whole.replace(b'"format":"flagfall backup 1"', b'"format":"flagfall backup 9"'),
    ):
        file.write_bytes(gzip.compress(wrong))
        assert _admin(database, "restore", str(file)) == 2
    file.write_bytes(gzip.compress(whole)[:-9])
    assert _admin(database, "restore", str(file)) == 2
    # Nothing was half restored.
    file.write_bytes(gzip.compress(whole))
    assert _admin(database, "restore", str(file)) == 0
    assert _admin(database, "restore", str(file)) == 2


# ---- verify ------------------------------------------------------------------------------------------


def _spoil_gap(db: Connection, table: str) -> None:
    db.execute(delete(schema.log).where(schema.log.c.table_id == table, schema.log.c.number == 4))


def _spoil_end(db: Connection, table: str) -> None:
    db.execute(update(schema.tables).where(schema.tables.c.id == table).values(length=99))


def _spoil_owner(db: Connection, table: str) -> None:
    db.execute(
        update(schema.log).where(schema.log.c.table_id == table, schema.log.c.number == 2).values(epoch=77)
    )


def _spoil_info(db: Connection, table: str) -> None:
    row = db.execute(select(schema.tables.c.info).where(schema.tables.c.id == table)).scalar_one()
    changed = row.replace('"ply":4', '"ply":3')
    assert changed != row
    db.execute(update(schema.tables).where(schema.tables.c.id == table).values(info=changed))


def _spoil_nonce(db: Connection, table: str) -> None:
    _rewrite(db, table, 0, lambda body: body.replace('"nonces":["', '"nonces":["00', 1))


def _spoil_body(db: Connection, table: str) -> None:
    _rewrite(db, table, 3, lambda body: body[:-4])


def _spoil_action(db: Connection, table: str) -> None:
    rows = db.execute(
        select(schema.log).where(schema.log.c.table_id == table).order_by(schema.log.c.number)
    ).all()
    db.execute(
        update(schema.log)
        .where(schema.log.c.table_id == table, schema.log.c.number == rows[-1].number)
        .values(body=rows[-3].body)
    )


def _rewrite(db: Connection, table: str, number: int, change: Callable[[str], str]) -> None:
    log = schema.log
    where = (log.c.table_id == table, log.c.number == number)
    body = db.execute(select(log.c.body).where(*where)).scalar_one()
    assert change(body) != body
    db.execute(update(log).where(*where).values(body=change(body)))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, Path]:
    """A database with a game in it, the game's id, and a backup to begin with."""
    folder = tmp_path_factory.mktemp("verify")
    url = f"sqlite:///{folder}/x.sqlite3"

    async def go(server: Server) -> str:
        return await _begun(server, await _account(server, "Ann"), await _account(server, "Ben"))

    with Server(settings(url)) as server:
        table = run(go(server))
    file = folder / "b.gz"
    assert _admin(url, "backup", str(file)) == 0
    return url, table, file


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_spoil_gap, "gaps"),
        (_spoil_end, "gaps"),
        (_spoil_owner, "previous owner"),
        (_spoil_info, "another ply"),
        (_spoil_nonce, "commitment to seed"),
        (_spoil_body, "cannot be read"),
        (_spoil_action, "refuse"),
    ],
)
def test_verify_sees(
    played: tuple[str, str, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    spoil: Callable[[Connection, str], None],
    told: str,
) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    assert _admin(url, "restore", str(played[2])) == 0
    assert _admin(url, "verify") == 0
    with open_database(url, write=True) as db:
        spoil(db, played[1])
    assert _admin(url, "verify") == 1
    assert told in capsys.readouterr().err


# ---- people and tables -------------------------------------------------------------------------------


def test_a_ban_shuts_out_and_its_end_lets_in_again(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def go(server: Server) -> None:
        ann = await _account(server, "Ann Lee")
        assert _admin(database, "token", "ann lee", "--scopes", "tables") == 0
        bot = Person(server, capsys.readouterr().out.strip())
        await bot.get("/api/me/tables")
        await bot.get("/api/me/setups", status=403)
        assert _admin(database, "ban", "ANN LEE") == 0
        await bot.get("/api/me/tables", status=401)
        assert "me" not in (await ann.get("/api/hello")).json()
        again = {"name": "Ann Lee", "password": GOOD}
        await ann.post("/api/login", again, status=401)
        assert _admin(database, "token", "Ann Lee") == 2
        assert _admin(database, "unban", ann.me["id"]) == 0
        await ann.post("/api/login", again)
        await bot.get("/api/me/tables", status=401)
        assert _admin(database, "ban", "nobody here") == 2

    with Server(settings(database)) as server:
        run(go(server))


def test_a_closed_table_is_closed_for_the_server_that_had_it_too(database: str) -> None:
    async def go(server: Server) -> None:
        ann, ben = await _account(server, "Ann"), await _account(server, "Ben")
        table = await _begun(server, ann, ben)
        async with ann.at(table) as a:
            turn = await a.until("turn")
            assert _admin(database, "close", table) == 0
            await a.send("act", action=turn["legal"][0])
            assert await a.closed() == 1012
        async with ann.at(table) as a:
            assert (await a.next())["table"]["status"] == "aborted"
        assert _admin(database, "close", table) == 2
        assert _admin(database, "close", "no-such-one") == 2
        assert (await ann.get("/api/me/tables?status=live")).json()["tables"] == []

    with Server(settings(database)) as server:
        run(go(server))
    assert _admin(database, "verify") == 0


# ---- migrations --------------------------------------------------------------------------------------


def test_a_dry_run_tries_the_migration_and_changes_nothing(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_database(database, write=True, any_revision=True, new=True) as db:
        store.migrate(db, "0002")
        db.execute(insert(schema.people).values(id="ann", name="Ann", created=1, preferences="{}"))
    assert _admin(database, "verify") == 2
    assert "flagfall admin migrate" in capsys.readouterr().err
    for words in (("--dry-run",), ("--dry-run",), ()):
        assert _admin(database, "migrate", *words) == 0
        out = capsys.readouterr().out
        assert "0003" in out
        assert "0002" not in out
        with open_database(database, any_revision=True) as db:
            has, newest = store.revision(db)
            assert has == ("0002" if words else newest)
            columns = {column["name"] for column in inspect(db).get_columns("setups")}
            assert ("played" in columns) == (not words)
            assert db.execute(select(schema.people.c.name)).scalars().all() == ["Ann"]
    assert _admin(database, "migrate") == 0
    assert "up to date" in capsys.readouterr().out


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path}/none.sqlite3"
    for words in (("verify",), ("backup", str(tmp_path / "b")), ("ban", "x"), ("migrate", "--dry-run")):
        assert _admin(url, *words) == 2
        assert "there is no database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert _admin("postgresql://flagfall@127.0.0.1:1/none", "verify") == 2
    assert "the database refuses" in capsys.readouterr().err


def test_no_name_of_a_table_looks_like_an_option_of_a_command() -> None:
    assert all(TimeAndChance().id().isalnum() for _ in range(2_000))


def test_an_operator_makes_and_stops_tournaments(sqlite: str, capsys: pytest.CaptureFixture[str]) -> None:
    def tournament(*words: str) -> tuple[int, str]:
        status = main(["admin", "tournament", *words, "--database", sqlite])
        told = capsys.readouterr()
        return status, told.out + told.err

    assert _admin(sqlite, "migrate") == 0
    capsys.readouterr()
    assert tournament("list") == (0, "there are no tournaments\n")
    swiss = ("--kind", "swiss", "--rounds", "4", "--clock", "30/move", "--starts", "+30", "--private")
    status, address = tournament("create", "Club night", *swiss)
    assert status == 0
    id = address.removeprefix("/tournaments/").partition("?code=")[0]
    assert tournament("create", "Second", "--option", "two_square_reading=nothing")[0] == 2
    assert "starts" in tournament("create", "Second", "--starts", "noon")[1]
    assert "bots" in tournament("create", "Second", "--bots", "99")[1]
    status, listed = tournament("list")
    assert status == 0
    assert listed.count("\n") == 1
    assert f"{id}  open" in listed
    assert "swiss, original, 0 of 64 players, private  Club night (operator)" in listed

    async def go() -> None:
        async with Person(server) as ann:
            assert (await ann.get("/api/tournaments")).json()["coming"] == []
            seen = (await ann.get(address.replace("/tournaments", "/api/tournaments").strip())).json()["seen"]
            assert seen["tournament"]["clock"] == {"type": "move", "seconds": 30}
            assert tournament("stop", id) == (0, "Club night is cancelled\n")
            assert tournament("stop", id)[0] == 2

    with Server(settings(sqlite)) as server:
        run(go())
