"""Uploaded games in memory: only so many, and never too few for those who play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection

import flagfall
from flagfall.core import UnknownGame
from flagfall.server import games
from flagfall.server.http.ranks.editions import EDITION
from flagfall.server.refusal import Refusal
from flagfall.server.storage.uploads import add_upload, upload_text
from tests.server.kit import Person, Server, run

ROOT = Path(__file__).parents[2]
DUEL = (ROOT / "src/flagfall/ranks/editions/duel.toml").read_text()


def test_editions_that_nobody_plays_are_let_go_the_one_used_longest_ago_first(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "KEPT", 3)

    async def story() -> None:
        async with Person(server) as ann:

            async def upload(name: str) -> str:
                told = await ann.post("/api/editions", {"text": f"{DUEL}\n# {name}\n"})
                return str(told.json()["card"]["id"])

            played, first, second = [await upload(name) for name in ("played", "first", "second")]
            table = (await ann.table(played, "hotseat"))["table"]["id"]
            await ann.get(f"/api/games/{second}")
            await ann.get(f"/api/games/{first}")
            third = await upload("third")
            kept = {id for id in flagfall.games() if id in (played, first, second, third)}
            assert kept == {played, first, third}
            with pytest.raises(UnknownGame):
                server.tables.games(second)
            assert server.tables.games.text(played).startswith(DUEL)
            await ann.get(f"/api/tables/{table}")
            # What was let go comes back from the database, and no gallery shows uploads.
            assert (await ann.get(f"/api/games/{second}")).json()["card"]["own"] is True
            gallery = {card["id"] for card in (await ann.get("/api/games")).json()}
            assert not gallery & {played, first, second, third}

    run(story())


def test_a_second_file_with_the_id_of_another_is_refused(server: Server) -> None:
    """Ids have a part of a hash: somebody may look for two files that share it, one fair and one not."""

    async def story() -> None:
        store = server.tables.store
        async with Person(server) as ann, Person(server) as eve:
            id = (await ann.post("/api/editions", {"text": DUEL})).json()["card"]["id"]

            def keep(text: str) -> None:
                work = lambda db: add_upload(db, eve.me["id"], id, text, 1, EDITION)  # noqa: E731
                server.on_loop(lambda: store.write(work))

            with pytest.raises(Refusal) as refused:
                await asyncio.to_thread(keep, f"{DUEL}\n# other\n")
            assert refused.value.problem.code == "taken"
            await asyncio.to_thread(keep, DUEL)
            found: Callable[[Connection], str | None] = lambda db: upload_text(db, id)  # noqa: E731
            assert await asyncio.to_thread(server.on_loop, lambda: store.read(found)) == DUEL

    run(story())
