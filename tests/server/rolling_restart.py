"""A rolling restart from an older version: games go on between its processes and ours.

``python -m tests.server.rolling_restart PATH`` takes the sources of the older version (PATH/src) and runs a
process of each on one PostgreSQL and one Redis, both started here. Two games go on meanwhile, one owned by
each process, with a player at either process. Then the older process is told to stop; its games go on with
ours. At the end the logs hold every act that was acknowledged, in order.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx
import websockets
from sqlalchemy import select

from flagfall.server.storage import schema
from flagfall.server.storage.store import open_engine
from tests.server.kit import Line, Person
from tests.server.services import Postgres, Redis, free_port

SERVE = (
    "from flagfall.server.run import serve; from flagfall.server.settings import read_settings; "
    "serve(read_settings(), lambda *_: print('ready', flush=True))"
)
GAMES = ("barrage", "hex-duel", "transformers-powers")
PLIES = 12
"""Acts of each game before and after the older process stops."""


class Process:
    """A server from some sources."""

    def __init__(self, source: Path, database: str, redis: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        given = {
            "PYTHONPATH": str(source),
            "FLAGFALL_DATABASE": database,
            "FLAGFALL_REDIS": redis,
            "FLAGFALL_PORT": str(self.port),
            "FLAGFALL_REQUESTS_PER_MINUTE": "1000000",
            "FLAGFALL_GUESTS_PER_HOUR": "1000000",
            "FLAGFALL_BOT_WARM": "false",
        }
        self.running = subprocess.Popen(
            [sys.executable, "-c", SERVE], env={**os.environ, **given}, stdout=subprocess.PIPE, cwd="/"
        )
        assert self.running.stdout is not None
        assert self.running.stdout.readline() == b"ready\n", "the server did not start"

    def stop(self) -> None:
        """SIGTERM, and wait until it has handed its tables on."""
        self.running.send_signal(signal.SIGTERM)
        self.running.wait()


class Player:
    """Somebody who plays at random and remembers what was acknowledged; goes elsewhere when sent away."""

    def __init__(self, urls: list[str], seat: int, seed: int) -> None:
        self.urls = urls
        self.seat = seat
        self.rng = random.Random(seed)
        self.acknowledged: list[dict[str, Any]] = []
        self.comebacks = 0
        self.over = False
        self.cookies: dict[str, str] = {}
        self.verb = "act"

    def person(self) -> Person:
        """The player, at the process that is theirs now."""
        found = Person(self.urls[0])
        found.http.cookies.update(self.cookies)
        return found

    async def play(self, table: str) -> None:
        """Play until the game ends or the task is cancelled."""
        while not self.over:
            try:
                async with self.person().at(table) as line:
                    await self._play(line, table)
            except (OSError, websockets.WebSocketException, httpx.HTTPError, TimeoutError):
                self.comebacks += 1
                self.urls.append(self.urls.pop(0))
                await asyncio.sleep(0.1)

    async def _play(self, line: Line, table: str) -> None:
        sent: dict[int, dict[str, Any]] = {}
        while True:
            message = await line.next()
            kind = message["type"]
            if kind == "turn" and message["seat"] == self.seat and not sent:
                action = await self._choose(message, table)
                ref = len(self.acknowledged) + 1
                sent[ref] = action
                await line.send(self.verb, seat=self.seat, action=action, ref=ref)
            elif kind == "done" and message["ref"] in sent:
                self.acknowledged.append(sent.pop(message["ref"]))
            elif kind == "refused":
                raise AssertionError(message)
            elif kind in ("welcome", "table") and message["table"]["status"] in ("over", "aborted"):
                self.over = True
                return

    async def _choose(self, turn: dict[str, Any], table: str) -> dict[str, Any]:
        if turn["must"] == "act":
            found: dict[str, Any] = self.rng.choice(turn["legal"])
            return found
        person = self.person()
        game = (await person.get(f"/api/tables/{table}")).json()["table"]["game"]
        drawn = (await person.get(f"/api/games/{game}/setup?seat={self.seat}")).json()
        return {"type": "deploy", "pieces": drawn["pieces"]}


async def begin(maker: str, other: str, game: str, number: int) -> tuple[str, list[Player]]:
    """A table made at one process, with the opponent at another."""
    players = [Player([maker, other], 0, number), Player([other, maker], 1, number + 1)]
    people = [player.person() for player in players]
    for player, person in zip(players, people, strict=True):
        await person.__aenter__()
        player.cookies = dict(person.http.cookies)
        player.verb = "hex-act" if game.startswith("hex") else "act"
    made = await people[0].table(game, "link", seat=0)
    await people[1].post(f"/api/tables/{made['table']['id']}/join", {"code": made["code"]})
    return made["table"]["id"], players


async def more(players: list[Player], playing: list[asyncio.Task[None]], acts: int) -> None:
    """Wait until every game has so many more acknowledged acts, or is over."""
    goal = [len(one.acknowledged) + acts // 2 for one in players]
    while any(len(one.acknowledged) < some and not one.over for one, some in zip(players, goal, strict=True)):
        failed = [task for task in playing if task.done() and task.exception()]
        assert not failed, failed
        await asyncio.sleep(0.05)


def logged(database: str, table: str) -> list[dict[str, Any]]:
    """The acts in a table's log, in order, of which the numbers have no gap."""
    engine = open_engine(database, 1, immediate=False)
    with engine.connect() as db:
        rows = list(db.execute(select(schema.log).where(schema.log.c.table_id == table).order_by("number")))
    engine.dispose()
    assert [row.number for row in rows] == list(range(len(rows)))
    entries = [json.loads(row.body) for row in rows]
    return [entry for entry in entries if entry["type"].endswith("acted")]


async def roll(old: Path, folder: Path) -> None:
    """The whole story."""
    postgres, redis = Postgres(folder), Redis(folder)
    database = postgres.database("rolling")
    ours = Path(__file__).resolve().parents[2] / "src"
    processes: list[Process] = []
    try:
        processes.append(await asyncio.to_thread(Process, old / "src", database, redis.url))
        begun = [await begin(processes[0].url, processes[0].url, game, n) for n, game in enumerate(GAMES)]
        playing = [asyncio.create_task(p.play(table)) for table, two in begun for p in two]
        await more([p for _, two in begun for p in two], playing, PLIES)
        say(f"{len(begun)} games at the older process, which is alone")
        processes.append(await asyncio.to_thread(Process, ours, database, redis.url))
        first, second = (one.url for one in processes)
        for player in [p for _, two in begun for p in two]:
            player.urls.append(second)
        for maker, other in ((first, second), (second, first)):
            both = [await begin(maker, other, game, 10 + n) for n, game in enumerate(GAMES)]
            playing += [asyncio.create_task(p.play(table)) for table, two in both for p in two]
            begun += both
        everybody = [p for _, two in begun for p in two]
        await more(everybody, playing, PLIES)
        say(f"{len(begun)} games across both processes")
        await asyncio.to_thread(processes.pop(0).stop)
        await more(everybody, playing, PLIES)
        say("the older process has gone, and all games go on")
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        acts = 0
        for table, two in begun:
            for player in two:
                mine = [one["action"] for one in logged(database, table) if one["seat"] == player.seat]
                known = len(player.acknowledged)
                # With each cut an act may be written whose acknowledgement did not come any more.
                assert known <= len(mine) <= known + player.comebacks + 1, (table, known, len(mine))
                acts += len(mine)
        say(f"{acts} acts in the logs, {sum(p.comebacks for p in everybody)} comebacks, nothing lost")
    finally:
        for process in processes:
            process.stop()
        redis.stop()
        postgres.stop()


def say(text: str) -> None:
    """Tell how far it is."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path, help="the checkout of an older version")
    with contextlib.suppress(KeyboardInterrupt), tempfile.TemporaryDirectory() as name:
        asyncio.run(roll(parser.parse_args().old.resolve(), Path(name)))
