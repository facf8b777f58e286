"""Uploaded games in memory: only so many, and never too few for those who play."""

from __future__ import annotations

from pathlib import Path

import pytest

import flagfall
from flagfall.core import UnknownGame
from flagfall.server import games
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
