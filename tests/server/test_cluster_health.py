"""For operators: health, readiness, counters, logs, and an end that hurts nobody."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from flagfall.server.process_log import JsonLines, set_up
from tests.server.kit import PATIENCE, Person, Server, deploy, play_on, run, settings
from tests.server.services import Redis
from tests.server.test_recovery import Process

TOKEN = "a-token-for-prometheus"


def counters(server: Server) -> dict[str, float]:
    """All counters of a server by name and labels."""
    answer = httpx.get(
        f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=PATIENCE
    )
    assert answer.status_code == 200
    lines = (line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in lines}


def test_a_process_that_works_is_well_and_ready(sqlite: str) -> None:
    with Server(settings(sqlite)) as server:
        for path, said in (("/healthz", "ok"), ("/readyz", "ready")):
            # Whatever name the asker knows it by: a balancer asks by an address or a name of its own.
            answer = httpx.get(server.url + path, headers={"Host": "flagfall-3.internal"}, timeout=PATIENCE)
            assert (answer.status_code, answer.text) == (200, said)
        server.tables.leaving = True
        assert httpx.get(server.url + "/readyz", timeout=PATIENCE).status_code == 503
        assert httpx.get(server.url + "/healthz", timeout=PATIENCE).status_code == 200


def test_without_redis_a_process_of_many_is_not_ready(
    request: pytest.FixtureRequest, tmp_path: Path, redis: str
) -> None:
    from tests.server.conftest import fresh

    own = Redis(tmp_path)
    try:
        with Server(settings(fresh(request, tmp_path, "postgresql"), redis=own.url)) as server:
            assert httpx.get(server.url + "/readyz", timeout=PATIENCE).status_code == 200
            own.stop()
            server.tables.bus._last_good = 0.0  # type: ignore[attr-defined]
            assert httpx.get(server.url + "/readyz", timeout=PATIENCE).status_code == 503
    finally:
        own.stop()


def test_counters_count_and_only_the_token_opens_them(sqlite: str) -> None:
    async def go(server: Server) -> None:
        async with Person(server) as ann:
            table = (await ann.table("duel", "hotseat"))["table"]["id"]
            async with ann.at(table) as a:
                await a.until("welcome")
                before = counters(server)
                await deploy(a, "duel", 0)
                await deploy(a, "duel", 1)
                await play_on(a, random.Random(1), 3)
                await a.send("resign", seat=0)
                await a.until("table", where=lambda m: m["table"]["status"] == "over")
                await a.send("resign", seat=0)
                await a.until("refused")
                after = counters(server)
        assert before["flagfall_moves_total"] == 0
        assert after["flagfall_moves_total"] == 5
        assert after["flagfall_tables"] == after["flagfall_lines"] == after["flagfall_visitors"] == 1
        assert after["flagfall_append_seconds_count"] >= 6
        assert after['flagfall_refusals_total{code="over"}'] == 1
        assert after["flagfall_ready"] == 1

    with Server(settings(sqlite, metrics_token=TOKEN)) as server:
        run(go(server))
        for headers in ({}, {"Authorization": "Bearer wrong"}):
            assert httpx.get(f"{server.url}/metrics", headers=headers, timeout=PATIENCE).status_code == 404
    with Server(settings(sqlite)) as server:
        assert (
            httpx.get(
                f"{server.url}/metrics", headers={"Authorization": "Bearer"}, timeout=PATIENCE
            ).status_code
            == 404
        )


def test_a_log_of_json_has_one_object_a_line() -> None:
    kept, logging.root.handlers = logging.root.handlers, []
    try:
        set_up("json", "warning")
        (handler,) = logging.root.handlers
        assert isinstance(handler.formatter, JsonLines)
        assert isinstance(handler, logging.StreamHandler)
        out = io.StringIO()
        handler.setStream(out)
        log = logging.getLogger("flagfall.tables")
        log.warning("table %s has another owner", "abc")
        try:
            raise ValueError("x\ny")
        except ValueError:
            log.exception("table %s is reloaded", "abc")
        lines = [json.loads(line) for line in out.getvalue().splitlines()]
        assert [line["message"] for line in lines] == ["table abc has another owner", "table abc is reloaded"]
        assert [line["level"] for line in lines] == ["warning", "error"]
        assert "ValueError" in lines[1]["error"]
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00", lines[0]["time"])
    finally:
        logging.root.handlers = kept


def test_sigterm_lets_everybody_go_with_word_to_come_back(sqlite: str) -> None:
    """The one process of a small server: it ends by itself, and the game goes on after the next start."""

    async def go() -> None:
        process = Process(sqlite)
        await process.start()
        try:
            async with Person(process.url) as ann:
                table = (await ann.table("duel", "hotseat"))["table"]["id"]
                async with ann.at(table) as a:
                    await deploy(a, "duel", 0)
                    await a.until("done")
                    assert process.running is not None
                    process.running.send_signal(signal.SIGTERM)
                    assert await a.closed() == 1012
                assert await asyncio.to_thread(process.running.wait, PATIENCE) in (0, -signal.SIGTERM)
                await process.start()
                async with ann.at(table) as a:
                    assert (await a.until("welcome"))["table"]["ready"] == [True, False]
        finally:
            process.kill()

    run(go())


def test_the_reference_of_settings_is_up_to_date() -> None:
    page = Path(__file__).parents[2] / "docs" / "operators" / "operate.md"
    command = [sys.executable, "-m", "flagfall.server.settings_page", str(page), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
