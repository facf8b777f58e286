"""The first answer to a browser: a skeleton in its language, and links to what it needs next."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from flagfall.server.http.client_files import Client

PAGE = '<!doctype html><html lang="en"><head></head><body><div id="app"></div></body></html>'
PLAN = {
    "pages": {
        "": ["assets/Home-1.js", "assets/Home-1.css"],
        "table": ["assets/Table-1.js"],
        "replay": [],
        "review": [],
    },
    "later": {"table": ["assets/Table-1.js", "assets/RankTable-1.js"]},
    "languages": {
        "en": {
            "files": ["assets/en-1.js"],
            "title": "Find <it>",
            "lead": "L",
            "play": "Go",
            "loading": "Wait",
        },
        "de": {
            "files": ["assets/de-1.js"],
            "title": "Finde",
            "lead": "L",
            "play": "Los",
            "loading": "Moment",
        },
    },
}


def answer(client: Client, path: str, languages: str) -> tuple[str, dict[str, str]]:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"accept-language", languages.encode())]
    asyncio.run(client({"method": "GET", "path": path, "headers": headers}, None, send))
    return sent[1]["body"].decode(), {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def built(folder: Path, plan: object = PLAN) -> Client:
    (folder / "index.html").write_text(PAGE)
    if plan is not None:
        (folder / "pages.json").write_bytes(msgspec.json.encode(plan))
    return Client(folder)


def test_the_first_answer_shows_words_of_the_readers_language_and_names_what_comes_next(
    tmp_path: Path,
) -> None:
    client = built(tmp_path)
    page, headers = answer(client, "/", "fr;q=0.9, de-AT;q=0.8, en;q=0.5")
    assert '<html lang="de">' in page
    assert "<h1>Finde</h1>" in page
    for name in ("de-1.js", "Home-1.js"):
        assert f'<link rel="modulepreload" href="/assets/{name}">' in page
    assert '<link rel="preload" as="style" crossorigin href="/assets/Home-1.css">' in page
    assert "en-1.js" not in page
    other, more = answer(client, "/", "xx")
    assert '<html lang="en">' in other
    assert "Find &lt;it&gt;" in other
    assert headers["etag"] != more["etag"]


def test_a_table_begins_with_a_board_and_other_pages_with_a_line(tmp_path: Path) -> None:
    client = built(tmp_path)
    table, _ = answer(client, "/table/abc", "en")
    assert 'class="board"' in table
    assert '<link rel="modulepreload" href="/assets/Table-1.js">' in table
    assert '<link rel="modulepreload" href="/assets/RankTable-1.js" fetchpriority="low">' in table
    assert table.count("/assets/Table-1.js") == 1
    for kind in ("replay", "review"):
        assert 'class="board"' in answer(client, f"/{kind}/abc", "en")[0]
    about, _ = answer(client, "/about", "en")
    assert "Wait" in about
    assert "Home-1.js" not in about


def test_a_client_without_a_plan_is_sent_as_it_is(tmp_path: Path) -> None:
    page, _ = answer(built(tmp_path, None), "/", "de")
    assert page == PAGE
