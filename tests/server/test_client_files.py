"""The files of the built client: its page, what is sent again, and those that the package has already."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import httpx
import pytest

import flagfall
from flagfall.server.http import client_files, help_pages
from flagfall.server.http.client_files import Client
from tests.server.kit import Server, settings
from tests.waits import PATIENCE

WEIGHTS = "bots/network/weights/ranks.onnx"
NAME = "/assets/ranks-abc.onnx"


def client(folder: Path, sha256: str) -> Client:
    (folder / "index.html").write_text("<title>Flagfall</title>")
    (folder / "shared.json").write_text(json.dumps({NAME: {"file": WEIGHTS, "sha256": sha256}}))
    return Client(folder)


def test_a_file_that_the_package_has_is_sent_under_the_name_of_the_client(tmp_path: Path) -> None:
    body = (Path(flagfall.__file__).parent / WEIGHTS).read_bytes()
    sent = client(tmp_path, hashlib.sha256(body).hexdigest())
    found = sent.at(NAME)
    assert found is not None and found.body == body
    assert "immutable" in found.cache
    assert sent.at("/shared.json") is None, "it is for the server"


def test_another_file_than_the_client_was_built_with_is_not_sent(tmp_path: Path) -> None:
    assert client(tmp_path, "0" * 64).at(NAME) is None


def test_the_clients_own_file_comes_first(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / NAME[1:]).write_bytes(b"own")
    found = client(tmp_path, "0" * 64).at(NAME)
    assert found is not None and found.body == b"own"


def test_the_client_is_served_with_its_page_for_its_own_addresses(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>page")
    (tmp_path / "assets" / "a-1234.js").write_text("1")
    (tmp_path / "sw.js").write_text("2")
    pages = Client(tmp_path)
    for path in ("/", "/table/abc", "/join/abc/def"):
        found = pages.at(path)
        assert found is not None
        assert found.body == b"<p>page"
    asset, worker = pages.at("/assets/a-1234.js"), pages.at("/sw.js")
    assert asset is not None
    assert worker is not None
    assert "immutable" in asset.cache
    assert worker.cache == "no-cache"
    assert worker.type.startswith("text/javascript")
    assert pages.at("/assets/other.js") is None
    assert pages.at("/../secret.txt") is None


def test_files_of_the_client_are_sent_small_and_only_if_they_changed(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>" + "page " * 1_000)
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    with (
        Server(settings(url, web=str(tmp_path))) as server,
        httpx.Client(base_url=server.url, timeout=PATIENCE) as browser,
    ):
        first = browser.get("/lobby")
        assert first.headers["content-encoding"] == "gzip"
        assert first.text == "<p>" + "page " * 1_000
        assert "content-encoding" not in browser.get("/", headers={"accept-encoding": "identity"}).headers
        again = browser.get("/", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert browser.head("/").content == b""
        assert browser.post("/", headers={"X-Flagfall": "1"}).status_code == 404


def test_what_was_built_from_the_sources_comes_before_what_the_source_archive_brought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = tmp_path / "src" / "flagfall" / "server"
    monkeypatch.setattr(client_files, "HERE", server)
    monkeypatch.setattr(help_pages, "HERE", server)
    packed, built = server / "client", tmp_path / "web" / "dist"
    packed_help, built_help = server / "help", tmp_path / "site" / "help"
    for folder in (packed, packed_help / "en"):
        folder.mkdir(parents=True)
        (folder / "index.html").write_text("<title>packed</title>")
    assert (client_files.find(), help_pages.find()) == (packed, packed_help)
    for folder in (built, built_help / "en"):
        folder.mkdir(parents=True)
        (folder / "index.html").write_text("<title>built</title>")
    assert (client_files.find(), help_pages.find()) == (built, built_help)
