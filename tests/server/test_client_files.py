"""Files that client and package share: the package has them once."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import flagfall
from flagfall.server.http import client_files, help_pages
from flagfall.server.http.client_files import Client

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
