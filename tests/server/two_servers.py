"""Two servers with the same game on both, for comparing what is sent byte by byte."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec

from flagfall.core import Action
from tests.server.kit import FrozenTime, Line, Person, Server, settings
from tests.server.routes import QUERY, ROUTES


@contextlib.contextmanager
def two_servers(folder: Path, time_and_chance: Callable[[], FrozenTime]) -> Iterator[tuple[Server, Server]]:
    """Two servers that draw the same chance and whose clocks stand still."""
    with (
        Server(settings(f"sqlite:///{folder}/a.sqlite3"), time_and_chance()) as first,
        Server(settings(f"sqlite:///{folder}/b.sqlite3"), time_and_chance()) as second,
    ):
        yield first, second


class Side:
    """One of the two games: its players and an onlooker, with all that they were sent."""

    def __init__(self, people: tuple[Person, Person, Person], table: str, code: str) -> None:
        self.people = people
        self.eve = people[2]
        self.table = table
        self.code = code
        self.lines: list[Line] = []

    async def settle(self, first: Line) -> None:
        """Wait until what one did has been done, then until all have been sent everything."""
        for line in (first, *(line for line in self.lines if line is not first)):
            await line.settled()

    async def act(self, seat: int, action: Action, message: str = "act") -> None:
        """Let a seat act, with its family's kind of message."""
        line = self.lines[seat]
        await line.send_raw(f'{{"type":"{message}","action":{msgspec.json.encode(action).decode()}}}')
        await self.settle(line)

    async def answers(self, seat: int) -> dict[str, tuple[int, bytes]]:
        """What a seat and the onlooker get from every route about a table, for their own seat and another."""
        paths = [route.path for route in ROUTES if route.method == "GET" and "{table:str}" in route.path]
        found = {}
        for person, wanted in ((self.people[seat], (seat, 1 - seat)), (self.eve, (-1, 1 - seat))):
            code = self.code if person is self.eve else ""
            for path in paths:
                for asked in wanted:
                    query = QUERY.format(code=code).replace("seat=0", f"seat={asked}")
                    answer = await person.ask(f"{path.replace('{table:str}', self.table)}?{query}")
                    found[f"{path} {asked} {code}"] = answer.status_code, answer.content
        assert any(status == 200 for status, _ in found.values())
        return found

    async def onlooker(self) -> list[bytes]:
        """What the onlooker can ask for by HTTP."""
        table = f"/api/tables/{self.table}"
        return [
            (await self.eve.get(f"{table}/history?seat=-1&code={self.code}")).content,
            (await self.eve.get(f"{table}?code={self.code}")).content,
            (await self.eve.get("/api/lobby")).content,
        ]


@contextlib.asynccontextmanager
async def side(
    server: Server, game: str, making: AbstractContextManager[None] | None = None, **wish: Any
) -> AsyncIterator[Side]:
    """A table with two players and an onlooker, all of them connected; ``making`` holds while it is made."""
    async with Person(server) as ann, Person(server) as ben, Person(server) as eve:
        with making or contextlib.nullcontext():
            made = await ann.table(game, "link", seat=0, watch=True, **wish)
        table, code = made["table"]["id"], made["code"]
        await ben.post(f"/api/tables/{table}/join", {"code": code})
        here = Side((ann, ben, eve), table, code)
        async with contextlib.AsyncExitStack() as stack:
            for person in here.people:
                line = await stack.enter_async_context(person.at(table, code=code))
                here.lines.append(line)
                await here.settle(line)
            yield here
