"""Bots: the built-in ones in their own process, and a program with a token, as the documentation has it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import flagfall
from flagfall.bots.base import Clock
from flagfall.bots.processes.client import ForgottenSeat, Limits
from flagfall.server.workers.bot_pool import BotPool
from flagfall.server.workers.shared_process import NoAnswer
from tests.server.kit import PATIENCE, Person, Server, deploy, play_on, run, settings
from tests.server.test_people import account

DOCS = Path(__file__).parents[2] / "docs" / "bots"


def test_the_documented_bot_plays_a_whole_game(server: Server, tmp_path: Path) -> None:
    block = re.search(
        r"```python needs a running server\n(.*?)```", (DOCS / "bot-api.md").read_text(), re.DOTALL
    )
    assert block is not None
    assert len([line for line in block.group(1).splitlines() if line.strip()]) <= 33
    program = tmp_path / "bot.py"
    program.write_text(block.group(1))

    async def go() -> None:
        ann, _, _ = await account(server)
        owner, _, _ = await account(server)
        secret = (await owner.post("/api/me/tokens", {"name": "bot"})).json()["secret"]
        made = await ann.table("duel", "link", seat=0)
        table = made["table"]["id"]
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, program, server.url, secret, table, made["code"]),
            stdout=asyncio.subprocess.PIPE,
        )
        async with ann.at(table) as a:
            await a.until("turn", where=lambda m: m["must"] == "setup")
            await deploy(a, "duel", 0)
            end = await play_on(a, random.Random(4))
        assert end is not None
        assert end["seats"][1]["bot"] is True
        said, _ = await asyncio.wait_for(bot.communicate(), PATIENCE)
        assert end["outcome"]["termination"] in said.decode()

    run(go())


def test_the_documented_requests_make_a_token_and_a_table(server: Server) -> None:
    secret, answer = "", {}
    with httpx.Client(timeout=PATIENCE) as http:  # keeps the cookie, as curl's jar does
        for line in re.findall(r"^curl .*", (DOCS / "bot-api.md").read_text("utf-8"), re.MULTILINE):
            words = shlex.split(line.replace("http://127.0.0.1:8420", server.url).replace("ff_...", secret))
            headers = dict([words[words.index("-H") + 1].split(": ")])
            body = json.loads(words[words.index("--json") + 1]) if "--json" in words else None
            told = http.post(words[-1], headers=headers, json=body)
            assert told.is_success, told.text
            answer = told.json()
            secret = answer.get("secret", secret)
    assert answer["table"]["game"] == "barrage" and answer["code"]


def request(pool: BotPool, key: str, view: Any, whole: bool, legal: Any = (), clock: float = 0.05) -> Any:
    return pool.decide(key, "duel", 0, 1, 7, view, (), legal, Clock(clock), whole)


def test_a_bot_is_asked_with_views_and_told_everything_when_it_is_new() -> None:
    async def go() -> None:
        pool = BotPool()
        try:
            view = flagfall.game("duel").new().view(0)
            with pytest.raises(ForgottenSeat):
                await request(pool, "a", view, whole=False)
            action = msgspec.json.decode(await request(pool, "a", view, whole=True))
            assert action["type"] == "deploy"
            assert msgspec.json.decode(await request(pool, "a", view, whole=False)) == action
        finally:
            await pool.stop()

    run(go())


@pytest.mark.parametrize(
    "program",
    [
        "input()",
        "input(); print('nonsense', flush=True); input()",
        'input(); print(\'{"say":"error","reason":"x","id":1}\', flush=True); input()',
        (
            'input(); print(\'{"say":"ready","id":1}\', flush=True); input(); input();'
            'print(\'{"say":"action","action":{},"id":7}\', flush=True); input()'
        ),
    ],
    ids=["crashes", "babbles", "fails", "answers another question"],
)
def test_a_bot_process_that_fails_is_no_answer(program: str) -> None:
    async def go() -> None:
        pool = BotPool(command=(sys.executable, "-c", program))
        try:
            with pytest.raises(NoAnswer):
                await request(pool, "a", flagfall.game("duel").new().view(0), whole=True)
        finally:
            await pool.stop()

    run(go())


def test_a_hanging_bot_process_is_replaced() -> None:
    async def go() -> None:
        command = (sys.executable, "-c", "import time; time.sleep(60)")
        pool = BotPool(command=command, limits=Limits(start=0.1, grace=0.1))
        with pytest.raises(NoAnswer):
            await request(pool, "a", flagfall.game("duel").new().view(0), whole=True)
        assert pool.replaced == 1
        await pool.stop()

    run(go())


def test_a_game_goes_on_although_its_bot_never_answers(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            server.tables.bots = BotPool(command=(sys.executable, "-c", "import sys; sys.stdin.readline()"))
            async with Person(server) as ann:
                made = await ann.table("duel", {"type": "bot", "level": "1"}, seat=0)
                async with ann.at(made["table"]["id"]) as a:
                    await deploy(a, "duel", 0)
                    await play_on(a, random.Random(2), 3)
                    await a.until("turn")
                assert server.tables.bots.replaced >= 3

    run(go())


def test_what_a_bot_is_sent_holds_nothing_of_the_other_side(sqlite: str) -> None:
    """The line to the bot's process has the seat's own view and events: no other set-up, no seed."""
    lines: list[bytes] = []
    seeds: list[int] = []

    class Spy(BotPool):
        async def decide(self, *args: Any, **named: Any) -> Any:
            sent = (named["view"], named["events"], named["legal"], named["offers"], named["seed"])
            lines.append(msgspec.json.encode(sent))
            seeds.append(named["seed"])
            return await super().decide(*args, **named)

    async def go() -> None:
        with Server(settings(sqlite)) as server:
            server.tables.bots = Spy()
            async with Person(server) as ann:
                made = await ann.table("duel", {"type": "bot", "level": "1"}, seat=0)
                table = made["table"]["id"]
                async with ann.at(table) as a:
                    await deploy(a, "duel", 0)
                    await play_on(a, random.Random(2), 3)
                opened = server.tables.actors[table].table_state.opened
        assert len(lines) >= 3
        # The bot's own chance cannot be guessed from what is public, nor the secret from it.
        seat_secret = hashlib.sha256(f"bot {opened.nonces[2]}".encode()).digest()
        assert set(seeds) == {int.from_bytes(seat_secret[:6])}
        for line in lines:
            assert not any(nonce.encode() in line for nonce in opened.nonces)
            assert b'"setups":[null,' in line
            assert b'"seat":0,"setup":' not in line
            assert str(opened.seed).encode() not in line

    run(go())


def test_a_takeback_against_a_bot_is_granted_while_it_thinks(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite, bot_pace=1.0)) as server:
            async with Person(server) as ann:
                made = await ann.table("original", {"type": "bot", "level": "1"}, seat=0)
                async with ann.at(made["table"]["id"]) as a:
                    await deploy(a, "original", 0)
                    turn = await a.until("turn", where=lambda m: m["must"] == "act")
                    steps = [move for move in turn["legal"] if move["target"] == move["origin"] + 10]
                    await a.send("offer", what="draw")
                    await a.until("table", where=lambda m: m["table"]["offers"] == [["draw"], []])
                    await a.until("table", where=lambda m: m["table"]["offers"] == [[], []])
                    await a.send("act", action=steps[0])
                    await a.send("offer", what="takeback", ref=1)
                    assert (await a.until("reset", "refused"))["type"] == "reset"
                    again = await a.until("turn")
                    assert again["legal"] == turn["legal"]
                    # The move that the bot thought about is not played; the next one is answered.
                    await a.send("act", action=steps[-1], ref=2)
                    told = await a.until("told")
                    assert told["events"][0]["origin"] == steps[-1]["origin"]
                    assert (await a.until("told"))["events"][0].get("piece", 0) >= 40

    run(go())
