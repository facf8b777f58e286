"""People who play a tournament by themselves: they come to their games; the higher number loses."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import websockets

from tests.server.kit import Line, Person

BROKEN = (OSError, websockets.WebSocketException, TimeoutError, httpx.HTTPError)
"""What somebody meets whose server is killed."""
TOURNAMENT: dict[str, Any] = {"name": "Spring cup", "game": "original", "setup": 300}


def soon(seconds: float = 3600) -> int:
    """A moment from now, in milliseconds."""
    return int((time.time() + seconds) * 1_000)


class Competitor:
    """Somebody who takes part, and comes back whenever the line breaks."""

    def __init__(self, person: Person, tournament: str, code: str = "") -> None:
        self.person = person
        self.tournament = tournament
        self.code = code
        self.seen: dict[str, Any] = {}
        self.played: list[str] = []
        self.comebacks = 0
        self._heard = asyncio.Condition()

    @property
    def number(self) -> int:
        return self.number_of(self.person.me["id"])

    def number_of(self, person: str) -> int:
        players = self.seen["players"]
        return next(one["number"] for one in players if one["sitter"].get("id") == person)  # type: ignore[no-any-return]

    async def run(self) -> None:
        """Follow the tournament until it is over, and play every game of one's own."""
        while True:
            try:
                await self._follow()
                return
            except BROKEN:
                self.comebacks += 1
                await asyncio.sleep(0.05)

    async def _follow(self) -> None:
        async with self.person.socket(f"/api/tournaments/{self.tournament}/live?code={self.code}") as line:
            while True:
                message = await line.until("tournament")
                async with self._heard:
                    self.seen = message
                    self._heard.notify_all()
                if message["tournament"]["status"] not in ("open", "running"):
                    return
                for game in reversed(message["games"]):
                    if self._to_play(game):
                        other = game["second"] if game["first"] == self.number else game["first"]
                        await self._play(game["table"], loses=self.number > other)
                        self.played.append(game["table"])

    def _to_play(self, game: dict[str, Any]) -> bool:
        mine = self.number in (game["first"], game["second"]) and "points" not in game
        return mine and bool(game.get("table")) and game["table"] not in self.played

    async def _play(self, table: str, loses: bool) -> None:
        async with self.person.at(table) as line:
            await play(self.person, line, loses)

    async def until(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The tournament, once it looks so."""
        async with self._heard:
            await self._heard.wait_for(lambda: bool(self.seen) and fits(self.seen))
        return self.seen


async def play(person: Person, line: Line, loses: bool) -> None:
    """Play a game: who is to lose resigns when it is their turn."""
    rng = random.Random(1)
    while True:
        message = await line.next()
        if message["type"] in ("welcome", "table") and message["table"]["status"] in ("over", "aborted"):
            return
        if message["type"] != "turn":
            continue
        if message["must"] == "setup":
            found = await person.get(f"/api/games/original/setup?seat={message['seat']}")
            await line.send("act", action={"type": "deploy", "pieces": found.json()["pieces"]})
        elif loses:
            await line.send("resign")
        else:
            await line.send("act", action=rng.choice(message["legal"]))


@contextlib.asynccontextmanager
async def account(server: Any, name: str) -> AsyncIterator[Person]:
    """Somebody with an account."""
    async with Person(server) as person:
        await person.post("/api/account", {"name": name, "password": "correct horse"})
        yield person


@contextlib.asynccontextmanager
async def competing(competitors: list[Competitor]) -> AsyncIterator[list[asyncio.Task[None]]]:
    """All of them at play, until the block ends; one who fails ends the block with that error."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one.run()) for one in competitors]
        yield tasks
        for task in tasks:
            task.cancel()
