"""A game as a PDF from the server: made in a process of its own, once for all who want it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

import flagfall
from flagfall.printing import printed
from flagfall.server.refusal import Refusal
from flagfall.server.workers.print_pool import OF_ONE, Printer
from flagfall.server.workers.print_worker import PrintOrder
from tests.server.kit import Person, Server, run, settings

ROOT = Path(__file__).resolve().parents[2]
DUEL = (ROOT / "src/flagfall/ranks/editions/duel.toml").read_text(encoding="utf-8")
COUNTING = """
import msgspec
from flagfall.bots.processes.program import serve_lines
from flagfall.server.workers.print_worker import PrintOrder, Printout
made = 0
def answer(line):
    global made
    made += 1
    order = msgspec.json.decode(line, type=PrintOrder)
    if order.game == "crash":
        raise SystemExit(3)
    return msgspec.json.encode(Printout(b"%d" % made)) + b"\\n"
serve_lines(answer)
"""


def order(game: str) -> PrintOrder:
    return PrintOrder(game, "", "en", "a4")


def test_the_file_has_a_name_and_is_that_of_the_command(tmp_path: Path) -> None:
    async def go(server: Server) -> None:
        async with Person(server) as ann:
            answer = await ann.get("/api/games/duel/print?language=fr&paper=letter")
            assert answer.headers["content-type"] == "application/pdf"
            assert (
                answer.headers["content-disposition"] == 'attachment; filename="flagfall-duel-fr-letter.pdf"'
            )
            assert answer.content == printed(flagfall.game("duel"), "fr", "letter")
            for query, field in (("language=xx", "language"), ("paper=a3", "paper")):
                refused = (await ann.get(f"/api/games/duel/print?{query}", 400)).json()
                assert (refused["code"], refused["field"]) == ("bad-message", field)
            await ann.get("/api/games/nothing/print", 404)

    with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3")) as server:
        run(go(server))


def test_an_uploaded_edition_is_printed_too(tmp_path: Path) -> None:
    text = DUEL.replace('"#a63d2f"', '"#a33"').replace('"#2f5d8a"', '"navy"')
    assert text != DUEL

    async def go(server: Server) -> None:
        async with Person(server) as ann:
            kept = (await ann.post("/api/editions", {"text": text}, 200)).json()
            answer = await ann.get(f"/api/games/{kept['card']['id']}/print?language=de")
            assert answer.content.startswith(b"%PDF")

    with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3")) as server:
        run(go(server))


def test_an_address_prints_so_many_games_and_those_made_lately_do_not_count(tmp_path: Path) -> None:
    async def go(server: Server) -> None:
        async with Person(server) as ann:
            for _ in range(3):
                await ann.get("/api/games/duel/print")
            refused = (await ann.get("/api/games/duel/print?paper=letter", 429)).json()
            assert refused["code"] == "too-many"
            assert refused["retry"] > 0

    with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3", prints_per_minute=1)) as server:
        run(go(server))


def test_what_several_want_is_made_once_and_a_person_waits_for_few() -> None:
    async def go() -> None:
        printer = Printer((sys.executable, "-c", COUNTING))
        try:
            people = [printer.print(f"person {number}", order("a")) for number in range(5)]
            assert await asyncio.gather(*people) == [b"1"] * 5
            assert await printer.print("ann", order("a")) == b"1"
            wanted = [printer.print("ann", order(f"b{number}")) for number in range(OF_ONE + 1)]
            found = await asyncio.gather(*wanted, return_exceptions=True)
            assert [isinstance(one, Refusal) for one in found] == [False] * OF_ONE + [True]
        finally:
            await printer.stop()

    run(go())


def test_a_process_that_crashes_is_replaced() -> None:
    async def go() -> None:
        printer = Printer((sys.executable, "-c", COUNTING))
        try:
            with pytest.raises(Refusal) as refused:
                await printer.print("ann", order("crash"))
            assert refused.value.problem.code == "busy"
            assert await printer.print("ann", order("a")) == b"1"
        finally:
            await printer.stop()

    run(go())
