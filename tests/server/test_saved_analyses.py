"""Analyses that an account keeps: named, listed, renamed, shared by a link, exported and deleted with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from flagfall.server.storage import saved_analyses
from tests.server.kit import Person, Server, run, settings
from tests.server.test_people import account

NODE = {"id": 0, "parent": -1, "action": None, "text": "", "note": "an idea", "children": []}
STUDY = {"game": "duel", "text": "a position", "tree": [NODE, None]}


@pytest.fixture
def server(sqlite: str) -> Iterator[Server]:
    """A server on a database of its own."""
    with Server(settings(sqlite)) as running:
        yield running


async def names(person: Person) -> list[str]:
    """The names of a person's analyses."""
    return [one["name"] for one in (await person.get("/api/me/analyses")).json()]


def test_analyses_are_kept_by_name_renamed_and_deleted_by_their_maker_alone(server: Server) -> None:
    async def go() -> None:
        ann, _, _ = await account(server)
        first = (await ann.post("/api/me/analyses", {"name": "One", "study": STUDY}, status=200)).json()
        assert first["game"] == "duel" and "shared" not in first
        changed = {**STUDY, "tree": [{**NODE, "note": "another idea"}]}
        again = (await ann.post("/api/me/analyses", {"name": "One", "study": changed})).json()
        assert again["id"] == first["id"] and again["created"] == first["created"]
        await ann.post("/api/me/analyses", {"name": "Two", "study": STUDY})
        path = f"/api/me/analyses/{first['id']}"
        taken = await ann.http.patch(path, json={"name": "Two"})
        assert taken.status_code == 409 and taken.json()["field"] == "name"
        assert (await ann.http.patch(path, json={"name": "Three"})).json()["name"] == "Three"
        assert sorted(await names(ann)) == ["Three", "Two"]
        opened = (await ann.get(f"/api/analyses/{first['id']}")).json()
        assert opened == {"name": "Three", "study": changed, "own": True}
        async with Person(server) as eve:
            assert await names(eve) == []
            await eve.post("/api/me/analyses", {"name": "Mine", "study": STUDY}, status=403)
        ben, _, _ = await account(server)
        assert (await ben.http.patch(path, json={"shared": True})).status_code == 404
        await ben.http.delete(path)
        assert sorted(await names(ann)) == ["Three", "Two"]
        await ann.http.delete(path)
        assert await names(ann) == ["Two"]
        await ann.get(f"/api/analyses/{first['id']}", status=404)

    run(go())


def test_a_shared_analysis_is_seen_by_whoever_has_the_link_and_no_other_one(server: Server) -> None:
    async def go() -> None:
        ann, name, _ = await account(server)
        saved = (await ann.post("/api/me/analyses", {"name": "One", "study": STUDY})).json()
        link, path = f"/api/analyses/{saved['id']}", f"/api/me/analyses/{saved['id']}"
        async with Person(server) as eve:
            await eve.get(link, status=404)
            assert (await ann.http.patch(path, json={"shared": True})).json()["shared"]
            seen = await eve.get(link)
            assert seen.json() == {"name": "One", "study": STUDY, "own": False}
            assert name not in seen.text and ann.me["id"] not in seen.text
            await ann.http.patch(path, json={"shared": False})
            await eve.get(link, status=404)

    run(go())


def test_analyses_are_in_the_export_and_go_with_the_account(server: Server) -> None:
    async def go() -> None:
        ann, _, _ = await account(server)
        saved = (await ann.post("/api/me/analyses", {"name": "One", "study": STUDY})).json()
        await ann.http.patch(f"/api/me/analyses/{saved['id']}", json={"shared": True})
        (mine,) = (await ann.get("/api/me/export")).json()["analyses"]
        assert mine["name"] == "One" and "an idea" in mine["study"]
        assert (await ann.http.delete("/api/me")).status_code == 204
        async with Person(server) as eve:
            await eve.get(f"/api/analyses/{saved['id']}", status=404)

    run(go())


def test_what_is_kept_has_limits(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        ann, _, _ = await account(server)

        async def keep(name: str, status: int, **more: Any) -> Any:
            body = {"name": name, "study": {**STUDY, **more}}
            return (await ann.post("/api/me/analyses", body, status=status)).json()

        await keep("", 400)
        await keep("x" * 61, 400)
        await keep("One", 404, game="nothing")
        assert (await keep("One", 400, tree=[]))["field"] == "study.tree"
        assert (await keep("One", 400, tree=[{**NODE, "more": 1}]))["field"].startswith("study.tree")
        noted = {**NODE, "note": "x" * 1_000}
        monkeypatch.setattr(saved_analyses, "LARGEST", 20_000)
        assert (await keep("One", 413, tree=[noted] * 20))["field"] == "study"
        monkeypatch.setattr(saved_analyses, "MOST", 2)
        await keep("One", 200)
        await keep("Two", 200)
        assert (await keep("Three", 429))["code"] == "too-many"
        await keep("Two", 200)

    run(go())
