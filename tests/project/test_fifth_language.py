"""A fifth language is a set of data files: terminal and server offer it as soon as they are there."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path

import pytest
from tools import languages

from tests.browser.serving import served
from tests.fifth_language import CODE, MARK, with_fifth_language
from tests.terminal.program import flagfall
from tests.waits import PATIENCE


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return with_fifth_language(tmp_path_factory.mktemp("languages"))


def test_nothing_of_it_is_missing(copy: Path) -> None:
    assert list(languages.missing(CODE, copy)) == []


def test_the_terminal_speaks_it(copy: Path) -> None:
    source = str(copy / "src")
    games = flagfall("games", "--language", CODE, PYTHONPATH=source)
    assert f"{MARK}Stratego Duel" in games.out, games
    game = flagfall("show", "duel", "--language", CODE, PYTHONPATH=source)
    assert game.out.count(MARK) > 20
    assert MARK in flagfall("play", "barrage", "--language", CODE, script="quit\n", PYTHONPATH=source).out
    assert MARK in flagfall("games", PYTHONPATH=source, LANG=f"{CODE}.UTF-8").out
    assert f"invalid choice: '{CODE}'" in flagfall("games", "--language", CODE).err


def test_the_server_sends_it(copy: Path) -> None:
    with served(PYTHONPATH=str(copy / "src")) as url:

        def asked(path: str) -> str:
            with urllib.request.urlopen(f"{url}{path}", timeout=PATIENCE) as answer:
                return str(answer.read().decode())

        games = {game["id"]: game for game in json.loads(asked("/api/games"))}
        for path in ("/api/games/duel", "/api/hexes/hex-duel", "/api/bots", "/api/lessons"):
            texts = re.findall(rf'"{CODE}": ?"([^"]*)"', asked(path))
            assert texts and all(text.startswith(MARK) for text in texts), path
    assert all(game["names"][CODE] == MARK + game["names"]["en"] for game in games.values())
