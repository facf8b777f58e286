"""Uploads are read in processes of their own, which end before they harm anybody else."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from flagfall.server.refusal import Refusal
from flagfall.server.wire.people import Upload
from flagfall.server.wire.workshop import MapFile
from flagfall.server.workers.upload_pool import OF_ONE, UploadReaders
from tests.server.kit import Person, Server, run, settings

ROOT = Path(__file__).resolve().parents[2]
GOOD = (ROOT / "src/flagfall/ranks/editions/duel.toml").read_text(encoding="utf-8")

MEMORY = "found = [b'x' * (50 << 20) for _ in range(99)]"
TIME = "while True: pass"
DEATH = "import os; os._exit(3)"


def _worker(work: str) -> tuple[str, ...]:
    """The real worker, in which a map with the word bomb does some work instead of being read."""
    program = f"""
import msgspec
from flagfall.bots.processes.program import serve_lines
from flagfall.server.workers import upload_checks, upload_worker
kind, read = upload_checks.READERS["map-file"]
def bomb(file):
    if "bomb" in file.text:
        {work}
    return read(file)
upload_checks.READERS["map-file"] = kind, bomb
upload_worker.SECONDS = 1
upload_worker.limit_memory(upload_worker.MEMORY)
serve_lines(lambda line: msgspec.json.encode(upload_worker.answer(line)) + b"\\n")
"""
    return (sys.executable, "-c", program)


def _with(readers: UploadReaders, work: Callable[[UploadReaders], Awaitable[None]]) -> None:
    async def go() -> None:
        try:
            await work(readers)
        finally:
            await readers.stop()

    run(go())


@pytest.mark.parametrize("work", [MEMORY, TIME, DEATH])
def test_a_file_that_takes_too_much_is_refused_and_the_next_is_read(work: str) -> None:
    async def go(readers: UploadReaders) -> None:
        with pytest.raises(Refusal) as refused:
            await readers.map_file("ann", MapFile("bomb"))
        assert refused.value.problem.code == "too-large"
        assert "too much memory or time" in refused.value.problem.detail
        assert (await readers.edition("ann", Upload(GOOD))).id.startswith("duel-")

    _with(UploadReaders(1, _worker(work)), go)


def test_many_files_of_one_sender_do_not_keep_others_waiting() -> None:
    async def go(readers: UploadReaders) -> None:
        mine = [asyncio.create_task(readers.edition("ann", Upload(GOOD))) for _ in range(OF_ONE + 3)]
        theirs = asyncio.create_task(readers.edition("bea", Upload(GOOD)))
        done = await asyncio.gather(*mine, theirs, return_exceptions=True)
        refused = [one for one in done if isinstance(one, Refusal)]
        assert [one.problem.code for one in refused] == ["busy"] * 3
        assert not isinstance(done[-1], BaseException)

    _with(UploadReaders(1), go)


def test_files_are_read_for_a_session_only(tmp_path: Path) -> None:
    async def go() -> None:
        with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3")) as server:
            stranger = Person(server)
            for path, body in (
                ("/api/editions/check", {"text": GOOD}),
                ("/api/editions", {"text": GOOD}),
                ("/api/maps/read", {"text": "x"}),
                ("/api/scenarios/check", {"map": "x"}),
                ("/api/scenarios", {"map": "x"}),
            ):
                await stranger.post(path, body, status=401)
            await stranger.http.aclose()
            async with Person(server) as guest:
                assert (await guest.post("/api/editions/check", {"text": GOOD})).json()["card"]

    run(go())


def test_bombs_get_a_short_answer(tmp_path: Path) -> None:
    piece = '[[piece]]\nid="p"\nletter="A"\nrank="2"\nname="x"\n'
    armies = '[[army]]\nid="red"\nnames="r"\n[[army]]\nid="blue"\nnames="b"\n'

    async def go() -> None:
        with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3")) as server:
            async with Person(server) as guest:
                deep = await guest.post("/api/editions/check", {"text": "a." * 32_000 + "a = 1"})
                assert [fault["code"] for fault in deep.json()["faults"]] == ["toml.deep"]
                clash = await guest.post("/api/editions/check", {"text": armies + piece * 700})
                assert clash.json()["faults"][-1]["code"] == "more"
                assert len(clash.content) < 100_000
                # Blank lines once made the search for a board's first line take the square of their number.
                lines = await guest.post("/api/maps/read", {"text": "\n" * 60_000 + "x"})
                assert lines.json()["faults"]

    run(go())
