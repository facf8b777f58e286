"""Games of Gravon brought into the database of games, and files that are refused by name and line."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from flagfall.ranks.formats import from_record, write_gsn, write_xml
from flagfall.server.admin import game_import
from flagfall.server.admin.database import open_database
from flagfall.server.admin.log_checks import verify
from flagfall.server.storage import schema
from flagfall.server.storage.games import game_search
from flagfall.server.storage.store import migrate, open_engine
from flagfall.server.wire.game_search import GameFilter
from flagfall.terminal.main import main
from tests.ranks.test_formats import random_game
from tests.server.kit import Person, Server, run, settings


def _import(database: str, *files: Path) -> int:
    return main(["admin", "games", "import", *map(str, files), "--database", database])


def _prepare(database: str) -> None:
    engine = open_engine(database, 1, immediate=True)
    with engine.begin() as db:
        migrate(db)
    engine.dispose()


def test_files_become_games_that_are_found_replayed_and_verified(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _prepare(database)
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "classic-2004.5-17.xml").write_text(write_xml(from_record(random_game("original", 1, 60))))
    (folder / "duell.gsn").write_text(write_gsn(from_record(random_game("duel", 2, 50))))
    (folder / "again.xml").write_text(write_xml(from_record(random_game("duel", 2, 50))))
    assert _import(database, folder) == 0
    assert capsys.readouterr().out == "2 games imported, 1 there already, 0 refused\n"
    assert _import(database, folder) == 0
    assert capsys.readouterr().out == "0 games imported, 3 there already, 0 refused\n"
    with open_database(database) as db:
        found = game_search.search(db, GameFilter(source="gravon", game="original"), None, 5)
        assert not any(one.faults for one in verify(db))
        text = "".join(db.execute(select(schema.log.c.body)).scalars())
    (game,) = found.games
    assert "Ann" not in text and "Bob" not in text  # What the file calls the players is not kept.
    may = datetime(2004, 5, 1, tzinfo=UTC).timestamp() * 1_000
    assert (game.source, game.created, game.ply) == ("gravon", may, 58)

    async def go(server: Server) -> None:
        async with Person(server) as ann:
            record = (await ann.get(f"/api/tables/{game.id}/record")).json()
            assert [one["name"] for one in record["table"]["seats"]] == ["", ""]
            told = (await ann.get("/api/public-games/statistics?game=original&source=gravon")).json()
            assert [one["games"] for one in told["places"]["flag"]] == [1, 1]

    with Server(settings(database)) as server:
        run(go(server))


BOMB = (
    '<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>\n<stratego><game type="duell">&b;</game></stratego>'
)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda good: good.replace('source="', 'source="Z', 1), ".xml:5:1: move 1 cannot be played"),
        (lambda good: good.replace("<result", "<nothing", 1), "the result is missing"),
        (lambda good: good[: good.index("<move")] + "<move <", ".xml:5:1: the XML is damaged here"),
        (lambda good: good.replace("field content", "feld content", 1), "there is no field with the set-ups"),
        (lambda good: good[: good.index("<move")] + good[good.index("<player") :], "no move was made"),
        (
            lambda good: good.replace('type="duell"', 'type="chess"', 1),
            "no edition plays games of type 'chess'",
        ),
        (lambda good: good.replace('content="', 'content="?', 1), ".xml:4:"),
        (lambda good: BOMB, "declares no document type"),
        (lambda good: "hello", ".xml:1:1: this is neither an XML nor a .gsn game file"),
        (lambda good: " " * (game_import.LARGEST + 1), "more than 1000000 bytes"),
    ],
)
def test_a_broken_file_is_refused_by_name_and_line_and_changes_nothing(
    sqlite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], make: object, said: str
) -> None:
    _prepare(sqlite)
    assert callable(make)
    good = write_xml(from_record(random_game("duel", 2, 50)))
    broken, fine = tmp_path / "broken.xml", tmp_path / "fine.xml"
    broken.write_text(make(good))
    fine.write_text(good)
    assert _import(sqlite, broken, fine) == 1
    told = capsys.readouterr()
    assert told.out == "1 games imported, 0 there already, 1 refused\n"
    assert str(broken) in told.err and said in told.err
    with open_database(sqlite) as db:
        assert len(db.execute(select(schema.tables.c.id)).all()) == 1


def test_bytes_that_are_no_text_and_missing_files_are_refused(
    sqlite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _prepare(sqlite)
    (tmp_path / "a.xml").write_bytes(b"<\xff\xfe\x80>")
    assert _import(sqlite, tmp_path / "a.xml", tmp_path / "none.xml") == 1
    told = capsys.readouterr().err
    assert "no text in UTF-8" in told and "none.xml: cannot be read" in told


def test_the_index_is_filled_by_the_operator(sqlite: str, capsys: pytest.CaptureFixture[str]) -> None:
    _prepare(sqlite)
    assert main(["admin", "games", "index", "--database", sqlite]) == 0
    assert capsys.readouterr().out == "0 games added, 0 left out\n"
