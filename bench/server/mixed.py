"""Tables of the hex game beside tables of a hidden-rank game in one process: answer times, sizes of messages.

The reference of the same run are the hidden-rank tables alone, and the bare echo.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from math import prod
from typing import Any

import httpx
import msgspec

import flagfall
from bench.server.load import (
    COOKIE,
    LIMITS,
    SERVE,
    connect,
    echo_times,
    free_port,
    leave,
    paced,
    process,
    quantiles,
    told_times,
)

HEX_GAME, RANK_GAME = "hex-six", "original"


def first_actions(id: str, seed: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What each seat does before the first turn of a hex game, such as putting its units on the map."""
    state: Any = flagfall.game(id).new(seed=seed)
    rng = random.Random(seed)
    found: tuple[list[dict[str, Any]], list[dict[str, Any]]] = ([], [])
    while state.phase != "play":
        decision = state.pending()[0]
        action = decision.sample(rng)
        found[decision.seat].append(msgspec.to_builtins(action))
        state = state.apply(decision.seat, action).state
    return found


class Table:
    """A table with both players in this process, who take legal actions as offers."""

    def __init__(self, seed: int, first: tuple[list[Any], list[Any]] = ([], [])) -> None:
        self.rng = random.Random(seed)
        self.first = ([*first[0]], [*first[1]])
        self.lines: list[Any] = []
        self.turn: tuple[int, dict[str, Any]] | None = None
        self.sent = 0.0
        self.mover = -1
        self.over = False
        self.sizes: dict[str, int] = {}
        """The longest message of each type, in bytes."""
        self.late: list[float] = []

    async def listen(self, seat: int) -> None:
        """Keep what one seat hears."""
        async for text in self.lines[seat]:
            kind = text[9 : text.index('"', 9)]
            if kind == "told" and seat == self.mover and self.sent:
                self.late.append(time.perf_counter() - self.sent)
                self.sent = 0.0
            self.sizes[kind] = max(self.sizes.get(kind, 0), len(text))
            if kind == "table" and json.loads(text)["table"]["status"] == "over":
                self.over = True
            elif kind == "turn" and (turn := json.loads(text))["must"] == "act":
                if turn["legal"] or turn.get("offers"):
                    self.turn = (seat, turn)
                elif self.first[seat]:
                    await self.act(seat, self.first[seat].pop(0))

    async def act(self, seat: int, action: Any) -> None:
        """Do something at a seat."""
        await self.lines[seat].send(json.dumps({"type": "act", "action": action}))

    def any_action(self, turn: dict[str, Any]) -> Any:
        """One of the legal actions; of offers without multiplying all of them out."""
        if turn["legal"]:
            return self.rng.choice(turn["legal"])
        offers = turn["offers"]
        weights = [prod(len(values) for values in offer["fields"].values()) for offer in offers]
        offer = self.rng.choices(offers, weights)[0]
        given = {name: self.rng.choice(values) for name, values in offer["fields"].items()}
        return {"type": offer["kind"], **{name: value for name, value in given.items() if value != ""}}

    async def move(self) -> bool:
        """Play one of the legal actions, if it is known whose turn it is."""
        if self.sent or self.turn is None or self.over:
            return False
        self.mover, turn = self.turn
        self.turn = None
        action = self.any_action(turn)
        self.sent = time.perf_counter()
        await self.act(self.mover, action)
        return True


async def seated(url: str, game: str, tables: int) -> list[Table]:
    """Tables with both players connected, set up as far as the server lets them."""
    people = [httpx.AsyncClient(base_url=url, headers={"X-Flagfall": "1"}, timeout=120) for _ in range(2)]
    for person in people:
        (await person.post("/api/session")).raise_for_status()
    ann, ben = people
    ranks = game == RANK_GAME
    setups = [
        (await ann.get(f"/api/games/{game}/setup", params={"seat": seat})).json()["pieces"] if ranks else None
        for seat in (0, 1)
    ]
    found: list[Table] = []
    for number in range(tables):
        new = {"game": game, "against": {"type": "anyone"}, "seat": 0}
        id = (await ann.post("/api/tables", json=new)).raise_for_status().json()["table"]["id"]
        (await ben.post(f"/api/tables/{id}/join", json={})).raise_for_status()
        table = Table(number, ([], []) if ranks else first_actions(game, number))
        found.append(table)
        for seat, person in enumerate(people):
            table.lines.append(await connect(url, id, person.cookies[COOKIE], "?actions=offers"))
            if setups[seat] is not None:
                await table.act(seat, {"type": "deploy", "pieces": setups[seat]})
    for person in people:
        await person.aclose()
    return found


async def _measure(
    url: str, hexes: int, ranks: int, hex_rate: float, rank_rate: float, seconds: float
) -> dict[str, Any]:
    beside = await seated(url, RANK_GAME, ranks)
    mixed = await seated(url, HEX_GAME, hexes)
    listening = [asyncio.create_task(t.listen(seat)) for t in beside + mixed for seat in (0, 1)]
    while any(table.turn is None for table in beside + mixed):
        await asyncio.sleep(0.05)
    await paced(beside, rank_rate, 3.0)

    def late(tables: list[Table]) -> list[float]:
        found = [one for table in tables for one in table.late]
        for table in tables:
            table.late.clear()
        return found

    late(beside)
    await paced(beside, rank_rate, seconds)
    alone = late(beside)
    await asyncio.gather(paced(beside, rank_rate, seconds), paced(mixed, hex_rate, seconds))
    await asyncio.sleep(1.0)
    sizes: dict[str, int] = {}
    for table in mixed:
        for kind, size in table.sizes.items():
            sizes[kind] = max(size, sizes.get(kind, 0))
    found = {"alone": alone, "beside": late(beside), "hexes": late(mixed), "sizes": sizes}
    await leave(listening, beside + mixed)
    return found


def run(
    hexes: int = 50, ranks: int = 200, hex_rate: float = 10.0, rank_rate: float = 40.0, seconds: float = 20.0
) -> None:
    """Print answer times of both games, beside those of the hidden-rank tables alone and of the echo."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        place = {"FLAGFALL_PORT": str(port), "FLAGFALL_DATABASE": f"sqlite:///{folder}/bench.sqlite3"}
        with process(sys.executable, "-c", SERVE, **LIMITS, **place) as server:
            assert server.stdout is not None
            server.stdout.readline()
            url = f"http://127.0.0.1:{port}"
            found = asyncio.run(_measure(url, hexes, ranks, hex_rate, rank_rate, seconds))
    bare = echo_times(2 * (hexes + ranks), hex_rate + rank_rate, min(seconds, 5.0))
    print(f"{hexes} tables of {HEX_GAME}, {hex_rate:g} actions a second,")
    print(f"beside {ranks} of {RANK_GAME}, {rank_rate:g} moves a second, all with both players connected")
    times = {name: quantiles(found[name]) for name in ("alone", "beside", "hexes")}
    names = {"alone": f"{RANK_GAME} alone", "beside": f"{RANK_GAME} beside {HEX_GAME}", "hexes": HEX_GAME}
    for name, what in names.items():
        print(f"  {what}: {told_times(times[name])} ({len(found[name])} answers)")
    print(f"  bare echo: {told_times(bare)}")
    slow, alone = times["hexes"]["p99_ms"], times["alone"]["p99_ms"]
    print(
        f"  p99 of {HEX_GAME}: {slow / 50:.2f} of 50 ms, {slow / alone:.1f} times {RANK_GAME} alone,", end=""
    )
    print(f" {slow / bare['p99_ms']:.1f} times the echo")
    sizes = sorted(found["sizes"].items(), key=lambda one: -one[1])
    print(f"  longest messages of {HEX_GAME}, in bytes:", ", ".join(f"{kind} {size}" for kind, size in sizes))
    print(f"  the longest: {sizes[0][1] / 40_000:.2f} of 40 kB")
