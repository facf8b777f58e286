"""Bots when many play: in turn, with less thought rather than a longer wait, whatever happens to them."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import flagfall
from flagfall.bots.base import Clock
from flagfall.bots.processes.client import Limits
from flagfall.bots.processes.protocol import AskMove
from flagfall.ranks.actions import Move
from flagfall.server.workers.bot_pool import LEAST_SECONDS, BotPool
from flagfall.server.workers.fair_queue import FairQueue, Full
from flagfall.server.workers.shared_process import LIMITS, NoAnswer
from tests.server.kit import PATIENCE, Person, Server, deploy, run, settings

SLOW = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if asked["say"] == "observe": continue
    answer = {"say": "ready", "id": asked["id"]}
    if asked["say"] == "decide":
        open(sys.argv[1], "a").write(line)
        if asked["key"] == "crash": sys.exit(1)
        if asked["key"] == "hang": time.sleep(600)
        time.sleep(asked["clock"].get("move", 1.0))
        answer = {"say": "action", "id": asked["id"], "action": {"key": asked["key"]}}
    print(json.dumps(answer), flush=True)
"""
"""A bot process that takes all the time it gets, and notes what it is asked."""


def pool(notes: Path, limits: Limits = LIMITS) -> BotPool:
    return BotPool(command=(sys.executable, "-c", SLOW, str(notes)), limits=limits)


def asked(notes: Path) -> list[AskMove]:
    return [msgspec.json.decode(line, type=AskMove) for line in notes.read_text().splitlines()]


async def ask(bots: BotPool, key: str, person: str = "", seconds: float = 0.2) -> Any:
    view, legal = flagfall.game("duel").new().view(0), (Move(0, 10),)
    return await bots.decide(key, "duel", 0, 1, 7, view, (), legal, Clock(seconds), True, person=person)


def test_each_persons_first_comes_before_anybodys_second() -> None:
    async def go() -> None:
        queue = FairQueue(100)
        order: list[str] = []

        async def one(who: str, what: str) -> None:
            await queue.take(who)
            order.append(what)
            await asyncio.sleep(0)
            queue.release()

        names = [("ann", f"ann{n}") for n in range(4)] + [("ben", "ben0"), ("eve", "eve0"), ("eve", "eve1")]
        await asyncio.gather(*(one(*name) for name in names))
        assert order == ["ann0", "ann1", "ben0", "eve0", "ann2", "eve1", "ann3"]
        assert len(queue) == 0

    run(go())


def test_one_who_stops_waiting_holds_nobody_up() -> None:
    async def go() -> None:
        queue = FairQueue(2)
        await queue.take("ann")
        ben = asyncio.create_task(queue.take("ben"))
        eve = asyncio.create_task(queue.take("eve"))
        await asyncio.sleep(0)
        with pytest.raises(Full):
            await queue.take("dan")
        ben.cancel()
        queue.release()
        await asyncio.wait_for(eve, PATIENCE)
        # Cancelled in the very moment in which its turn came: the turn goes on to the next.
        ann = asyncio.create_task(queue.take("ann"))
        dan = asyncio.create_task(queue.take("dan"))
        await asyncio.sleep(0)
        queue.release()
        ann.cancel()
        await asyncio.wait_for(dan, PATIENCE)
        queue.release()
        await asyncio.wait_for(queue.take("ben"), PATIENCE)

    run(go())


def test_thinking_shrinks_when_many_wait(tmp_path: Path) -> None:
    async def go() -> None:
        notes = tmp_path / "notes"
        bots = pool(notes)
        try:
            await ask(bots, "alone")
            await asyncio.gather(*(ask(bots, f"k{n}") for n in range(12)))
        finally:
            await bots.stop()
        times = [request.clock.move for request in asked(notes)]
        assert times[0] == 0.2
        # The more wait behind a decision, the less it gets; the last gets all, and none gets nothing.
        assert times[2] == max(LEAST_SECONDS, 0.2 / 11)
        assert times[2:] == sorted(times[2:])
        assert times[-1] == 0.2
        assert min(times) >= LEAST_SECONDS

    run(go())


@pytest.mark.parametrize("trouble", ["crash", "hang"])
def test_trouble_costs_one_decision_and_the_rest_are_answered(tmp_path: Path, trouble: str) -> None:
    async def go() -> None:
        bots = pool(tmp_path / "notes", LIMITS._replace(grace=0.3))
        try:
            await ask(bots, "first")
            waiting = [asyncio.create_task(ask(bots, key)) for key in ("a", trouble, "b", "c")]
            done = await asyncio.gather(*waiting, return_exceptions=True)
            assert isinstance(done[1], NoAnswer)
            assert [msgspec.json.decode(done[n])["key"] for n in (0, 2, 3)] == ["a", "b", "c"]
            assert bots.replaced == 1
        finally:
            await bots.stop()

    run(go())


def test_a_decision_that_nobody_waits_for_any_more_harms_nobody(tmp_path: Path) -> None:
    """A takeback while the bot thinks: the process goes on, and the next asker gets their own answer."""

    async def go() -> None:
        bots = pool(tmp_path / "notes")
        try:
            await ask(bots, "first")
            gone = asyncio.create_task(ask(bots, "gone", seconds=0.3))
            await asyncio.sleep(0.05)
            gone.cancel()
            assert msgspec.json.decode(await ask(bots, "next"))["key"] == "next"
            assert bots.replaced == 0
        finally:
            await bots.stop()

    run(go())


@pytest.mark.parametrize("games", [12, pytest.param(100, marks=pytest.mark.long)])
def test_many_bot_games_at_once_stay_playable(sqlite: str, games: int) -> None:
    """All are answered by real bots, not by simple moves in their place, with one process for all."""

    async def go() -> None:
        with Server(settings(sqlite, bot_seconds=0.2)) as server:

            async def one(number: int) -> None:
                async with Person(server) as ann:
                    made = await ann.table("duel", {"type": "bot", "level": "3"}, seat=0)
                    async with ann.at(made["table"]["id"]) as a:
                        await deploy(a, "duel", 0)
                        for _ in range(3):
                            async with asyncio.timeout(20 * PATIENCE):
                                turn = await a.until("turn", "table", where=lambda m: _mine(m))
                            if turn["type"] == "table":
                                return
                            await a.send("act", action=random.Random(number).choice(turn["legal"]))

            await asyncio.gather(*(one(number) for number in range(games)))
            assert server.tables.bots.replaced == 0

    run(go())


def _mine(message: dict[str, Any]) -> bool:
    if message["type"] == "table":
        return message["table"]["status"] in ("over", "aborted")
    return message["must"] == "act"
