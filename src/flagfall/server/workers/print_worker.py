"""A process that makes PDFs of games: ``python -m flagfall.server.workers.print_worker``.

It limits its own memory, and its time for each question. It knows no secret and has no database.
"""

from __future__ import annotations

import sys

import msgspec

from flagfall.bots.processes.program import serve_lines
from flagfall.core import FlagfallError
from flagfall.printing import printed
from flagfall.server.process_limits import limit_memory, limit_seconds
from flagfall.server.wire.tables import Problem
from flagfall.server.workers.uploaded_games import UploadedGames

MEMORY = 2 << 30
"""Bytes that printing may take."""
SECONDS = 60
"""Seconds of a processor that one game may take."""


class PrintOrder(msgspec.Struct, frozen=True):
    """A line that is asked: which game, and how."""

    game: str
    rules: str
    """The text of an uploaded game; empty for those of the package."""
    language: str
    paper: str


class Printout(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line that is answered: the PDF, or why there is none."""

    pdf: bytes = b""
    problem: Problem | None = None


def answer(line: bytes, games: UploadedGames) -> Printout:
    """The PDF of a game."""
    limit_seconds(SECONDS)
    try:
        order = msgspec.json.decode(line, type=PrintOrder)
        return Printout(printed(games.find(order.game, order.rules), order.language, order.paper))
    except FlagfallError as error:
        return Printout(problem=Problem("bad-message", detail=str(error)))
    except Exception as error:
        # The place in our code is in the server's log.
        sys.excepthook(type(error), error, error.__traceback__)
        return Printout(problem=Problem("broken", detail="the server made a mistake"))


if __name__ == "__main__":
    limit_memory(MEMORY)
    known = UploadedGames()
    serve_lines(lambda line: msgspec.json.encode(answer(line, known)) + b"\n")
